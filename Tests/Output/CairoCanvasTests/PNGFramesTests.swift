import Drawing
import TestSupport
import Testing

@testable import CairoCanvas

@Suite struct `Frames of a PNG` {
  /// All frames of a file.
  private func frames(_ bytes: [UInt8]) throws -> [(bitmap: Bitmap, seconds: Double)] {
    var reader = try PNGFrames(of: bytes)
    var found: [(bitmap: Bitmap, seconds: Double)] = []
    while let frame = try reader.next() { found.append(frame) }
    expect(found.count, equals: reader.count)
    return found
  }

  @Test func `are those that were written, with their times`() throws {
    let written = try [4.0, 12, 20].map { x in
      try Pictures.drawn(.area(Pictures.rectangle(x, 4, 8, 8), Pictures.red))
    }
    let found = try frames(try APNG.encode(frames: written, delay: 0.25))
    expect(found.map(\.bitmap), equals: written)
    expect(found.map(\.seconds), equals: [0.25, 0.25, 0.25])
  }

  @Test func `are one where there is no animation`() throws {
    let picture = try Pictures.drawn(.area(Pictures.rectangle(1, 1, 8, 8), Pictures.red))
    let found = try frames(try PNG.encode(picture))
    expect(found.map(\.bitmap), equals: [picture])
    expect(found.map(\.seconds), equals: [0])
  }

  // MARK: Files of others

  private static let red: [UInt8] = [255, 0, 0, 255]
  private static let blue: [UInt8] = [0, 0, 255, 255]
  /// A green of which half is seen.
  private static let green: [UInt8] = [0, 255, 0, 128]
  private static let clear: [UInt8] = [0, 0, 0, 0]

  private struct Part {
    var x = 0
    var width = 2
    var color: [UInt8]
    var disposal: UInt8 = 0
    var isBlended: UInt8 = 0
  }

  /// An animation of 2x1 pixels.
  private func file(_ parts: [Part], promised: Int? = nil) throws -> [UInt8] {
    var file: [UInt8] = PNGHeader.signature
    var (control, sequence): ([UInt8], Int) = ([], 0)
    for number in [promised ?? parts.count, 0] { control.appendBigEndian(number) }
    for (index, part) in parts.enumerated() {
      let pixels = (0..<part.width).flatMap { _ in part.color }
      let bitmap = try #require(Bitmap(width: part.width, height: 1, pixels: pixels))
      let png = try PNG.encode(bitmap, options: .init(palette: .never), keepsAlpha: true)
      var frame: [UInt8] = []
      for number in [sequence, part.width, 1, part.x, 0] { frame.appendBigEndian(number) }
      frame += [0, 1, 0, 4, part.disposal, part.isBlended]
      sequence += 1
      var offset = PNGHeader.signature.count
      while png.count - offset >= 12 {
        let chunk = PNGChunk(at: offset, in: png)
        let data = Array(png[(offset + 8)..<(chunk.end - 4)])
        offset = chunk.end
        if chunk.type == "IHDR", index == 0 {
          file.appendChunk("IHDR", data)
          file.appendChunk("acTL", control)
        }
        guard chunk.type == "IDAT" else { continue }
        file.appendChunk("fcTL", frame)
        if index == 0 {
          file.appendChunk("IDAT", data)
        } else {
          var numbered: [UInt8] = []
          numbered.appendBigEndian(sequence)
          sequence += 1
          file.appendChunk("fdAT", numbered + data)
        }
      }
    }
    file.appendChunk("IEND", [])
    return file
  }

  @Test func `lie over one another, and give way, as their controls have it`() throws {
    let file = try file([
      Part(color: Self.red), Part(x: 1, width: 1, color: Self.blue, disposal: 2),
      Part(width: 1, color: Self.green, disposal: 1, isBlended: 1),
      Part(x: 1, width: 1, color: Self.green, isBlended: 1), Part(x: 1, width: 1, color: Self.green),
    ])
    let found = try frames(file)
    // Half of green over red: 255 * 128 / 255 = 128 of one, 127 of the other.
    let both: [UInt8] = [127, 128, 0, 255]
    expect(
      found.map(\.bitmap.pixels),
      equals: [
        Self.red + Self.red, Self.red + Self.blue, both + Self.red, Self.clear + both,
        Self.clear + Self.green,
      ])
    #expect(found.allSatisfy { $0.seconds == 0.25 })
  }

  @Test func `that are not there, or lie outside, are damage`() throws {
    for (bytes, message) in [
      (try file([Part(color: Self.red)], promised: 2), "it promises 2 frames and has others"),
      (
        try file([Part(color: Self.red), Part(x: 1, color: Self.blue)]),
        "frame 2 lies outside of the picture"
      ),
    ] {
      let error = #expect(throws: PictureError.self) { try PNGFrames(of: bytes) }
      expect(error?.description, equals: "the PNG is damaged: \(message); fetch or write it again")
    }
    var bytes = try file([Part(color: Self.red), Part(color: Self.blue)])
    let offset = try #require(bytes.indices.first { bytes[$0...].starts(with: "fdAT".utf8) })
    bytes[offset + 6] ^= 1
    let error = #expect(throws: PictureError.self) { try PNGFrames(of: bytes) }
    expect(error?.description.contains("check sum of chunk fdAT"), equals: true)
  }
}

@Suite struct `Pictures of other libraries` {
  @Test(.wantsInProcess(.avif)) func `keep their colors in AVIF`() throws {
    let row: [UInt8] = (0..<60).flatMap { (x: UInt8) -> [UInt8] in [x * 4, 90, 200, 255] }
    let pixels = Array(repeatElement(row, count: 40).joined())
    let flat = try #require(Bitmap(width: 60, height: 40, pixels: pixels))
    let bytes = try PictureWriter.encode(flat, as: .avif, quality: 95)
    let read = try PictureReader.avif(bytes)
    #expect((read.width, read.height) == (60, 40))
    #expect(zip(read.pixels, pixels).allSatisfy { abs(Int($0) - Int($1)) < 12 })
    #expect(throws: PictureError.damaged(.avif)) {
      try PictureReader.avif(Array(bytes.prefix(bytes.count / 2)))
    }
    let limits = PixelLimits(side: 50, area: 10_000)
    #expect(throws: PictureError.tooLarge(.avif, width: 60, height: 40, limits: limits)) {
      try PictureReader.avif(bytes, limits: limits)
    }
  }

  /// Two pages of 100x60 points: a red rectangle of 40x20 points from 10,10 on, from below, and an empty page.
  private static let document: [UInt8] = {
    let content = "1 0 0 rg 10 10 40 20 re f"
    let objects = [
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 60]/Contents 5 0 R>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 60]>>",
      "<</Length \(content.utf8.count)>>stream\n\(content)\nendstream",
    ]
    var (text, offsets) = ("%PDF-1.4\n", [Int]())
    for (number, object) in objects.enumerated() {
      offsets.append(text.utf8.count)
      text += "\(number + 1) 0 obj\n\(object)\nendobj\n"
    }
    let table = text.utf8.count
    text += "xref\n0 6\n0000000000 65535 f \n"
    for offset in offsets { text += "\(String("\(10_000_000_000 + offset)".dropFirst())) 00000 n \n" }
    text += "trailer<</Size 6/Root 1 0 R>>\nstartxref\n\(table)\n%%EOF\n"
    return Array(text.utf8)
  }()

  @Test(.wantsInProcess(.poppler)) func `are the pages of a PDF, at a scale`() throws {
    let (page, count) = try PictureReader.pdf(Self.document, page: 0, scale: 2)
    #expect((page.width, page.height, count) == (200, 120, 2))
    for (x, y, color) in [
      (25, 65, [255, 0, 0, 255]), (95, 95, [255, 0, 0, 255]), (15, 65, [255, 255, 255, 255]),
      (25, 105, [255, 255, 255, 255]),
    ] {
      expect(
        page.pixels[(y * 200 + x) * 4..<(y * 200 + x) * 4 + 4].map(Int.init), equals: color, "\(x), \(y)")
    }
    let empty = try PictureReader.pdf(Self.document, page: 1, scale: 1).bitmap
    #expect(empty.pixels.allSatisfy { $0 == 255 })
    #expect(throws: PictureError.damaged(.pdf)) { try PictureReader.pdf(Self.document, page: 2, scale: 1) }
    #expect(throws: PictureError.damaged(.pdf)) { try PictureReader.pdf([1, 2, 3], page: 0, scale: 1) }
  }

  @Test func `whose library is missing name its package`() {
    #expect(throws: PictureError.noLibrary(.pdf)) { try PictureReader.pdf(Self.document, page: 0, scale: 1) }
    #expect(throws: PictureError.noLibrary(.avif)) { try PictureReader.avif([]) }
    expect(
      PictureError.noLibrary(.pdf).description,
      equals: "poppler is missing, which draws PDF; install the package libpoppler-glib8 (brew: poppler)")
    expect(
      PictureError.noLibrary(.avif).description,
      equals:
        "libavif is missing, which reads AVIF; install the package libavif16 or libavif15 (brew: libavif)")
  }
}
