import Drawing
import MapDecorations
import MapGeometry
import MapGround
import MapScene
import MapStyle
import StyleSettings
import Testing

@Suite struct `Raster tiles of the world shown once` {
  /// A tile 4 pixels wide, each column with a red of its own.
  private func tile() throws -> Bitmap {
    let row: [UInt8] = [10, 0, 0, 255, 20, 0, 0, 255, 30, 0, 0, 255, 40, 0, 0, 255]
    return try #require(Bitmap(width: 4, height: 2, pixels: row + row))
  }

  /// The pictures drawn of tiles 256 points wide, in a picture three times as wide as the world.
  private func images(background: PictureOptions.Background, longitude: Double) throws -> [ImageMark] {
    let parsing = Style.parseWithSettings(
      Array(
        """
        {"version": 8, "sources": {"r": {"type": "raster", "tiles": ["{z}/{x}/{y}.png"], "tileSize": 256}},
         "layers": [{"id": "b", "type": "background", "paint": {"background-color": "#ffffff"}},
          {"id": "l", "type": "raster", "source": "r"}]}
        """.utf8))
    var snapshotter = MapSnapshotter(style: try #require(parsing.style), sources: [])
    let viewport = try viewport(longitude: longitude, width: 1536, height: 400)
    let cover = TileCover(tileSize: 256, minimumZoom: 0, maximumZoom: 3)
    let tile = try tile()
    let tiles = Dictionary(
      cover.tiles(in: viewport).map { ($0, tile) }, uniquingKeysWith: { first, _ in first })
    snapshotter.pictures = ["r": .tiles(cover, tiles, attribution: nil)]
    var options = PictureOptions()
    options.background = background
    options.repeatsWorld = false
    let scene = try snapshotter.snapshot(of: viewport, options: options, shaper: HalfEmShaper()).scene
    return scene.layers.flatMap(\.marks).compactMap(\.image)
  }

  @Test func `stand beside it nowhere, where the picture can be looked through`() throws {
    // The world takes 512...1024; 45° are 64 points, a pixel of a tile.
    for longitude in [0.0, 45, 90, 100, -170] {
      let images = try images(background: .none, longitude: longitude)
      let (left, right) = (
        images.map(\.rectangle.x).min() ?? 0, images.map { $0.rectangle.x + $0.rectangle.width }.max() ?? 0
      )
      // No wider than the world, and short of it by less than a pixel of a tile.
      #expect(left >= 511.4, "\(longitude): \(left) \(right)")
      #expect(left < 576, "\(longitude): \(left) \(right)")
      #expect(right <= 1024.6, "\(longitude): \(left) \(right)")
      #expect(right > 960, "\(longitude): \(left) \(right)")
      // What is left of a tile lies where it lay.
      for image in images {
        let pixel = image.rectangle.width / Double(image.bitmap.width)
        #expect(abs(pixel - 64) < 0.5)
      }
    }
    // 45° east, the middle of the picture: the eastern tile ends after one pixel of its copy in the west.
    let moved = try images(background: .none, longitude: 45)
    let west = try #require(moved.min { $0.rectangle.x < $1.rectangle.x })
    #expect((west.rectangle.x, west.bitmap.width, west.bitmap[0, 1].red) == (512, 3, 20))
    let east = try #require(moved.max { $0.rectangle.x < $1.rectangle.x })
    #expect((east.rectangle.x, east.bitmap.width, east.bitmap[0, 1].red) == (960, 1, 10))
  }

  @Test func `are covered by the background where there is one`() throws {
    let images = try images(background: .style, longitude: 45)
    #expect(images.contains { $0.rectangle.x < 512 })
    #expect(images.allSatisfy { $0.bitmap.width == 4 })
  }
}
