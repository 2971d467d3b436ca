import Foundation
import TestSupport
import Testing

@testable import SVGCanvas

@Suite struct `Markup of a document` {
  private func text(decimals: Int = 2, _ write: (inout Markup) -> Void) -> String {
    var out = Markup(decimals: decimals)
    write(&out)
    return String(decoding: out.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (-0.004, "0"), (0.005, ".01"), (-0.005, "-.01"), (0.5, ".5"), (-0.25, "-.25"),
    (1, "1"),
    (10, "10"), (100, "100"), (1.5, "1.5"), (12.05, "12.05"), (-1024.999, "-1025"), (1e9, "1000000000"),
  ])
  func `writes a number with the fewest digits`(number: Double, expected: String) {
    expect(text { $0.length(number) }, equals: expected)
  }

  @Test func `writes numbers that read back as the nearest step`() throws {
    var random = Seeded(seed: 1)
    for decimals in 0...4 {
      let unit = pow(10, Double(decimals))
      for _ in 0..<2000 {
        let number = Double.random(in: -2000...2000, using: &random)
        let written = text(decimals: decimals) { $0.length(number) }
        let read = try #require(Double(written))
        #expect(abs(read - number) <= 0.5 / unit + 1e-12)
        #expect(!written.hasPrefix("0."))
        #expect(!written.hasPrefix("-0"))
        #expect(!written.contains(".") || !written.hasSuffix("0"))
      }
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1.1e9])
  func `remembers the first number it cannot write`(number: Double) {
    var out = Markup(decimals: 2)
    out.length(1.0)
    expect(out.offender, equals: nil)
    out.length(number)
    out.length(Double.infinity)
    expect(out.offender.map { "\($0)" }, equals: "\(number)")
  }

  @Test(arguments: [
    (0xFFFFFF, "#fff"), (0x1A2B3C, "#1a2b3c"), (0, "#000"), (0x112233, "#123"), (0x112234, "#112234"),
  ])
  func `writes colors short where they can be`(rgb: Int, expected: String) {
    expect(text { $0.hex(Int64(rgb)) }, equals: expected)
  }

  @Test func `escapes what markup means something by, and replaces what XML cannot hold`() {
    let hostile = "a&b<c>d\"e'f\u{0}\u{1F}\u{FFFE}\u{FFFF}\u{FFFD}\u{EFFF}\t\n\r]]>é😀"
    expect(
      text { $0.content(hostile) },
      equals: "a&amp;b&lt;c&gt;d\"e'f\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{EFFF}\t\n&#13;]]&gt;é😀")
    expect(text { $0.attribute("\"'\t\n\r") }, equals: "&quot;&#39;&#9;&#10;&#13;")
  }

  @Test func `writes base64 as Foundation does`() {
    var random = Seeded(seed: 3)
    for count in 0..<50 {
      let data = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      expect(text { $0.base64(data) }, equals: Data(data).base64EncodedString())
    }
  }
}

@Suite struct `Font faces` {
  @Test(arguments: [
    ("Noto Sans Bold Italic", "Noto Sans", 700, true), ("Open Sans Semibold", "Open Sans", 600, false),
    ("Open Sans Semi Bold", "Open Sans", 600, false),
    ("Arial Unicode MS Regular", "Arial Unicode MS", 400, false),
    ("Roboto Condensed Light", "Roboto Condensed", 300, false),
    ("Inter Extra Light Oblique", "Inter", 200, true),
    ("Bold", "Bold", 400, false), ("DIN Pro Medium", "DIN Pro", 500, false), ("", "", 400, false),
    ("Lato Ultra Bold", "Lato", 800, false), ("Source Sans Black", "Source Sans", 900, false),
  ])
  func `take weight and slant off the end of a name`(
    name: String, family: String, weight: Int, isItalic: Bool
  ) {
    let face = FontFace.parse(name)
    #expect(face == (family, weight, isItalic))
  }

  @Test(
    arguments: [
      ([], "Noto Sans,sans-serif"),
      (["Noto Sans Bold", "Arial Regular", "Noto Sans Regular"], "Noto Sans,Arial,sans-serif"),
      (["DejaVu Sans Bold"], "DejaVu Sans,Noto Sans,sans-serif"),
      (["3D, Sans"], "'3D, Sans',Noto Sans,sans-serif"),
      (["O'Neil \\ \u{1}"], "'O\\27 Neil \\5c  \u{20}',Noto Sans,sans-serif"),
      (["inherit"], "'inherit',Noto Sans,sans-serif"), (["明朝"], "'明朝',Noto Sans,sans-serif"),
    ] as [([String], String)])
  func `form a list that CSS reads`(names: [String], families: String) {
    expect(FontFace(names: names).families, equals: families)
  }
}

@Suite struct `Identifiers in a document` {
  @Test func `are fit for XML and unique`() {
    var identifiers = Identifiers()
    let names = ["land", "land", "a b:c", "1st", "", "", "land-2", "städte", "\u{0}<\"&", "-x", "日本", "land"]
    expect(
      names.map { identifiers.claim($0) },
      equals: [
        "land", "land-2", "a-b-c", "_1st", "layer", "layer-2", "land-2-2", "städte", "_----", "_-x", "日本",
        "land-3",
      ])
  }
}
