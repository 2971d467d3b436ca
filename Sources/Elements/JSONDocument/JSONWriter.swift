/// Writes JSON in the order of the calls, so that equal calls give equal bytes.
///
/// ```swift
/// var json = JSONWriter()
/// json.object { $0.member("type", "Point"); $0.array("coordinates") { $0.number(13.4); $0.number(52.5) } }
/// json.text  // {"type":"Point","coordinates":[13.4,52.5]}
/// ```
///
/// Text and numbers are written as by `JSON.stringify`; numbers that are not finite become `null`.
public struct JSONWriter: Sendable {
  /// The layout of pieces on lines.
  public enum Layout: Hashable, Sendable {
    case compact, indented
    /// One line a value down to this many levels, such as a line a feature.
    case lines(levels: Int)
  }

  /// The bytes that are written and not yet taken.
  public private(set) var bytes: [UInt8] = []
  private let layout: Layout
  private var depth = 0
  private var needsComma = false
  private var isBehindKey = false

  /// A writer that has written nothing.
  public init(layout: Layout = .compact) { self.layout = layout }

  /// The text that is written and not yet taken.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Returns and forgets the bytes so far, but not the position in the document: for output in blocks.
  public mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// Begins an object, which `endObject()` ends; the value of a key, if there is one.
  public mutating func beginObject(_ key: String? = nil) { begin(0x7B, key) }
  /// Ends the object begun last.
  public mutating func endObject() { end(0x7D) }
  /// Begins an array, which `endArray()` ends; the value of a key, if there is one.
  public mutating func beginArray(_ key: String? = nil) { begin(0x5B, key) }
  /// Ends the array begun last.
  public mutating func endArray() { end(0x5D) }

  /// Writes an object whose members `body` writes; the value of a key, if there is one.
  ///
  /// - Throws: What `body` throws.
  public mutating func object<E>(
    _ key: String? = nil, _ body: (inout JSONWriter) throws(E) -> Void
  ) throws(E) {
    beginObject(key)
    try body(&self)
    endObject()
  }

  /// Writes an array whose elements `body` writes; the value of a key, if there is one.
  ///
  /// - Throws: What `body` throws.
  public mutating func array<E>(
    _ key: String? = nil, _ body: (inout JSONWriter) throws(E) -> Void
  ) throws(E) {
    beginArray(key)
    try body(&self)
    endArray()
  }

  /// Writes a key; the next piece is its value.
  public mutating func key(_ key: String) {
    string(key)
    bytes.append(0x3A)
    if layout != .compact { bytes.append(0x20) }
    isBehindKey = true
  }

  /// Writes a string, escaped as JSON needs it.
  public mutating func string(_ text: some StringProtocol) {
    separate()
    bytes.append(0x22)
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5C: bytes += [0x5C, byte]
      case 0x08: bytes += [0x5C, 0x62]
      case 0x09: bytes += [0x5C, 0x74]
      case 0x0A: bytes += [0x5C, 0x6E]
      case 0x0C: bytes += [0x5C, 0x66]
      case 0x0D: bytes += [0x5C, 0x72]
      case 0..<0x20: bytes += Array("\\u\(paddedHexadecimal(byte, digits: 4))".utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(0x22)
  }

  /// Writes a number as ``javaScriptText(of:)`` does, or with at most `decimals` decimals; `null` for what is not finite.
  public mutating func number(_ number: Double, decimals: Int? = nil) {
    guard number.isFinite else { return null() }
    raw(decimals.map { decimalText(of: number, decimals: $0) } ?? javaScriptText(of: number))
  }

  /// Writes a whole number in digits.
  public mutating func number(_ number: some BinaryInteger) { raw(String(number)) }

  /// Writes `true` or `false`.
  public mutating func bool(_ bool: Bool) { raw(bool ? "true" : "false") }
  /// Writes the value `null`.
  public mutating func null() { raw("null") }

  /// Writes a piece that is JSON already.
  public mutating func raw(_ json: String) {
    separate()
    bytes += json.utf8
  }

  /// Writes a piece that is JSON in UTF-8 already, such as a slice of a document that was read.
  public mutating func raw(_ json: some Collection<UInt8>) {
    separate()
    bytes += json
  }

  /// Writes a value that was read, members in their order.
  public mutating func value(_ value: JSONValue) {
    switch value.content {
    case .null: null()
    case .bool(let bool): self.bool(bool)
    case .number(let number): self.number(number)
    case .string(let string): self.string(string)
    case .array(let elements): array { json in for element in elements { json.value(element) } }
    case .object(let members):
      object { json in
        for member in members { json.member(member.key, member.value) }
      }
    }
  }

  /// Writes a member that is a string, or `null`.
  public mutating func member(_ key: String, _ text: String?) {
    self.key(key)
    if let text { string(text) } else { null() }
  }

  /// Writes a member that is a number, with at most `decimals` decimals where there is a limit.
  public mutating func member(_ key: String, _ number: Double, decimals: Int? = nil) {
    self.key(key)
    self.number(number, decimals: decimals)
  }

  package mutating func member(_ key: String, _ numbers: [Double], decimals: Int? = nil) {
    self.key(key)
    self.numbers(numbers, decimals: decimals)
  }

  /// Writes a member that is a whole number in digits, or `null`.
  public mutating func member(_ key: String, _ number: (some BinaryInteger)?) {
    self.key(key)
    if let number { self.number(number) } else { null() }
  }

  /// Writes a member that is a value that was read.
  public mutating func member(_ key: String, _ value: JSONValue) {
    self.key(key)
    self.value(value)
  }

  /// Writes a member that is `true` or `false`.
  public mutating func member(_ key: String, _ bool: Bool) {
    self.key(key)
    self.bool(bool)
  }

  /// Ends a document or a line of a sequence of documents.
  public mutating func lineFeed() {
    bytes.append(0x0A)
    needsComma = false
  }

  package mutating func numbers(_ numbers: [Double], decimals: Int? = nil) {
    array { json in for number in numbers { json.number(number, decimals: decimals) } }
  }

  package mutating func geometry(
    _ type: String, key: String? = nil, _ coordinates: (inout JSONWriter) -> Void
  ) {
    object(key) { json in
      json.member("type", type)
      json.key("coordinates")
      coordinates(&json)
    }
  }

  package mutating func featureCollection(_ body: (inout JSONWriter) -> Void) {
    object { json in
      json.member("type", "FeatureCollection")
      json.array("features", body)
    }
  }

  private mutating func begin(_ bracket: UInt8, _ key: String?) {
    if let key { self.key(key) }
    separate()
    bytes.append(bracket)
    depth += 1
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    precondition(depth > 0, "JSONWriter: nothing is open that could be ended")
    depth -= 1
    if needsComma { breakLine(at: depth + 1, indentation: depth) }
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if isBehindKey {
      isBehindKey = false
    } else if depth > 0 {
      if needsComma { bytes.append(0x2C) }
      breakLine(at: depth, indentation: depth, separator: needsComma)
    }
    needsComma = true
  }

  private mutating func breakLine(at level: Int, indentation: Int, separator: Bool = false) {
    switch layout {
    case .compact: return
    case .lines(let levels) where level > levels: if separator { bytes.append(0x20) }
    case .indented, .lines:
      bytes.append(0x0A)
      bytes.append(contentsOf: repeatElement(0x20, count: 2 * indentation))
    }
  }
}
