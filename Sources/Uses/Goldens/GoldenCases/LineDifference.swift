import JSONDocument

package struct LineDifference: Hashable, Sendable {
  package struct Line: Hashable, Sendable {
    /// A blank for a line of both texts, `-` for one of the golden alone, `+` for a new one.
    package let sign: Character
    package let text: String
  }

  package struct Hunk: Hashable, Sendable {
    /// Numbers of the first lines in both texts, from 1.
    package let expectedStart, actualStart: Int
    package let lines: [Line]
  }

  /// Lines that both texts have, in another order, are compared up to this number: a second of time.
  private static let mostCompared = 4000

  package let hunks: [Hunk]
  package let removedCount: Int
  package let addedCount: Int
  /// True if the texts differ in nothing but how lines end.
  package let isOnlyLineEndings: Bool

  /// Compares two texts in UTF-8; `nil` where they are the same.
  ///
  /// The result is the fewest lines that lead from one to the other. Where thousands of lines stand in another order, it is
  /// everything between the first and the last of these.
  ///
  /// - Complexity: O(*n* + *d*²) for *d* lines in another order, at most 4,000.
  package init?(expected: [UInt8], actual: [UInt8], context: Int = 3) {
    guard expected != actual else { return nil }
    let old = expected.split(separator: 0x0A, omittingEmptySubsequences: false)
    let new = actual.split(separator: 0x0A, omittingEmptySubsequences: false)
    let withoutReturns = { (lines: [ArraySlice<UInt8>]) in lines.map { $0.last == 0x0D ? $0.dropLast() : $0 }
    }
    isOnlyLineEndings = withoutReturns(old) == withoutReturns(new)
    let edits = LineDifference.edits(old, new)
    removedCount = edits.count { $0.sign == "-" }
    addedCount = edits.count { $0.sign == "+" }
    hunks = LineDifference.hunks(edits, context: context)
  }

  package var text: String {
    guard let hunk = hunks.first else { return "nothing differs" }
    if isOnlyLineEndings { return "lines end otherwise (CR LF or LF); keep git from changing them" }
    let skipped = hunk.lines.prefix { $0.sign == " " }.count
    let (less, more) = (counted(removedCount, "line"), counted(addedCount, "line"))
    return "\(less) less and \(more) more, first at line \(hunk.expectedStart + skipped)"
  }

  /// The hunks as `diff -u` shows them, at most so many lines of so many characters.
  package func unifiedText(limit: Int = 400, width: Int = 400) -> String {
    var lines: [String] = []
    for hunk in hunks {
      let (old, new) = (hunk.lines.count { $0.sign != "+" }, hunk.lines.count { $0.sign != "-" })
      lines.append("@@ -\(hunk.expectedStart),\(old) +\(hunk.actualStart),\(new) @@")
      lines += hunk.lines.map { line in
        "\(line.sign)\(line.text.count > width ? line.text.prefix(width) + "…" : line.text)"
      }
    }
    if lines.count > limit { lines = lines.prefix(limit) + ["… and \(lines.count - limit) lines more"] }
    return lines.joined(separator: "\n")
  }

  // MARK: Finding the fewest lines

  private static func edits(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> [Line] {
    // A line of one text alone matches nothing. Without those the search is short, and the result the same.
    let (inOld, inNew) = (Set(old), Set(new))
    let rows = old.indices.filter { inNew.contains(old[$0]) }
    let columns = new.indices.filter { inOld.contains(new[$0]) }
    var (gone, come) = (Set(old.indices).subtracting(rows), Set(new.indices).subtracting(columns))
    let head = zip(rows, columns).prefix { old[$0] == new[$1] }.count
    let tail = zip(rows[head...].reversed(), columns[head...].reversed()).prefix { old[$0] == new[$1] }.count
    let (inner, others) = (rows[head..<rows.count - tail], columns[head..<columns.count - tail])
    if inner.count + others.count <= mostCompared {
      for change in others.map({ new[$0] }).difference(from: inner.map { old[$0] }) {
        switch change {
        case .remove(let offset, _, _): gone.insert(rows[head + offset])
        case .insert(let offset, _, _): come.insert(columns[head + offset])
        }
      }
    } else {
      gone.formUnion(inner)
      come.formUnion(others)
    }
    var result: [Line] = []
    var (x, y) = (0, 0)
    while x < old.count || y < new.count {
      let sign: Character = gone.contains(x) ? "-" : come.contains(y) ? "+" : " "
      let line = sign == "+" ? new[y] : old[x]
      result.append(Line(sign: sign, text: String(decoding: line, as: UTF8.self)))
      if sign != "+" { x += 1 }
      if sign != "-" { y += 1 }
    }
    return result
  }

  private static func hunks(_ edits: [Line], context: Int) -> [Hunk] {
    var ranges: [Range<Int>] = []
    for index in edits.indices where edits[index].sign != " " {
      let range = max(0, index - context)..<min(edits.count, index + context + 1)
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
    var (old, new, position) = (1, 1, 0)
    return ranges.map { range in
      let skipped = range.lowerBound - position
      let hunk = Hunk(expectedStart: old + skipped, actualStart: new + skipped, lines: Array(edits[range]))
      old = hunk.expectedStart + hunk.lines.count { $0.sign != "+" }
      new = hunk.actualStart + hunk.lines.count { $0.sign != "-" }
      position = range.upperBound
      return hunk
    }
  }
}
