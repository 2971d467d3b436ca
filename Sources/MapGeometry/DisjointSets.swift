/// Sets of numbered things that grow together; the smallest number stands for its set.
@usableFromInline
package struct DisjointSets {
  @usableFromInline var parents: [Int]

  /// Things that are each a set of their own, numbered from 0 on.
  @inlinable
  package init(count: Int = 0) { parents = Array(0..<count) }

  /// Adds a thing with the next number, a set of its own.
  @inlinable
  package mutating func add() { parents.append(parents.count) }

  /// The smallest number of the set of a number.
  @inlinable
  package mutating func root(of index: Int) -> Int {
    var index = index
    while parents[index] != index {
      parents[index] = parents[parents[index]]
      index = parents[index]
    }
    return index
  }

  /// Joins the sets of two numbers.
  ///
  /// - Returns: false where they are in one set already.
  @inlinable
  @discardableResult
  package mutating func join(_ a: Int, _ b: Int) -> Bool {
    let (a, b) = (root(of: a), root(of: b))
    parents[max(a, b)] = min(a, b)
    return a != b
  }
}
