import CairoCanvas
import Drawing
import TestSupport
import Testing

@Suite struct `Lines of labels` {
  private func shape(
    _ sections: [TextRequest.Section], width: Double? = nil, separatesLetters: Bool = false
  ) throws -> ShapedText {
    try PangoTextShaper().shape(
      TextRequest(
        sections: sections, maximumWidth: width, breaking: .balanced, lineHeight: 24, em: 20,
        separatesLetters: separatesLetters))
  }

  private func shape(_ text: String, width: Double? = nil, separatesLetters: Bool = false) throws
    -> ShapedText
  {
    try shape([.init(text: text, font: Font(size: 20))], width: width, separatesLetters: separatesLetters)
  }

  @Test(arguments: [
    ("Abcd\n", "Abcd"), ("Abcd ", "Abcd"), (" Abcd", "Abcd"), (" \tAbcd \n", "Abcd"),
    ("Abcd\n Efghijk", "Abcd\nEfghijk"), ("Abcd   \nEfghijk", "Abcd\nEfghijk"),
    ("Abcd \r\n Efghijk\n", "Abcd\nEfghijk"), ("Ab cd\n\n", "Ab cd\n "), ("\n", ""), (" ", ""),
  ])
  func `have no white space at their ends, and none behind the last line feed`(
    text: String, expected: String
  ) throws {
    for width in [nil, 1000.0] {
      try expect(shape(text, width: width), equals: shape(expected, width: width))
      try expect(
        shape(text, width: width, separatesLetters: true), equals: shape(expected, separatesLetters: true))
    }
  }

  @Test(arguments: [("Foo\n", 1), ("Foo\n\n", 2), ("\nFoo", 2), ("Foo\n\nBar", 3), ("Foo\n \nBar\n", 3)])
  func `begin behind each line feed but the last character`(text: String, count: Double) throws {
    try expect(shape(text).size.height, equals: 24 * count)
    try expect(shape(text, width: 1000).size.height, equals: 24 * count)
  }

  @Test func `of several sections keep each its own`() throws {
    let parts = ["ab ", "\n", " cd", "ef ", "\n"]
    let shaped = try shape(
      parts.enumerated().map { .init(text: $1, font: Font(size: 20 + Double($0) / 100)) })
    expect(shaped.fragments.map(\.text), equals: ["ab", "cd", "ef"])
    expect(shaped.fragments.map(\.section), equals: [0, 2, 3])
    expect(shaped.fragments.map(\.line), equals: [0, 1, 1])
  }

  @Test func `that are wrapped are trimmed in all sections, too`() throws {
    let shaped = try shape(
      [.init(text: "aaaa ", font: Font(size: 20)), .init(text: " aaaa", font: Font(size: 20.01))], width: 60)
    expect(shaped.fragments.map(\.text), equals: ["aaaa", "aaaa"])
    expect(shaped.fragments.map(\.section), equals: [0, 1])
    #expect(shaped.fragments[0].origin.x < 1)
    #expect(shaped.fragments[1].origin.x < 1)
  }

  @Test func `end with a hyphen where a word is broken at a soft one`() throws {
    let broken = try shape("Donau\u{AD}dampf\u{AD}schiff", width: 120)
    expect(broken.fragments.map(\.text), equals: ["Donau-", "dampf\u{AD}schiff"])
    expect(broken.fragments[0].outline, equals: (try shape("Donau-")).fragments[0].outline)
    expect(broken.fragments[1].outline, equals: (try shape("dampfschiff")).fragments[0].outline)
    let whole = try shape("Donau\u{AD}dampf", width: 1000)
    expect(whole.fragments.map(\.outline), equals: (try shape("Donaudampf")).fragments.map(\.outline))
  }
}
