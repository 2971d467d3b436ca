enum Attribution {
  /// Text without tags, entities replaced by what they stand for, white space as single spaces.
  ///
  /// Text that looks like a tag but never ends stays as it is. Only the first 4000 characters are looked at.
  static func plain(_ html: String) -> String {
    var text = ""
    var rest = html.prefix(4000)
    while let character = rest.first {
      if character == "<", let name = rest.dropFirst().first, name.isLetter || name == "/" || name == "!",
        let end = rest.firstIndex(of: ">")
      {
        // Words on both sides of a line break stay apart.
        if rest[..<end].lowercased().hasPrefix("<br") { text += " " }
        rest = rest[rest.index(after: end)...]
      } else if character == "&", let end = rest.prefix(12).firstIndex(of: ";"),
        let replacement = entity(rest[rest.index(after: rest.startIndex)..<end])
      {
        text += replacement
        rest = rest[rest.index(after: end)...]
      } else {
        text.append(character)
        rest = rest.dropFirst()
      }
    }
    return text.split { $0.isWhitespace || $0 == "\u{A0}" }.joined(separator: " ")
  }

  /// Several texts as one; what another one holds already is left out.
  static func joined(_ texts: [String]) -> String {
    var kept: [String] = []
    for text in texts.map(plain) where !text.isEmpty {
      if kept.contains(where: { $0.contains(text) }) { continue }
      kept.removeAll { text.contains($0) }
      kept.append(text)
    }
    return kept.joined(separator: " | ")
  }

  private static func entity(_ name: Substring) -> String? {
    guard name.hasPrefix("#") else { return entities[name] }
    let digits = name.dropFirst()
    let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
    let code = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return code.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
  }

  private static let entities: [Substring: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "copy": "©", "reg": "®",
    "mdash": "—",
    "ndash": "–",
  ]
}
