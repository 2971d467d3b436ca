@testable import CairoCanvas
import Drawing
import TestSupport
import Testing

@Suite struct `PNG files` {
  /// Colors drawn from `palette` colors, or any.
  private func noise(_ width: Int, _ height: Int, opaque: Bool, colors: Int?, seed: UInt64) throws -> Bitmap {
    var random = Seeded(seed: seed)
    func color() -> [UInt8] { (0..<4).map { $0 == 3 && opaque ? 255 : .random(in: 0...255, using: &random) } }
    let palette = (0..<(colors ?? 0)).map { _ in color() }
    let pixels = (0..<width * height).flatMap { _ in palette.randomElement(using: &random) ?? color() }
    return try #require(Bitmap(width: width, height: height, pixels: pixels))
  }

  @Test(arguments: [nil, 1, 2, 3, 4, 5, 16, 17, 256], [true, false])
  func `what is written is read back, whatever the kind`(colors: Int?, opaque: Bool) throws {
    for (width, height) in [(1, 1), (3, 5), (40, 31), (257, 7)] {
      let bitmap = try noise(width, height, opaque: opaque, colors: colors, seed: UInt64(width))
      for options in [PNGOptions(), PNGOptions(compression: 9, palette: .never), PNGOptions(compression: 0)] {
        let bytes = try PNG.encode(bitmap, options: options)
        try expect(PNG.decode(bytes), equals: bitmap)
        let header = try PNG.header(of: bytes)
        #expect((header.width, header.height) == (width, height))
        #expect(!header.isInterlaced)
        if let colors, width * height > 2 * colors {
          let depth = colors <= 2 ? 1 : colors <= 4 ? 2 : colors <= 16 ? 4 : 8
          expect(header.colorType, equals: options.palette == .never ? (opaque ? .rgb : .rgba) : .palette)
          if options.palette == .automatic { #expect(header.bitDepth <= depth) }
        }
      }
    }
  }

  /// Long rows go beyond what deflate copies from; the tallest picture is several blocks of codes.
  @Test(arguments: [(1, 90), (17, 40), (300, 500), (10_922, 4), (10_923, 4)], [true, false])
  func `rows that repeat others in part are read back`(size: (Int, Int), opaque: Bool) throws {
    let (width, height) = size
    var pixels = try noise(width, height, opaque: opaque, colors: nil, seed: UInt64(width)).pixels
    var random = Seeded(seed: 7)
    var offset = 0
    while offset < pixels.count {
      let run = min(4 * Int.random(in: 1...1200, using: &random), pixels.count - offset)
      let back = [4 * width, 4, 4 * 7, 4 * width + 4, 0].randomElement(using: &random) ?? 0
      if back <= offset { for byte in offset..<offset + run { pixels[byte] = pixels[byte - back] } }
      offset += run
    }
    let bitmap = try #require(Bitmap(width: width, height: height, pixels: pixels))
    try expect(PNG.decode(PNG.encode(bitmap)), equals: bitmap)
  }

  /// Rows of a megabyte and more are packed in several bands; noise is larger packed than it is, and goes another way.
  @Test(arguments: [3, 700, nil])
  func `is packed the same on any number of threads`(colors: Int?) throws {
    let small = try noise(64, 64, opaque: true, colors: colors, seed: 3)
    let (width, height) = (1500, 1100)
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let pixel = colors == nil ? small[(x * y) & 63, (x &* 31 ^ y) & 63] : small[x / 90, y / 70]
        pixels += [pixel.red, pixel.green, pixel.blue, 255]
      }
    }
    let bitmap = try #require(Bitmap(width: width, height: height, pixels: pixels))
    let alone = try PNG.encode(bitmap)
    for threads in [2, 5, 100] {
      var options = PNGOptions()
      options.threads = threads
      try expect(PNG.encode(bitmap, options: options), equals: alone)
    }
    try expect(PNG.decode(alone), equals: bitmap)
  }

  @Test func `the 257th color ends the palette`() throws {
    func gradient(_ colors: Int) throws -> Bitmap {
      let pixels = (0..<colors).flatMap { color -> [UInt8] in [UInt8(color & 255), UInt8(color >> 8), 7, 255]
      }
      return try #require(Bitmap(width: colors, height: 1, pixels: pixels))
    }
    try expect(PNG.header(of: PNG.encode(gradient(256))).colorType, equals: .palette)
    try expect(PNG.header(of: PNG.encode(gradient(257))).colorType, equals: .rgb)
  }

  @Test func `pixels per meter follow the scale`() throws {
    func density(_ bytes: [UInt8]) -> [UInt8]? {
      guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: Array("pHYs".utf8)) }) else {
        return nil
      }
      return Array(bytes[place + 4..<place + 13])
    }
    // 72 dots per inch are 2834.6 per meter.
    expect(
      density(try CairoCanvas.png(of: Pictures.scene())), equals: [0, 0, 0x0B, 0x13, 0, 0, 0x0B, 0x13, 1])
    expect(
      density(try CairoCanvas.png(of: Pictures.scene(scale: 2))),
      equals: [0, 0, 0x16, 0x25, 0, 0, 0x16, 0x25, 1])
    let own = try CairoCanvas.png(of: Pictures.scene(), options: PNGOptions(pixelsPerMeter: 1))
    expect(density(own), equals: [0, 0, 0, 1, 0, 0, 0, 1, 1])
    expect(density(try PNG.encode(noise(2, 2, opaque: true, colors: nil, seed: 1))), equals: nil)
  }

  @Test func `a scene's PNG holds its bitmap`() throws {
    for background in [Color.white, nil, Color(red: 0.2, green: 0.5, blue: 0.9, alpha: 0.3)] {
      let circle = Circle(
        center: Point(x: 17, y: 22), radius: 9, fill: Color(red: 0.9, green: 0.3, blue: 0.1, alpha: 0.6))
      let scene = Pictures.scene(.circle(circle), background: background)
      try expect(PNG.decode(CairoCanvas.png(of: scene)), equals: CairoCanvas.bitmap(of: scene))
    }
  }

  /// Files of the kinds we never write, made by hand: stored deflate blocks, one row a list.
  @Test(arguments: HandMade.all)
  func `every kind of pixel is read`(file: HandMade) throws {
    let bitmap = try PNG.decode(file.bytes)
    expect(bitmap.pixels, equals: file.pixels, "\(file.name)")
    try expect(PNG.header(of: file.bytes).isInterlaced, equals: file.name == "interlaced")
  }

  @Test(arguments: [(1, 5), (2, 6), (3, 3), (70, 11)], [2, 6] as [UInt8])
  func `filtered rows are read, in one chunk or several`(size: (Int, Int), kind: UInt8) throws {
    let (width, height) = size
    let bitmap = try noise(width, height, opaque: kind == 2, colors: 9, seed: UInt64(width))
    let channels = kind == 2 ? 3 : 4
    let rows = (0..<height).map { y in
      (0..<width * channels).map { bitmap.pixels[(y * width + $0 / channels) * 4 + $0 % channels] }
    }
    for filters in [[0], [1], [2], [3], [4], [4, 0, 3, 1, 2]] as [[UInt8]] {
      let raw = rows.indices.map { y in
        HandMade.filtered(
          rows[y], by: filters[y % filters.count],
          above: y > 0 ? rows[y - 1] : Array(repeating: 0, count: width * channels), pixel: channels)
      }
      for parts in [1, 3] {
        let file = HandMade.file(
          width: width, height: height, depth: 8, kind: kind, raw: raw, filters: filters, parts: parts)
        try expect(PNG.decode(file), equals: bitmap, "filters \(filters)")
      }
    }
    let unknown = HandMade.file(
      width: width, height: height, depth: 8, kind: kind, raw: rows, filters: [0, 5])
    #expect(throws: PictureError.damaged(.png)) { try PNG.decode(unknown) }
    let short = HandMade.file(
      width: width, height: height, depth: 8, kind: kind, raw: rows.dropLast(), parts: 2)
    #expect(throws: PictureError.damaged(.png)) { try PNG.decode(short) }
  }

  @Test func `limits hold before anything is allocated`() throws {
    let bomb = HandMade.file(width: 900_000, height: 1_000, depth: 8, kind: 2, raw: [[0]], interlaced: false)
    #expect(
      throws: PictureError.tooLarge(.png, width: 900_000, height: 1_000, limits: .standard)
    ) { try PNG.decode(bomb) }
    let dense = HandMade.file(width: 8_000, height: 8_001, depth: 8, kind: 6, raw: [[0]], interlaced: false)
    #expect(throws: PictureError.self) { try PNG.decode(dense) }
    // Within the limits, yet more than so few bytes can unpack to.
    let lie = HandMade.file(width: 8_000, height: 8_000, depth: 8, kind: 6, raw: [[0]], interlaced: false)
    #expect(throws: PictureError.damaged(.png)) { try PNG.decode(lie) }
    let small = try PNG.encode(noise(20, 20, opaque: true, colors: nil, seed: 3))
    #expect(
      throws: PictureError.tooLarge(.png, width: 20, height: 20, limits: PixelLimits(side: 19, area: 1_000))
    ) {
      try PNG.decode(small, limits: PixelLimits(side: 19, area: 1_000))
    }
    #expect(throws: PictureError.self) { try PNG.decode(small, limits: PixelLimits(side: 100, area: 399)) }
    try expect(PNG.decode(small, limits: PixelLimits(side: 20, area: 400)).width, equals: 20)
  }
}

/// PNG files of kinds our writer has no use for.
struct HandMade: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let pixels: [UInt8]
  var testDescription: String { name }

  static let all: [HandMade] = [
    HandMade(
      name: "gray of one bit", bytes: file(width: 3, height: 1, depth: 1, kind: 0, raw: [[0b1010_0000]]),
      pixels: [255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255]),
    HandMade(
      name: "gray of eight bits with a transparent value",
      bytes: file(width: 2, height: 1, depth: 8, kind: 0, raw: [[7, 200]], extra: [("tRNS", [0, 7])]),
      pixels: [7, 7, 7, 0, 200, 200, 200, 255]),
    HandMade(
      name: "RGB with a transparent color",
      bytes: file(
        width: 2, height: 1, depth: 8, kind: 2, raw: [[1, 2, 3, 4, 5, 6]],
        extra: [("tRNS", [0, 1, 0, 2, 0, 3])]),
      pixels: [1, 2, 3, 0, 4, 5, 6, 255]),
    HandMade(
      name: "gray of sixteen bits, rounded",
      bytes: file(width: 2, height: 1, depth: 16, kind: 0, raw: [[0x80, 0xFF, 0x7F, 0x00]]),
      pixels: [128, 128, 128, 255, 127, 127, 127, 255]),
    HandMade(
      name: "gray and alpha", bytes: file(width: 1, height: 2, depth: 8, kind: 4, raw: [[9, 8], [7, 6]]),
      pixels: [9, 9, 9, 8, 7, 7, 7, 6]),
    HandMade(
      name: "palette of two bits with alpha",
      bytes: file(
        width: 3, height: 1, depth: 2, kind: 3, raw: [[0b0001_1000]],
        extra: [("PLTE", [1, 2, 3, 4, 5, 6, 7, 8, 9]), ("tRNS", [100])]),
      pixels: [1, 2, 3, 100, 4, 5, 6, 255, 7, 8, 9, 255]),
    HandMade(
      name: "RGB of sixteen bits with alpha",
      bytes: file(width: 1, height: 1, depth: 16, kind: 6, raw: [[1, 1, 2, 2, 3, 3, 4, 4]]),
      pixels: [1, 2, 3, 4]),
    HandMade(
      name: "RGB with gamma, text and a suggested palette, all passed over",
      bytes: file(
        width: 1, height: 1, depth: 8, kind: 2, raw: [[10, 20, 30]],
        extra: [("gAMA", [0, 0, 0x27, 0x10]), ("PLTE", [1, 2, 3]), ("tEXt", [0x61, 0, 0x62])]),
      pixels: [10, 20, 30, 255]),
    HandMade(
      name: "interlaced",
      // 2×2: pass 1 holds (0, 0), pass 6 (1, 0), pass 7 the second row.
      bytes: file(width: 2, height: 2, depth: 8, kind: 0, raw: [[1], [2], [3, 4]], interlaced: true),
      pixels: [1, 1, 1, 255, 2, 2, 2, 255, 3, 3, 3, 255, 4, 4, 4, 255]),
  ]

  static func file(
    width: Int, height: Int, depth: UInt8, kind: UInt8, raw: [[UInt8]], extra: [(String, [UInt8])] = [],
    interlaced: Bool = false, filters: [UInt8] = [0], parts: Int = 1
  ) -> [UInt8] {
    let rows: [UInt8] = raw.enumerated().flatMap { [filters[$0 % filters.count]] + $1 }
    let length = UInt16(rows.count)
    var packed: [UInt8] = [0x78, 0x01, 1]
    for number: UInt16 in [length, ~length] {
      packed += [UInt8(number & 255), UInt8(number >> 8)] as [UInt8]
    }
    var (a, b) = (UInt32(1), UInt32(0))
    for byte in rows {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    packed += rows + big(b << 16 | a)
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    bytes += chunk(
      "IHDR", big(UInt32(width)) + big(UInt32(height)) + [depth, kind, 0, 0, interlaced ? 1 : 0])
    for (type, data) in extra { bytes += chunk(type, data) }
    let size = (packed.count + parts - 1) / parts
    for start in stride(from: 0, to: packed.count, by: size) {
      bytes += chunk("IDAT", Array(packed[start..<min(start + size, packed.count)]))
    }
    return bytes + chunk("IEND", [])
  }

  /// A row as a filter leaves it, byte by byte as the specification has it (9.2 to 9.4).
  static func filtered(_ row: [UInt8], by filter: UInt8, above: [UInt8], pixel: Int) -> [UInt8] {
    row.indices.map { index in
      let a = index >= pixel ? Int(row[index - pixel]) : 0
      let (b, c) = (Int(above[index]), index >= pixel ? Int(above[index - pixel]) : 0)
      let nearest = [a, b, c].min { abs(a + b - c - $0) < abs(a + b - c - $1) } ?? 0
      let predicted = [0, a, b, (a + b) / 2, nearest][Int(filter)]
      return row[index] &- UInt8(truncatingIfNeeded: predicted)
    }
  }

  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return big(UInt32(data.count)) + body + big(crc(body))
  }

  static func big(_ value: UInt32) -> [UInt8] {
    (0..<4).map { (index: UInt32) -> UInt8 in UInt8(truncatingIfNeeded: value >> (24 - 8 * index)) }
  }

  /// The specification's own way, bit by bit.
  static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF as UInt32) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { (value: UInt32, _: Int) -> UInt32 in
        let half: UInt32 = value >> 1
        return value & 1 == 1 ? half ^ 0xEDB8_8320 : half
      }
    }
  }
}
