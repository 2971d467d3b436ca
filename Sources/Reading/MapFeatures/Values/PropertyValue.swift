package import JSONDocument

/// A value of a feature's property, or its identifier.
public enum PropertyValue: Hashable, Sendable {
  /// JSON's `null`; in CSV an empty unquoted field, or one that a short row lacks.
  case null
  case bool(Bool)
  case number(Double)
  /// A whole number of JSON or of a database, ±2^53 or beyond, as its digits: a `Double` would lose some.
  case wholeNumber(String)
  case string(String)
  case array([PropertyValue])
  /// In order of appearance; a repeated name keeps its last value.
  case object([PropertyMember])
}

extension PropertyValue {
  /// The number that it is, rounded where a `Double` cannot hold it; `nil` for anything else, texts too.
  public var number: Double? {
    switch self {
    case .number(let number): number
    case .wholeNumber(let digits): Decimal.number(of: digits)
    default: nil
    }
  }

  /// A number, an integer of any length, or a text that is a number as a CSV field, such as `12.5`; not
  /// `007`.
  public var numericValue: Double? {
    if case .string(let text) = self {
      CSVRow.plainNumber(withoutBlanks: text, mayRound: true)
    } else {
      number
    }
  }

  /// True if it is false, or a text that would be that as a field of CSV, such as in a database's column of texts.
  public var isFalse: Bool { self == .bool(false) || self == .string("false") }

  /// Kept as digits if a `Double` would lose some.
  package init(whole: Int128) {
    if let small = Int64(exactly: whole) {
      self.init(whole: small)
    } else {
      self = .wholeNumber("\(whole)")
    }
  }

  /// Faster for 64 bits: comparing wider integers doubled the time per row.
  package init(whole: Int64) {
    self = whole.magnitude < PropertyValue.roundedWholes ? .number(Double(whole)) : .wholeNumber("\(whole)")
  }

  package init?(digits: UnsafeRawBufferPointer) {
    guard let number = Decimal.number(digits), number.isFinite else { return nil }
    let isRounded = number.magnitude >= Double(PropertyValue.roundedWholes)
    self =
      isRounded && digits.allSatisfy { $0 == 0x2D || $0 &- 0x30 <= 9 }
      ? .wholeNumber(String(decoding: digits, as: UTF8.self)) : .number(number)
  }

  /// Text of a field; empty for null, arrays and objects.
  var plainText: String {
    switch self {
    case .array, .object: ""
    default: text
    }
  }

  /// 2^53, from where doubles are ambiguous.
  static var roundedWholes: UInt64 { 1 << 53 }

  /// True if it is null or a text of nothing but blanks.
  public var isBlank: Bool {
    switch self {
    case .null: true
    case .string(let text): text.allSatisfy(\.isWhitespace)
    default: false
    }
  }
}

extension PropertyValue? {
  /// The number in a column of numbers, not a number where it is missing or blank; `nil` for anything else.
  public var columnNumber: Double? { self?.numericValue ?? (self?.isBlank == false ? nil : .nan) }

  /// Number; NaN for null, `nil` for anything else.
  package var typedNumber: Double? {
    switch self {
    case .number(let number): number
    case .null: .nan
    default: nil
    }
  }
}

/// A member of an object among a feature's properties.
public struct PropertyMember: Hashable, Sendable {
  /// The member's name, escapes resolved.
  public let name: String
  /// The member's value; of repeated names the last one's.
  public let value: PropertyValue

  /// A member of a name and a value.
  public init(name: String, value: PropertyValue) { (self.name, self.value) = (name, value) }
}

extension PropertyValue {
  /// Text: JavaScript's numbers, empty for null, JSON for lists and objects.
  package var text: String {
    switch self {
    case .null: ""
    case .bool(let bool): bool ? "true" : "false"
    case .number(let number): javaScriptText(of: number)
    case .wholeNumber(let text), .string(let text): text
    case .array, .object: json
    }
  }

  private var json: String {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.text
  }

  package func write(to json: inout JSONWriter) {
    switch self {
    case .null: json.null()
    case .bool(let bool): json.bool(bool)
    case .number(let number): json.number(number)
    case .wholeNumber(let digits): json.raw(digits)
    case .string(let string): json.string(string)
    case .array(let values): json.array { json in for value in values { value.write(to: &json) } }
    case .object(let members):
      json.object { json in
        for member in members {
          json.key(member.name)
          member.value.write(to: &json)
        }
      }
    }
  }
}
