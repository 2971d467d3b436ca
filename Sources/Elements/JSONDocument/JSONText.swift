/// A JSON document read strictly by RFC 8259, its values knowing where they stand.
///
/// Taken: UTF-8, with or without a byte order mark at the start. Refused, with line and column: any other
/// encoding, comments, single quotes, trailing commas, `NaN`, numbers too large for a `Double`, halves of surrogate
/// pairs, text after the document, nesting beyond the depth limit. A repeated key is not refused; the last one wins, and
/// ``repeatedKeys`` lists it.
public struct JSONText: Sendable {
  /// Depth limits above this one are lowered to it, because whoever walks the values may recurse.
  public static let deepestLimit = 512

  /// The value that the document consists of.
  public let root: JSONValue
  /// Keys that appear again in the same object, in order of appearance.
  public let repeatedKeys: [RepeatedKey]

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - depthLimit: how many arrays and objects may be open at once, `0...512`. Counted, so that no depth of input
  ///     can exhaust the stack.
  /// - Throws: ``JSONError`` with the place of the first fault.
  /// - Complexity: O(*bytes*) expected.
  public init(parsing bytes: [UInt8], depthLimit: Int = 64) throws(JSONError) {
    var parser = JSONParser(bytes, depthLimit: min(JSONText.deepestLimit, max(0, depthLimit)))
    self.root = try parser.parse()
    self.repeatedKeys = parser.repeatedKeys
  }

  /// Reads a document from a string.
  ///
  /// - Throws: ``JSONError`` with the place of the first fault.
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
