import JSONDocument

/// A row of separated values, split on demand.
///
/// A quote opens a field only as its first nonblank character; inside, two quotes stand for one. Nonblank
/// text after the closing quote belongs to the field.
struct CSVRow {
  let bytes: UnsafeRawBufferPointer
  let start: Int
  let layout: CSVLayout

  func value(ofColumn column: Int) -> PropertyValue {
    fields.dropFirst(column).first { _ in true }.map(value) ?? .null
  }

  var fields: some Sequence<Field> { sequence(first: field(at: start)) { $0.next.map(field) } }

  func texts() -> (texts: [String], end: Int) {
    var (result, end): ([String], Int) = ([], start)
    for field in fields {
      result.append(text(of: field))
      end = field.end + (field.end < bytes.count ? 1 : 0)
    }
    return (result, end)
  }

  struct Field {
    var start: Int
    var end: Int
    /// Offsets of the quotes; `nil` for a plain field.
    var quotes: (opening: Int, closing: Int)?
    var next: Int?
  }

  func field(at start: Int) -> Field {
    var position = start
    var quotes: (opening: Int, closing: Int)?
    while position < bytes.count, CSVRow.isBlank(bytes[position]), bytes[position] != layout.separator {
      position += 1
    }
    if position < bytes.count, bytes[position] == 0x22 {
      let opening = position
      position += 1
      while position < bytes.count {
        if bytes[position] == 0x22 {
          if position + 1 < bytes.count, bytes[position + 1] == 0x22 {
            position += 1
          } else {
            quotes = (opening, position)
            break
          }
        }
        position += 1
      }
    }
    while position < bytes.count, bytes[position] != layout.separator, bytes[position] != layout.newline {
      position += 1
    }
    let isLast = position >= bytes.count || bytes[position] == layout.newline
    return Field(start: start, end: position, quotes: quotes, next: isLast ? nil : position + 1)
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// End of a field's text, without carriage returns.
  func textEnd(of field: Field) -> Int {
    field.next == nil && layout.newline == 0x0A
      ? CSVRow.end(of: field.start..<field.end, in: bytes) : field.end
  }

  /// End of a row's last field without carriage returns; files converted twice have two.
  static func end(of field: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Int {
    var end = field.upperBound
    while end > field.lowerBound, bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  func text(ofFieldAt start: Int) -> String { text(of: field(at: start)) }

  func text(of field: Field) -> String {
    let end = textEnd(of: field)
    guard let quotes = field.quotes, quotes.closing < end else {
      return decoded(bytes[field.start..<max(field.start, end)])
    }
    var content: [UInt8] = []
    var position = quotes.opening + 1
    while position < quotes.closing {
      content.append(bytes[position])
      position += bytes[position] == 0x22 ? 2 : 1
    }
    let rest = bytes[(quotes.closing + 1)..<end]
    if !rest.allSatisfy(CSVRow.isBlank) { content.append(contentsOf: rest) }
    return content.withUnsafeBytes { decoded($0[...]) }
  }

  func value(of field: Field) -> PropertyValue {
    let text = text(of: field)
    if text.isEmpty { return field.quotes == nil ? .null : .string("") }
    // How ClickHouse, MySQL and PostgreSQL's COPY write what is null.
    if text == "\\N", field.quotes == nil { return .null }
    switch text {
    case "true": return .bool(true)
    case "false": return .bool(false)
    default:
      let number =
        layout.decimal == .point
        ? CSVRow.plainNumber(withoutBlanks: text)
        : layout.decimal.pointed(text.utf8).flatMap {
          CSVRow.plainNumber(withoutBlanks: String(decoding: $0, as: UTF8.self))
        }
      return number.map(PropertyValue.number) ?? .string(text)
    }
  }

  static func plainNumber(withoutBlanks text: String, mayRound: Bool = false) -> Double? {
    func isBlank(_ byte: UInt8?) -> Bool { byte.map(CSVRow.isBlank) ?? false }
    guard isBlank(text.utf8.first) || isBlank(text.utf8.last) else {
      return plainNumber(text, mayRound: mayRound)
    }
    var rest = Substring(text)
    while isBlank(rest.utf8.first) { rest.removeFirst() }
    while isBlank(rest.utf8.last) { rest.removeLast() }
    return plainNumber(String(rest), mayRound: mayRound)
  }

  /// Number written plainly: `3`, `-1.0`, `1e3`; not `007`, `+5`, `.5`, `5.`, infinite ones, or integers from
  /// ±2^53 on unless rounding is allowed.
  static func plainNumber(_ text: String, mayRound: Bool = false) -> Double? {
    var text = text
    return text.withUTF8 { utf8 in
      var digits = utf8[...]
      if digits.first == 0x2D { digits = digits.dropFirst() }
      guard let first = digits.first, first.isDigit, utf8.last?.isDigit == true else { return nil }
      let whole = digits.prefix(while: \.isDigit)
      if first == 0x30, whole.count > 1 { return nil }
      let rest = digits.dropFirst(whole.count)
      if rest.first == 0x2E, let next = rest.dropFirst().first, !next.isDigit { return nil }
      guard let number = Decimal.number(UnsafeRawBufferPointer(utf8)), number.isFinite else { return nil }
      return rest.isEmpty && !mayRound && number.magnitude >= Double(PropertyValue.roundedWholes)
        ? nil : number
    }
  }

  private func decoded(_ slice: Slice<UnsafeRawBufferPointer>) -> String {
    if layout.isWindows1252, let text = Windows1252.decoded(slice) { return text }
    return String(decoding: slice, as: UTF8.self)
  }
}
