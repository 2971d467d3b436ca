import MapClusters
import MapGeometry
import TestSupport
import Testing

@Suite struct `Rings of points in one place` {
  private static let center = Coordinate(latitude: 52.5, longitude: 13.4)

  /// So many points of one place, and some elsewhere.
  private func input(_ count: Int, others: [Coordinate] = [], alone: [Int] = []) -> ClusterInput {
    ClusterInput(
      CoordinateTable(Array(repeating: Self.center, count: count) + others),
      unclusteredRows: alone.isEmpty ? nil : optedOut(alone))
  }

  private func found(
    _ input: ClusterInput, _ radius: RingRadius, _ method: ClusterMethod = .grid, zoom: Double = 12
  ) throws -> (viewport: Viewport, result: ClusterResult) {
    let viewport = try view(52.5, 13.4, zoom: zoom)
    let settings = ClusterSettings.standard(method).with {
      ($0.coLocated, $0.clusterCount) = (.ring(radius), 2)
    }
    return (viewport, try markers(of: input, in: viewport, settings: settings))
  }

  /// Distances in points of the flat picture, from the place and from each mark to the nearest other one.
  private func distances(
    _ result: ClusterResult, _ viewport: Viewport
  ) -> (fromPlace: [Double], apart: [Double]) {
    func way(_ a: Coordinate, _ b: Coordinate) -> Double {
      let (a, b) = (WorldPoint(a), WorldPoint(b))
      return ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot() * viewport.worldSize
    }
    let places = result.markers.map(\.position)
    let apart = places.indices.map { one in
      places.indices.filter { $0 != one }.map { way(places[one], places[$0]) }.min() ?? .infinity
    }
    return (places.map { way($0, Self.center) }, apart)
  }

  @Test(arguments: [ClusterMethod.grid, .leader, .radius, .distance, .kmeans, .dbscan, .none])
  func `are not gathered again, whatever clusters`(method: ClusterMethod) throws {
    let (viewport, result) = try found(input(12), .points(20), method)
    expect(result.markers.map(\.id), equals: (0..<12).map(ClusterID.point))
    #expect(result.markers.allSatisfy { !$0.isCluster })
    let (fromPlace, apart) = distances(result, viewport)
    #expect(fromPlace.allSatisfy { abs($0 - 20) < 0.05 })
    // The chord of a twelfth of a circle.
    #expect(apart.allSatisfy { abs($0 - 10.353) < 0.05 })
  }

  @Test(arguments: [2, 3, 7, 12, 20, 25])
  func `are as wide as their points need`(count: Int) throws {
    let (viewport, result) = try found(input(count), .fitting)
    expect(result.markers.count, equals: count)
    let (fromPlace, apart) = distances(result, viewport)
    #expect(fromPlace.allSatisfy { $0 > 11.9 && $0 < 40.1 })
    #expect(apart.allSatisfy { $0 > 9.9 })
  }

  @Test(arguments: [(26, RingRadius.fitting), (250, .fitting), (13, .points(20)), (2, .meters(3))])
  func `stay one mark where their points would touch`(count: Int, radius: RingRadius) throws {
    for method in [ClusterMethod.grid, .none] {
      let result = try found(input(count), radius, method).result
      expect(result.markers.count, equals: 1)
      expect(result.markers.first?.count, equals: count)
      expect(result.markers.first?.isCluster, equals: true)
      expect(result.markers.first.map { result.members(of: $0).map(Int.init) }, equals: Array(0..<count))
    }
  }

  @Test func `in meters open with the zoom`() throws {
    // 3 m are 16.5 points at zoom 18 and 52.5 degrees north, and 4.1 at zoom 16; eight dots need 13.1.
    try expect(found(input(8), .meters(3), zoom: 18).result.markers.count, equals: 8)
    try expect(found(input(8), .meters(3), zoom: 16).result.markers.count, equals: 1)
  }

  @Test func `are of marks that hold nothing else`() throws {
    // 0.0001 degrees are 0.6 points away at zoom 12, in the same cell.
    let near = Coordinate(latitude: 52.5, longitude: 13.3999)
    let (_, result) = try found(input(12, others: [near]), .fitting)
    expect(result.markers.map(\.count), equals: [13])
    let far = Coordinate(latitude: 52.51, longitude: 13.42)
    try expect(found(input(12, others: [far]), .fitting).result.markers.count, equals: 13)
  }

  @Test func `of points that are never clustered stand beside the cluster of the others`() throws {
    let result = try found(input(40, alone: [3, 7]), .fitting, .none).result
    expect(result.markers.map(\.count).sorted(), equals: [1, 1, 38])
  }
}
