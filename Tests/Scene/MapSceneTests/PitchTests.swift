import CairoCanvas
import Drawing
import JSONDocument
import MapContent
import MapGeometry
import MapGround
import MapScene
import MapSettings
import MapStyle
import TestSupport
import Testing

@Suite struct `A picture with a pitch` {
  private static let shapes = """
    {"type": "FeatureCollection", "features": [
      {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates":
        [[[-40, -30], [50, -20], [30, 45], [-10, 20], [-40, -30]]]}},
      {"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates":
        [[0, -80], [0, 80]]}}]}
    """

  private func view(_ pitch: Double, zoom: Double = 0, bearing: Double = 0) throws -> Viewport {
    try viewport(zoom: zoom, width: 200, height: 200, bearing: bearing, pitch: pitch)
  }

  private func scene(
    _ layers: String, _ viewport: Viewport, points: [(longitude: Double, latitude: Double)] = [],
    images: ImageSet = ImageSet()
  ) throws -> Scene {
    let sources = [
      try MapSource(id: "points", features: bare(points), clustering: nil),
      try MapSource(id: "shapes", features: try geoFeatures(Self.shapes), clustering: nil),
    ]
    return try MapSnapshotter(style: try layered(layers), sources: sources, images: images)
      .snapshot(of: viewport, shaper: HalfEmShaper()).scene
  }

  private func fills(_ scene: Scene) -> [Fill] {
    scene.layers.flatMap(\.marks).compactMap { if case .fill(let fill) = $0.shape { fill } else { nil } }
  }

  @Test(arguments: [20.0, 60], [0.0, 40])
  func `has the corners of areas where the camera sees them`(pitch: Double, bearing: Double) throws {
    let viewport = try view(pitch, bearing: bearing)
    let area = try #require(
      fills(try scene(#"{"id": "areas", "type": "fill", "source": "shapes"}"#, viewport)).first)
    for (longitude, latitude) in [(-40.0, -30.0), (50, -20), (30, 45), (-10, 20)] {
      let place = viewport.project(Coordinate(latitude: latitude, longitude: longitude))
      guard Rectangle(x: -60, y: -60, width: 320, height: 320).contains(place) else { continue }
      #expect(area.path.points.contains { ($0 - place).length < 1e-6 }, "\(longitude), \(latitude)")
    }
  }

  @Test func `draws lines as wide as the ground beneath them grows`() throws {
    let viewport = try view(60)
    let line = try #require(
      fills(
        try scene(
          #"{"id": "lines", "type": "line", "source": "shapes", "filter": ["==", ["geometry-type"], "LineString"], "paint": {"line-width": 10}}"#,
          viewport)
      ).first)
    #expect(line.isWinding)
    let camera = try #require(viewport.camera)
    // An upright line in the middle: at each of its corners it is half a width aside.
    for point in line.path.points where (0...200).contains(point.y) {
      #expect(abs(abs(point.x - 100) - 5 * camera.growth(at: point)) < 0.01)
    }
    let (top, bottom) = (line.path.points.map(\.y).min() ?? 0, line.path.points.map(\.y).max() ?? 0)
    #expect(top < 60)
    #expect(bottom > 200)
  }

  @Test func `breaks dashes along the ground`() throws {
    let layer =
      #"{"id": "lines", "type": "line", "source": "shapes", "filter": ["==", ["geometry-type"], "LineString"], "paint": {"line-width": 4, "line-dasharray": [3, 3]}}"#
    var dashes: [(top: Double, length: Double)] = []
    for piece in fills(try scene(layer, try view(60, zoom: 1))).flatMap({ $0.path.pieces }) {
      guard let top = piece.points.map(\.y).min(), let bottom = piece.points.map(\.y).max() else { continue }
      if top > 0 && bottom < 200 { dashes.append((top, bottom - top)) }
    }
    dashes.sort { $0.top < $1.top }
    #expect(dashes.count > 6)
    #expect(zip(dashes, dashes.dropFirst()).allSatisfy { $0.length < $1.length })
  }

  private static let column: [(longitude: Double, latitude: Double)] = [(0, 50), (0, 0), (0, -30)]

  @Test func `draws circles upright, larger where they are nearer, unless they are to stay as they are`()
    throws
  {
    let viewport = try view(50)
    let camera = try #require(viewport.camera)
    func drawn(_ paint: String) throws -> [Circle] {
      circles(
        try scene(
          #"{"id": "dots", "type": "circle", "source": "points", "paint": {"circle-radius": 8\#(paint)}}"#,
          viewport, points: Self.column))
    }
    let discs = try drawn("")
    expect(discs.count, equals: 3)
    for disc in discs { #expect(abs(disc.radius - 8 * camera.growth(at: disc.center)) < 1e-9) }
    expect(discs[1].radius, equals: 8)
    #expect(try drawn(#", "circle-pitch-scale": "viewport""#).allSatisfy { $0.radius == 8 })
    let lying = fills(
      try scene(
        #"{"id": "dots", "type": "circle", "source": "points", "paint": {"circle-radius": 8, "circle-pitch-alignment": "map"}}"#,
        viewport, points: Self.column))
    let box = try #require(lying[1].path.bounds)
    #expect(abs(box.width - 16) < 0.1)
    #expect(abs(box.height - 16 * 0.6428) < 0.2)
  }

  @Test(arguments: [true, false])
  func `writes labels smaller far away, by half of what the ground shrinks`(isUpright: Bool) throws {
    let viewport = try view(50)
    let camera = try #require(viewport.camera)
    let scene = try scene(
      #"{"id": "names", "type": "symbol", "source": "points", "layout": {"text-field": "ab", "text-size": 20, "text-allow-overlap": true, "text-pitch-alignment": "\#(isUpright ? "auto" : "map")"}}"#,
      viewport, points: Self.column)
    let runs = scene.layers.flatMap(\.marks).compactMap { mark -> TextRun? in
      if case .text(let run) = mark.shape { run } else { nil }
    }
    expect(runs.count, equals: 3)
    for (run, place) in zip(runs, Self.column) {
      let growth = camera.growth(
        at: viewport.project(Coordinate(latitude: place.latitude, longitude: place.longitude)))
      let factor = isUpright ? 0.5 + 0.5 * growth : 0.5 + 0.5 / growth
      #expect(abs(run.fragments[0].font.size - 20 * factor) < 1e-6)
      expect(run.isOutlined, equals: !isUpright)
    }
  }

  @Test(arguments: [0.0, 30])
  func `raises walls toward the sky, away from the camera's foot`(bearing: Double) throws {
    let style = try layered(
      #"{"id": "walls", "type": "fill-extrusion", "source": "shapes", "paint": {"fill-extrusion-height": 40}}"#
    )
    let shape = """
      {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {}, "geometry": {"type": "Polygon",
        "coordinates": [[[0, 0], [0.0006, 0], [0.0006, 0.0006], [0, 0.0006], [0, 0]]]}}]}
      """
    let source = try MapSource(id: "shapes", features: try geoFeatures(shape), clustering: nil)
    let viewport = try viewport(
      longitude: 0.0003, latitude: 0.0003, zoom: 16, width: 200, height: 200, bearing: bearing, pitch: 60)
    let scene = try MapSnapshotter(style: style, sources: [source]).snapshot(
      of: viewport, shaper: HalfEmShaper()
    ).scene
    let faces = fills(scene)
    expect(faces.count, equals: bearing == 0 ? 2 : 3)
    let roof = try #require(faces.last?.path.bounds)
    let camera = try #require(viewport.camera)
    let height = 40 / viewport.metersPerPoint(atLatitude: viewport.center.latitude)
    let middle = camera.project(Point(x: 100, y: 100), height: height)
    #expect(roof.minX < middle.x)
    #expect(middle.x < roof.maxX)
    #expect(roof.maxY < 100)
    #expect(roof.minY < middle.y)
    #expect(middle.y < roof.maxY)
  }

  @Test func `warps pictures and patterns with the ground`() throws {
    let images = try with(ImageSet()) { try $0.add(SpriteImage(plain(4, 4)), named: "box") }
    let scene = try scene(
      #"{"id": "areas", "type": "fill", "source": "shapes", "paint": {"fill-pattern": "box"}}, {"id": "heat", "type": "heatmap", "source": "points"}"#,
      try view(45), points: Self.column, images: images)
    guard case .pattern(let pattern)? = fills(scene).first?.paint else {
      Issue.record("no pattern")
      return
    }
    expect(pattern.size, equals: Size(width: 200, height: 200))
    expect(pattern.bitmap.width, equals: 200)
    let heat = try #require(scene.layers.last?.marks.first)
    guard case .image(let image) = heat.shape else {
      Issue.record("no heat")
      return
    }
    expect(image.rectangle, equals: Rectangle(x: 0, y: 0, width: 200, height: 200))
    let bitmap = try CairoCanvas.bitmap(of: scene)
    #expect(bitmap[100, 100].alpha > 0)
  }

  @Test func `is the flat picture where nothing is pitched`() throws {
    let layers =
      #"{"id": "areas", "type": "fill", "source": "shapes"}, {"id": "dots", "type": "circle", "source": "points"}"#
    try expect(
      scene(layers, view(0), points: Self.column),
      equals: scene(layers, viewport(width: 200, height: 200), points: Self.column))
  }

  @Test func `is drawn in Mercator's projection alone`() throws {
    let source = try MapSource(id: "points", features: bare(Self.column), clustering: nil)
    let map = try MapSnapshotter(
      style: layered(#"{"id": "dots", "type": "circle", "source": "points"}"#), sources: [source])
    var options = ViewOptions()
    (options.projection, options.pitch) = (.named(.equalEarth), 30)
    #expect(throws: SnapshotError.pitchedSheet) { try map.sheet(of: options) }
    options.pitch = 0
    #expect(try map.sheet(of: options) != nil)
  }
}
