import Drawing
import TestSupport
import Testing

@Suite struct `Corners of lines and areas` {
  private let line = feature("LineString", "[[-20, 0], [0, 20], [20, 0]]", properties: #"{"size": 3}"#)
  private let area = feature("Polygon", "[[[-40, -40], [40, -40], [0, -50], [-40, -40]]]")
  private var both: String { #"{"type": "FeatureCollection", "features": [\#(line), \#(area)]}"# }

  private func discs(_ layer: String, of geoJSON: String, source: String = "", zoom: Double = 0) throws
    -> [Circle]
  {
    let snapshot = try drawn(
      #"{"id": "c", "type": "circle", "source": "a"\#(layer)}"#, of: geoJSON, source: source, zoom: zoom)
    return (snapshot.scene.layers.last?.marks ?? []).compactMap(\.circle)
  }

  @Test func `are drawn as discs, the closing one too`() throws {
    let discs = try discs("", of: both)
    expect(discs.count, equals: 3 + 4)
    #expect(abs(discs[0].center.x - (100 - 20 * 512 / 360.0)) < 1e-9)
    #expect(abs(discs[0].center.y - 100) < 1e-9)
    expect(discs[3].center, equals: discs[6].center)
    // By what their feature holds, as far as the filter lets it.
    let lines = try self.discs(
      #", "filter": ["==", ["geometry-type"], "LineString"], "paint": {"circle-radius": ["get", "size"]}"#,
      of: both)
    expect(lines.map(\.radius), equals: [3, 3, 3])
    // What is clustered is points.
    #expect(try self.discs("", of: both, source: #", "cluster": true"#).isEmpty)
  }

  @Test func `heat the map as points do`() throws {
    func hottest(_ geoJSON: String) throws -> [DrawItem] {
      try drawn(#"{"id": "h", "type": "heatmap", "source": "a"}"#, of: geoJSON).scene.layers.last?.marks ?? []
    }
    let corners = points([(-20, 0, "{}"), (0, 20, "{}"), (20, 0, "{}")])
    try expect(hottest(line), equals: hottest(corners))
    #expect(try !hottest(line).isEmpty)
  }

  @Test(arguments: [(200.0, 1), (90, 0)])
  func `whose discs reach in from outside are drawn, as are points`(radius: Double, count: Int) throws {
    // 142 points right of the middle, 42 right of the edge, at zoom 0; at zoom 1 184 right of it.
    let paint = #", "paint": {"circle-radius": \#(radius)}"#
    try expect(discs(paint, of: points([(100, 0, "{}")]), zoom: 1).count, equals: count)
    try expect(
      discs(paint, of: feature("LineString", "[[100, 0], [100, 1]]"), zoom: 1).count, equals: 2 * count)
    // 704 points right of the edge.
    let far = #", "paint": {"circle-radius": ["get", "r"]}"#
    for (reach, found) in [(710.0, 1), (700, 0)] {
      let point = points([(100, 0, #"{"r": \#(reach)}"#)])
      try expect(discs(far, of: point, zoom: 2.5).count, equals: found)
      let road = feature("LineString", "[[100, 0], [100, 1]]", properties: #"{"r": \#(reach)}"#)
      try expect(discs(far, of: road, zoom: 2.5).count, equals: 2 * found)
    }
    let byData = #", "paint": {"circle-radius": ["get", "r"]}"#
    try expect(discs(byData, of: points([(100, 0, #"{"r": \#(radius)}"#)]), zoom: 1).count, equals: count)
  }
}
