import CairoCanvas
import Drawing
import TestSupport
import Testing

@Suite struct `Pictures for elsewhere` {
  /// Two flat halves with a gradient between them, and a few pixels of any color.
  private func map(_ width: Int, _ height: Int, alpha: UInt8 = 255) throws -> Bitmap {
    var random = Seeded(seed: 34)
    var pixels: [UInt8] = []
    for _ in 0..<height {
      for x in 0..<width {
        let share = min(1, max(0, Double(x * 3 - width) / Double(width)))
        pixels += [UInt8(210 - 100 * share), UInt8(220 + 20 * share), UInt8(40 + 200 * share), alpha]
      }
    }
    for _ in 0..<40 {
      let offset = 4 * Int.random(in: 0..<width * height, using: &random)
      for channel in 0..<3 { pixels[offset + channel] = .random(in: 0...255, using: &random) }
    }
    return try #require(Bitmap(width: width, height: height, pixels: pixels))
  }

  @Test(.wantsInProcess(.webp), arguments: [(1, 1), (3, 5), (200, 120)], [UInt8(255), 90])
  func `lose nothing as WebP`(size: (Int, Int), alpha: UInt8) throws {
    let bitmap = try map(size.0, size.1, alpha: alpha)
    let bytes = try PictureWriter.encode(bitmap, as: .webp)
    try expect(PictureReader.decode(bytes), equals: bitmap)
    try expect(PictureWriter.encode(bitmap, as: .webp), equals: bytes)
  }

  @Test(.wantsInProcess(.jpeg, .webp), arguments: [PictureHeader.Format.jpeg, .webp])
  func `keep their colors with a quality, and are smaller with a lower one`(
    format: PictureHeader.Format
  ) throws {
    let flat = try map(200, 120)
    let (fine, rough) = try (
      PictureWriter.encode(flat, as: format, quality: 95), PictureWriter.encode(flat, as: format, quality: 20)
    )
    #expect(rough.count < fine.count)
    let read = try PictureReader.decode(fine)
    let differences = zip(read.pixels, flat.pixels).map { abs(Int($0) - Int($1)) }
    #expect(differences.reduce(0, +) < 3 * differences.count)
  }

  @Test(.wantsInProcess(.avif)) func `are as large in AVIF, and smaller with a lower quality`() throws {
    let flat = try map(200, 120)
    let (fine, rough) = try (
      PictureWriter.encode(flat, as: .avif, quality: 90), PictureWriter.encode(flat, as: .avif, quality: 20)
    )
    #expect(rough.count < fine.count)
    #expect(fine.count < flat.pixels.count / 8)
    expect(Array(fine[4..<12]), equals: Array("ftypavif".utf8))
    // The box of the size (ISO/IEC 23008-12, 6.5.3): 200 and 120 in 32 bits each.
    let box = Array("ispe".utf8) + [0, 0, 0, 0, 0, 0, 0, 200, 0, 0, 0, 120]
    #expect(fine.indices.contains { fine[$0...].starts(with: box) })
    try expect(PictureWriter.encode(flat, as: .avif, quality: 90), equals: fine)
  }

  @Test func `have at most so many pixels a side`() throws {
    let wide = try #require(Bitmap(width: 16_384, height: 1, pixels: Array(repeating: 9, count: 65_536)))
    #expect(throws: PictureError.tooLargeToWrite(.webp, side: 16_383)) {
      try PictureWriter.encode(wide, as: .webp)
    }
    let error = PictureError.tooLargeToWrite(.webp, side: 16_383)
    expect(
      error.description, equals: "a WebP has at most 16383 pixels a side; write PNG, or a smaller picture")
  }

  @Test(arguments: [2, 16, 64, 256])
  func `have at most so many colors, and flat areas keep theirs`(count: Int) throws {
    let bitmap = try map(300, 200)
    let (reduced, error) = bitmap.reduced(toColors: count)
    let colors = Set((0..<300 * 200).map { Array(reduced.pixels[4 * $0..<4 * $0 + 4]) })
    #expect(colors.count <= count)
    let differences = zip(bitmap.pixels, reduced.pixels).map { abs(Int($0) - Int($1)) }
    expect(error.greatest, equals: differences.max())
    let squares = differences.reduce(0) { $0 + $1 * $1 }
    #expect(abs(error.typical - (Double(squares) / Double(differences.count)).squareRoot()) < 1e-9)
    guard count > 2 else { return }
    let left = Array(bitmap.pixels[4 * 300 * 100 + 40..<4 * 300 * 100 + 44])
    #expect(colors.contains(left))
    #expect(error.typical < (count == 16 ? 8 : 3))
  }

  @Test func `are as they were where they have few colors`() throws {
    let pixels: [UInt8] = (0..<200).flatMap { [UInt8($0 % 3), 0, 0, 255] as [UInt8] }
    let bitmap = try #require(Bitmap(width: 20, height: 10, pixels: pixels))
    let (same, error) = bitmap.reduced(toColors: 3)
    expect(same, equals: bitmap)
    expect(error, equals: bitmap.reduced(toColors: 256).error)
    expect(error.greatest, equals: 0)
  }
}
