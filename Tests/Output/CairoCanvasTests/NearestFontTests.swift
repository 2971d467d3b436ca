import CairoCanvas
import Drawing
import Foundation
import Testing

private let folder = "/usr/share/fonts/truetype/dejavu/"
private let files = ["DejaVuSerif.ttf", "DejaVuSerif-Bold.ttf", "DejaVuSansMono-Oblique.ttf"]

/// Given are faces that Debian installs beside DejaVu Sans.
@Suite(
  .enabled(
    if: files.allSatisfy { FileManager.default.fileExists(atPath: folder + $0) },
    "fonts-dejavu-core and fonts-dejavu-extra are not installed"))
struct `A name that leads to no font` {

  private func outline(_ name: String, _ files: [String], prefersGiven: Bool = false) throws -> Path? {
    let shaper = try PangoTextShaper(
      fonts: files.map { FontFile(path: folder + $0) }, prefersGiven: prefersGiven)
    return try shaper.shape(
      TextRequest(sections: [.init(text: "ag", font: Font(names: [name], size: 20))], lineHeight: 24)
    ).fragments.first?.outline
  }

  @Test(arguments: [
    ("Noto Sans Italic", "DejaVu Sans Mono Oblique"), ("Noto Sans Bold Italic", "DejaVu Sans Mono Oblique"),
    // As near as a font given is DejaVu Sans.
    ("Noto Sans Regular", "DejaVu Sans"), ("Noto Sans Bold", "DejaVu Sans Bold"), ("Noto", "DejaVu Sans"),
  ])
  func `leads to the nearest face at hand in slant and weight`(name: String, expected: String) throws {
    let found = try outline(name, files)
    #expect(try found == outline(expected, files))
    #expect(found?.isEmpty == false)
    // Without other fonts there is DejaVu Sans.
    let alone = try outline(name, [])
    #expect(try alone == outline(name.contains("Bold") ? "DejaVu Sans Bold" : "DejaVu Sans", []))
  }

  @Test(arguments: [
    ("DejaVu Sans", "DejaVu Serif"), ("DejaVu Sans Bold", "DejaVu Serif Bold"),
    ("Noto Sans Bold", "DejaVu Serif Bold"),
    ("DejaVu Sans Mono Oblique", "DejaVu Sans Mono Oblique"),
  ])
  func `leads to the first font where that stands for the standard one`(name: String, expected: String) throws
  {
    #expect(try outline(name, files, prefersGiven: true) == outline(expected, files))
    #expect(try outline("DejaVu Sans", [], prefersGiven: true) == outline("DejaVu Sans", []))
  }
}
