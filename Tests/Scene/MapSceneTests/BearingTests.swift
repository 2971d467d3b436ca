import CairoCanvas
import Drawing
import JSONDocument
import MapClusters
import MapContent
import MapDecorations
import MapFeatures
import MapGeometry
import MapGround
import MapSettings
import MapStyle
import TestSupport
import Testing

@testable import MapScene

@Suite struct `A picture with a bearing` {
  private static let shapes = """
    {"type": "FeatureCollection", "features": [
      {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates":
        [[[-40, -30], [50, -20], [30, 45], [-10, 20], [-40, -30]]]}},
      {"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates":
        [[-60, 40], [0, -40], [70, 10]]}}]}
    """

  private func view(
    _ bearing: Double, longitude: Double = 0, latitude: Double = 0, zoom: Double = 0, width: Double = 200,
    height: Double = 200, scale: Double = 1
  ) throws -> Viewport {
    try viewport(
      longitude: longitude, latitude: latitude, zoom: zoom, width: width, height: height, scale: scale,
      bearing: bearing)
  }

  private func scene(
    _ layers: String, _ viewport: Viewport, shapes: String = `A picture with a bearing`.shapes,
    points: [(longitude: Double, latitude: Double)] = [], images: ImageSet = ImageSet(),
    decorations: DecorationOptions = DecorationOptions()
  ) throws -> Scene {
    let sources = [
      try MapSource(id: "points", features: bare(points), clustering: nil),
      try MapSource(id: "shapes", features: try geoFeatures(shapes), clustering: nil),
    ]
    return try MapSnapshotter(style: try layered(layers), sources: sources, images: images)
      .snapshot(of: viewport, options: PictureOptions(decorations: decorations), shaper: HalfEmShaper()).scene
  }

  /// An image of four by four points.
  private func box() throws -> ImageSet {
    let images = try with(ImageSet()) { try $0.add(SpriteImage(plain(4, 4)), named: "box") }
    return images
  }

  private static let everything = """
    {"id": "back", "type": "background", "paint": {"background-color": "#ffffff"}},
    {"id": "areas", "type": "fill", "source": "shapes", "paint": {"fill-color": "#2277aa",
      "fill-outline-color": "#000000", "fill-translate": [8, 3]}},
    {"id": "lines", "type": "line", "source": "shapes", "paint": {"line-color": "#cc2200", "line-width": 5,
      "line-dasharray": [3, 2], "line-translate": [-4, 6]}},
    {"id": "heat", "type": "heatmap", "source": "points", "paint": {"heatmap-radius": 30, "heatmap-opacity": 0.5}},
    {"id": "dots", "type": "circle", "source": "points", "paint": {"circle-radius": 6, "circle-color": "#00aa00",
      "circle-translate": [10, -7]}}
    """
  private static let places = [(longitude: 20.0, latitude: 30.0), (-50, -20), (60, -35), (0, 0)]

  @Test(arguments: [90.0, 180, 270])
  func `of a quarter turn is the picture with north up, turned`(bearing: Double) throws {
    let size = 200
    func pixels(_ bearing: Double) throws -> Bitmap {
      try CairoCanvas.bitmap(of: scene(Self.everything, view(bearing), points: Self.places))
    }
    let (north, turned) = (try pixels(0), try pixels(bearing))
    var (different, worst) = (0, 0)
    for y in 0..<size {
      for x in 0..<size {
        // The content turns counterclockwise.
        let (column, row) =
          bearing == 90
          ? (y, size - 1 - x) : bearing == 180 ? (size - 1 - x, size - 1 - y) : (size - 1 - y, x)
        let (a, b) = (north[x, y], turned[column, row])
        let difference = max(
          abs(Int(a.red) - Int(b.red)), abs(Int(a.green) - Int(b.green)), abs(Int(a.blue) - Int(b.blue)))
        worst = max(worst, difference)
        if difference > 8 { different += 1 }
      }
    }
    // Smooth edges are sampled in rows finer than in columns.
    #expect(different < size * size / 100, "\(different) pixels differ, by \(worst) at most")
    #expect(worst < 64, "\(different) pixels differ, by \(worst) at most")
  }

  @Test func `is the same as ever with north up`() throws {
    let (plain, turned) = (
      try scene(Self.everything, view(0), points: Self.places),
      try scene(Self.everything, view(360), points: Self.places)
    )
    expect(plain, equals: turned)
  }

  @Test(arguments: [30.0, 77, 200, -45])
  func `shows every point that is to be fitted`(bearing: Double) throws {
    var generator = Seeded(seed: 4)
    let places = (0..<200).map { _ in
      (
        longitude: Double.random(in: -20...45, using: &generator),
        latitude: Double.random(in: 30...66, using: &generator)
      )
    }
    let source = try MapSource(id: "points", features: bare(places), clustering: nil)
    let snapshotter = try MapSnapshotter(
      style: layered(#"{"id": "dots", "type": "circle", "source": "points"}"#), sources: [source])
    var options = ViewOptions()
    (options.bearing, options.size, options.fitsPoints) = (bearing, ScreenSize(width: 400, height: 300), true)
    let found = try snapshotter.view(of: options).viewport
    expect(found.bearing, equals: bearing < 0 ? bearing + 360 : bearing)
    let discs = circles(try snapshotter.snapshot(of: found, shaper: HalfEmShaper()).scene)
    expect(discs.count, equals: 200)
    #expect(
      discs.allSatisfy {
        (20 - 1e-6...380 + 1e-6).contains($0.center.x) && (20 - 1e-6...280 + 1e-6).contains($0.center.y)
      })
    options.bearing = nil
    try expect(snapshotter.view(of: options).viewport.bearing, equals: 0)
  }

  @Test func `leaves out what lies in the rectangle around it, but not in it`() throws {
    let layer = #"{"id": "dots", "type": "circle", "source": "points", "paint": {"circle-radius": 2}}"#
    // Up left of a picture that is turned by 45 degrees lies the rectangle's left corner.
    let viewport = try view(45, zoom: 2)
    let visible = viewport.visibleWorldRectangle
    let corner = WorldPoint(x: visible.minX + visible.width * 0.05, y: visible.minY + visible.height * 0.05)
    let place = (longitude: corner.coordinate.longitude, latitude: corner.coordinate.latitude)
    expect(
      circles(try scene(layer, viewport, points: [place, (0, 0)])).map(\.center),
      equals: [Point(x: 100, y: 100)])
  }

  @Test(arguments: ["map", "viewport"])
  func `turns translations with the map where their anchor is it`(anchor: String) throws {
    let layers = """
      {"id": "areas", "type": "fill", "source": "shapes", "paint": {"fill-translate": [30, 0],
        "fill-translate-anchor": "\(anchor)"}},
      {"id": "lines", "type": "line", "source": "shapes", "paint": {"line-translate": [30, 0],
        "line-translate-anchor": "\(anchor)"}},
      {"id": "dots", "type": "circle", "source": "points", "paint": {"circle-translate": [30, 0],
        "circle-translate-anchor": "\(anchor)"}},
      {"id": "names", "type": "symbol", "source": "points", "layout": {"text-field": "O", "icon-image": "box",
        "text-allow-overlap": true, "icon-allow-overlap": true},
        "paint": {"text-translate": [30, 0], "text-translate-anchor": "\(anchor)", "icon-translate": [30, 0],
        "icon-translate-anchor": "\(anchor)"}}
      """
    let square = feature("Polygon", "[[[-5, -5], [5, -5], [5, 5], [-5, 5], [-5, -5]]]")
    let images = try box()
    let drawn = try scene(layers, view(90), shapes: square, points: [(0, 0)], images: images)
    // East is up.
    let middle = anchor == "map" ? Point(x: 100, y: 70) : Point(x: 130, y: 100)
    func isThere(_ box: Rectangle) -> Bool {
      near(box.center.x, middle.x, 0.6) && near(box.center.y, middle.y, 0.6)
    }
    var seen = 0
    for mark in drawn.layers.flatMap(\.marks) {
      seen += 1
      switch mark.shape {
      case .fill(let fill): expect(fill.path.bounds.map(isThere), equals: true)
      case .stroke(let stroke): expect(stroke.path.bounds.map(isThere), equals: true)
      case .circle(let circle):
        #expect(near(circle.center.x, middle.x))
        #expect(near(circle.center.y, middle.y))
      case .circles: Issue.record("five marks are no crowd")
      case .image(let image): #expect(isThere(image.rectangle))
      case .text(let run):
        #expect(near(run.pivot.x, middle.x))
        #expect(near(run.pivot.y, middle.y))
      }
    }
    expect(seen, equals: 5)
  }

  @Test(arguments: [("map", -30.0), ("viewport", 0), ("auto", 0)])
  func `turns symbols at points with the map where they are upright to it`(
    alignment: String, rotation: Double
  ) throws {
    let layer = """
      {"id": "names", "type": "symbol", "source": "points", "layout": {"text-field": "Name", "icon-image": "box",
        "text-rotation-alignment": "\(alignment)", "icon-rotation-alignment": "\(alignment)",
        "text-allow-overlap": true, "icon-allow-overlap": true, "icon-rotate": 10}}
      """
    let images = try box()
    let drawn = try scene(layer, view(30), points: [(0, 0)], images: images)
    expect(texts(drawn).map(\.rotation), equals: [rotation])
    let icons = drawn.layers.flatMap(\.marks).compactMap(\.image?.rotation)
    expect(icons, equals: [rotation + 10])
  }

  @Test func `turns patterns with the map`() throws {
    let layer = #"{"id": "p", "type": "background", "paint": {"background-pattern": "box"}}"#
    let images = try box()
    let fills = try scene(layer, view(30), images: images).layers.flatMap(\.marks)
    guard case .fill(let fill)? = fills.first?.shape, case .pattern(let pattern) = fill.paint else {
      Issue.record("a pattern is missing")
      return
    }
    expect(pattern.rotation, equals: -30)
    // The world's middle is a corner of an image at every bearing.
    let middle = (Point(x: 100, y: 100) - pattern.origin).rotated(by: 30)
    #expect(near(middle.x.remainder(dividingBy: 4), 0))
    #expect(near(middle.y.remainder(dividingBy: 4), 0))
  }

  @Test(arguments: [30.0, 90, 211])
  func `has the color of the tile beneath every pixel, without a seam`(bearing: Double) throws {
    let cover = TileCover(tileSize: 256, minimumZoom: 0, maximumZoom: 1)
    let text = """
      {"version": 8, "sources": {"r": {"type": "raster", "tiles": ["t/{z}/{x}/{y}.png"], "tileSize": 256}},
       "layers": [{"id": "l", "type": "raster", "source": "r"}]}
      """
    let viewport = try view(bearing, width: 240, height: 180)
    let colors: [[UInt8]] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [9, 9, 9, 255]]
    let bitmaps = Dictionary(
      uniqueKeysWithValues: try cover.tiles(in: viewport).map {
        ($0, try plain(8, 8, colors[$0.row * 2 + $0.column]))
      })
    expect(bitmaps.count, equals: 4)
    var snapshotter = MapSnapshotter(style: try #require(Style.parse(Array(text.utf8)).style), sources: [])
    snapshotter.pictures = ["r": .tiles(cover, bitmaps)]
    let marks = try snapshotter.snapshot(of: viewport, shaper: HalfEmShaper()).scene.layers.flatMap(\.marks)
    guard marks.count == 1, case .image(let image) = marks[0].shape else {
      Issue.record("one picture of all tiles is missing")
      return
    }
    expect(image.rectangle, equals: Rectangle(x: 0, y: 0, width: 240, height: 180))
    for y in 0..<180 {
      for x in 0..<240 {
        let world = viewport.worldPoint(at: ScreenPoint(x: Double(x) + 0.5, y: Double(y) + 0.5))
        let color = colors[(world.y >= 0.5 ? 2 : 0) + (world.x >= 0.5 ? 1 : 0)]
        let pixel = image.bitmap[x, y]
        guard [pixel.red, pixel.green, pixel.blue, pixel.alpha] != color else { continue }
        Issue.record("\(x), \(y) is \(pixel)")
        return
      }
    }
  }

  @Test func `needs only tiles that it shows`() throws {
    let cover = TileCover(tileSize: 256, minimumZoom: 0, maximumZoom: 6)
    let viewport = try view(45, zoom: 5, width: 1200, height: 200)
    let visible = viewport.visibleWorldRectangle
    let around = Int((visible.width * 64).rounded(.up)) * Int((visible.height * 64).rounded(.up))
    let tiles = cover.tiles(in: viewport)
    #expect(tiles.count < around)
    #expect(tiles.count >= 4)
    for x in stride(from: 0.5, to: 1200, by: 9) {
      for y in stride(from: 0.5, to: 200, by: 9) {
        let world = viewport.worldPoint(at: ScreenPoint(x: x, y: y))
        #expect(tiles.contains { $0.column == Int(world.x * 64) && $0.row == Int(world.y * 64) })
      }
    }
  }
}

@Suite struct `What stands around a turned map` {
  private func lines(_ bearing: Double, _ change: (inout DecorationOptions) -> Void) throws -> [String] {
    var options = PictureOptions()
    change(&options.decorations)
    let viewport = try viewport(longitude: 10, latitude: 40, zoom: 3, bearing: bearing)
    let style = try layered(#"{"id": "dots", "type": "circle", "source": "points"}"#)
    return try MapSnapshotter(
      style: style, sources: [try MapSource(id: "points", features: bare([(10, 40)]), clustering: nil)]
    ).snapshot(of: viewport, options: options, shaper: HalfEmShaper()).scene.lines(of: "decorations")
  }

  @Test func `has a north arrow where north is not up and something measures the map`() throws {
    let piece = OutputSettings.Decoration()
    var hidden = piece
    hidden.isShown = false
    let bar = try lines(30) {
      $0.scaleBar = piece; $0.northArrow = hidden
    }
    #expect(try lines(30) { $0.scaleBar = piece }.count > bar.count)
    #expect(try lines(30) { _ in }.isEmpty)
    try expect(
      lines(0) { $0.scaleBar = piece },
      equals: lines(0) {
        $0.scaleBar = piece; $0.northArrow = hidden
      })
    #expect(try !lines(0) { $0.northArrow = piece }.isEmpty)
    #expect(try lines(90) { $0.northArrow = piece } != lines(0) { $0.northArrow = piece })
  }

  @Test(arguments: [90.0, 30])
  func `has captions where lines leave the picture`(bearing: Double) throws {
    let words = try lines(bearing) { $0.graticule = OutputSettings.Decoration() }.joined(separator: "\n")
    #expect(words.contains("45° N") || words.contains("40° N"), "\(words)")
    #expect(words.contains("10° E") || words.contains("15° E") || words.contains("0°"), "\(words)")
  }

  @Test func `has cells of the view along its edges, and those of the world along meridians`() throws {
    func grid(_ anchor: GridAnchor) throws -> (lines: [String], document: String) {
      let style = try layered(
        #"{"id": "dots", "type": "circle", "source": "points"}"#,
        clustered: #", "cluster": true"#)
      var clustering = ClusterOptions()
      (clustering.anchor, clustering.cellSize, clustering.method) = (anchor, .points(100), .grid)
      let source = try MapSource(
        id: "points", features: bare([(10, 40), (11, 40)]),
        clustering: SourceClustering(style.source("points"), options: clustering))
      let snapshotter = MapSnapshotter(style: style, sources: [source])
      var options = PictureOptions(debugGrid: DebugGridSetting(isShown: true))
      options.describesMarks = false
      let viewport = try viewport(longitude: 10, latitude: 40, zoom: 3, bearing: 30)
      let found = try snapshotter.snapshot(of: viewport, options: options, shaper: HalfEmShaper())
      let bytes = try GridDocument(groups: found.groups).bytes()
      return (found.scene.lines(of: "debug-grid-points"), String(decoding: bytes, as: UTF8.self))
    }
    let (along, across) = (try grid(.view), try grid(.world))
    // Lines straight down at 100, 200 and 300 points.
    let first = try #require(along.lines.first)
    #expect(first.contains("100"), "\(first)")
    #expect(first.contains("200"), "\(first)")
    #expect(first.contains("300"), "\(first)")
    #expect(along.lines != across.lines)
    #expect(along.document.contains(#""point_count": 2"#) || along.document.contains(#""point_count":2"#))
    expect(along.document.components(of: "Polygon"), equals: 12)
  }
}

extension String {
  /// How often a word occurs.
  fileprivate func components(of word: String) -> Int {
    split(separator: word, omittingEmptySubsequences: false).count - 1
  }
}
