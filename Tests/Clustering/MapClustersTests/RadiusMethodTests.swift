import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

@Suite struct `Method radius` {
  @Test(arguments: [(0.0, 0.0, 0.4), (52.5, 13.4, 6.9), (10, 180, 2), (52.5, 13.4, 16.5), (52.5, 13.4, 17)])
  func `shows the items of the index`(latitude: Double, longitude: Double, zoom: Double) throws {
    let table = trickyTable(3000, seed: 40)
    let settings = ClusterPreset.supercluster.settings
    let viewport = try view(latitude, longitude, zoom: zoom)
    let index = try RadiusIndex(of: table)
    let found = try markers(of: ClusterInput(table), in: viewport, settings: settings)
    try expect(
      found.markers,
      equals: markers(of: ClusterInput(table), from: index, in: viewport, settings: settings).markers)
    let expected = items(of: index, zoom: Int(zoom), in: viewport)
    expect(found.markers.map(\.count).sorted(), equals: expected.map(\.count).sorted())
    for marker in found.markers {
      let members = Array(found.members(of: marker))
      #expect((members, members.count) == (members.sorted(), marker.count))
      if marker.isCluster {
        let leaves = try index.leaves(of: Int(marker.id.rawValue), limit: -1)
        expect(members.map(Int.init), equals: leaves.sorted())
      } else {
        expect(marker.id, equals: .point(Int(members[0])))
      }
    }
    expect(Set(found.members).count, equals: found.members.count)
  }

  @Test func `leaves points alone that opted out, and counts the rest`() throws {
    let input = ClusterInput(table([(10, 10), (10, 10), (10, 10)]), unclusteredRows: optedOut([0]))
    let settings = ClusterSettings.standard(.radius)
    let found = try markers(of: input, in: view(10, 10, zoom: 5), settings: settings)
    expect(found.markers.map { Array(found.members(of: $0)) }, equals: [[0], [1, 2]])
    let index = try RadiusIndex(of: input, settings: settings)
    try expect(
      markers(of: input, from: index, in: view(10, 10, zoom: 5), settings: settings).markers,
      equals: found.markers)
  }

  @Test func `joins across the antimeridian only when set to`() throws {
    for (wraps, expected) in [(false, [1, 1]), (true, [2])] {
      let settings = ClusterSettings.standard(.radius).with { $0.wrapsAntimeridian = wraps }
      try expect(counts([(0, 179.99), (0, -179.99)], view(0, 180, zoom: 4), settings), equals: expected)
    }
  }
}
