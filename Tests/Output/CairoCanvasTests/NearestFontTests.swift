import CairoCanvas
import Drawing
import Foundation
import Testing

private let folder = "/usr/share/fonts/truetype/dejavu/"
private let files = ["DejaVuSerif.ttf", "DejaVuSerif-Bold.ttf", "DejaVuSansMono-Oblique.ttf"]

/// Given are faces that Debian installs beside the built-in ones.
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
    ("Roboto Italic", "DejaVu Sans Mono Oblique"), ("Noto Sans Bold Italic", "DejaVu Sans Mono Oblique"),
    // As near as a font given is Noto Sans.
    ("Roboto Regular", "Noto Sans"), ("Roboto Bold", "Noto Sans Bold"), ("Noto", "Noto Sans"),
  ])
  func `leads to the nearest face at hand in slant and weight`(name: String, expected: String) throws {
    let found = try outline(name, files)
    #expect(try found == outline(expected, files))
    #expect(found?.isEmpty == false)
    // Without other fonts there is Noto Sans.
    let alone = try outline(name, [])
    #expect(try alone == outline(name.contains("Bold") ? "Noto Sans Bold" : "Noto Sans", []))
  }

  @Test(arguments: [
    ("Noto Sans", "DejaVu Serif"), ("Noto Sans Bold", "DejaVu Serif Bold"),
    ("Roboto Bold", "DejaVu Serif Bold"),
    ("DejaVu Sans Mono Oblique", "DejaVu Sans Mono Oblique"),
  ])
  func `leads to the first font where that stands for the standard one`(name: String, expected: String) throws
  {
    #expect(try outline(name, files, prefersGiven: true) == outline(expected, files))
    #expect(try outline("Noto Sans", [], prefersGiven: true) == outline("Noto Sans", []))
    #expect(try outline("DejaVu Sans", files, prefersGiven: true) == outline("DejaVu Sans", []))
  }
}
