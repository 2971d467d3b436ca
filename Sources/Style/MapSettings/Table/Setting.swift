public import JSONDocument

/// A value that a style sets, and where.
public struct Setting<Value: Sendable>: Sendable {
  /// The value, checked against the setting's range.
  public let value: Value
  /// The location of the value.
  public let location: SourceLocation

  package init(value: Value, location: SourceLocation) { (self.value, self.location) = (value, location) }
}

extension Setting: Equatable where Value: Equatable {}
