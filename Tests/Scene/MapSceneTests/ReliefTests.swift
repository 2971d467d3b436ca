import CSystem
import Drawing
import MapGeometry
import MapGround
import MapScene
import MapStyle
import StyleSettings
import TestSupport
import Testing

/// Tiles of zoom 4 and 64 pixels about 0°, 0°, whose heights are a function of the pixel east and south of there.
@Suite struct `Relief` {
  private static let side = 64

  private func picture(
    _ layer: String, bearing: Double = 0, source: String = #""encoding": "mapbox""#, scale: Double = 1,
    leavingOut left: Set<Int> = [], isGray: Bool = false, warnings: [String] = [],
    height: (_ east: Int, _ south: Int) -> Double
  ) throws -> Bitmap {
    let text = """
      {"version": 8, "sources": {"h": {"type": "raster-dem", "tiles": ["{z}/{x}/{y}.png"], "tileSize": 64, \(source)}},
       "layers": [{"id": "l", "source": "h", \(layer)}]}
      """
    let parsing = Style.parseWithSettings(Array(text.utf8))
    var snapshotter = MapSnapshotter(
      style: try #require(parsing.style, "\(parsing.diagnostics)"), sources: [])
    // Tiles of 64 points are three zooms closer than those of 512: a pixel of theirs is a point.
    let viewport = try Viewport(
      center: Coordinate(latitude: 0, longitude: 0), zoom: 1, size: ScreenSize(width: 100, height: 80),
      scale: scale, bearing: bearing)
    let cover = TileCover(tileSize: 64, minimumZoom: 0, maximumZoom: 9)
    var tiles: [TileID: Bitmap] = [:]
    for (number, tile) in cover.tiles(in: viewport).enumerated() where !left.contains(number) {
      var pixels: [UInt8] = []
      for row in 0..<Self.side {
        for column in 0..<Self.side {
          let meters = height((tile.column - 8) * Self.side + column, (tile.row - 8) * Self.side + row)
          let value = Int(((meters + 10_000) * 10).rounded())
          let bytes = isGray ? [column, column, column] : [value >> 16, value >> 8, value]
          pixels += bytes.map { UInt8($0 & 255) } + [255]
        }
      }
      tiles[tile] = Bitmap(width: Self.side, height: Self.side, pixels: pixels)
    }
    snapshotter.pictures = ["h": .tiles(cover, tiles)]
    let snapshot = try snapshotter.snapshot(of: viewport, shaper: HalfEmShaper())
    expect(snapshot.reported, equals: warnings)
    let scene = snapshot.scene
    let marks = scene.layers.first?.marks ?? []
    expect(marks.count, equals: 1)
    guard case .image(let image)? = marks.first?.shape else { throw Missing() }
    expect(image.rectangle, equals: Rectangle(x: 0, y: 0, width: 100, height: 80))
    return image.bitmap
  }
  private struct Missing: Error {}

  /// Meters a pixel is wide at the equator at zoom 4, and by how much slopes are steepened there.
  private let pixel = 40_075_016.69 / (16 * 64)
  private let growth = exp2((15 - 4) * 0.35)

  @Test(arguments: [0.0, 30, 90]) func `shades a plain slope alike everywhere, across tiles and turned`(
    bearing: Double
  ) throws {
    // A slope of 1 after steepening, down to the east, lit from the east at 45°.
    let slope = pixel / growth
    let paint =
      #""hillshade-method": "basic", "hillshade-illumination-anchor": "map", "hillshade-illumination-direction": 90"#
    let bitmap = try picture(#""type": "hillshade", "paint": {\#(paint)}"#, bearing: bearing) { east, _ in
      500_000 - slope * Double(east)
    }
    let lit = bitmap[50, 40]
    // The normal's angle to the light is 0: full highlight, white.
    #expect((lit.red, lit.alpha) == (255, 255))
    for y in stride(from: 0, to: 80, by: 7) {
      for x in stride(from: 0, to: 100, by: 9) {
        #expect(abs(Int(bitmap[x, y].alpha) - 255) <= 2, "\(x) \(y)")
      }
    }
  }

  @Test func `shades what faces away`() throws {
    let slope = pixel / growth
    let paint =
      #""hillshade-method": "basic", "hillshade-illumination-direction": 270, "hillshade-shadow-color": "rgb(32, 64, 96)""#
    let bitmap = try picture(#""type": "hillshade", "paint": {\#(paint)}"#) { east, _ in
      500_000 - slope * Double(east)
    }
    let dark = bitmap[50, 40]
    // At right angles to the light: full shadow.
    #expect((dark.red, dark.green, dark.blue, dark.alpha) == (0x20, 0x40, 0x60, 255))
  }

  @Test(arguments: ["standard", "igor", "combined"]) func `leaves level ground as it is`(method: String)
    throws
  {
    let bitmap = try picture(#""type": "hillshade", "paint": {"hillshade-method": "\#(method)"}"#) { _, _ in
      500
    }
    #expect(bitmap.pixels.allSatisfy { $0 == 0 })
  }

  @Test func `averages several lights`() throws {
    let paint = #"""
      "hillshade-method": "multidirectional", "hillshade-illumination-direction": [0, 180], "hillshade-illumination-altitude": 30,
      "hillshade-highlight-color": ["#ff0000", "#0000ff"], "hillshade-shadow-color": ["#00ff00", "#00ff00"]
      """#
    let bitmap = try picture(#""type": "hillshade", "paint": {\#(paint)}"#) { _, south in
      500_000 + pixel / growth * 0.2 * Double(south)
    }
    // Up to the south by 0.2: (sin 30° ± 0.2 cos 30°) / √1.04 of each light; above a half highlights, else shadows.
    let (north, south) = ((0.5 + 0.2 * 0.8660254) / 1.0198039, (0.5 - 0.2 * 0.8660254) / 1.0198039)
    let (red, green) = ((2 * north - 1) / 2, (1 - 2 * south) / 2)
    let found = bitmap[50, 40]
    #expect(abs(Double(found.alpha) - 255 * (red + green)) <= 2)
    #expect(abs(Double(found.red) - 255 * red / (red + green)) <= 3)
    expect(found.blue, equals: 0)
  }

  @Test func `colors heights between its stops, and steps where it steps`() throws {
    let ramp = #"["interpolate", ["linear"], ["elevation"], 0, "black", 1000, "red"]"#
    let bitmap = try picture(
      #""type": "color-relief", "paint": {"color-relief-color": \#(ramp)}"#
    ) { east, _ in Double(east) * 10 + 505 }
    // 50 points east of the left edge is the middle; a pixel of a tile is a point.
    for x in [10, 50, 77] {
      let meters = (Double(x) + 0.5 - 50) * 10 + 500
      #expect(abs(Double(bitmap[x, 30].red) - min(255, max(0, meters * 0.255))) <= 2, "\(x)")
    }
    let steps = #"["step", ["elevation"], "black", 500, "lime"]"#
    let stepped = try picture(
      #""type": "color-relief", "paint": {"color-relief-color": \#(steps)}"#
    ) { east, _ in Double(east) * 10 + 505 }
    #expect((stepped[40, 30].green, stepped[60, 30].green) == (0, 255))
  }

  @Test(arguments: ["hillshade", "color-relief"]) func `of gray pictures is warned of`(type: String) throws {
    let colors = #""color-relief-color": ["interpolate", ["linear"], ["elevation"], 0, "red", 1000, "blue"]"#
    let layer = #""type": "\#(type)", "paint": {\#(type == "hillshade" ? "" : colors)}"#
    let warning =
      "gray-heights: the pictures of h are gray, and heights take red, green and blue apart; name pictures of elevation, or give the source a custom encoding"
    _ = try picture(layer, isGray: true, warnings: [warning]) { _, _ in 0 }
    _ = try picture(
      layer, source: #""encoding": "custom", "redFactor": 4, "greenFactor": 0, "blueFactor": 0"#, isGray: true
    ) { _, _ in 0 }
  }

  @Test func `leaves missing tiles empty, and takes heights of any size`() throws {
    let layer =
      #""type": "color-relief", "paint": {"color-relief-color": ["step", ["elevation"], "red", 0, "blue"]}"#
    let bitmap = try picture(layer, leavingOut: [0]) { _, _ in 7 }
    #expect((bitmap[1, 1].alpha, bitmap[99, 79].blue) == (0, 255))
    let factors =
      #""encoding": "custom", "redFactor": 1e6, "greenFactor": -1e6, "blueFactor": 0, "baseShift": 0"#
    let wild = try picture(#""type": "hillshade""#, source: factors) { east, _ in Double(east) }
    expect(wild.width, equals: 100)
  }
}
