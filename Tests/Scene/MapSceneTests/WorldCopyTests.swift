import Drawing
import MapContent
import MapDecorations
import MapGeometry
import MapScene
import MapSettings
import TestSupport
import Testing

@Suite struct `The world once` {
  /// A picture three times as wide as the world, about 100° east.
  private func frame(bearing: Double = 0, zoom: Double = 0, repeats: Bool = false) throws -> ViewFrame {
    ViewFrame(
      try viewport(longitude: 100, zoom: zoom, width: 1536, height: 400, bearing: bearing),
      repeatsWorld: repeats)
  }

  @Test func `is about the middle of the picture`() throws {
    let frame = try frame()
    expect(frame.singleWorld, equals: 512...1024)
    // Every longitude is there once, at most half a world from the middle.
    for longitude in stride(from: -180.0, to: 180, by: 7.5) {
      let places = frame.appearances(
        of: WorldPoint(Coordinate(latitude: 10, longitude: longitude)), margin: 30)
      expect(places.count, equals: 1)
      let away = (longitude - 100 + 540).truncatingRemainder(dividingBy: 360) - 180
      #expect(abs((places.first?.x ?? 0) - (768 + away / 360 * 512)) < 1e-6, "\(longitude)")
    }
  }

  @Test func `repeats where that is set, in pictures that are turned, and where there is no room beside it`()
    throws
  {
    let point = WorldPoint(Coordinate(latitude: 10, longitude: 100))
    try expect(frame(repeats: true).appearances(of: point, margin: 0).count, equals: 3)
    try expect(frame(bearing: 20).singleWorld, equals: nil)
    try expect(frame(zoom: 2).singleWorld, equals: nil)
  }

  @Test func `cuts areas, lines and the graticule at its edges`() throws {
    let style = try layered(
      #"""
      {"id": "background", "type": "background", "paint": {"background-color": "#ddeeff"}},
      {"id": "land", "type": "fill", "source": "shapes", "paint": {"fill-color": "#ffffff", "fill-antialias": false}},
      {"id": "coast", "type": "line", "source": "shapes", "paint": {"line-width": 1}}
      """#)
    let source = try MapSource(
      id: "shapes",
      features: geoFeatures(
        #"{"type": "Polygon", "coordinates": [[[-180, -60], [180, -60], [180, 60], [-180, 60], [-180, -60]]]}"#
      ))
    let decorations = with(DecorationOptions()) { $0.graticule = OutputSettings.Decoration() }
    var options = PictureOptions(decorations: decorations)
    let viewport = try frame().viewport
    func extent(_ options: PictureOptions) throws -> (least: Double, most: Double) {
      let scene = try MapSnapshotter(style: style, sources: [source])
        .snapshot(of: viewport, options: options, shaper: BoxShaper()).scene
      var xs: [Double] = []
      for layer in scene.layers where layer.id != "decorations" {
        for mark in layer.marks {
          switch mark.shape {
          case .fill(let fill): xs += fill.path.points.map(\.x)
          case .stroke(let stroke): xs += stroke.path.points.map(\.x)
          default: break
          }
        }
      }
      return (xs.min() ?? 0, xs.max() ?? 0)
    }
    #expect(try extent(options).least < 100)
    #expect(try extent(options).most > 1400)
    options.repeatsWorld = false
    #expect(try extent(options).least >= 511.99)
    #expect(try extent(options).most <= 1024.01)
  }
}
