import JSONDocument

/// A text cut into lines as MapLibre cuts it: without white space at their ends, with a hyphen where a word is broken.
///
/// - SeeAlso: MapLibre GL JS, `breakLines` and `TaggedString.trim`.
struct TextLines {
  /// The lines in UTF-8, a line feed between each two.
  private(set) var text: [UInt8] = []
  private(set) var sectionEnds: [Int] = []

  private static let feed = UInt8(ascii: "\n")
  /// U+00AD, where a word may be broken.
  private static let softHyphen: [UInt8] = [0xC2, 0xAD]

  /// Cuts a text at the ends of its sections, where a line feed begins a line, and where further lines begin. A line
  /// feed as the text's last character begins none.
  init(_ text: [UInt8], sectionEnds: [Int], brokenAt breaks: [Int]) {
    let feeds = text.indices.dropLast().filter { text[$0] == TextLines.feed }
    if breaks.isEmpty, feeds.isEmpty, text.first?.isWhiteSpace != true, text.last?.isWhiteSpace != true {
      (self.text, self.sectionEnds) = (text, sectionEnds)
      return
    }
    let begins = Set(breaks + feeds.map { $0 + 1 }).sorted()
    var sections = sectionEnds[...]
    for (begin, end) in zip([0] + begins, begins + [text.count]) {
      let line = TextLines.trimmed(text[begin..<end])
      if begin > 0 { self.text.append(TextLines.feed) }
      let start = self.text.count
      let isBroken = end < text.count && line.suffix(2).elementsEqual(TextLines.softHyphen)
      self.text += isBroken ? line.dropLast(2) + [UInt8(ascii: "-")] : line
      // A section that ends in what is left out ends with the line.
      while let last = sections.first, last < end || end == text.count {
        self.sectionEnds.append(
          min(self.text.count, start + max(0, min(last, line.endIndex) - line.startIndex)))
        sections.removeFirst()
      }
    }
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let first = line.firstIndex(where: { !$0.isWhiteSpace }),
      let last = line.lastIndex(where: { !$0.isWhiteSpace })
    else { return line.prefix(0) }
    return line[first...last]
  }
}
