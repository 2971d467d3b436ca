extension RandomAccessCollection {
  /// The first index from which on a condition holds, of elements in an order in which it holds for none before; the end
  /// where it holds for none.
  ///
  /// - Complexity: O(log *n*).
  @inline(__always)
  @inlinable
  package func partitioningIndex<E>(where holds: (Element) throws(E) -> Bool) throws(E) -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if try holds(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}

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

/// Values by key, in the order in which their keys came.
package struct OrderedValues<Key: Hashable, Value> {
  @usableFromInline var all: (keys: [Key], values: [Value]) = ([], [])
  @usableFromInline var numbers: [Key: Int] = [:]  // looked up, never iterated

  @inlinable package init() {}

  @inlinable package var keys: [Key] { all.keys }
  /// The values in the order of the keys.
  @inlinable package var values: [Value] { all.values }

  /// The value of a key; `nil` for one that did not come.
  @inlinable package subscript(key: Key) -> Value? { numbers[key].map { all.values[$0] } }

  /// Adds a value, or changes the one that its key has already.
  @inlinable
  package mutating func add(_ value: @autoclosure () -> Value, for key: Key, orChange: (inout Value) -> Void)
  {
    if let number = numbers[key] { return orChange(&all.values[number]) }
    numbers[key] = all.keys.count
    all.keys.append(key)
    all.values.append(value())
  }
}

extension OrderedValues: Sendable where Key: Sendable, Value: Sendable {}

extension Sequence {
  /// The elements whose keys no earlier one has, in their order.
  package func distinct<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var known: Set<Key> = []
    return filter { known.insert(key($0)).inserted }
  }
}
