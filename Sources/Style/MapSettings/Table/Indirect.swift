/// An optional setting stored out of line in one word: most decorations are not set, and thousands of
/// pictures copy their settings.
@propertyWrapper
public struct Indirect<Value: Hashable & Sendable>: Hashable, Sendable {
  @usableFromInline var storage: OutOfLine<Value>?

  /// Storage in which nothing is set.
  @inlinable public init() {}

  /// The setting; `nil` where it is not set.
  @inlinable public var wrappedValue: Value? {
    get { storage?.wrappedValue }
    set { storage = newValue.map(OutOfLine.init(wrappedValue:)) }
  }
}

/// A value stored out of line in one word: what holds it is copied by counting, not member by member.
@propertyWrapper
public indirect enum OutOfLine<Value> {
  case value(Value)

  /// Stores a value.
  @inlinable
  public init(wrappedValue: Value) { self = .value(wrappedValue) }

  /// The value.
  @inlinable public var wrappedValue: Value {
    get {
      switch self {
      case .value(let value): value
      }
    }
    set { self = .value(newValue) }
  }
}

extension OutOfLine: Sendable where Value: Sendable {}
extension OutOfLine: Equatable where Value: Equatable {}
extension OutOfLine: Hashable where Value: Hashable {}
