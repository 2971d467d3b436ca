import Drawing
import JSONDocument
import MapClusters
import MapContent
import MapFeatures
import MapGeometry
import MapScene
import MapSettings
import TestSupport
import Testing

@testable import MapDecorations

@Suite struct `Views found from data` {
  private func snapshotter() throws -> MapSnapshotter {
    var grid = ClusterOptions()
    grid.method = .grid
    let source = try MapSource(
      id: "points",
      features: try table("id,lon,lat\nalpha,10,50\nbeta,10.2,50\ngamma,60,0"),
      clustering: SourceClustering(nil, options: grid))
    let look = try style(
      #"{"version": 8, "sources": {"points": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}}, "layers": []}"#
    )
    return MapSnapshotter(style: look, sources: [source])
  }

  @Test func `select centers on the marker, a cluster is shown whole, a point alone`() throws {
    let map = try snapshotter()
    var options = ViewOptions()
    options.size = ScreenSize(width: 400, height: 300)
    options.selection = "alpha"
    options.selectionSpan = SelectionSpan(latitudeMeters: 400_000, longitudeMeters: 400_000)
    let selected = try map.view(of: options)
    expect(selected.selection, equals: MapPoint(source: "points", index: 0))
    #expect(near(selected.viewport.center.longitude, 10.1, 1e-9))
    // At a zoom of one's own the point is in the middle.
    options.zoom = 5
    let near5 = try map.view(of: options)
    #expect((near5.viewport.zoom, near5.viewport.center.longitude) == (5, 10))
    expect(near5.selection, equals: selected.selection)

    var cluster = ViewOptions()
    cluster.size = options.size
    cluster.fittedCluster = "beta"
    let fitted = try map.view(of: cluster).viewport
    #expect(near(fitted.project(Coordinate(latitude: 50, longitude: 10)).x, 20, 1e-6))
    #expect(near(fitted.project(Coordinate(latitude: 50, longitude: 10.2)).x, 380, 1e-6))

    var expanded = ViewOptions()
    expanded.size = options.size
    expanded.expandedPoint = "alpha"
    let alone = try map.view(of: expanded).viewport
    #expect(
      try map.markers(in: alone).groups[0].markers.markers.contains { !$0.isCluster && $0.members.count == 1 }
    )
  }

  @Test func `unknown ids are answered with the nearest`() throws {
    let map = try snapshotter()
    var options = ViewOptions()
    options.selection = "alpah"
    #expect(throws: SnapshotError.unknownPoint("alpah", guess: "alpha")) { try map.view(of: options) }
    options = ViewOptions()
    options.fittedCluster = "gama"
    #expect(throws: SnapshotError.unknownMarker("gama", guess: "gamma")) { try map.view(of: options) }
    expect(
      SnapshotError.unknownPoint("alpah", guess: "alpha").description,
      equals: "no point has the id alpah; did you mean alpha?")
  }

  private func content(_ csv: String, _ columns: [String], rows: Int = 9) throws -> [CalloutContent] {
    var grid = ClusterOptions()
    grid.method = .grid
    let source = try MapSource(
      id: "points", features: try table(csv), clustering: SourceClustering(nil, options: grid))
    let groups = try MapSnapshotter(
      style: try layered(#"{"id": "dots", "type": "circle", "source": "points"}"#), sources: [source]
    ).markers(in: try viewport(zoom: 0)).groups
    return groups[0].markers.markers.map {
      groups[0].callout(of: $0, rows: rows, columns: columns, numbers: NumberFormat())
    }
  }

  @Test func `of a single point shows all columns, the first in place of its name`() throws {
    let csv =
      "id,lon,lat,name,country,population\n7,0,0,Oslo,Norway,709000\n8,90,0,Bern,,134000\n9,-90,0,Rome,,\n"
    let found = try content(csv, ["country", "population"])
    expect(found.map(\.title), equals: ["Norway", "–", "Rome"])
    expect(found.map(\.subtitle), equals: ["709000", "134000", nil])
    try expect(content(csv, []).map(\.title), equals: ["Oslo", "Bern", "Rome"])
  }

  @Test func `counts members without a name, and never lists their numbers among names`() throws {
    let csv = "lon,lat,name,mayor\n0,0,Ulm,\n0,0,,Eva\n0,0,Bonn,\n0,0,,\n"
    let found = try #require(try content(csv, []).first)
    expect(found.rows.map(\.text), equals: ["Ulm", "Bonn"])
    expect(found.more, equals: 2)
    let columns = try #require(try content(csv, ["name", "mayor"]).first)
    expect(columns.rows.map(\.text), equals: ["Ulm", "–", "Bonn"])
    expect(columns.rows.map(\.details), equals: [nil, "Eva", nil])
    expect(columns.more, equals: 1)
    // Where no member can have a name, their numbers are all there is.
    try expect(content("lon,lat\n0,0\n0,0\n", []).first?.rows.map(\.text), equals: ["1", "2"])
  }
}
