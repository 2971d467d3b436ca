import Drawing
import Foundation
import MapClusters
import MapContent
import MapGeometry
import MapScene
import MapSettings
import MapStyle
import TestSupport
import Testing

/// Rules and results that a host brings instead of settings.
@Suite struct `A host's own clusters` {
  private static let look = """
    {"version": 8, "sources": {"points": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
     "layers": [{"id": "dots", "type": "circle", "source": "points", "paint": {"circle-radius": 10}}]}
    """

  private struct AtLast: PositionStrategy {
    func position(
      of members: ArraySlice<UInt32>, in area: WorldRectangle?, coordinate: (Int) -> Coordinate
    ) -> Coordinate { coordinate(Int(members.last ?? 0)) }
  }

  private struct Wide: CellSizeStrategy {
    func cellSide(for viewport: Viewport) -> Double { 10_000 }
  }

  private func source(_ change: (inout SourceClustering) -> Void = { _ in }) throws -> MapSource {
    let options = with(ClusterOptions()) { $0.method = .grid }
    var clustering = try #require(SourceClustering(nil, options: options))
    change(&clustering)
    return try MapSource(
      id: "points", features: table("id,name,lon,lat\n1,a,12,10\n2,b,13,10\n3,c,-60,-10\n4,d,-61,-10"),
      clustering: clustering)
  }

  private func snapshot(_ source: MapSource, clusters: [String: ClusterResult] = [:]) throws -> Snapshot {
    let snapshotter = MapSnapshotter(style: try style(Self.look), sources: [source])
    return try clusters.isEmpty
      ? snapshotter.snapshot(of: viewport(zoom: 1), shaper: BoxShaper())
      : snapshotter.snapshot(of: viewport(zoom: 1), clusters: clusters, shaper: BoxShaper())
  }

  @Test func `stand where its position strategy puts them`() throws {
    let found = try snapshot(source { $0.rules.strategies = ClusterStrategies(position: AtLast()) })
    expect(found.groups[0].markers.markers.map(\.position.longitude), equals: [13, -61])
    try expect(snapshot(source()).groups[0].markers.markers.map(\.position.longitude), equals: [12.5, -60.5])
  }

  @Test func `are as large as its cell size strategy makes cells`() throws {
    let found = try snapshot(source { $0.rules.strategies = ClusterStrategies(cellSide: Wide()) })
    expect(found.groups[0].markers.markers.map(\.count), equals: [4])
    expect(found.groups[0].markers.grid?.side, equals: 1)
  }

  @Test func `are titled by its closures, and by templates where these answer nothing`() throws {
    let found = try snapshot(
      source {
        $0.rules.title = { group, marker in
          marker.position.longitude > 0
            ? group.markers.members(of: marker).compactMap { group.property("name", ofMember: $0) }.joined()
            : nil
        }
        $0.rules.subtitle = { _, marker in "\(marker.count) of them" }
      })
    let subjects = found.scene.layers.flatMap(\.marks).compactMap(\.subject)
    expect(subjects.map(\.title), equals: ["ab", "2 points"])
    expect(subjects.map(\.details), equals: ["2 of them", "2 of them"])
  }

  @Test func `are drawn as they were saved`() throws {
    let source = try source()
    let plain = try snapshot(source)
    let saved = try JSONEncoder().encode(plain.groups[0].markers)
    let back = try JSONDecoder().decode(ClusterResult.self, from: saved)
    try expect(snapshot(source, clusters: ["points": back]).scene, equals: plain.scene)
  }

  @Test func `are drawn as they were changed`() throws {
    let source = try source()
    let found = try snapshot(source).groups[0].markers
    let moved = found.markers.map { marker in
      var marker = marker
      marker.position = Coordinate(latitude: 0, longitude: 0)
      return marker
    }
    let changed = ClusterResult(markers: Array(moved.prefix(1)), members: found.members)
    let scene = try snapshot(source, clusters: ["points": changed]).scene
    expect(circles(scene).map(\.center), equals: [Point(x: 200, y: 150)])
  }

  @Test func `are refused over other points, and for a source that is not there`() throws {
    let source = try source()
    let found = try snapshot(source).groups[0].markers
    let foreign = ClusterResult(markers: found.markers, members: [0, 1, 2, 9])
    #expect(throws: SnapshotError.badClusters(source: "points")) {
      try snapshot(source, clusters: ["points": foreign])
    }
    let short = ClusterResult(markers: found.markers, members: [0])
    #expect(throws: SnapshotError.badClusters(source: "points")) {
      try snapshot(source, clusters: ["points": short])
    }
    #expect(throws: SnapshotError.unknownSource("x", known: ["points"])) {
      try snapshot(source, clusters: ["x": found])
    }
    expect(
      SnapshotError.badClusters(source: "points").description,
      equals:
        "source points: the clusters have members that it has not; draw them over the points they were made of"
    )
  }
}
