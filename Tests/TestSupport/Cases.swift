/// Cases of a test as text: a case a line, its two fields parted by an arrow, `⏎` for a line feed; `//` begins a comment.
package func cases(_ text: String) -> [(String, String)] {
  fields(text).map { ($0[0], $0[1]) }
}

/// Cases of three fields.
package func triples(_ text: String) -> [(String, String, String)] {
  fields(text).map { ($0[0], $0[1], $0[2]) }
}

/// Cases of a command: its words, an arrow, and what it reports.
package func commands(_ text: String) -> [(words: [String], message: String)] {
  fields(text).map { ($0[0].words, $0[1]) }
}

extension String {
  /// The words of a line, parted by spaces as a shell does; those in single quotes hold some.
  package var words: [String] {
    var words: [String] = []
    for (index, part) in split(separator: "'", omittingEmptySubsequences: false).enumerated() {
      if index.isMultiple(of: 2) {
        words += part.split(separator: " ").map(String.init)
      } else {
        words.append(String(part))
      }
    }
    return words
  }
}

/// The fields of each line, without the spaces about the arrows.
private func fields(_ text: String) -> [[String]] {
  text.split(separator: "\n").filter { !$0.hasPrefix("//") }.map { line in
    line.split(separator: "→", omittingEmptySubsequences: false).map { field in
      let start = field.drop { $0 == " " }
      let end = start.lastIndex { $0 != " " }.map { start.index(after: $0) } ?? start.startIndex
      return start[..<end].split(separator: "⏎", omittingEmptySubsequences: false).joined(separator: "\n")
    }
  }
}
