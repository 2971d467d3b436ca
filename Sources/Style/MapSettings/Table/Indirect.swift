/// An optional setting that lies outside the value that holds it: one word, however large the setting is.
///
/// A picture has seven decorations of which most are not set, and a request may have thousands of pictures, whose settings
/// are copied from list to list.
@propertyWrapper
public struct Indirect<Value: Hashable & Sendable>: Hashable, Sendable {
  @usableFromInline
  indirect enum Storage: Hashable, Sendable {
    case nothing
    case value(Value)
  }

  @usableFromInline var storage = Storage.nothing

  /// A place in which nothing is set.
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
