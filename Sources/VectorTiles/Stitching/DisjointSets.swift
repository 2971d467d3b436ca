/// Sets of numbered things that grow together; the smallest number stands for its set.
struct DisjointSets {
  private var parents: [Int] = []

  mutating func add() { parents.append(parents.count) }

  mutating func root(of index: Int) -> Int {
    var index = index
    while parents[index] != index {
      parents[index] = parents[parents[index]]
      index = parents[index]
    }
    return index
  }

  mutating func join(_ a: Int, _ b: Int) {
    let (a, b) = (root(of: a), root(of: b))
    if a < b { parents[b] = a } else { parents[a] = b }
  }
}
