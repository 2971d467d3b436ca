import Drawing
import TestSupport
import Testing

@testable import MapContent

/// A bitmap of one color.
func plain(_ width: Int, _ height: Int, _ pixel: [UInt8] = [255, 0, 0, 255]) throws -> Bitmap {
  try #require(
    Bitmap(
      width: width, height: height, pixels: Array((0..<width * height).map { _ in pixel }.joined())))
}

@Suite struct `Sprites` {
  /// Every pixel's red is its column, its green its row.
  private func sheet() throws -> Bitmap {
    let pixels: [UInt8] = (0..<80).flatMap { index -> [UInt8] in
      [UInt8(index % 10), UInt8(index / 10), 0, 255]
    }
    return try #require(Bitmap(width: 10, height: 8, pixels: pixels))
  }

  private func read(_ index: String) throws -> SpriteSheet {
    try SpriteSheet(index: Array(index.utf8), picture: try sheet())
  }

  @Test func `are cut out of their picture`() throws {
    let sheet = try read(
      """
      {"pin": {"x": 2, "y": 1, "width": 3, "height": 2, "pixelRatio": 2, "sdf": true},
       "sign": {"x": 0, "y": 0, "width": 10, "height": 8, "pixelRatio": 1, "stretchX": [[2, 4], [6, 8]],
        "stretchY": [[1, 7]], "content": [1, 2, 9, 7], "textFitWidth": "stretchOnly"}}
      """)
    #expect(sheet.diagnostics.isEmpty)
    expect(sheet.images.map(\.name), equals: ["pin", "sign"])
    let (pin, sign) = (sheet.images[0].image, sheet.images[1].image)
    #expect((pin.bitmap.width, pin.bitmap.height) == (3, 2))
    #expect(pin.bitmap[0, 0] == (2, 1, 0, 255))
    #expect(pin.bitmap[2, 1] == (4, 2, 0, 255))
    expect(pin.size, equals: Size(width: 1.5, height: 1))
    #expect(pin.isSDF)
    #expect(!sign.isSDF)
    #expect((sign.stretchX, sign.stretchY) == ([2...4, 6...8], [1...7]))
    expect(sign.content, equals: Rectangle(x: 1, y: 2, width: 8, height: 5))
    #expect((sign.textFitWidth, sign.textFitHeight) == (.stretchOnly, .stretchOrShrink))
  }

  @Test(arguments: [
    (#"[]"#, "a sprite's index is an object of images; is this one?"),
    (#"{"a": {}}"#, "an image needs whole numbers x, y, width and height"),
    (
      #"{"a": {"x": 8, "y": 0, "width": 3, "height": 1}}"#,
      "3×1 at 8, 0 does not lie in the picture of 10×8"
    ),
    (
      #"{"a": {"x": -1, "y": 0, "width": 3, "height": 1}}"#,
      "3×1 at -1, 0 does not lie in the picture of 10×8"
    ),
    (
      // Of numbers as large only each 1024th is a whole one of 64 bits.
      #"{"a": {"x": 9223372036854775000, "y": 0, "width": 9e15, "height": 1}}"#,
      "9000000000000000×1 at 9223372036854774784, 0 does not lie in the picture of 10×8"
    ),
    (
      #"{"a": {"x": 0.5, "y": 0, "width": 1e19, "height": 1}}"#,
      "an image needs whole numbers x, y, width and height"
    ),
    (
      #"{"a": {"x": 0, "y": 0, "width": 0, "height": 1}}"#, "0×1 at 0, 0 does not lie in the picture of 10×8"
    ),
    (
      #"{"a": {"x": 0, "y": 0, "width": 1, "height": 1, "pixelRatio": 0}}"#,
      "a pixelRatio lies above 0, at most 64"
    ),
    (
      #"{"a": {"x": 0, "y": 0, "width": 4, "height": 1, "stretchX": [[3, 2]]}}"#,
      "stretched zones are pairs of pixels, ascending and within the image; they are left out"
    ),
    (
      #"{"a": {"x": 0, "y": 0, "width": 4, "height": 1, "content": [0, 0, 5, 1]}}"#,
      "content is [left, top, right, bottom] within the image; all of it is taken instead"
    ),
  ])
  func `report what is wrong with an entry`(index: String, message: String) throws {
    let sheet = try read(index)
    expect(sheet.diagnostics.map(\.message), equals: [message])
  }

  @Test func `ask for no more pixels than are affordable`() throws {
    let picture = try plain(40, 40)
    let entries = (0..<9).map { "\"\($0)\": {\"x\": 0, \"y\": 0, \"width\": 40, \"height\": 40}" }
    let index = Array("{\(entries.joined(separator: ","))}".utf8)
    let sheet = try SpriteSheet(index: index, picture: picture, pixelLimit: 6400)
    #expect((sheet.images.count, sheet.diagnostics.map(\.code)) == (4, ["too-large"]))
    expect(SpriteSheet.pixelLimit, equals: 64_000_000)
    try expect(SpriteSheet(index: index, picture: picture).images.count, equals: 9)
  }
}

@Suite struct `Icons' pixels` {
  @Test func `stretch only what may be stretched`() {
    // 10 pixels, of which 4 are stretched, become 20: fixed ends stay as they are.
    let map = StretchMap(length: 10, zones: [3...7], scale: 1, target: 20)
    #expect((map.source(of: 0.5), map.source(of: 2.5)) == (0.5, 2.5))
    expect(map.source(of: 10), equals: 5)
    expect(map.source(of: 19.5), equals: 9.5)
    #expect((map.source(of: -1), map.source(of: 21)) == (-1, 11))
    // Smaller than its fixed parts: all of it shrinks.
    expect(StretchMap(length: 10, zones: [3...7], scale: 1, target: 5).source(of: 2.5), equals: 5)
    expect(StretchMap(length: 10, zones: [], scale: 1, target: 5).source(of: 2.5), equals: 5)
    // Zones at the ends.
    let ends = StretchMap(length: 4, zones: [0...1, 3...4], scale: 1, target: 10)
    #expect((ends.source(of: 2), ends.source(of: 5), ends.source(of: 8)) == (0.5, 2, 3.5))
  }

  /// A distance field of a half plane whose edge lies between columns 7 and 8: an eighth of 1 a pixel.
  private func halfPlane() throws -> SpriteImage {
    let pixels = (0..<16).flatMap { _ in
      (0..<16).flatMap { x -> [UInt8] in
        let distance: Double = 7.5 - Double(x)
        let value: Double = (0.75 + distance / 8) * 255
        return [0, 0, 0, UInt8(min(255, max(0, value)))]
      }
    }
    return SpriteImage(try #require(Bitmap(width: 16, height: 16, pixels: pixels)), isSDF: true)
  }

  private func raster(_ halo: TextRun.Halo? = nil, magnification: Double = 1) -> IconRaster {
    let side = 16 * magnification
    return IconRaster(
      name: "half", width: side, height: side, magnification: magnification, scale: 1,
      color: Color(red: 1, green: 0, blue: 0), halo: halo)
  }

  @Test(arguments: [1.0, 2, 4])
  func `of a shape are as sharp at every size`(magnification: Double) throws {
    let bitmap = try #require(raster(magnification: magnification).bitmap(of: try halfPlane()))
    let row = (0..<bitmap.width).map { Int(bitmap[$0, bitmap.height / 2].alpha) }
    let edge = Int(8 * magnification)
    #expect(row[..<(edge - 1)].allSatisfy { $0 > 250 })
    #expect(row[(edge + 1)...].allSatisfy { $0 < 5 })
    expect(bitmap[2, 2].red, equals: 255)
  }

  @Test func `of a shape have their edge around them`() throws {
    let halo = TextRun.Halo(color: Color(red: 1, green: 1, blue: 1), width: 2)
    let bitmap = try #require(raster(halo).bitmap(of: try halfPlane()))
    expect(bitmap.width, equals: 16 + 2 * 3)
    let row = (0..<bitmap.width).map { bitmap[$0, 11] }
    // Columns 0…7 of the image are red, 8 and 9 the halo's; three pixels of margin on the left. Half a pixel before its end a
    // halo covers as much as MapLibre's smooth step over 0.84 pixels on both sides: 0.89.
    #expect(row[6] == (255, 0, 0, 255))
    #expect(row[3 + 8].alpha > 250)
    #expect(abs(Int(row[3 + 9].alpha) - 228) < 6)
    #expect(row[3 + 9].green > 250)
    #expect(row[3 + 11].alpha < 5)
  }

  @Test func `between whole pixels are those of the image there`() throws {
    // Two columns, black and white, drawn 5 pixels wide from 0.25 on: the middle of pixel 5 lies
    // beyond them.
    let pixels: [UInt8] = [0, 0, 0, 255, 255, 255, 255, 255]
    let image = SpriteImage(try #require(Bitmap(width: 2, height: 1, pixels: pixels)))
    var raster = IconRaster(
      name: "two", width: 5, height: 1, magnification: 2.5, scale: 1, color: .black, halo: nil,
      isSmooth: false)
    raster.corner.x = 0.25
    let squares = try #require(raster.bitmap(of: image))
    expect(raster.area.width, equals: 6)
    expect((0..<6).map { squares[$0, 0].red }, equals: [0, 0, 0, 255, 255, 255])
    expect((0..<6).map { squares[$0, 0].alpha }, equals: [255, 255, 255, 255, 255, 0])
    // Shapes have their edge where it lies: a quarter of a pixel to the right of where it was.
    var shape = self.raster()
    let row = try #require(shape.bitmap(of: try halfPlane()))
    shape.corner.x = 0.25
    let moved = try #require(shape.bitmap(of: try halfPlane()))
    #expect(moved[7, 8].alpha > row[7, 8].alpha)
    #expect(moved[8, 8].alpha > row[8, 8].alpha)
  }
}
