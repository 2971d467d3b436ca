package struct LineDifference: Hashable, Sendable {
  package enum Line: Hashable, Sendable {
    case common(String)
    case removed(String)
    case added(String)

    fileprivate var isCommon: Bool { if case .common = self { true } else { false } }
    fileprivate var isExpected: Bool { if case .added = self { false } else { true } }
    fileprivate var isActual: Bool { if case .removed = self { false } else { true } }
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
    removedCount = edits.count { !$0.isActual }
    addedCount = edits.count { !$0.isExpected }
    hunks = LineDifference.hunks(edits, context: context)
  }

  package var text: String {
    guard let hunk = hunks.first else { return "nothing differs" }
    if isOnlyLineEndings { return "lines end otherwise (CR LF or LF); keep git from changing them" }
    let skipped = hunk.lines.prefix(while: \.isCommon).count
    return
      "\(lines(removedCount)) less and \(lines(addedCount)) more, first at line \(hunk.expectedStart + skipped)"
  }

  private func lines(_ count: Int) -> String { count == 1 ? "1 line" : "\(count) lines" }

  /// The hunks as `diff -u` shows them, at most so many lines of so many characters.
  package func unifiedText(limit: Int = 400, width: Int = 400) -> String {
    var lines: [String] = []
    for hunk in hunks {
      let (old, new) = (hunk.lines.count(where: \.isExpected), hunk.lines.count(where: \.isActual))
      lines.append("@@ -\(hunk.expectedStart),\(old) +\(hunk.actualStart),\(new) @@")
      for line in hunk.lines {
        switch line {
        case .common(let text): lines.append(" " + LineDifference.cut(text, width))
        case .removed(let text): lines.append("-" + LineDifference.cut(text, width))
        case .added(let text): lines.append("+" + LineDifference.cut(text, width))
        }
      }
    }
    if lines.count > limit { lines = lines.prefix(limit) + ["… and \(lines.count - limit) lines more"] }
    return lines.joined(separator: "\n")
  }

  private static func cut(_ text: String, _ width: Int) -> String {
    text.count > width ? text.prefix(width) + "…" : text
  }

  // MARK: Finding the fewest lines

  private static func edits(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> [Line] {
    // A line of one text alone matches nothing. Without those the search is short, and the result the same.
    let (inOld, inNew) = (Set(old), Set(new))
    let (oldRows, newRows) = (
      old.indices.filter { inNew.contains(old[$0]) }, new.indices.filter { inOld.contains(new[$0]) }
    )
    let (gone, come) = differing(oldRows.map { old[$0] }, newRows.map { new[$0] })
    let commonOld = oldRows.indices.filter { !gone.contains($0) }.map { oldRows[$0] }
    let commonNew = newRows.indices.filter { !come.contains($0) }.map { newRows[$0] }
    var result: [Line] = []
    var (x, y) = (0, 0)
    func skip(to oldEnd: Int, _ newEnd: Int) {
      result += old[x..<oldEnd].map { .removed(text($0)) } + new[y..<newEnd].map { .added(text($0)) }
      (x, y) = (oldEnd, newEnd)
    }
    for (nextOld, nextNew) in zip(commonOld, commonNew) {
      skip(to: nextOld, nextNew)
      result.append(.common(text(old[nextOld])))
      (x, y) = (x + 1, y + 1)
    }
    skip(to: old.count, new.count)
    return result
  }

  private static func text(_ line: ArraySlice<UInt8>) -> String { String(decoding: line, as: UTF8.self) }

  /// The offsets in two lists of lines of what only one of them has at its position.
  private static func differing(
    _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]
  ) -> (gone: Set<Int>, come: Set<Int>) {
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old[head...].reversed(), new[head...].reversed()).prefix { $0 == $1 }.count
    let (oldEnd, newEnd) = (old.count - tail, new.count - tail)
    guard oldEnd + newEnd - 2 * head <= mostCompared else { return (Set(head..<oldEnd), Set(head..<newEnd)) }
    let changes = new[head..<newEnd].difference(from: old[head..<oldEnd])
    var (gone, come) = (Set<Int>(), Set<Int>())
    for change in changes {
      switch change {
      case .remove(let offset, _, _): gone.insert(head + offset)
      case .insert(let offset, _, _): come.insert(head + offset)
      }
    }
    return (gone, come)
  }

  private static func hunks(_ edits: [Line], context: Int) -> [Hunk] {
    var ranges: [Range<Int>] = []
    for index in edits.indices where !edits[index].isCommon {
      let start = max(0, index - context)
      let end = min(edits.count, index + context + 1)
      if let last = ranges.last, start <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<end
      } else {
        ranges.append(start..<end)
      }
    }
    var (old, new, position) = (1, 1, 0)
    return ranges.map { range in
      let skipped = edits[position..<range.lowerBound]
      old += skipped.count(where: \.isExpected)
      new += skipped.count(where: \.isActual)
      position = range.lowerBound
      return Hunk(expectedStart: old, actualStart: new, lines: Array(edits[range]))
    }
  }
}
