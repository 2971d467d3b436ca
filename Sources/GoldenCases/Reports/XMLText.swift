/// Text fit for XML and HTML, in elements and in attributes: markup escaped, what no document may hold replaced.
func markupText(_ text: some StringProtocol) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    case "\t", "\n": result.unicodeScalars.append(scalar)
    default:
      let isUnfit =
        scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar.value & 0xFFFE == 0xFFFE
      result.unicodeScalars.append(isUnfit ? "\u{FFFD}" : scalar)
    }
  }
  return result
}

extension GoldenOutcome {
  /// The folder of the case, without the slash at its end; `.` where none is named.
  var folder: String {
    name.lastIndex(of: "/").map { String(name[..<$0]) }.flatMap { $0.isEmpty ? "/" : $0 } ?? "."
  }

  /// The case's own name, without its folder.
  var fileName: String {
    name.lastIndex(of: "/").map { String(name[name.index(after: $0)...]) } ?? name
  }

  /// What the differing lines or values are, for those who want to see them all; `nil` for pictures.
  var details: String? {
    if case .different(let difference) = verdict { difference.details(limit: 400) } else { nil }
  }
}
