import GoldenCases
import TestSupport
import Testing

@Suite struct `Line difference` {
  private func difference(_ a: String, _ b: String) -> LineDifference? {
    LineDifference(expected: Array(a.utf8), actual: Array(b.utf8))
  }

  @Test func `is none between equal texts`() {
    expect(difference("a\nb\n", "a\nb\n"), equals: nil)
    expect(difference("", ""), equals: nil)
  }

  @Test func `reads like diff -u`() throws {
    let old = (1...12).map { "line \($0)" }.joined(separator: "\n")
    let new = old.replacing("line 2\n", with: "").replacing("line 11", with: "LINE 11")
    let lines = try #require(difference(old, new))
    // As `diff -u` prints it.
    expect(
      lines.unifiedText(),
      equals: """
        @@ -1,5 +1,4 @@
         line 1
        -line 2
         line 3
         line 4
         line 5
        @@ -8,5 +7,5 @@
         line 8
         line 9
         line 10
        -line 11
        +LINE 11
         line 12
        """)
    expect(lines.text, equals: "2 lines less and 1 line more, first at line 2")
    #expect(lines.unifiedText(limit: 2).hasSuffix(" line 1\n… and 11 lines more"))
    #expect(lines.unifiedText(width: 3).contains("\n-lin…\n"))
  }

  @Test func `sees line endings that a checkout has changed`() throws {
    let lines = try #require(difference("a\nb\n", "a\r\nb\r\n"))
    #expect(lines.isOnlyLineEndings)
    #expect(lines.text.hasPrefix("lines end otherwise"))
    try expect(#require(difference("a\nb\n", "a\r\nc\r\n")).isOnlyLineEndings, equals: false)
  }

  @Test func `leads from one text to the other by the fewest lines`() throws {
    var generator = Seeded(seed: 7)
    for _ in 0..<300 {
      let old = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
        ["a", "b", "c"].randomElement(using: &generator) ?? ""
      }
      let new = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
        ["a", "b", "c"].randomElement(using: &generator) ?? ""
      }
      let (a, b) = (old.joined(separator: "\n"), new.joined(separator: "\n"))
      guard let lines = LineDifference(expected: Array(a.utf8), actual: Array(b.utf8), context: 99) else {
        expect(a, equals: b)
        continue
      }
      let all = lines.hunks.flatMap(\.lines)
      let kept = all.filter { $0.sign != "+" }.map(\.text)
      let made = all.filter { $0.sign != "-" }.map(\.text)
      #expect((kept.joined(separator: "\n"), made.joined(separator: "\n")) == (a, b))
      let (x, y) = (a.components("\n"), b.components("\n"))
      expect(lines.removedCount + lines.addedCount, equals: x.count + y.count - 2 * longestCommon(x, y))
    }
  }

  @Test(.timeLimit(.minutes(1))) func `gives up on the fewest where texts have nothing in common`() throws {
    let old = (0..<3000).map { "a\($0)" }.joined(separator: "\n")
    let new = (0..<3000).map { "b\($0)" }.joined(separator: "\n")
    let lines = try #require(difference(old, new))
    #expect((lines.removedCount, lines.addedCount) == (3000, 3000))
  }

  /// The textbook's table.
  private func longestCommon(_ a: [String], _ b: [String]) -> Int {
    var row = [Int](repeating: 0, count: b.count + 1)
    for line in a {
      var diagonal = 0
      for (index, other) in b.enumerated() {
        let above = row[index + 1]
        row[index + 1] = line == other ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return row[b.count]
  }
}

extension String {
  fileprivate func components(_ separator: Character) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
