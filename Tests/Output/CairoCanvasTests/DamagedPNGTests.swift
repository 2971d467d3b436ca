import CairoCanvas
import Drawing
import TestSupport
import Testing

@Suite struct `Damaged PNG files` {
  private static func small() throws -> [UInt8] {
    try CairoCanvas.png(
      of: Pictures.scene(.disc(6, 6, 4), size: 12, background: nil),
      options: PNGOptions(palette: .never))
  }

  private func error(_ bytes: [UInt8]) -> PictureError? {
    do { _ = try PNG.decode(bytes) } catch { return error }
    return nil
  }

  @Test func `cut anywhere, a file is reported to end early`() throws {
    let bytes = try Self.small()
    expect(error([]), equals: .emptyPNG)
    for count in 1..<bytes.count {
      let expected: PictureError = .truncated(.png, bytes: count)
      expect(error(Array(bytes[..<count])), equals: expected, "\(count) of \(bytes.count) bytes")
    }
    expect(error(bytes), equals: nil)
    expect(error(bytes + [1, 2, 3]), equals: nil, "what follows the end is nobody's business")
  }

  @Test func `no flipped bit goes unnoticed but in what is passed over`() throws {
    let bytes = try Self.small()
    let original = try PNG.decode(bytes)
    // pHYs, right behind the header, is passed over, all but its length and letters.
    let passedOver = 33 + 8..<33 + 21
    for offset in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[offset] ^= 1 << UInt8(bit)
        if passedOver.contains(offset) {
          try expect(PNG.decode(damaged), equals: original)
        } else if let bitmap = try? PNG.decode(damaged) {
          // Another harmless name for a chunk that is passed over.
          expect(bitmap, equals: original, "byte \(offset), bit \(bit)")
          #expect((33 + 4..<33 + 8).contains(offset), "byte \(offset), bit \(bit)")
        }
      }
    }
  }

  @Test func `with right check sums, wrong pixels are still found`() throws {
    var random = Seeded(seed: 11)
    let sound = HandMade.all[3].bytes
    let start = try #require(sound.indices.first { sound[$0...].starts(with: Array("IDAT".utf8)) }) + 4
    for _ in 0..<300 {
      var body = Array(sound[start..<sound.count - 16])
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        body[Int.random(in: body.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      let damaged = Array(sound[..<(start - 8)]) + HandMade.chunk("IDAT", body) + HandMade.chunk("IEND", [])
      // Either the pixels unpack to something or the error reports that they do not; nothing else may happen.
      if let error = error(damaged) { expect(error, equals: .damaged(.png)) }
    }
  }

  @Test func `a file may promise no impossible picture`() {
    func header(_ data: [UInt8]) -> PictureError? {
      error([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + HandMade.chunk("IHDR", data))
    }
    let size = HandMade.big(5)
    expect(
      header(HandMade.big(0) + size + [8, 2, 0, 0, 0]),
      equals: .malformed("a size of 0×5 pixels is no picture"))
    expect(
      header(HandMade.big(.max) + size + [8, 2, 0, 0, 0])?.description.contains("no picture"), equals: true)
    expect(header(size + size + [3, 2, 0, 0, 0]), equals: .malformed("there is no color type 2 of 3 bits"))
    expect(header(size + size + [16, 3, 0, 0, 0]), equals: .malformed("there is no color type 3 of 16 bits"))
    expect(header(size + size + [8, 1, 0, 0, 0]), equals: .malformed("there is no color type 1 of 8 bits"))
    expect(header(size + size + [8, 2, 1, 0, 0])?.description.contains("way of packing"), equals: true)
    expect(header(size + size + [8, 2, 0, 0, 2])?.description.contains("way of packing"), equals: true)
    expect(header(size), equals: .truncated(.png, bytes: 24))
  }

  @Test func `chunks must make sense together`() {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    func file(_ kind: UInt8, _ chunks: [(String, [UInt8])]) -> [UInt8] {
      let header = HandMade.chunk("IHDR", HandMade.big(1) + HandMade.big(1) + [8, kind, 0, 0, 0])
      return signature + header + chunks.flatMap { HandMade.chunk($0.0, $0.1) }
    }
    let data: [UInt8] = [1]
    expect(error(file(2, [("IEND", [])])), equals: .malformed("it has no pixels"))
    expect(error(file(3, [("IDAT", data)])), equals: .malformed("its palette is missing"))
    expect(error(file(3, [("PLTE", [1, 2])])), equals: .malformed("its palette is wrong"))
    expect(
      error(file(3, [("PLTE", [1, 2, 3]), ("PLTE", [1, 2, 3])])), equals: .malformed("its palette is wrong"))
    expect(
      error(file(2, [("IDAT", data), ("tRNS", [0])])), equals: .malformed("its transparency comes too late"))
    expect(error(file(2, [("JDAT", data)])), equals: .malformed("it has an unknown or misplaced chunk JDAT"))
    expect(
      error(file(2, [("IDAT", data), ("teXt", []), ("IDAT", data), ("IEND", [])])), equals: .damaged(.png))
    expect(
      error(file(3, [("PLTE", [1, 2, 3]), ("IDAT", data), ("PLTE", [1, 2, 3])])),
      equals: .malformed("its palette is wrong"))
    let missing = HandMade.file(
      width: 1, height: 1, depth: 8, kind: 3, raw: [[3]], extra: [("PLTE", [1, 2, 3, 4, 5, 6])])
    expect(error(missing), equals: .malformed("a pixel names a color that its palette lacks"))
  }

  @Test(arguments: [
    ("<svg xmlns=", "not a PNG but an SVG; only PNG is read, so convert it to PNG"),
    ("<!DOCTYPE html>", "not a PNG but HTML or XML; only PNG is read, so convert it to PNG"),
    (
      "version https://git-lfs.github.com/spec/v1",
      "not a PNG but a Git LFS pointer; only PNG is read, so convert it to PNG"
    ),
    ("RIFF....WEBP", "not a PNG but a WebP; only PNG is read, so convert it to PNG"),
    ("hello", "not a PNG: it does not begin with the PNG signature"),
  ])
  func `other files are called by their names`(text: String, message: String) {
    expect(error(Array(text.utf8))?.description, equals: message)
  }

  @Test func `messages name what is wrong and what to do`() {
    let errors: [PictureError] = [
      .emptyPNG, .truncated(.png, bytes: 7), .badChecksum(chunk: "IDAT", offset: 33),
      .tooLarge(.png, width: 20_000, height: 2, limits: .standard), .damaged(.png),
      .malformed("it has no pixels"), .outOfMemory(.png),
    ]
    let texts = """
      the PNG file is empty; write it again
      the PNG ends early, after 7 bytes; fetch or write it again
      the PNG is damaged: check sum of chunk IDAT at byte 33 is wrong; fetch or write it again
      the PNG has 20000×2 pixels; at most 16384 a side and 64000000 in all are read
      the PNG is damaged: its pixels do not unpack; fetch or write it again
      the PNG is damaged: it has no pixels; fetch or write it again
      out of memory for the PNG's pixels; use a smaller picture
      """
    expect(errors.map(\.description), equals: texts.split(separator: "\n").map(String.init))
    #expect(PictureError.notPNG(looksLike: nil).description.hasPrefix("not a PNG:"))
  }
}
