import MapClusters
import MapGeometry
import TestSupport
import Testing

@testable import MapContent

@Suite struct `What is kept of a source` {
  /// Twenty towns of 300 points each, along a diagonal of the world.
  private let input: ClusterInput = {
    var table = CoordinateTable()
    for index in 0..<6000 {
      let (town, point) = (Double(index % 20), index / 20)
      table.latitudes.append(town * 7 - 65 + Double(point % 17) / 32)
      table.longitudes.append(town * 17.5 - 170 + Double(point % 23) / 16)
    }
    return ClusterInput(table)
  }()

  private static let settings: [ClusterSettings] = [CellSize.points(60), .fraction(16)].flatMap { size in
    [false, true].map { snapsZoom in
      var settings = ClusterSettings.standard(.grid)
      (settings.cellSize, settings.snapsZoom) = (size, snapsZoom)
      return settings
    }
  }

  @Test(arguments: Self.settings)
  func `answers views of a zoom that is seen often from its cells, as the points would`(
    settings: ClusterSettings
  ) throws {
    let index = SourceIndex(fewestIndexed: 1000)
    for step in 0..<40 {
      let view = try frame(
        Double(step * 17 % 300 - 150), Double(step * 7 % 120 - 60), zoom: Double(step % 3) * 0.7)
      let found = try index.markers(of: input, in: view, settings, threads: 2)
      let plain = try MapClusters.markers(of: input, in: view, settings: settings)
      #expect((found.markers, found.members, found.grid) == (plain.markers, plain.members, plain.grid))
      // One view alone has no use for the cells of the whole world.
      if step == 0 { expect(index.byteCount, equals: 0) }
    }
    // All of 4 bytes a point at three zooms, of which the first two are one where cells follow whole zooms.
    #expect(index.byteCount > (settings.snapsZoom ? 2 : 3) * 4 * input.coordinates.count)
    let few = SourceIndex(fewestIndexed: 6001)
    for _ in 0..<40 { _ = try few.markers(of: input, in: frame(zoom: 0), settings, threads: 1) }
    expect(few.byteCount, equals: 0)
  }

  @Test func `is bounded, however many zooms are seen`() throws {
    let index = SourceIndex(fewestIndexed: 1000)
    var most = 0
    for step in 0..<300 {
      for _ in 0..<3 {
        _ = try index.markers(of: input, in: frame(zoom: Double(step) / 100), .standard(.grid), threads: 1)
      }
      most = max(most, index.byteCount)
    }
    // 64 grids of 4 bytes a point and less than 100 a cell, of which there are less than 500.
    #expect(most < 64 * (4 * input.coordinates.count + 500 * 100))
  }
}

@Suite struct `Ids of clusters` {
  @Test(arguments: [
    // Two points in one place of three records, of two; a filter leaves one record out.
    (#","# + #"{"type": "Feature", "properties": {}, "geometry": null}"#, "", 3),
    ("", "", 2),
    (
      #", {"type": "Feature", "properties": {"k": 1}, "geometry": {"type": "Point", "coordinates": [90, 0]}}"#,
      #", "filter": ["!", ["has", "k"]]"#, 2
    ),
  ])
  func `begin above the number of features in the source`(more: String, filter: String, records: Int) throws {
    let point =
      #"{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [1, 1]}}"#
    let snapshot = try drawn(
      #"{"id": "l", "type": "symbol", "source": "a", "layout": {"text-field": ["to-string", ["get", "cluster_id"]]}}"#,
      of: #"{"type": "FeatureCollection", "features": [\#(point), \#(point)\#(more)]}"#,
      source: #", "cluster": true\#(filter)"#)
    let texts = (snapshot.scene.layers.last?.marks ?? []).compactMap(\.run).map {
      $0.fragments.map(\.text).joined()
    }
    // As the original counts: index of the first point · 32 + the finest zoom + 1 + the number of features.
    expect(texts, equals: ["\(0 << 5 + 17 + 1 + records)"])
  }
}
