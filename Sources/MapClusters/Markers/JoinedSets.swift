/// Numbers in sets that are joined.
struct JoinedSets {
  private var parents: [Int]

  init(count: Int) { parents = Array(0..<count) }

  /// The smallest number of the set of a number.
  mutating func root(_ number: Int) -> Int {
    var number = number
    while parents[number] != number {
      parents[number] = parents[parents[number]]
      number = parents[number]
    }
    return number
  }

  /// Joins the sets of two numbers.
  ///
  /// - Returns: false where they are in one set already.
  @discardableResult
  mutating func join(_ a: Int, _ b: Int) -> Bool {
    let (a, b) = (root(a), root(b))
    parents[max(a, b)] = min(a, b)
    return a != b
  }
}
