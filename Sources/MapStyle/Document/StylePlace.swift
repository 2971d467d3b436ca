public import JSONDocument

/// A place in a style, for diagnostics about it.
public struct StylePlace: Hashable, Sendable {
  /// The way to it.
  public let path: JSONPath
  /// Where the value begins in the style.
  public let position: TextPosition

  /// A place in a style.
  public init(path: JSONPath, position: TextPosition) {
    self.path = path
    self.position = position
  }
}
