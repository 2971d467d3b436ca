import MapClusters
import MapGeometry
import TestSupport
import Testing

@Suite struct `Expansion zooms` {
  private static let settings: [ClusterSettings] = {
    var (fine, snapped, late, radius) = (
      ClusterSettings(), ClusterSettings(), ClusterSettings(), ClusterSettings.standard(.radius)
    )
    fine.cellSize = .points(30)
    snapped.snapsZoom = true
    (late.maximumZoom, late.minimumCount) = (9, 3)
    radius.radius = 60
    return [ClusterSettings(), fine, snapped, late, radius, .standard(.hex)]
  }()

  @Test(arguments: settings.indices) func `are the least at which members are in two markers`(number: Int)
    throws
  {
    let settings = Self.settings[number]
    var random = Seeded(seed: 36)
    var places: [Coordinate] = []
    for _ in 0..<60 {
      let (latitude, longitude) = (
        Double.random(in: -80...80, using: &random), Double.random(in: -180..<180, using: &random)
      )
      // Some share their place, some nearly.
      for spread in [0, 0, 1e-6, 0.01, 2] {
        places.append(
          Coordinate(
            latitude: latitude + Double.random(in: 0...1, using: &random) * spread,
            longitude: min(179.999, longitude + Double.random(in: 0...1, using: &random) * spread)))
      }
    }
    let input = ClusterInput(CoordinateTable(places))
    let index = settings.method == .radius ? try RadiusIndex(of: input, settings: settings) : nil
    func found(_ zoom: Int) throws -> ClusterResult {
      try markers(
        ofAll: input, atZoomOf: try #require(Viewport.ofTile(zoom: zoom)), settings: settings, index: index)
    }
    // The marker of each point, zoom by zoom.
    var owners: [[Int]] = []
    for zoom in 0...24 {
      let result = try found(zoom)
      var owner = [Int](repeating: -1, count: places.count)
      for (number, marker) in result.markers.enumerated() {
        for member in result.members(of: marker) { owner[Int(member)] = number }
      }
      owners.append(owner)
    }
    var counts = (parted: 0, whole: 0)
    for zoom in Array(0...12) + [23, 24] {
      let result = try found(zoom)
      let zooms = try expansionZooms(of: result, input: input, zoom: zoom, settings: settings, index: index)
      for (number, marker) in result.markers.enumerated() {
        let members = result.members(of: marker)
        let first =
          marker.isCluster
          ? owners.indices.dropFirst(zoom + 1).first { finer in
            Set(members.map { owners[finer][Int($0)] }).count > 1
          } : nil
        expect(zooms[number], equals: first, "zoom \(zoom), \(marker.count) points")
        if first == nil { counts.whole += 1 } else { counts.parted += 1 }
      }
    }
    #expect(counts.parted > 100)
    #expect(counts.whole > 10)
  }
}
