import MapClusters
import MapGeometry
import TestSupport
import Testing

@Suite struct `The markers of all points at a zoom` {
  private let input: ClusterInput = {
    var random = Seeded(seed: 11)
    var table = CoordinateTable()
    for _ in 0..<3000 {
      table.longitudes.append(random.number(in: -179...179))
      table.latitudes.append(random.number(in: -80...80))
    }
    return ClusterInput(table)
  }()

  @Test(arguments: [ClusterMethod.grid, .radius, .none], [0.0, 2, 3.4])
  func `are those of a view of the whole world`(method: ClusterMethod, zoom: Double) throws {
    var settings = ClusterSettings.standard(method)
    settings.minimumCount = 3
    let small = try Viewport(
      center: Coordinate(latitude: 40, longitude: 100), zoom: zoom, size: ScreenSize(width: 90, height: 60))
    let side = small.worldSize
    let world = try Viewport(
      center: Coordinate(latitude: 0, longitude: 0), zoom: zoom, size: ScreenSize(width: side, height: side))
    let all = try markers(ofAll: input, atZoomOf: small, settings: settings, threads: 2)
    let seen = try markers(of: input, in: world, settings: settings)
    #expect(all.members.count == input.coordinates.count)
    #expect(all.markers.map(\.id) == seen.markers.map(\.id))
    #expect(all.markers.map(\.count) == seen.markers.map(\.count))
    #expect(all.members == seen.members)
  }

  @Test func `are known to follow the view or not`() {
    let following = ClusterMethod.allCases.filter { ClusterSettings.standard($0).followsView }
    #expect(Set(following) == [.leader, .distance, .kmeans, .dbscan])
    var grid = ClusterSettings.standard
    grid.anchor = .view
    #expect(grid.followsView)
  }
}
