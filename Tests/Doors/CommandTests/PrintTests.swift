import Foundation
import TestSupport
import Testing

@Suite struct `Pictures for print` {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    var rows = "id,lon,lat,kind\n"
    for index in 0..<57 { rows += "a\(index),10,50,inn\n" }
    try place.write("in.csv", rows + "b,40,20,bar\nb,60,20,bar\n")
  }

  private func render(_ words: [String]) throws {
    try place.run(
      "render in.csv -o map.pdf --basemap none --size 180x120mm --title 'Inns & bars: Gasthöfe' --legend"
        .words + words
    ).succeeding()
  }

  @Test(.wants(programs: ["pdftotext", "pdffonts"])) func `contain their text and its fonts`() throws {
    try render([])
    let text = try place.shell("pdftotext -layout map.pdf -").text
    text.shows("Inns & bars: Gasthöfe", "57", "Points")
    let fonts = try place.shell("pdffonts map.pdf").text
    let rows = fonts.split(separator: "\n").dropFirst(2)
    expect(rows.count, equals: 2, "\(fonts)")
    for row in rows { row.shows("NotoSans", " yes yes yes ") }
  }

  @Test func `have their size in millimeters, a title and an author`() throws {
    try render(["--author", "Ada Example"])
    let bytes = try #require(place.read("map.pdf"))
    #expect(String(decoding: bytes, as: Unicode.ASCII.self).contains("/MediaBox [ 0 0 510.23622 340.15748 ]"))
  }

  @Test(.wants(programs: ["pdfinfo"])) func `have facts that poppler reads`() throws {
    try render(["--author", "Ada Example"])
    let facts = try place.shell("pdfinfo map.pdf").text
    facts.shows("Inns & bars: Gasthöfe", "Ada Example")
    #expect(facts.contains("510.236 x 340.157 pts"))
  }

  @Test func `hold outlines where these are asked for, and the same bytes each time`() throws {
    try render([])
    let text = try #require(place.read("map.pdf"))
    try render(["--threads", "2"])
    expect(place.read("map.pdf"), equals: text)
    try render(["--text", "outlines"])
    let outlines = try #require(place.read("map.pdf"))
    #expect(outlines != text)
    #expect(!String(decoding: outlines, as: Unicode.ASCII.self).contains("/FontDescriptor"))
  }

  @Test(.wants(programs: ["pdftotext"])) func `have no text as outlines`() throws {
    try render(["--text", "outlines"])
    let run = try place.shell("pdftotext map.pdf -").succeeding()
    run.text.hides("Gasth")
  }

  @Test func `have as many pixels as an inch is set to hold`() throws {
    func pixels(_ words: [String]) throws -> [UInt8] {
      try place.run(["render", "in.csv", "-o", "map.png", "--basemap", "none"] + words).succeeding()
      return Array(try #require(place.read("map.png")).dropFirst(16).prefix(8))
    }
    // 180 mm are 2125.98 pixels of 300 an inch.
    try expect(
      pixels(["--size", "180x120mm", "--dpi", "300"]), equals: [0, 0, 0x08, 0x4E, 0, 0, 0x05, 0x89])
    try expect(pixels(["--size", "100x50", "--dpi", "720"]), equals: [0, 0, 0x03, 0xE8, 0, 0, 0x01, 0xF4])
    try expect(pixels(["--size", "100x50", "--scale", "10"]), equals: [0, 0, 0x03, 0xE8, 0, 0, 0x01, 0xF4])
    let both = try place.run(["render", "in.csv", "-o", "map.png", "--dpi", "300", "--scale", "2"])
    both.reports(2, "clustersnap: error: --scale and --dpi exclude each other; set one of them")
    let large = try place.run(["render", "in.csv", "-o", "map.png", "--dpi", "720", "--size", "2000x1000"])
    large.reports(2, containing: "is too large; at most 16384 pixels a side")
  }

  /// 841 mm are 9,933.07 pixels of 300 an inch, 1,189 mm 14,043.31: 139 million in all.
  @Test func `are posters of A0, as PNG of all colors alone`() throws {
    let words = "render in.csv --size 841x1189mm --dpi 300 --basemap none -o ".words
    try place.run(words + ["map.png"]).succeeding()
    let file = try #require(place.read("map.png"))
    expect(Array(file.dropFirst(16).prefix(8)), equals: [0, 0, 0x26, 0xCD, 0, 0, 0x36, 0xDB])
    #expect(file.suffix(8).starts(with: Array("IEND".utf8)))
    for more in [["map.webp"], ["map.jpg"], ["small.png", "--colors", "64"]] {
      let run = try place.run(words + more)
      expect(run.status, equals: 2)
      #expect(
        run.errors.contains(
          "a picture of 9933x14043 pixels has more than 64 million, which only a PNG of all colors may have; draw a smaller one, or write such a PNG"
        ), "\(run.errors)")
      expect(place.read(more[0]), equals: nil)
    }
  }
}
