/// How two texts differ, line by line.
public struct LineDifference: Hashable, Sendable {
  /// A line, and in which text it is.
  public enum Line: Hashable, Sendable {
    /// A line that both texts have.
    case common(String)
    /// In the expected text alone.
    case removed(String)
    /// In the actual text alone.
    case added(String)
  }

  /// Lines that differ, with some that do not around them.
  public struct Hunk: Hashable, Sendable {
    /// Number of the first line in the expected text, from 1.
    public let expectedStart: Int
    /// Number of the first line in the actual text, from 1.
    public let actualStart: Int
    /// The lines of both texts, in order.
    public let lines: [Line]
  }

  /// The places that differ, in order.
  public let hunks: [Hunk]
  /// Lines in the expected text alone.
  public let removedCount: Int
  /// Lines in the actual text alone.
  public let addedCount: Int
  /// Whether the texts differ in nothing but how lines end.
  public let isOnlyLineEndings: Bool

  /// Compares two texts in UTF-8; `nil` where they are the same.
  ///
  /// The result is the fewest lines that lead from one to the other, up to a thousand; of texts further apart everything
  /// between the first and the last line that differ.
  ///
  /// - Complexity: O(*n* + *d*²) for *d* differing lines, at most a million steps.
  /// - SeeAlso: E. W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986).
  public init?(expected: [UInt8], actual: [UInt8], context: Int = 3) {
    guard expected != actual else { return nil }
    let old = expected.split(separator: 0x0A, omittingEmptySubsequences: false)
    let new = actual.split(separator: 0x0A, omittingEmptySubsequences: false)
    let withoutReturns = { (lines: [ArraySlice<UInt8>]) in lines.map { $0.last == 0x0D ? $0.dropLast() : $0 }
    }
    isOnlyLineEndings = withoutReturns(old) == withoutReturns(new)
    let edits = LineDifference.edits(old, new)
    removedCount = edits.count { if case .removed = $0 { true } else { false } }
    addedCount = edits.count { if case .added = $0 { true } else { false } }
    hunks = LineDifference.hunks(edits, context: context)
  }

  /// How much differs, and where it begins, in one line.
  public var text: String {
    guard let hunk = hunks.first else { return "nothing differs" }
    if isOnlyLineEndings { return "lines end otherwise (CR LF or LF); keep git from changing them" }
    let skipped = hunk.lines.prefix { if case .common = $0 { true } else { false } }.count
    return
      "\(lines(removedCount)) less and \(lines(addedCount)) more, first at line \(hunk.expectedStart + skipped)"
  }

  private func lines(_ count: Int) -> String { count == 1 ? "1 line" : "\(count) lines" }

  /// The differing places as `diff -u` shows them, long lines cut.
  ///
  /// - Parameters:
  ///   - limit: at most so many lines.
  ///   - width: at most so many characters a line.
  public func unifiedText(limit: Int = 400, width: Int = 400) -> String {
    var lines: [String] = []
    for hunk in hunks {
      var (old, new) = (0, 0)
      for line in hunk.lines {
        if case .added = line {
          new += 1
        } else if case .removed = line {
          old += 1
        } else {
          (old, new) = (old + 1, new + 1)
        }
      }
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
    let shared = min(old.count, new.count)
    var head = 0
    while head < shared, old[head] == new[head] { head += 1 }
    var tail = 0
    while tail < shared - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    let middle = shortest(old[head..<old.count - tail], new[head..<new.count - tail])
    return old[..<head].map { .common(text($0)) } + middle
      + old[(old.count - tail)...].map { .common(text($0)) }
  }

  private static func text(_ line: ArraySlice<UInt8>) -> String { String(decoding: line, as: UTF8.self) }

  /// Myers' greedy walk: for each number of edits, how far each diagonal reaches.
  private static func shortest(
    _ old: ArraySlice<ArraySlice<UInt8>>, _ new: ArraySlice<ArraySlice<UInt8>>
  ) -> [Line] {
    let (a, b) = (Array(old), Array(new))
    let limit = min(a.count + b.count, 1000)
    var reach = [Int](repeating: 0, count: 2 * limit + 3)
    let middle = limit + 1
    var trail: [[Int]] = []
    var found = false
    search: for edits in 0...limit {
      trail.append(Array(reach[(middle - edits - 1)...(middle + edits + 1)]))
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        let goesDown =
          diagonal == -edits
          || (diagonal != edits && reach[middle + diagonal - 1] < reach[middle + diagonal + 1])
        var x = goesDown ? reach[middle + diagonal + 1] : reach[middle + diagonal - 1] + 1
        while x < a.count, x - diagonal < b.count, x - diagonal >= 0, a[x] == b[x - diagonal] { x += 1 }
        reach[middle + diagonal] = x
        if x >= a.count, x - diagonal >= b.count {
          found = true
          break search
        }
      }
    }
    guard found else { return a.map { .removed(text($0)) } + b.map { .added(text($0)) } }
    var result: [Line] = []
    var (x, y) = (a.count, b.count)
    for edits in stride(from: trail.count - 1, through: 0, by: -1) {
      let row = trail[edits]
      let center = edits + 1
      let diagonal = x - y
      let goesDown =
        diagonal == -edits || (diagonal != edits && row[center + diagonal - 1] < row[center + diagonal + 1])
      let before = goesDown ? diagonal + 1 : diagonal - 1
      let (startX, startY) = edits == 0 ? (0, 0) : (row[center + before], row[center + before] - before)
      while x > startX, y > startY, x > 0, y > 0, a[x - 1] == b[y - 1] {
        result.append(.common(text(a[x - 1])))
        (x, y) = (x - 1, y - 1)
      }
      if edits == 0 { break }
      if goesDown {
        result.append(.added(text(b[startY])))
      } else {
        result.append(.removed(text(a[startX])))
      }
      (x, y) = (startX, startY)
    }
    return result.reversed()
  }

  /// Cuts out what differs, with some lines around.
  private static func hunks(_ edits: [Line], context: Int) -> [Hunk] {
    var hunks: [Hunk] = []
    var open: (first: Int, last: Int)?
    var ranges: [Range<Int>] = []
    for (index, line) in edits.enumerated() {
      if case .common = line { continue }
      if let (first, last) = open, index - last <= 2 * context + 1 {
        open = (first, index)
      } else {
        if let (first, last) = open { ranges.append(first..<last + 1) }
        open = (index, index)
      }
    }
    if let (first, last) = open { ranges.append(first..<last + 1) }
    var (old, new, place) = (1, 1, 0)
    for range in ranges {
      let (start, end) = (max(0, range.lowerBound - context), min(edits.count, range.upperBound + context))
      for line in edits[place..<start] { advance(&old, &new, over: line) }
      hunks.append(Hunk(expectedStart: old, actualStart: new, lines: Array(edits[start..<end])))
      for line in edits[start..<end] { advance(&old, &new, over: line) }
      place = end
    }
    return hunks
  }

  private static func advance(_ old: inout Int, _ new: inout Int, over line: Line) {
    switch line {
    case .common: (old, new) = (old + 1, new + 1)
    case .removed: old += 1
    case .added: new += 1
    }
  }
}
