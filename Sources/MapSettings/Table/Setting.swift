public import JSONDocument

/// A value that a style sets, and where.
public struct Setting<Value: Sendable>: Sendable {
  /// The value, checked against the setting's range.
  public let value: Value
  /// The way to it.
  public let path: JSONPath
  /// The start of the value in the style.
  public let position: TextPosition

  /// The location of the value.
  package var location: SourceLocation { SourceLocation(path: path, position: position) }

  package init(value: Value, path: JSONPath, position: TextPosition) {
    (self.value, self.path, self.position) = (value, path, position)
  }
}

extension Setting: Equatable where Value: Equatable {}
