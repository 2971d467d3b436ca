/// An optional setting stored out of line in one word: most decorations are not set, and thousands of
/// pictures copy their settings.
@propertyWrapper
public struct Indirect<Value: Hashable & Sendable>: Hashable, Sendable {
  @usableFromInline
  indirect enum Storage: Hashable, Sendable {
    case nothing
    case value(Value)
  }

  @usableFromInline var storage = Storage.nothing

  /// Storage in which nothing is set.
  @inlinable public init() {}

  /// The setting; `nil` where it is not set.
  @inlinable public var wrappedValue: Value? {
    get {
      guard case .value(let value) = storage else { return nil }
      return value
    }
    set { storage = newValue.map(Storage.value) ?? .nothing }
  }
}

/// A value stored out of line in one word: what holds it is copied by counting, not member by member.
@propertyWrapper
public struct OutOfLine<Value> {
  @usableFromInline
  indirect enum Storage {
    case value(Value)
  }

  @usableFromInline var storage: Storage

  /// Stores a value.
  @inlinable public init(wrappedValue: Value) { storage = .value(wrappedValue) }

  /// The value.
  @inlinable public var wrappedValue: Value {
    get {
      switch storage {
      case .value(let value): value
      }
    }
    set { storage = .value(newValue) }
  }
}

extension OutOfLine.Storage: Sendable where Value: Sendable {}
extension OutOfLine: Sendable where Value: Sendable {}
extension OutOfLine.Storage: Equatable where Value: Equatable {}
extension OutOfLine.Storage: Hashable where Value: Hashable {}
extension OutOfLine: Equatable where Value: Equatable {}
extension OutOfLine: Hashable where Value: Hashable {}
