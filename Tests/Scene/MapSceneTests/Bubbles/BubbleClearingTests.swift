import Drawing
import MapGeometry
import MapScene
import MapStyle
import StyleSettings
import TestSupport
import Testing

@Suite struct `Bubbles that must not overlap` {
  /// Cells of 24 points, whose bubbles grow with their counts.
  private static func document(cellSize: Int = 24) -> String {
    """
    {"version": 8, "metadata": {"clustersnap:sources": {"p": {"method": "grid", "cellSize": \(cellSize), "minCount": 1}}},
    "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
    "layers": [{"id": "bubbles", "type": "circle", "source": "p", "metadata": {"clustersnap:declutter": "clear"},
    "paint": {"circle-radius": ["step", ["get", "point_count"], 9, 3, 14, 8, 20, 30, 31], "circle-stroke-width": 1}}]}
    """
  }

  private func circles(_ shot: Snapshot) -> [Circle] {
    shot.scene.layers.filter { $0.id == "bubbles" }.flatMap(\.marks).compactMap { mark in
      if case .circle(let circle) = mark.shape { circle } else { nil }
    }
  }

  private func overlaps(_ circles: [Circle]) -> Int {
    let sorted = circles.sorted { $0.center.x < $1.center.x }
    let widest = sorted.map { $0.radius + $0.strokeWidth }.max() ?? 0
    var count = 0
    for (index, circle) in sorted.enumerated() {
      // Those farther to the east than two of the widest are wide cannot touch it.
      for other in sorted[(index + 1)...] {
        let way = other.center - circle.center
        if way.x > 2 * widest { break }
        let needed = other.radius + other.strokeWidth + circle.radius + circle.strokeWidth
        if (way.x * way.x + way.y * way.y).squareRoot() < needed - 1e-6 { count += 1 }
      }
    }
    return count
  }

  @Test(arguments: 0..<10)
  func `do not in a hundred random views each, and none is lost`(seed: UInt64) throws {
    var random = Seeded(seed: seed)
    let style = try style(Self.document())
    for _ in 0..<100 {
      let count = Int(random.number(in: 2...300))
      let spread = random.number(in: 1...40)
      let rows = (0..<count).map { _ in
        "\(random.number(in: -spread...spread)),\(random.number(in: -spread...spread))\n"
      }
      let view = try viewport(
        zoom: random.number(in: 1...4), width: random.number(in: 100...700),
        height: random.number(in: 100...500))
      let shot = try snapshot(style, [("p", "lon,lat\n" + rows.joined())], view)
      expect(overlaps(circles(shot)), equals: 0)
      let markers = try #require(shot.groups.first?.markers)
      expect(Set(markers.members).count, equals: markers.members.count)
      expect(markers.markers.reduce(0) { $0 + $1.count }, equals: markers.members.count)
    }
  }

  @Test func `join a neighbor where there is no room, and say so`() throws {
    let places = (0..<40).map { "\(Double($0 % 8) * 0.55 - 2),\(Double($0 / 8) * 0.55 - 1)\n" }
    let shot = try snapshot(
      try style(Self.document()), [("p", "lon,lat\n" + places.joined())],
      viewport(zoom: 4, width: 120, height: 80)
    )
    expect(overlaps(circles(shot)), equals: 0)
    #expect(shot.notes.contains { $0.code == "bubbles-joined" })
  }

  @Test func `have a line to their places where they stand far away`() throws {
    let shot = try snapshot(
      try style(Self.document(cellSize: 4)),
      [("p", "lon,lat\n0,0\n0.2,0\n0,0.2\n0.2,0.2\n0.4,0\n0.4,0.2\n")],
      viewport(zoom: 4, width: 300, height: 300))
    let lines = shot.scene.layers.flatMap(\.marks).compactMap { mark in
      if case .stroke(let stroke) = mark.shape { stroke.path.points } else { nil }
    }
    #expect(!lines.isEmpty)
    let farthest = try #require(lines.map { ($0[1] - $0[0]).length }.max())
    #expect(farthest > 12)
    #expect(
      shot.notes.contains { $0.message == "a bubble moved by \(Int(farthest.rounded())) points at most" })
  }
}
