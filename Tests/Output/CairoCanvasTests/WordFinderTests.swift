import CairoCanvas
import Drawing
import TestSupport
import Testing

@Suite struct `Words of scripts without spaces` {
  /// Knows one word: Lao for language.
  private struct OneWord: WordFinder {
    func lineEnds(in text: String) -> [Int] { [4] }
  }

  private func lines(_ words: (any WordFinder)?) throws -> [String] {
    // DejaVu Sans has the letters of Lao. The text is about 4 em wide.
    let request = TextRequest(
      sections: [.init(text: "ພາສາລາວ", font: Font(names: [], size: 20))], maximumWidth: 60,
      breaking: .balanced, lineHeight: 24, em: 20)
    let shaped = try PangoTextShaper(words: words).shape(request)
    #expect(shaped.missing.isEmpty)
    expect(shaped.scriptWithoutWords, equals: words == nil ? "Lao" : nil)
    return (0...(shaped.fragments.map(\.line).max() ?? 0)).map { line in
      shaped.fragments.filter { $0.line == line }.map(\.text).joined()
    }
  }

  @Test func `are where lines break`() throws {
    try expect(lines(OneWord()), equals: ["ພາສາ", "ລາວ"])
    try expect(lines(nil), equals: ["ພາສາລາວ"])
  }
}
