import CairoCanvas
import Drawing
import TestSupport
import Testing

@Suite struct `Pictures from elsewhere` {
  /// The largest difference of a channel from what the picture was made of.
  func error(of bitmap: Bitmap, _ truth: (Int, Int) -> (Int, Int, Int, Int)) -> Int {
    var worst = 0
    for y in 0..<16 {
      for x in 0..<16 {
        let (found, was) = (bitmap[x, y], truth(x, y))
        worst = max(
          worst, abs(Int(found.red) - was.0), abs(Int(found.green) - was.1), abs(Int(found.blue) - was.2),
          abs(Int(found.alpha) - was.3))
      }
    }
    return worst
  }

  @Test(
    .wantsInProcess(.jpeg, .webp),
    arguments: [
      ("baseline", PictureFixtures.baseline, 8), ("progressive", PictureFixtures.progressive, 24),
      ("cmyk", PictureFixtures.cmyk, 12), ("ycck", PictureFixtures.ycck, 12),
      ("lossy", PictureFixtures.lossy, 24), ("lossless", PictureFixtures.lossless, 0),
    ])
  func `have the colors they were made of`(name: String, base64: String, tolerance: Int) throws {
    let bitmap = try PictureReader.decode(PictureFixtures.bytes(base64))
    #expect((bitmap.width, bitmap.height) == (16, 16))
    #expect(error(of: bitmap) { x, y in (16 * x, 16 * y, 128, 255) } <= tolerance)
  }

  @Test(.wantsInProcess(.jpeg)) func `have the gray they were made of`() throws {
    let bitmap = try PictureReader.decode(PictureFixtures.bytes(PictureFixtures.gray))
    #expect(error(of: bitmap) { x, _ in (16 * x, 16 * x, 16 * x, 255) } <= 4)
  }

  @Test(.wantsInProcess(.webp), arguments: [(PictureFixtures.alpha, 0), (PictureFixtures.lossyAlpha, 24)])
  func `let through what they were made to`(base64: String, tolerance: Int) throws {
    let bitmap = try PictureReader.decode(PictureFixtures.bytes(base64))
    #expect(error(of: bitmap) { x, y in (16 * x, 16 * y, 128, 255 - 8 * x) } <= tolerance)
  }

  @Test func `of the PNG kind are read as ever`() throws {
    let bitmap = try #require(Bitmap(width: 1, height: 1, pixels: [1, 2, 3, 4]))
    let bytes = try PNG.encode(bitmap)
    try expect(PictureReader.decode(bytes), equals: bitmap)
    try expect(PictureReader.header(of: bytes).format, equals: .png)
    #expect(throws: PictureError.truncated(.png, bytes: 20)) { try PictureReader.decode(Array(bytes[..<20])) }
  }

  @Test func `have their size before anything else`() throws {
    for (base64, format) in [
      (PictureFixtures.progressive, PictureHeader.Format.jpeg), (PictureFixtures.lossy, .webp),
      (PictureFixtures.lossless, .webp), (PictureFixtures.lossyAlpha, .webp),
    ] {
      let header = try PictureReader.header(of: PictureFixtures.bytes(base64))
      #expect((header.format, header.width, header.height) == (format, 16, 16))
    }
  }

  @Test func `are refused by the size they promise`() throws {
    var jpeg = PictureFixtures.bytes(PictureFixtures.baseline)
    let frame = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    (jpeg[frame + 7], jpeg[frame + 8]) = (0xFF, 0xFF)
    #expect(
      throws: PictureError.tooLarge(.jpeg, width: 65535, height: 16, limits: .standard)
    ) { try PictureReader.decode(jpeg) }
    #expect(throws: PictureError.self) {
      try PictureReader.decode(
        PictureFixtures.bytes(PictureFixtures.lossless), limits: PixelLimits(side: 15, area: 1000))
    }
    (jpeg[frame + 7], jpeg[frame + 8]) = (0, 0)
    #expect(throws: PictureError.damaged(.jpeg)) { try PictureReader.decode(jpeg) }
  }

  @Test(
    .wantsInProcess(.jpeg, .webp),
    arguments: [
      PictureFixtures.baseline, PictureFixtures.progressive, PictureFixtures.cmyk, PictureFixtures.lossy,
      PictureFixtures.lossless, PictureFixtures.lossyAlpha,
    ])
  func `are never read by halves`(base64: String) {
    let bytes = PictureFixtures.bytes(base64)
    for count in 0..<bytes.count {
      #expect(throws: PictureError.self, "\(count) of \(bytes.count) bytes") {
        try PictureReader.decode(Array(bytes[..<count]))
      }
    }
  }

  @Test(
    .wantsInProcess(.jpeg, .webp),
    arguments: [
      PictureFixtures.baseline, PictureFixtures.progressive, PictureFixtures.ycck, PictureFixtures.lossy,
      PictureFixtures.alpha, PictureFixtures.lossyAlpha,
    ])
  func `that are damaged anywhere do no harm`(base64: String) {
    let limits = PixelLimits(side: 64, area: 4096)
    for place in PictureFixtures.bytes(base64).indices {
      for flip in [UInt8(0x01), 0x80, 0xFF] {
        var bytes = PictureFixtures.bytes(base64)
        bytes[place] ^= flip
        guard let header = try? PictureReader.header(of: bytes),
          let bitmap = try? PictureReader.decode(bytes, limits: limits)
        else { continue }
        #expect((bitmap.width, bitmap.height) == (header.width, header.height))
      }
    }
  }

  @Test func `in motion are refused`() {
    #expect(throws: PictureError.animated(.webp)) {
      try PictureReader.decode(PictureFixtures.bytes(PictureFixtures.animated))
    }
    expect(
      PictureError.animated(.webp).description,
      equals: "the WebP is an animation; write one frame of it as a picture")
  }

  @Test(arguments: [
    ([UInt8](), "the picture is empty; write it again"),
    (
      Array("<html>".utf8),
      "not a picture but HTML or XML; PNG, JPEG and WebP are read, so convert it to one of them"
    ),
    (
      Array("GIF89a".utf8),
      "not a picture but a GIF; PNG, JPEG and WebP are read, so convert it to one of them"
    ),
    ([0, 1, 2, 3], "not a picture: it begins neither as PNG nor as JPEG or WebP"),
    ([0xFF, 0xD8, 0xFF, 0xE0], "the JPEG ends early, after 4 bytes; fetch or write it again"),
    (
      [0xFF, 0xD8, 0xFF, 0xD9, 0, 0], "the JPEG is damaged: its pixels do not unpack; fetch or write it again"
    ),
    (Array("RIFF....WEBP".utf8), "the WebP ends early, after 12 bytes; fetch or write it again"),
  ])
  func `that are none are named`(bytes: [UInt8], message: String) {
    let error = #expect(throws: PictureError.self) { try PictureReader.decode(bytes) }
    expect(error?.description, equals: message)
  }

  @Test func `whose library is missing name its package`() {
    #expect(throws: PictureError.noLibrary(.jpeg)) {
      try PictureReader.decode(PictureFixtures.bytes(PictureFixtures.baseline))
    }
    #expect(throws: PictureError.noLibrary(.webp)) {
      try PictureReader.decode(PictureFixtures.bytes(PictureFixtures.lossy))
    }
    expect(
      PictureError.noLibrary(.jpeg).description,
      equals:
        "libjpeg-turbo is missing, which reads JPEG; install the package libturbojpeg0 (brew: jpeg-turbo), "
        + "or convert it to PNG")
    expect(
      PictureError.noLibrary(.webp).description,
      equals:
        "libwebp is missing, which reads WebP; install the package libwebp7 (brew: webp), or convert it to PNG"
    )
  }
}
