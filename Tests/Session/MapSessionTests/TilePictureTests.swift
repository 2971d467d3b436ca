import CairoCanvas
import Drawing
import Foundation
import MapFeatures
import MapGeometry
import TestSupport
import Testing

@testable import MapSession

@Suite struct `Pictures of raster tiles` {
  private func tile(_ bytes: [UInt8]) throws -> TileContent {
    TileContent(id: try #require(TileID(zoom: 0, column: 0, row: 0)), bytes: bytes, name: "t/0/0/0")
  }

  private func png(_ side: Int) throws -> [UInt8] {
    let pixels: [UInt8] = (0..<side * side).flatMap { _ in [200, 100, 50, 255] }
    return try PNG.encode(try #require(Bitmap(width: side, height: side, pixels: pixels)))
  }

  @Test func `have the size of a tile or twice that`() throws {
    try expect(TileLoader.image(of: tile(png(16)), size: 16)[3, 3].red, equals: 200)
    try expect(TileLoader.image(of: tile(png(32)), size: 16).width, equals: 32)
    let error = #expect(throws: ResourceError.self) {
      try TileLoader.image(of: tile(png(24)), size: 16)
    }
    expect(
      error?.description,
      equals: "t/0/0/0 has 24×24 pixels, neither 16 nor 32 a side; set the source's tileSize")
  }

  @Test(
    arguments: [
      ([0xFF, 0xD8, 0xFF, 0xE0], "the JPEG ends early, after 4 bytes"),
      (Array("RIFF1234WEBPVP8 ".utf8), "the WebP ends early"),
      ([0x1A, 0], "not a picture: it begins neither as PNG nor as JPEG or WebP"),
      ([0, 1, 2, 3], "not a picture: it begins neither as PNG nor as JPEG or WebP"),
    ] as [([UInt8], String)])
  func `of other kinds are named`(bytes: [UInt8], reason: String) throws {
    let error = #expect(throws: ResourceError.self) { try TileLoader.image(of: tile(bytes), size: 16) }
    expect(error?.description.hasPrefix("t/0/0/0 cannot be drawn: \(reason)"), equals: true)
  }
}
