extension RandomAccessCollection {
  /// Index of the first element for which a monotonic condition holds; `endIndex` if there is none.
  ///
  /// - Complexity: O(log *n*).
  @inline(__always) @inlinable
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

/// Union-find; the smallest index represents its set.
@usableFromInline package struct DisjointSets {
  @usableFromInline var parents: [Int]

  @inlinable package init(count: Int = 0) { parents = Array(0..<count) }

  @inlinable package mutating func add() { parents.append(parents.count) }

  @inlinable package mutating func root(of index: Int) -> Int {
    var index = index
    while parents[index] != index {
      parents[index] = parents[parents[index]]
      index = parents[index]
    }
    return index
  }

  /// - Returns: false if both are in one set already.
  @inlinable @discardableResult
  package mutating func join(_ a: Int, _ b: Int) -> Bool {
    let (a, b) = (root(of: a), root(of: b))
    parents[max(a, b)] = min(a, b)
    return a != b
  }
}

package struct OrderedValues<Key: Hashable, Value> {
  @usableFromInline var all: (keys: [Key], values: [Value]) = ([], [])
  @usableFromInline var numbers: [Key: Int] = [:]  // looked up, never iterated

  @inlinable package init() {}

  @inlinable package var keys: [Key] { all.keys }
  @inlinable package var values: [Value] { all.values }

  @inlinable package subscript(key: Key) -> Value? { numbers[key].map { all.values[$0] } }

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
  /// Elements with distinct keys; the first of each key stays.
  package func distinct<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var known: Set<Key> = []
    return filter { known.insert(key($0)).inserted }
  }
}
