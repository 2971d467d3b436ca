/// A JSON document read strictly by RFC 8259, its values with their positions.
///
/// UTF-8, with or without a byte order mark. Refused are other encodings, comments, single quotes, trailing
/// commas, `NaN`, numbers beyond `Double`, lone surrogates, text after the document, and nesting beyond the
/// limit. Of repeated keys the last wins; ``repeatedKeys`` lists them.
public struct JSONText: Sendable {
  /// Depth limits above this one are lowered to it, because whoever walks the values may recurse.
  public static let deepestLimit = 512

  /// The value that the document consists of.
  public let root: JSONValue
  /// Keys that appear again in the same object, in order of appearance.
  public let repeatedKeys: [RepeatedKey]

  /// - Parameter depthLimit: nested arrays and objects, `0...512`.
  /// - Throws: ``JSONError`` with the position of the first error.
  public init(parsing bytes: [UInt8], depthLimit: Int = 64) throws(JSONError) {
    var parser = JSONParser(bytes, depthLimit: min(JSONText.deepestLimit, max(0, depthLimit)))
    self.root = try parser.parse()
    self.repeatedKeys = parser.repeatedKeys
  }

  /// A document made of parts of others, which keep their positions.
  package init(root: JSONValue) { (self.root, repeatedKeys) = (root, []) }

  /// - Throws: ``JSONError`` with the position of the first error.
  public init(parsing text: String, depthLimit: Int = 64) throws(JSONError) {
    try self.init(parsing: Array(text.utf8), depthLimit: depthLimit)
  }
}

/// A key that appears again in the same object.
public struct RepeatedKey: Hashable, Sendable {
  /// The key, escapes resolved.
  public let key: String
  /// The way to the member.
  public let path: JSONPath
  /// The position of the repeated key.
  public let position: TextPosition

  /// A warning about it.
  public var diagnostic: Diagnostic {
    Diagnostic(
      .warning, code: "repeated-key", path: path, position: position,
      message:
        "key \"\(escapedForMessage(key))\" appears again in this object and the last value wins; remove one")
  }
}
