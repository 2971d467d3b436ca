import CairoCanvas
import Drawing
import Foundation
import TestSupport
import Testing

/// Scripts that need more than the built-in fonts: with Debian's packages fonts-noto-core, fonts-noto-cjk and
/// fonts-noto-color-emoji, where they are installed.
@Suite struct `Scripts of the world` {
  static let folders = ["/usr/share/fonts/truetype/noto", "/usr/share/fonts/opentype/noto"]
  static let serif = "/usr/share/fonts/truetype/noto/NotoSerif-"
  static let hasSerif = FileManager.default.fileExists(atPath: serif + "BoldItalic.ttf")
  static let hasNoto = ["truetype/noto/NotoSansArabic-Regular.ttf", "opentype/noto/NotoSansCJK-Regular.ttc"]
    .allSatisfy { FileManager.default.fileExists(atPath: "/usr/share/fonts/\($0)") }

  private func shaper() throws -> PangoTextShaper {
    let names = [
      "truetype/noto/NotoSans-Regular.ttf", "truetype/noto/NotoSansArabic-Regular.ttf",
      "truetype/noto/NotoSansHebrew-Regular.ttf", "truetype/noto/NotoSansDevanagari-Regular.ttf",
      "truetype/noto/NotoSansThai-Regular.ttf", "opentype/noto/NotoSansCJK-Regular.ttc",
    ]
    return try PangoTextShaper(fonts: names.map { FontFile(path: "/usr/share/fonts/\($0)") })
  }

  private func shape(_ text: String, _ shaper: PangoTextShaper) throws -> ShapedText {
    try shaper.shape(
      TextRequest(
        sections: [.init(text: text, font: Font(names: ["Noto Sans Regular"], size: 20))], lineHeight: 24))
  }

  @Test(
    .enabled(if: hasNoto, "fonts-noto-core and fonts-noto-cjk are not installed"),
    arguments: ["القاهرة", "ירושלים", "नई दिल्ली", "กรุงเทพมหานคร", "北京", "東京", "서울", "Ελλάδα", "Россия"])
  func `are all there`(text: String) throws {
    let shaped = try shape(text, try shaper())
    #expect(shaped.missing.isEmpty)
    #expect(shaped.inkBox.width > 20)
    expect(shaped.fragments.map(\.text).joined(), equals: text)
  }

  @Test(.enabled(if: hasNoto, "fonts-noto-core is not installed"))
  func `join and reorder their letters`() throws {
    let shaper = try shaper()
    // Lam and alef become one letter, narrower than the two alone.
    let (ligature, lam, alef) = (
      try shape("لا", shaper).size.width, try shape("ل", shaper).size.width,
      try shape("ا", shaper).size.width
    )
    #expect(ligature < 0.9 * (lam + alef))
    // The short i is written before the letter it follows: ka and i are wider than ka, and their ink begins with i.
    let (ka, ki) = (try shape("क", shaper), try shape("कि", shaper))
    #expect(ki.size.width > ka.size.width)
    // Hebrew runs from right to left: a wide letter typed first stands last.
    let wide = try shape("שו", shaper)
    let mirrored = try shape("וש", shaper)
    #expect(wide.fragments[0].outline != mirrored.fragments[0].outline)
  }

  @Test(.enabled(if: hasSerif, "fonts-noto-core is not installed"))
  func `are those of the slant and the weight asked for`() throws {
    func shaper(_ styles: String...) throws -> PangoTextShaper {
      try PangoTextShaper(fonts: styles.map { FontFile(path: "\(Self.serif)\($0).ttf") })
    }
    let bold = try shaper("Bold")
    for (name, isThere) in [
      ("Noto Serif Bold", true), ("Noto Serif Semibold", true), ("Noto Serif ExtraBold", true),
      ("Noto Serif", false), ("Noto Serif Regular", false), ("Noto Serif Italic", false),
      ("Noto Serif Bold Italic", false), ("Noto Serif Light", false),
    ] {
      try expect(bold.hasFace(named: [name]), equals: isThere, "\(name)")
    }
    #expect(try shaper("Regular").hasFace(named: ["Noto Serif Medium"]))
    // The next of the cascade is taken.
    func width(_ names: [String], _ shaper: PangoTextShaper) throws -> Double {
      let font = Font(names: names, size: 20)
      return try shaper.shape(
        TextRequest(sections: [.init(text: "Hamburg", font: font)], lineHeight: 24)
      ).size.width
    }
    let both = try shaper("Bold", "Italic")
    try expect(
      width(["Noto Serif Regular", "Noto Serif Italic"], both), equals: width(["Noto Serif Italic"], both))
    #expect(try width(["Noto Serif Italic"], both) != width(["Noto Serif Bold"], both))
    try expect(width(["Noto Serif Italic"], bold), equals: width([], bold), "Noto Sans, and a warning")
  }

  @Test(.enabled(if: hasNoto, "fonts-noto-core is not installed"))
  func `are recognized by their names`() throws {
    let shaper = try shaper()
    #expect(try shaper.hasFace(named: ["Nowhere Sans", "Noto Sans Arabic"]))
    #expect(try shaper.hasFace(named: ["Noto Sans Regular"]))
    #expect(try shaper.hasFace(named: ["DejaVu Sans Bold"]))
    #expect(try !shaper.hasFace(named: ["Nowhere Sans"]))
    #expect(try !shaper.hasFace(named: []))
  }
}
