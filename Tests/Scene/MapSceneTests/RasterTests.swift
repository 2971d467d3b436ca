import Drawing
import MapContent
import MapGeometry
import MapScene
import MapSettings
import MapStyle
import StyleSettings
import TestSupport
import Testing

@testable import MapGround

@Suite struct `Raster layers` {
  private func view(zoom: Double = 0, longitude: Double = 0, size: Double = 512, scale: Double = 1) throws
    -> Viewport
  {
    try viewport(longitude: longitude, zoom: zoom, width: size, height: size, scale: scale)
  }

  // MARK: Which tiles

  @Test(arguments: [
    (512.0, 0.0, 0), (512, 0.4, 0), (512, 0.6, 1), (256, 0, 1), (256, 3.2, 4), (1024, 3, 2), (512, 9, 5),
  ])
  func `take the zoom whose tiles come nearest to their size`(
    tileSize: Double, zoom: Double, expected: Int
  ) throws {
    let cover = TileCover(tileSize: tileSize, minimumZoom: 0, maximumZoom: 5)
    expect(cover.zoom(in: try view(zoom: zoom)), equals: expected)
  }

  @Test func `take none farther out than there are tiles`() throws {
    let cover = TileCover(tileSize: 512, minimumZoom: 3, maximumZoom: 5)
    let far = try view(zoom: 2)
    expect(cover.zoom(in: far), equals: nil)
    #expect(cover.tiles(in: far).isEmpty)
  }

  @Test func `take every tile in view once, across the antimeridian too`() throws {
    let cover = TileCover(tileSize: 256, minimumZoom: 0, maximumZoom: 20)
    let all = cover.tiles(in: try view())
    expect(
      all.map { [$0.zoom, $0.column, $0.row] }, equals: [[1, 0, 0], [1, 1, 0], [1, 0, 1], [1, 1, 1]])
    // A picture three worlds wide needs them once.
    expect(cover.tiles(in: try view(size: 1536)).count, equals: 4)
    // A narrow one about 180° needs the last column and the first.
    let around = cover.tiles(in: try view(zoom: 3, longitude: 180, size: 100))
    #expect((Set(around.map(\.column)), Set(around.map(\.row))) == ([15, 0], [7, 8]))
  }

  @Test func `take none beyond the source's bounds`() throws {
    var cover = TileCover(tileSize: 256, minimumZoom: 0, maximumZoom: 20)
    cover.bounds = try BoundingBox(west: 10, south: 10, east: 20, north: 20)
    expect(cover.tiles(in: try view()).map { [$0.column, $0.row] }, equals: [[1, 0]])
    cover.bounds = try BoundingBox(west: 170, south: -20, east: -170, north: -10)
    expect(cover.tiles(in: try view()).map { [$0.column, $0.row] }, equals: [[0, 1], [1, 1]])
  }

  // MARK: Drawing

  private func drawn(
    _ source: String, paint: String = "", _ pictures: SourcePictures, in viewport: Viewport
  ) throws -> [ImageMark] {
    let text = """
      {"version": 8, "sources": {"r": \(source)},
       "layers": [{"id": "l", "type": "raster", "source": "r", "paint": {\(paint)}}]}
      """
    let parsing = Style.parseWithSettings(Array(text.utf8))
    #expect(parsing.diagnostics.isEmpty, "\(parsing.diagnostics)")
    var snapshotter = MapSnapshotter(style: try #require(parsing.style), sources: [])
    snapshotter.pictures = ["r": pictures]
    let marks = try snapshotter.snapshot(of: viewport, shaper: HalfEmShaper()).scene.layers.first?.marks ?? []
    return marks.compactMap { if case .image(let image) = $0.shape { image } else { nil } }
  }

  private let tiles = #"{"type": "raster", "tiles": ["t/{z}/{x}/{y}.png"], "tileSize": 256}"#

  @Test func `draw tiles side by side on whole pixels`() throws {
    let cover = TileCover(tileSize: 256, minimumZoom: 0, maximumZoom: 1)
    let some = try plain(4, 4)
    let all = cover.tiles(in: try view())
    let bitmaps = Dictionary(uniqueKeysWithValues: all.dropLast().map { ($0, some) })
    let viewport = try view(zoom: 0.13, size: 400, scale: 2)
    let marks = try drawn(
      tiles, paint: #""raster-opacity": 0.5, "raster-resampling": "nearest""#, .tiles(cover, bitmaps),
      in: viewport)
    // One of the four is missing.
    expect(marks.count, equals: 3)
    #expect(marks.allSatisfy { $0.opacity == 0.5 && !$0.isSmooth })
    expect(marks[0].rectangle.maxX, equals: marks[1].rectangle.minX)
    expect(marks[0].rectangle.maxY, equals: marks[2].rectangle.minY)
    for mark in marks {
      expect((mark.rectangle.x * 2).rounded(), equals: mark.rectangle.x * 2)
      expect((mark.rectangle.maxY * 2).rounded(), equals: mark.rectangle.maxY * 2)
    }
    // A tile of zoom 1 is 256 · 2^0.13 points wide; the middle of the world is the picture's.
    expect(marks[0].rectangle.maxX, equals: 200)
    #expect(abs(marks[0].rectangle.width - 280.14) <= 0.5)
  }

  @Test func `stretch a picture between corners`() throws {
    let corners = "[[-45, 45], [45, 45], [45, -45], [-45, -45]]"
    let source = #"{"type": "image", "url": "a.png", "coordinates": \#(corners)}"#
    let marks = try drawn(source, .image(try plain(3, 2)), in: try view())
    expect(marks.count, equals: 1)
    // 45° are 64 points across; 45° north is 71.82 points up.
    let box = try #require(marks.first?.rectangle)
    #expect(abs(box.x - 192) < 1e-9)
    #expect(abs(box.width - 128) < 1e-9)
    #expect(abs(box.y - 184.18) < 0.01)
    #expect(abs(box.height - 143.64) < 0.02)
  }

  @Test func `turn a picture whose corners are turned`() throws {
    // The upper left pixel of a picture turned a quarter lies on the right.
    let pixels: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255]
    let bitmap = try #require(Bitmap(width: 2, height: 2, pixels: pixels))
    let corners = "[[45, 45], [45, -45], [-45, -45], [-45, 45]]"
    let marks = try drawn(
      #"{"type": "image", "url": "a.png", "coordinates": \#(corners)}"#,
      paint: #""resampling": "nearest""#, .image(bitmap), in: try view())
    let mark = try #require(marks.first)
    #expect((mark.rectangle.x, mark.rectangle.width) == (192, 128))
    let (width, height) = (mark.bitmap.width, mark.bitmap.height)
    #expect(mark.bitmap[width - 3, 3] == (255, 0, 0, 255))
    #expect(mark.bitmap[width - 3, height - 3] == (0, 255, 0, 255))
    #expect(mark.bitmap[3, 3] == (0, 0, 255, 255))
  }

  @Test func `stretch a picture in two triangles, as GL JS does`() throws {
    let red: [UInt8] = [255, 0, 0, 255]
    let bitmap = try #require(Bitmap(width: 2, height: 1, pixels: red + [0, 0, 255, 255]))
    let corners = "[[-45, 45], [45, 45], [0, -45], [-45, -45]]"
    let marks = try drawn(
      #"{"type": "image", "url": "a.png", "coordinates": \#(corners)}"#,
      paint: #""resampling": "nearest""#, .image(bitmap), in: try view())
    let mark = try #require(marks.first)
    let (x, y) = (Int(248 - mark.rectangle.x), Int(250 - mark.rectangle.y))
    // 5.6° west lies at 0.44 of the upper edge's width; between the left and the right edge it would be 0.58.
    #expect(mark.bitmap[x, y] == (255, 0, 0, 255))
    #expect(mark.bitmap[x + 12, y] == (0, 0, 255, 255))
  }

  @Test(arguments: [1.0, 2])
  func `lie on whole points of the world, where a view begins between two`(scale: Double) throws {
    let source =
      #"{"type": "image", "url": "a.png", "coordinates": [[-45, 45], [45, 45], [45, -45], [-45, -45]]}"#
    // The middle of the picture is 0.3 points east of a whole point, and 0.7 of the next.
    for longitude in [0.3, 0.7].map({ $0 * 360 / 512 }) {
      let viewport = try view(longitude: longitude, scale: scale)
      let box = try #require(drawn(source, .image(try plain(3, 2)), in: viewport).first?.rectangle)
      #expect(abs(box.x - (longitude < 0.4 ? 192 : 191)) < 1e-6)
    }
  }

  @Test func `find the way back from any quadrilateral`() throws {
    let corners = [
      Point(x: 10, y: 20), Point(x: 110, y: 35), Point(x: 130, y: 140), Point(x: -5, y: 90),
    ]
    let map = try #require(Homography(from: corners, width: 200, height: 100))
    let expected = [
      Point(x: 0, y: 0), Point(x: 200, y: 0), Point(x: 200, y: 100), Point(x: 0, y: 100),
    ]
    for (corner, source) in zip(corners, expected) {
      // A hair inside, for on the edge rounding decides.
      let middle = Point(x: 61, y: 71)
      let near = Point(x: corner.x + (middle.x - corner.x) * 1e-6, y: corner.y + (middle.y - corner.y) * 1e-6)
      let found = try #require(map.source(of: near))
      #expect(abs(found.x - source.x) < 0.01)
      #expect(abs(found.y - source.y) < 0.01)
    }
    // Diagonals stay straight: they meet where they meet.
    expect(map.source(of: Point(x: 300, y: 0)), equals: nil)
    #expect(Homography(from: Array(repeating: .zero, count: 4), width: 1, height: 1) == nil)
  }

  // MARK: Colors

  private func changed(_ pixel: [UInt8], _ colors: RasterColors) throws -> [UInt8] {
    let (red, green, blue, alpha) = colors.applied(to: try plain(1, 1, pixel))[0, 0]
    return [red, green, blue, alpha]
  }

  @Test func `change colors as the shader does`() throws {
    let color: [UInt8] = [200, 100, 50, 128]
    try expect(changed(color, RasterColors()), equals: color)
    // A third of the circle moves channels by one.
    try expect(changed(color, RasterColors(hueRotation: 120)), equals: [50, 200, 100, 128])
    try expect(changed(color, RasterColors(saturation: -1)), equals: [117, 117, 117, 128])
    try expect(changed(color, RasterColors(contrast: -1)), equals: [128, 128, 128, 128])
    try expect(changed(color, RasterColors(darkest: 1, brightest: 0)), equals: [55, 155, 205, 128])
    try expect(changed(color, RasterColors(contrast: 0.5)), equals: [255, 73, 0, 128])
  }
}
