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
  @inlinable
  public init() {}

  /// The setting; `nil` where it is not set.
  @inlinable public var wrappedValue: Value? {
    get {
      guard case .value(let value) = storage else { return nil }
      return value
    }
    set { storage = newValue.map(Storage.value) ?? .nothing }
  }
}
