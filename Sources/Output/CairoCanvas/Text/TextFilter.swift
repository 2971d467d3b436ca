/// Text that is safe to lay out: without controls and noncharacters, and not longer than it need be.
///
/// - A line feed stays; CR LF, CR, U+2028 and U+2029 become one; a tab becomes a space.
/// - C0, C1, U+FEFF and noncharacters are dropped: Cairo loses all that follows them, Pango draws boxes.
/// - A base keeps 4 combining marks; shaping takes quadratic time in them (CVE-2023-25193).
/// - Text beyond `limit` scalars ends in an ellipsis, and so does text of which 16 times as many were looked at:
///   a million marks are dropped one by one otherwise, for every label anew.
func drawable(_ text: String, limit: Int) -> String {
  if text.utf8.count <= limit, text.utf8.allSatisfy({ $0 == 0x0A || (0x20..<0x7F).contains($0) }) {
    return text
  }
  var result = String.UnicodeScalarView()
  var count = 0
  var marks = 0
  var last: Unicode.Scalar?
  var seen = 0
  for scalar in text.unicodeScalars {
    defer { last = scalar }
    seen += 1
    if seen > 16 * limit {
      if count == limit { result.removeLast() }
      result.append("\u{2026}")
      break
    }
    var kept = scalar
    switch scalar {
    case "\r", "\u{2028}", "\u{2029}", "\u{85}": kept = "\n"
    case "\n": if last == "\r" { continue }
    case "\t": kept = " "
    case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FEFF}": continue
    default: if isNoncharacter(scalar.value) { continue }
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark:
      marks += 1
      if marks > 4 { continue }
    default: marks = 0
    }
    if count == limit {
      result.removeLast()
      result.append("\u{2026}")
      break
    }
    result.append(kept)
    count += 1
  }
  return String(result)
}

/// Code points that Unicode keeps free for ever.
private func isNoncharacter(_ code: UInt32) -> Bool {
  code & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(code)
}
