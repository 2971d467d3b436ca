import Drawing
import MapContent
import MapFeatures
import MapGeometry
import MapScene
import MapSettings
import MapStyle
import StyleSettings
import TestSupport
import Testing

/// A picture of 200 points square at zoom 0; a letter is 8 wide, a line 19.2 high.
@Suite struct `Data beneath the data` {
  private func snapshotter(_ places: [(String, Double, Double)], isBackdrop: Bool = true) throws
    -> MapSnapshotter
  {
    let text = """
      {"version": 8,
       "sources": {"a": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}},
                   "b": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
       "layers": [
         {"id": "names", "type": "symbol", "source": "b", "layout": {"text-field": ["get", "name"]}},
         {"id": "discs", "type": "circle", "source": "a", "metadata": {"clustersnap:pair": "counts"},
          "paint": {"circle-radius": 20}},
         {"id": "counts", "type": "symbol", "source": "a", "layout": {"text-field": "7",
          "text-allow-overlap": true, "text-ignore-placement": true}}]}
      """
    let style = try #require(Style.parseWithSettings(Array(text.utf8)).style)
    let beneath = try table(
      "name,lon,lat\n" + places.map { "\($0.0),\($0.1),\($0.2)\n" }.joined())
    let point = CoordinateTable([Coordinate(latitude: 0, longitude: 0)])
    return MapSnapshotter(
      style: style,
      sources: [
        try MapSource(id: "a", features: FeatureTable(points: point)),
        try MapSource(id: "b", features: beneath, isBackdrop: isBackdrop),
      ])
  }

  private let viewport = Result {
    try Viewport(
      center: Coordinate(latitude: 0, longitude: 0), zoom: 0, size: ScreenSize(width: 200, height: 200),
      scale: 1)
  }

  @Test func `has its names beside bubbles with counts, never beneath them`() throws {
    // 20 points are 14°: the first name would run into the disc, though not into its count; the second just misses it.
    let shot = try snapshotter([("Abcdef", 0, 18), ("Ghi", 0, 30), ("Jk", 50, 0)]).snapshot(
      of: viewport.get(), shaper: HalfEmShaper())
    expect(shot.marks("names").count, equals: 2)
    expect(shot.scene.layers.map(\.id), equals: ["names", "discs"])
    let texts = shot.scene.layers[0].marks.map(\.text).joined()
    #expect(texts.contains("Ghi"))
    #expect(texts.contains("Jk"))
    #expect(!texts.contains("Abcdef"))
  }

  @Test func `has its names beside dots without counts, unless these are a crowd`() throws {
    func names(_ dots: Int) throws -> Int {
      let style = try #require(
        Style.parseWithSettings(
          Array(
            """
            {"version": 8,
             "sources": {"a": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}},
                         "b": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
             "layers": [{"id": "names", "type": "symbol", "source": "b", "layout": {"text-field": "Abc"}},
                        {"id": "dots", "type": "circle", "source": "a", "paint": {"circle-radius": 5}}]}
            """.utf8)
        ).style)
      // Beneath the dot, and 43 points beside it.
      let beneath = try table("lon,lat\n0,0\n30,0\n")
      let points = CoordinateTable(
        Array(repeating: Coordinate(latitude: 0, longitude: 0), count: dots))
      let snapshotter = MapSnapshotter(
        style: style,
        sources: [
          try MapSource(id: "a", features: FeatureTable(points: points)),
          try MapSource(id: "b", features: beneath, isBackdrop: true),
        ])
      return try snapshotter.snapshot(of: viewport.get(), shaper: HalfEmShaper()).marks("names").count
    }
    try expect(names(1), equals: 1)
    try expect(names(5_001), equals: 2)
  }

  /// The mark is 40 points wide; a name keeps 2 points of padding and one more from it.
  @Test func `has the name of a city beneath a mark beside it, without the city's sign`() throws {
    func name(_ name: String, at longitude: Double) throws -> TextRun? {
      let shot = try snapshotter([(name, longitude, 0)]).snapshot(of: viewport.get(), shaper: HalfEmShaper())
      let marks = shot.scene.layers.first { $0.id == "names" }?.marks ?? []
      return marks.compactMap { mark in
        if case .text(let run) = mark.shape { run } else { nil }
      }.first
    }
    let beside = try #require(try name("• Abc", at: 0))
    expect(beside.fragments.map(\.text).joined(), equals: "Abc")
    expect(beside.fragments[0].origin.x, equals: 100 + 20 + 2 + 1)
    // 40° are 57 points, beyond the mark; other names are none of cities.
    try expect(name("• Abc", at: 40)?.fragments.map(\.text).joined(), equals: "• Abc")
    try expect(name("Abc", at: 0), equals: nil)
  }

  @Test func `is missed by nobody`() throws {
    let places = [("Abcdef", 0.0, 0.0)]
    #expect(
      try snapshotter(places).snapshot(of: viewport.get(), shaper: HalfEmShaper()).notes.isEmpty)
    try expect(
      snapshotter(places, isBackdrop: false).snapshot(of: viewport.get(), shaper: HalfEmShaper()).notes
        .map(\.code), equals: ["labels-hidden"])
  }

  @Test func `is neither fitted nor listed`() throws {
    let far = try snapshotter([("Far", 120, 60)])
    expect(
      far.boundingBox, equals: BoundingBox(holding: CoordinateTable([Coordinate(latitude: 0, longitude: 0)])))
    try expect(far.completed([], in: viewport.get()).map(\.source.id), equals: ["a"])
    try expect(
      snapshotter([("Far", 120, 60)], isBackdrop: false).completed([], in: viewport.get()).count, equals: 2)
  }
}
