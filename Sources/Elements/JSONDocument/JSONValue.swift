/// Line and column in a text, both from 1; columns count Unicode scalars.
public struct TextPosition: Hashable, Sendable, Comparable {
  /// From 1; columns count Unicode scalars.
  public var line, column: Int

  /// A position in a text.
  public init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

  package static let start = TextPosition(line: 1, column: 1)

  /// True if a position precedes another in reading order.
  public static func < (a: TextPosition, b: TextPosition) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// A JSON value that knows where in its document it stands.
public struct JSONValue: Hashable, Sendable {
  /// The content of a value.
  public enum Content: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// In order of appearance; a repeated key keeps its last value.
    case object([JSONMember])
  }

  /// The content of the value.
  public let content: Content
  /// The start of the value in the document.
  public let position: TextPosition

  /// A value at a position.
  public init(_ content: Content, at position: TextPosition) {
    (self.content, self.position) = (content, position)
  }
}

/// A value outside of any document.
extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral
{
  /// An object, its members in the order in which they are written.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self.init(.object(members.map { JSONMember(key: $0, keyPosition: .start, value: $1) }), at: .start)
  }
  /// A list.
  public init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
  /// A text.
  public init(stringLiteral text: String) { self = .text(text) }
  /// A number.
  public init(floatLiteral number: Double) { self = .number(number) }
  /// A whole number.
  public init(integerLiteral number: Int) { self = .number(Double(number)) }
  /// A truth.
  public init(booleanLiteral bool: Bool) { self.init(.bool(bool), at: .start) }

  package static func list(_ elements: [JSONValue]) -> JSONValue { JSONValue(.array(elements), at: .start) }
  package static func text(_ text: String) -> JSONValue { JSONValue(.string(text), at: .start) }
  package static func number(_ number: Double) -> JSONValue { JSONValue(.number(number), at: .start) }
}

/// A member of a JSON object.
public struct JSONMember: Hashable, Sendable {
  /// The key, escapes resolved.
  public let key: String
  /// The start of the key.
  public let keyPosition: TextPosition
  /// The value of the member.
  public let value: JSONValue

  /// A member of an object.
  public init(key: String, keyPosition: TextPosition, value: JSONValue) {
    (self.key, self.keyPosition, self.value) = (key, keyPosition, value)
  }
}

extension JSONValue {
  /// Member of an object, found in O(*members*); `nil` for other values.
  public subscript(key: String) -> JSONValue? { members?.first { $0.key == key }?.value }

  /// An object's members, else `nil`.
  public var members: [JSONMember]? { if case .object(let members) = content { members } else { nil } }

  /// An array's values, else `nil`.
  public var elements: [JSONValue]? { if case .array(let elements) = content { elements } else { nil } }

  /// The text of a string, else `nil`.
  public var string: String? { if case .string(let string) = content { string } else { nil } }

  // Inlined into callers that chain it, it makes the optimizer of Swift 6.3.1 fail ("found ownership error").
  /// A number, else `nil`.
  @inline(never) public var number: Double? { if case .number(let number) = content { number } else { nil } }

  /// A Boolean, else `nil`.
  public var bool: Bool? { if case .bool(let bool) = content { bool } else { nil } }

  /// True if the value is `null`.
  public var isNull: Bool { content == .null }

  /// The kind of the value, for messages: `null`, `boolean`, `number`, `string`, `array`, `object`.
  public var kindName: String {
    switch content {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
