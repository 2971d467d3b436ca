import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

@Suite struct `Radius index on many threads` {
  /// Small chunks of a dense set make the threads meet all the time.
  @Test(arguments: [PointPattern.oneTown, .lineBackward, .towns])
  func `threads that meet agree with one that is alone`(set: PointPattern) throws {
    let table = set.table(3000)
    let settings = RadiusSettings(minimumZoom: 10, maximumZoom: 16)
    let alone = try RadiusIndex(of: table, settings: settings)
    let expected = (10...17).map { alone.items(zoom: $0) }
    for round in 0..<12 {
      let slices = ParallelSlices(threads: 2 + round % 7, worthwhile: 0, chunk: 1 + round)
      let index = try RadiusIndex(of: table, settings: settings, slices: slices)
      expect((10...17).map { index.items(zoom: $0) }, equals: expected)
    }
  }
}

@Suite struct `Radius index for views of one zoom` {
  @Test(arguments: PointPattern.allCases, [1, 3])
  func `has the items of that zoom, ids among them, whatever is asked`(
    set: PointPattern, threads: Int
  ) throws {
    let table = set.table(2000)
    let settings = RadiusSettings(minimumZoom: 2, maximumZoom: 16)
    let whole = try RadiusIndex(of: table, records: 2100, settings: settings)
    let slices = ParallelSlices(threads: threads, worthwhile: 0, chunk: 7)
    for zoom in [-1.0, 2, 3, 9.5, 15, 16, 17, 31] {
      let index = try RadiusIndex(
        of: table, records: 2100, settings: settings, viewedAt: zoom, slices: slices)
      let expected = whole.clusters(west: -180, south: -90, east: 180, north: 90, zoom: zoom)
      expect(index.clusters(west: -180, south: -90, east: 180, north: 90, zoom: zoom), equals: expected)
      expect(index.clusters(west: -180, south: -90, east: 180, north: 90, zoom: 5), equals: expected)
      expect(index.itemCount(zoom: 12), equals: whole.itemCount(zoom: Int(zoom)))
      #expect(index.byteCount <= whole.byteCount)
    }
  }

  @Test func `has no parts and no wholes`() throws {
    let index = try RadiusIndex(of: PointPattern.towns.table(500), viewedAt: 3)
    let cluster = try #require(index.items(zoom: 3).compactMap(\.clusterID).first)
    #expect(throws: ClusterError.unknownCluster(cluster)) { try index.children(of: cluster) }
    let whole = try RadiusIndex(of: PointPattern.towns.table(500))
    try expect(index.expansionZoom(of: cluster), equals: whole.expansionZoom(of: cluster))
    #expect(throws: ClusterError.unknownPoint(4)) { try index.parent(ofPoint: 4) }
  }

  @Test func `is that of all zooms where clusters have three points or more`() throws {
    let settings = RadiusSettings(minimumPoints: 3)
    let table = PointPattern.towns.table(500)
    let index = try RadiusIndex(of: table, settings: settings, viewedAt: 3)
    let whole = try RadiusIndex(of: table, settings: settings)
    expect((0...17).map { index.items(zoom: $0) }, equals: (0...17).map { whole.items(zoom: $0) })
  }
}
