import Drawing
import MapScene
import TestSupport
import Testing

@Suite struct `Points of one place with legs` {
  private func shot(_ count: Int) throws -> Snapshot {
    let style = try style(
      """
      {"version": 8, "metadata": {"clustersnap:sources": {"p": {"method": "grid", "coLocated": "legs"}}},
      "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
      "layers": [{"id": "dots", "type": "circle", "source": "p", "paint": {"circle-radius": 5}}]}
      """)
    let rows = String(repeating: "10,20\n", count: count)
    return try snapshot(
      style, [("p", "lon,lat\n" + rows)],
      viewport(longitude: 10, latitude: 20, zoom: 8, width: 400, height: 400))
  }

  @Test(arguments: [2, 7, 8, 60])
  func `stand around it without touching, each with a line to it`(count: Int) throws {
    let scene = try shot(count).scene
    let dots = scene.layers.filter { $0.id == "dots" }.flatMap(\.marks).compactMap { mark in
      if case .circle(let circle) = mark.shape { circle.center } else { nil }
    }
    expect(dots.count, equals: count)
    for (index, dot) in dots.enumerated() {
      #expect((dot - Point(x: 200, y: 200)).length > 20)
      #expect(dots[..<index].allSatisfy { ($0 - dot).length > 10 })
    }
    let distances = dots.map { ($0 - Point(x: 200, y: 200)).length }
    // From eight on they stand farther and farther out.
    let isSpiral = zip(distances, distances.dropFirst()).allSatisfy { $0 < $1 }
    expect(isSpiral, equals: count >= 8)
    let lines = scene.layers.filter { $0.id == "p-legs" }.flatMap(\.marks).compactMap { mark in
      if case .stroke(let stroke) = mark.shape { stroke.path.points } else { nil }
    }
    let ends = try #require(lines.first)
    expect(ends.count, equals: 2 * count)
    for (index, dot) in dots.enumerated() { #expect((ends[2 * index + 1] - dot).length < 0.1) }
  }
}
