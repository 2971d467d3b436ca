import Drawing
import JSONDocument
import MapContent
import MapFeatures
import MapGeometry
import MapScene
import MapSettings
import MapStyle
import StyleSettings
import TestSupport
import Testing

@Suite struct `Outlines of a zoom` {
  /// A coast of small steps with an island across 180° and an area cut there.
  private static let coast: String = {
    var generator = Seeded(seed: 11)
    let corners = [(40.0, 0.0), (0.0, 40.0), (-40.0, 0.0), (0.0, -40.0), (40.0, 0.0)]
    var places: [String] = []
    for edge in 0..<4 {
      let (from, to) = (corners[edge], corners[edge + 1])
      for step in 0..<500 {
        let share = Double(step) / 500
        let x = from.0 + (to.0 - from.0) * share + generator.number(in: 0...1)
        let y = from.1 + (to.1 - from.1) * share + generator.number(in: 0...1)
        places.append("[\(x), \(y)]")
      }
    }
    places.append(places[0])
    let rings = [
      "[[\(places.joined(separator: ","))]]",
      "[[[170, -20], [190, -20], [190, 20], [170, 20], [170, -20]]]",
      "[[[150, 50], [180, 50], [180, 50.01], [180, 60], [150, 60], [150, 50]]]",
    ]
    return #"{"type": "FeatureCollection", "features": ["#
      + rings.map { feature("Polygon", $0) }.joined(separator: ",") + "]}"
  }()

  private func snapshotter() throws -> MapSnapshotter {
    let layers = """
      {"id": "land", "type": "fill", "source": "a", "paint": {"fill-color": "#eeddcc"}},
      {"id": "coast", "type": "line", "source": "a", "paint": {"line-color": "#888888"}}
      """
    let text = """
      {"version": 8, "sources": {"a": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
       "layers": [\(layers)]}
      """
    let style = try #require(Style.parseWithSettings(Array(text.utf8)).style)
    let features = try FeatureTable.read(
      ByteArray(Array(Self.coast.utf8)), options: ReadingOptions(format: .geojson))
    return MapSnapshotter(style: style, sources: [try MapSource(id: "a", features: features)])
  }

  private static let views: [(Double, Double, Double, Double, Double)] = [
    (0, 0, 0, 1, 0), (175, 10, 2, 1, 0), (48, 0, 5.5, 2, 0), (-179, 0, 3, 1, 30), (20, 30, 3, 1, 90),
    (0, 0, -2, 0.5, 0),
  ]

  private func scene(_ map: MapSnapshotter, _ view: (Double, Double, Double, Double, Double)) throws -> Scene
  {
    let viewport = try viewport(
      longitude: view.0, latitude: view.1, zoom: view.2, width: 300, height: 200, scale: view.3,
      bearing: view.4)
    return try map.snapshot(of: viewport, shaper: HalfEmShaper()).scene
  }

  @Test func `are the same whichever view was drawn before`() throws {
    let kept = try snapshotter()
    for round in 0..<3 {
      for number in Self.views.indices {
        let view = Self.views[(number * 5 + round) % Self.views.count]
        try expect(scene(kept, view), equals: scene(try snapshotter(), view), "\(view), round \(round)")
      }
    }
  }

  @Test func `are the same on many threads`() async throws {
    let kept = try snapshotter()
    let alone = try Self.views.map { try scene(try snapshotter(), $0) }
    try await withThrowingTaskGroup { group in
      for number in 0..<64 {
        let index = number % Self.views.count
        group.addTask { try self.scene(kept, Self.views[index]) == alone[index] }
      }
      for try await isEqual in group { #expect(isEqual) }
    }
  }

  @Test func `keep corners half a pixel apart, and their ends`() throws {
    let map = try snapshotter()
    for (zoom, scale) in [(0.0, 1.0), (0, 2), (1, 1), (-2, 1)] {
      let scene = try scene(map, (0, 0, zoom, scale, 0))
      let coast = try #require(scene.layers.first { $0.id == "coast" }?.marks.first)
      guard case .stroke(let stroke) = coast.shape else { throw CancellationError() }
      for (a, b) in zip(stroke.path.points, stroke.path.points.dropFirst()).dropLast() {
        #expect(max(abs(a.x - b.x), abs(a.y - b.y)) >= 0.5 / scale - 1e-9)
      }
      // 2,000 corners along 320 points at zoom 0 and scale 1.
      #expect(stroke.path.points.count > 20)
    }
  }
}
