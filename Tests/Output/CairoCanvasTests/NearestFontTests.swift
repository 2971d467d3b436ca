import CairoCanvas
import Drawing
import Foundation
import TestSupport
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
    try expect(found, equals: outline(expected, files))
    expect(found?.isEmpty, equals: false)
    // Without other fonts there is Noto Sans.
    let alone = try outline(name, [])
    try expect(alone, equals: outline(name.contains("Bold") ? "Noto Sans Bold" : "Noto Sans", []))
  }

  @Test(arguments: [
    ("Noto Sans", "DejaVu Serif"), ("Noto Sans Bold", "DejaVu Serif Bold"),
    ("Roboto Bold", "DejaVu Serif Bold"),
    ("DejaVu Sans Mono Oblique", "DejaVu Sans Mono Oblique"),
  ])
  func `leads to the first font where that stands for the standard one`(name: String, expected: String) throws
  {
    try expect(outline(name, files, prefersGiven: true), equals: outline(expected, files))
    try expect(outline("Noto Sans", [], prefersGiven: true), equals: outline("Noto Sans", []))
    try expect(outline("DejaVu Sans", files, prefersGiven: true), equals: outline("DejaVu Sans", []))
  }
}
