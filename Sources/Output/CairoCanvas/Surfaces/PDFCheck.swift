/// True if each object that a PDF's table of contents names stands where the table has it.
///
/// Cairo 1.16 ignores that a font could not be written where memory gives out, and reports success: the file then ends as it
/// should, names a font that it does not have, and viewers leave out its text. PDFs whose table is a stream (Cairo 1.18) are
/// checked for their end alone.
///
/// - Complexity: O(*objects*).
func isWholePDF(_ bytes: [UInt8]) -> Bool {
  guard bytes.suffix(6).elementsEqual("%%EOF\n".utf8),
    let mark = lastIndex(of: "startxref\n", in: bytes, from: bytes.count - 64)
  else { return false }
  var offset = mark + 10
  guard let table = number(in: bytes, at: &offset), table < mark else { return false }
  guard bytes[table...].starts(with: "xref\n".utf8) else { return true }
  offset = table + 5
  guard let first = number(in: bytes, at: &offset), first == 0, bytes[offset] == 0x20 else { return false }
  offset += 1
  guard let count = number(in: bytes, at: &offset), count > 0 else { return false }
  offset += 1
  // Entries of 20 bytes: ten digits, a generation, and whether the object is in use. The first one never is.
  guard count <= (mark - offset) / 20 else { return false }
  return (1..<count).allSatisfy { object in
    var offset = offset + object * 20
    guard let start = number(in: bytes, at: &offset), start < table else { return false }
    return bytes[start...].starts(with: "\(object) 0 obj".utf8)
  }
}

private func lastIndex(of text: String, in bytes: [UInt8], from start: Int) -> Int? {
  (max(0, start)..<bytes.count).last { bytes[$0...].starts(with: text.utf8) }
}

/// A decimal number of at most ten digits; leaves the offset behind it.
private func number(in bytes: [UInt8], at offset: inout Int) -> Int? {
  let digits = bytes[offset...].prefix(10).prefix { (0x30...0x39).contains($0) }
  offset += digits.count
  return digits.isEmpty ? nil : digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
}
