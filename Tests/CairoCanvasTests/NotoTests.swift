import Drawing
import Foundation
import Testing

@testable import CairoCanvas

/// Scripts that need more than DejaVu Sans: with Debian's packages fonts-noto-core, fonts-noto-cjk and
/// fonts-noto-color-emoji, where they are installed.
@Suite struct `Scripts of the world` {
  static let folders = ["/usr/share/fonts/truetype/noto", "/usr/share/fonts/opentype/noto"]
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
    #expect(shaped.missing.isEmpty && shaped.inkBox.width > 20)
    #expect(shaped.fragments.map(\.text).joined() == text)
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

  @Test(.enabled(if: hasNoto, "fonts-noto-core is not installed"))
  func `are told by their names`() throws {
    let shaper = try shaper()
    #expect(try shaper.hasFace(named: ["Nowhere Sans", "Noto Sans Arabic"]))
    #expect(try shaper.hasFace(named: ["Noto Sans Regular"]))
    #expect(try shaper.hasFace(named: ["DejaVu Sans Bold"]))
    #expect(try !shaper.hasFace(named: ["Nowhere Sans"]))
    #expect(try !shaper.hasFace(named: []))
  }
}
