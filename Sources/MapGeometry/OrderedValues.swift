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
