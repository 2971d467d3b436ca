import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

@Suite struct `Cluster settings` {
  @Test func `leave points alone that opted out`() throws {
    let places = table([(10, 10), (10, 10), (10, 10), (10, 10)])
    for method in [ClusterMethod.grid, .leader, .distance, .kmeans, .dbscan] {
      let settings = ClusterSettings.standard(method).with { $0.clusterCount = 1 }
      let found = try markers(
        of: ClusterInput(places, unclusteredRows: optedOut([1])), in: view(10, 10, zoom: 5),
        settings: settings)
      expect(found.markers.map { Array(found.members(of: $0)) }, equals: [[0, 2, 3], [1]], "\(method)")
      expect(found.markers.map(\.isCluster), equals: [true, false])
      #expect(found.grid.map { $0.counts.reduce(0, +) == 3 } ?? true)
    }
  }

  @Test func `weigh counts and means`() throws {
    let input = ClusterInput(table([(10, 10), (10, 14), (14, 10)]), weights: [1, 3, 0])
    let settings = ClusterSettings.standard.with { $0.cellSize = .points(512) }
    let found = try markers(of: input, in: worldView(), settings: settings).markers
    #expect((found.map(\.weight), found.map(\.count)) == ([4], [3]))
    #expect(abs(found[0].position.longitude - 13) < 1e-9)
    #expect(abs(found[0].position.latitude - 10) < 1e-9)
    let weightless = try markers(
      of: ClusterInput(input.coordinates, weights: [0, 0, 0]), in: worldView(), settings: settings
    ).markers
    #expect(abs(weightless[0].position.latitude - 34.0 / 3) < 1e-7)
  }

  @Test func `move co-located points onto a ring`() throws {
    let start = Coordinate(latitude: 37.3316851, longitude: -122.0300674)
    let reached = Geodesy.destination(
      from: start, bearing: 0.5 * 180 / .pi, distance: 1000, radius: CoLocatedRing.earthRadius)
    #expect(abs(reached.latitude - 37.33957503970442) < 1e-12)
    #expect(abs(reached.longitude + 122.02464593514087) < 1e-12)

    let places = CoordinateTable([
      start, start, Coordinate(latitude: 37.34, longitude: -122.03), start, start,
    ])
    for (radius, meters) in [(RingRadius.meters(3), 3.0), (.points(20), nil)] {
      let viewport = try view(37.3316851, -122.0300674, zoom: 19)
      let settings = ClusterSettings.standard(.none).with { ($0.coLocated, $0.margin) = (.ring(radius), 10) }
      let found = try markers(of: ClusterInput(places), in: viewport, settings: settings).markers
      expect(found.map(\.id), equals: [.point(0), .point(1), .point(2), .point(3), .point(4)])
      let length = meters ?? 20 * viewport.metersPerPoint(atLatitude: start.latitude)
      for (number, index) in [0, 1, 3, 4].enumerated() {
        let distance = Geodesy.distance(
          from: start, to: found[index].position, radius: CoLocatedRing.earthRadius)
        #expect(abs(distance - length) < 1e-6)
        let north = found[index].position.latitude - start.latitude
        let east = found[index].position.longitude - start.longitude
        let expected = [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)][number]
        #expect(north * expected.0 >= 0)
        #expect(east * expected.1 >= 0)
        #expect(abs(expected.0 == 0 ? north : east) < 1e-9)
      }
      expect(found[2].position, equals: places[2])
    }
  }

  @Test func `cluster moved points where they moved to`() throws {
    // Two points of one place on a cell's western edge: one moves north, one south, across no edge.
    // Four of one place: the one that moves west falls into the next cell.
    let places = table([(0.01, 0), (0.01, 0), (0.01, 0), (0.01, 0)])
    let settings = ClusterSettings.standard.with {
      ($0.cellSize, $0.coLocated, $0.margin) = (.points(64), .scatter(.points(5)), 1)
    }
    let found = try markers(of: ClusterInput(places), in: view(0.01, 0.001, zoom: 12), settings: settings)
    expect(found.markers.map { Array(found.members(of: $0)) }, equals: [[0, 1, 2], [3]])
    #expect(found.markers[1].position.longitude < 0)
    expect(places.longitudes, equals: [0, 0, 0, 0])
  }

  @Test(arguments: [
    CellSize.points(60), .points(37), .points(700), .fraction(16),
    .byZoom([ZoomStep(from: 0, 88), ZoomStep(from: 3, 64), ZoomStep(from: 6, 16)]),
  ])
  func `nest cells on whole zooms`(cellSize: CellSize) throws {
    let table = trickyTable(1500, seed: 17)
    for aligned in [true, false] {
      if !aligned, case .byZoom = cellSize { continue }
      let settings = ClusterSettings.standard.with {
        ($0.cellSize, $0.snapsZoom, $0.alignsToWorld) = (cellSize, true, aligned)
        ($0.minimumCount, $0.margin) = (1, 300)
      }
      var parents: [UInt32: Int] = [:]
      var columns = 0
      for zoom in [-2, -1, 0, 0.999, 1, 1.5, 2, 3, 4, 5, 6, 7] {
        let found = try markers(of: ClusterInput(table), in: view(0, 0, zoom: zoom), settings: settings)
        expect(found.members.count, equals: 1500)
        var next: [UInt32: Int] = [:]
        for (number, marker) in found.markers.enumerated() {
          let members = found.members(of: marker)
          if !parents.isEmpty { expect(Set(members.map { parents[$0] }).count, equals: 1, "\(zoom)") }
          for member in members { next[member] = number }
        }
        parents = next
        let now = try #require(found.grid).worldColumns
        if aligned { #expect(columns == 0 || now % columns == 0) }
        columns = now
      }
    }
  }

  @Test func `survive views and margins of any size`() throws {
    let table = trickyTable(300, seed: 8)
    for size in [0.001, 1, 1e5, 1e12, 1e300] {
      for margin in [-1e300, -0.6, -0.5, 0, 3, 1e9, 1e300] {
        for preset in ClusterPreset.allCases where preset != .supercluster {
          let settings = preset.settings.with { $0.margin = margin }
          let viewport = try view(10, 20, zoom: 2, width: size, height: size)
          do throws(ClusterError) {
            let found = try markers(of: ClusterInput(table), in: viewport, settings: settings)
            expect(Set(found.members).count, equals: found.members.count)
          } catch {
            switch error {
            case .tooManyCells, .cellsTooFine: break
            default: Issue.record(error)
            }
          }
        }
      }
    }
  }

  @Test func `refuse cells finer than points are placed, and more than can be counted, each for its reason`()
    throws
  {
    func refusal(_ cell: Double, zoom: Double) throws -> ClusterError? {
      let settings = ClusterSettings.standard.with { $0.cellSize = .points(cell) }
      return #expect(throws: ClusterError.self) { try counts([(10, 10)], view(10, 10, zoom: zoom), settings) }
    }
    try expect(refusal(8, zoom: 24), equals: .cellsTooFine(points: 8))
    try expect(refusal(0.000_1, zoom: 3), equals: .tooManyCells(points: 0.000_1))
    try expect(
      counts([(10, 10)], view(10, 10, zoom: 24), .standard.with { $0.cellSize = .points(32) }), equals: [1])
  }

  @Test func `ids name cells, groups and points`() throws {
    let settings = ClusterSettings.standard
    let places = table([(10, 10), (10.1, 10.1), (60, 60)])
    let near = try markers(of: ClusterInput(places), in: view(10, 10, zoom: 3), settings: settings).markers
    let panned = try markers(of: ClusterInput(places), in: view(12, 11, zoom: 3), settings: settings).markers
    expect(near.map(\.id), equals: panned.map(\.id))
    let cell = try #require(near[0].cell)
    let columns = UInt64(68)
    expect(
      near[0].id.rawValue, equals: 1 << 33 + (UInt64(cell.row) * columns + UInt64(cell.column)) * 32 + 5)
    expect(near[0].id.description, equals: "\(near[0].id.rawValue)")
    #expect(ClusterID.point(1) < near[0].id)
    var set = MapClusters.PointSet()
    set.insert(130)
    #expect(set.contains(130))
    #expect(!set.contains(129))
    #expect(!set.contains(100_000))
    #expect(!set.isEmpty)
    set.remove(130)
    set.remove(1_000_000)
    #expect(set.isEmpty)
  }
}
