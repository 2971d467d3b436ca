/// Why a text is no JSON document, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where the fault is, or where what is left open was opened.
  public let position: TextPosition
  /// What the fault is.
  public let reason: Reason

  /// A fault at a place.
  public init(at position: TextPosition, _ reason: Reason) {
    self.position = position
    self.reason = reason
  }

  /// Kinds of faults. Texts of the document (`found`, `word`) are shortened and free of control characters.
  public enum Reason: Hashable, Sendable {
    /// Nothing but white space.
    case empty
    /// Something else than UTF-8 text, recognized by how it begins.
    case foreign(ForeignContent)
    /// A byte that cannot stand there in UTF-8.
    case notUTF8(byte: UInt8)
    /// A byte order mark in the middle.
    case byteOrderMarkInside
    /// Something else than what must stand here.
    case expected(Expectation, found: String)
    /// A word that is no value of JSON, such as `NaN` or `True`.
    case unknownWord(String)
    /// A comment, which JSON does not have.
    case comment
    /// A string or key in single quotes.
    case singleQuotes
    /// A key without quotes.
    case unquotedKey(String)
    /// A comma before the closing bracket or brace.
    case trailingComma(before: Character)
    /// A string that is not closed on its line, or not at all.
    case unclosedString
    /// A control character inside a string.
    case controlCharacter(UInt8)
    /// A backslash before a letter that needs none.
    case unknownEscape(String)
    /// `\u` without four hexadecimal digits.
    case shortEscape
    /// Half of a surrogate pair.
    case loneSurrogate(UInt16)
    /// A number written as JSON does not allow.
    case malformedNumber(String, NumberFault)
    /// A number beyond what a `Double` holds.
    case numberTooLarge(String)
    /// More open arrays and objects than the limit.
    case tooDeep(limit: Int)
    /// The end of the text inside an array or object.
    case cutOff(inside: Container, opened: TextPosition)
    /// Something after the document.
    case textAfterEnd(String)
  }

  /// What holds other values.
  public enum Container: String, Hashable, Sendable {
    /// `[…]` or `{…}`.
    case array, object
  }

  /// What must stand somewhere.
  public enum Expectation: Hashable, Sendable {
    /// A value of any kind.
    case value
    /// A key in double quotes.
    case key
    /// The colon behind a key.
    case colon
    /// A comma, or the end of an array or object.
    case commaOrEnd(of: Container)
  }

  /// What is wrong with a number.
  public enum NumberFault: Hashable, Sendable {
    /// `007`
    case leadingZero
    /// `+1`
    case plusSign
    /// `.5`, `-`
    case noDigits
    /// `1.`
    case noDecimals
    /// `1e`
    case noExponent
    /// `12px`, `0x10`
    case letters
  }

  /// What is wrong and what to do, in one line, without the place.
  public var message: String { reason.wording }

  /// Line, column, what is wrong and what to do.
  public var description: String { "\(position.line):\(position.column): \(message)" }

  /// The fault as a diagnostic of the code `json-syntax`.
  public var diagnostic: Diagnostic {
    Diagnostic(.error, code: "json-syntax", path: JSONPath(), position: position, message: message)
  }
}

extension JSONError.Reason {
  fileprivate var wording: String {
    switch self {
    case .empty:
      "there is no JSON here, only nothing or white space; write at least {}"
    case .foreign(let content):
      "this is \(content.name), not JSON; \(content.remedy)"
    case .notUTF8(let byte):
      "byte 0x\(paddedHexadecimal(byte, digits: 2)) is not UTF-8; save the file as UTF-8"
    case .byteOrderMarkInside:
      "a byte order mark (U+FEFF) may only stand at the very start; remove it"
    case .expected(let expectation, let found):
      "expected \(expectation.wording), found \(found)"
    case .unknownWord(let word):
      "\(word) is no JSON value; write a number, a string in double quotes, true, false or null"
    case .comment:
      "JSON knows no comments; remove it, or make it a member such as \"metadata\""
    case .singleQuotes:
      "found a single quote; write strings and keys in double quotes"
    case .unquotedKey(let key):
      "key \(key) stands without quotes; write \"\(key)\""
    case .trailingComma(let closing):
      "a comma before \(closing); remove it"
    case .unclosedString:
      "this string is never closed; add a double quote, and write line breaks as \\n"
    case .controlCharacter(let byte):
      "a control character (U+\(paddedHexadecimal(byte, digits: 4))) inside a string; "
        + "write it as \\u\(paddedHexadecimal(byte, digits: 4))"
    case .unknownEscape(let escape):
      "\(escape) is no escape; write \\\\ for a backslash"
    case .shortEscape:
      "\\u needs four hexadecimal digits, such as \\u00e9"
    case .loneSurrogate(let unit):
      "\\u\(paddedHexadecimal(unit, digits: 4)) is half of a surrogate pair; write both halves or the character itself"
    case .malformedNumber(let text, let fault):
      "\(text) is no JSON number: \(fault.wording)"
    case .numberTooLarge(let text):
      "\(text) is too large for a number; the largest is about 1.8e308"
    case .tooDeep(let limit):
      "more than \(limit) arrays and objects inside each other; flatten the document"
    case .cutOff(let container, let opened):
      "the text ends inside the \(container.rawValue) opened at \(opened.line):\(opened.column); "
        + "close it with \(container == .array ? "]" : "}"), or is the file cut off?"
    case .textAfterEnd(let found):
      "expected nothing after the document's end, found \(found); a document is one value"
    }
  }
}

extension JSONError.Expectation {
  fileprivate var wording: String {
    switch self {
    case .value: "a value"
    case .key: "a key in double quotes"
    case .colon: "a colon"
    case .commaOrEnd(of: .array): "a comma or ]"
    case .commaOrEnd(of: .object): "a comma or }"
    }
  }
}

extension JSONError.NumberFault {
  fileprivate var wording: String {
    switch self {
    case .leadingZero: "remove the leading zero"
    case .plusSign: "remove the plus sign"
    case .noDigits: "write a digit first, such as 0.5"
    case .noDecimals: "write a digit after the point, or no point"
    case .noExponent: "write digits after the e, or no e"
    case .letters: "write decimal digits only, or put it in double quotes"
    }
  }
}
