// Strings, numbers and words of a document.
extension JSONParser {
  mutating func readString() throws(JSONError) -> String {
    let opening = offset
    offset += 1
    while offset < bytes.count, bytes[offset] != 0x22 {
      switch bytes[offset] {
      case 0x5C: try skipEscape()
      case 0x0A, 0x0D: throw unclosed(opening)
      case let byte where byte < 0x20:
        let code = paddedHexadecimal(byte, digits: 4)
        throw fault("a control character (U+\(code)) inside a string; write it as \\u\(code)")
      default: offset += 1
      }
    }
    guard offset < bytes.count else { throw unclosed(opening) }
    defer { offset += 1 }
    return bytes[(opening + 1)..<offset].withUnsafeBytes(JSONString.decoded)
  }

  private mutating func unclosed(_ opening: Int) -> JSONError {
    fault("this string is never closed; add a double quote, and write line breaks as \\n", at: opening)
  }

  private mutating func skipEscape() throws(JSONError) {
    let backslash = offset
    offset += 1
    let letter = byte
    offset += 1
    if letter.escapedInJSON != nil { return }
    guard letter == 0x75 else {
      let end = min(offset, bytes.count)
      let escape = letter < 0x80 ? String(decoding: bytes[backslash..<end], as: UTF8.self) : "\\"
      throw fault("\(escapedForMessage(escape)) is no escape; write \\\\ for a backslash", at: backslash)
    }
    let unit = try readUnit(from: backslash)
    guard UTF16.isSurrogate(unit) else { return }
    guard UTF16.isLeadSurrogate(unit), byte == 0x5C, offset + 1 < bytes.count, bytes[offset + 1] == 0x75
    else { throw loneSurrogate(unit, at: backslash) }
    let second = offset
    offset += 2
    guard UTF16.isTrailSurrogate(try readUnit(from: second)) else {
      throw loneSurrogate(unit, at: backslash)
    }
  }

  private mutating func loneSurrogate(_ unit: UInt16, at backslash: Int) -> JSONError {
    let digits = paddedHexadecimal(unit, digits: 4)
    return fault(
      "\\u\(digits) is half of a surrogate pair; write both halves or the character itself", at: backslash)
  }

  private mutating func readUnit(from backslash: Int) throws(JSONError) -> UInt16 {
    guard let unit = bytes.withUnsafeBytes({ JSONString.unit($0, at: offset) }) else {
      throw fault("\\u needs four hexadecimal digits, such as \\u00e9", at: backslash)
    }
    offset += 4
    return unit
  }

  /// Reads a number by the grammar of RFC 8259 §6, not followed by a letter or digit.
  mutating func readNumber() throws(JSONError) -> Double {
    let start = offset
    if byte == 0x2D { offset += 1 }
    let isZero = byte == 0x30
    let whole = readDigits()
    guard whole > 0 else { throw malformed("write a digit first, such as 0.5", from: start) }
    guard !isZero || whole == 1 else { throw malformed("remove the leading zero", from: start) }
    if byte == 0x2E {
      offset += 1
      guard readDigits() > 0 else {
        throw malformed("write a digit after the point, or no point", from: start)
      }
    }
    if byte | 0x20 == 0x65 {
      offset += 1
      if byte == 0x2B || byte == 0x2D { offset += 1 }
      guard readDigits() > 0 else { throw malformed("write digits after the e, or no e", from: start) }
    }
    guard !isWordByte(byte), byte != 0x2E else {
      throw malformed("write decimal digits only, or put it in double quotes", from: start)
    }
    guard let value = bytes[start..<offset].withUnsafeBytes({ Decimal.number($0) }), value.isFinite else {
      let text = shortened(String(decoding: bytes[start..<offset], as: UTF8.self))
      throw fault("\(text) is too large for a number; the largest is about 1.8e308", at: start)
    }
    return value
  }

  private mutating func readDigits() -> Int {
    let start = offset
    while offset < bytes.count, bytes[offset].isDigit { offset += 1 }
    return offset - start
  }

  private mutating func malformed(_ advice: String, from start: Int) -> JSONError {
    offset = start
    return fault("\(wordHere) is no JSON number: \(advice)")
  }

  mutating func readWord() throws(JSONError) -> JSONValue.Content {
    guard isWordByte(byte) || byte == 0x2B || byte == 0x2E else { throw unexpected("a value") }
    let start = offset
    while isWordByte(byte) { offset += 1 }
    switch bytes[start..<offset] {
    case [0x74, 0x72, 0x75, 0x65]: return .bool(true)
    case [0x66, 0x61, 0x6C, 0x73, 0x65]: return .bool(false)
    case [0x6E, 0x75, 0x6C, 0x6C]: return .null
    default: break
    }
    offset = start
    switch byte {
    case 0x2B: throw malformed("remove the plus sign", from: start)
    case 0x2E: throw malformed("write a digit first, such as 0.5", from: start)
    default:
      throw fault(
        "\(wordHere) is no JSON value; write a number, a string in double quotes, true, false or null")
    }
  }

  var wordHere: String {
    var end = offset
    while end < bytes.count, isWordByte(bytes[end]) || [0x2B, 0x2D, 0x2E].contains(bytes[end]) { end += 1 }
    return shortened(String(decoding: bytes[offset..<end], as: UTF8.self))
  }

  var foundHere: String {
    guard offset < bytes.count else { return "the end of the text" }
    if isWordByte(byte) || byte == 0x2D { return wordHere }
    if byte == 0x22 {
      var end = offset + 1
      while end < bytes.count, bytes[end] != 0x22, bytes[end] >= 0x20 { end += 1 }
      return shortened(String(decoding: bytes[offset..<min(end + 1, bytes.count)], as: UTF8.self))
    }
    let scalar = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self).unicodeScalars
      .first
    return scalar.map { escapedForMessage(String($0)) } ?? ""
  }

  private func isWordByte(_ byte: UInt8) -> Bool { byte.isLetterOrDigit || byte == 0x5F || byte == 0x24 }

  private func shortened(_ text: String) -> String {
    let scalars = text.unicodeScalars
    return escapedForMessage(
      scalars.count > 40 ? String(String.UnicodeScalarView(scalars.prefix(39))) + "…" : text)
  }
}
