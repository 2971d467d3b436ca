import MapClusters
import MapGeometry
import TestSupport
import Testing

@Suite struct `The markers of all points at a zoom` {
  private let input = ClusterInput(randomTable(3000, seed: 11))

  @Test(arguments: [ClusterMethod.grid, .peaks, .radius, .none], [0.0, 2, 3.4])
  func `are those of a view of the whole world`(method: ClusterMethod, zoom: Double) throws {
    let settings = ClusterSettings.standard(method).with { $0.minimumCount = 3 }
    let small = try view(40, 100, zoom: zoom, width: 90, height: 60)
    let world = try view(0, 0, zoom: zoom, width: small.worldSize, height: small.worldSize)
    let all = try markers(ofAll: input, atZoomOf: small, settings: settings, threads: 2)
    let seen = try markers(of: input, in: world, settings: settings)
    expect(all.members.count, equals: input.coordinates.count)
    expect(all.markers.map(\.id), equals: seen.markers.map(\.id))
    expect(all.markers.map(\.count), equals: seen.markers.map(\.count))
    expect(all.members, equals: seen.members)
  }

  @Test func `are known to follow the view or not`() {
    let following = ClusterMethod.allCases.filter { ClusterSettings.standard($0).followsView }
    expect(Set(following), equals: [.leader, .distance, .kmeans, .dbscan])
    #expect(ClusterSettings.standard.with { $0.anchor = .view }.followsView)
  }
}
