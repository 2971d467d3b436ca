import MapClusters
import MapGeometry
import Testing

@testable import MapScene

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

  private func snapping(_ cellSize: CellSize = .points(60)) -> ClusterSettings {
    var settings = ClusterSettings.standard(.grid)
    settings.snapsZoom = true
    settings.cellSize = cellSize
    return settings
  }

  @Test(arguments: [CellSize.points(60), .fraction(16)])
  func `answers later views of a grid from its cells, as the points would`(cellSize: CellSize) throws {
    let settings = snapping(cellSize)
    let index = SourceIndex(fewestPoints: 1000)
    for step in 0..<12 {
      let view = try frame(Double(step * 35 - 190), Double(step * 10 - 55), zoom: Double(step % 8) * 1.3)
      let found = try index.markers(of: input, in: view, settings, threads: 2)
      let plain = try MapClusters.markers(of: input, in: view, settings: settings)
      #expect(found.markers.map(\.id) == plain.markers.map(\.id))
      #expect(found.markers.map(\.position) == plain.markers.map(\.position))
      #expect(found.markers.map(\.count) == plain.markers.map(\.count))
      #expect(found.markers.map(\.bounds) == plain.markers.map(\.bounds))
      #expect(
        found.markers.map { Array(found.members(of: $0)) }
          == plain.markers.map { Array(plain.members(of: $0)) })
      #expect(found.grid == plain.grid)
      #expect(index.hasPyramid == (step >= 4))
    }
  }

  @Test func `answers views of a zoom that is seen often from its cells, as the points would`() throws {
    let settings = ClusterSettings.standard(.grid)
    let index = SourceIndex(fewestIndexed: 1000)
    for step in 0..<40 {
      let view = try frame(
        Double(step * 17 % 300 - 150), Double(step * 7 % 120 - 60), zoom: Double(step % 3) * 0.7)
      let found = try index.markers(of: input, in: view, settings, threads: 2)
      let plain = try MapClusters.markers(of: input, in: view, settings: settings)
      #expect(found.markers == plain.markers && found.members == plain.members && found.grid == plain.grid)
      // One view alone has no use for the cells of the whole world.
      if step == 0 { #expect(index.byteCount == 0) }
    }
    // All of 4 bytes a point at three zooms.
    #expect(index.byteCount > 3 * 4 * input.coordinates.count)
    let few = SourceIndex(fewestIndexed: 6001)
    for _ in 0..<40 { _ = try few.markers(of: input, in: frame(zoom: 0), settings, threads: 1) }
    #expect(few.byteCount == 0)
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

  @Test func `is no pyramid where it does not pay or cannot answer`() throws {
    func keepsPyramid(_ index: SourceIndex, _ settings: ClusterSettings) throws -> Bool {
      for _ in 0..<8 { _ = try index.markers(of: input, in: frame(zoom: 2), settings, threads: 1) }
      return index.hasPyramid
    }
    #expect(try keepsPyramid(SourceIndex(fewestPoints: 6000), snapping()))
    #expect(try !keepsPyramid(SourceIndex(fewestPoints: 6001), snapping()))
    var settings = snapping()
    settings.snapsZoom = false
    #expect(try !keepsPyramid(SourceIndex(fewestPoints: 1), settings))
    // 2^15 cells at zoom 0 would be more than 2^31 at zoom 16; a view has no need of these.
    #expect(try !keepsPyramid(SourceIndex(fewestPoints: 1), snapping(.points(0.015))))
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
    let texts = (snapshot.scene.layers.last?.marks ?? []).compactMap { mark in
      if case .text(let text) = mark.shape { text.fragments.map(\.text).joined() } else { nil }
    }
    // As the original counts: index of the first point · 32 + the finest zoom + 1 + the number of features.
    #expect(texts == ["\(0 << 5 + 17 + 1 + records)"])
  }
}
