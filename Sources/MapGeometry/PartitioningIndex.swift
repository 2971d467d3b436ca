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
