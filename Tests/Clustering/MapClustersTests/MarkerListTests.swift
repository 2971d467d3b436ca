import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

@Suite struct `A list of markers` {
  @Test func `gives back what was put in`() throws {
    let table = trickyTable(800, seed: 5)
    for method in [ClusterMethod.none, .grid, .dbscan, .radius] {
      var input = ClusterInput(table)
      if method == .dbscan { input.weights = (0..<800).map { Double($0 % 3) } }
      let found = try markers(of: input, in: worldView(), settings: .standard(method))
      let array = Array(found.markers)
      let list = MarkerList(array)
      expect(Array(list), equals: array)
      expect(list, equals: found.markers)
      expect(list.count, equals: array.count)
      expect(list.isOfPoints, equals: method == ClusterMethod.none)
      for (marker, index) in zip(array, list.indices) {
        expect(list[index], equals: marker)
        #expect(marker.isCluster || marker.id == .point(Int(found.members[marker.members.lowerBound])))
      }
    }
    #expect(MarkerList().isEmpty)
    expect(MarkerList([]), equals: MarkerList())
  }

  @Test func `keeps what is moved, weighed or in a cell`() throws {
    let place = Coordinate(latitude: 3, longitude: 4)
    let plain = try Marker(
      .point(7), at: place, members: 2..<3, count: 1, weight: 1, edges: nil, isUniqueLocation: true,
      cell: nil, row: 0)
    var (heavy, moved, held, named) = (plain, plain, plain, plain)
    heavy.weight = 2
    moved.position = Coordinate(latitude: 5, longitude: 4)
    held.cell = Cell(column: 1, row: 2)
    named.id = .group(first: 7)
    let all = [heavy, plain, moved, held, named]
    expect(Array(MarkerList(all)), equals: all)
  }
}
