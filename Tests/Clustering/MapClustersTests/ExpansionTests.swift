import MapClusters
import MapGeometry
import TestSupport
import Testing

@Suite struct `The smallest zoom at which a point stands alone` {
  /// Towns and a uniform rest about a point; some places hold two.
  private func places() -> CoordinateTable {
    var generator = Seeded(seed: 31)
    var table = CoordinateTable()
    for number in 0..<500 {
      let spread = [2.0, 0.2, 0.02][number % 3]
      table.latitudes.append(52.5 + generator.number(in: -spread...spread))
      table.longitudes.append(13.4 + generator.number(in: -spread...spread))
    }
    table.latitudes[7] = table.latitudes[6]
    table.longitudes[7] = table.longitudes[6]
    return table
  }

  private static let sizes = [
    ScreenSize(width: 1600, height: 900), ScreenSize(width: 320, height: 504),
  ]

  @Test(arguments: ClusterPreset.allCases, sizes)
  func `is that of the picture's own size`(preset: ClusterPreset, size: ScreenSize) throws {
    let input = ClusterInput(places())
    let settings = preset.settings
    for row in [0, 1, 2, 6, 499] {
      var found: Double?
      for zoom in 0...24 {
        let viewport = try Viewport(center: input.coordinates[row], zoom: Double(zoom), size: size)
        let set = try markers(of: input, in: viewport, settings: settings)
        let marker = try #require(set.marker(holding: row))
        guard
          !marker.isCluster || marker.count == 1 || settings.joinsUniqueLocations && marker.isUniqueLocation
        else { continue }
        found = Double(zoom)
        break
      }
      if let found {
        try expect(input.expansionZoom(ofPoint: row, settings: settings, size: size), equals: found)
      } else {
        expect(row, equals: 6)
        #expect(throws: ClusterError.neverAlone) {
          try input.expansionZoom(ofPoint: row, settings: settings, size: size)
        }
      }
    }
  }

  /// Two points 5° apart are 1.4 · 2^zoom · 5 points apart; a hexagon has 64 points by default, so that from zoom 4 on no one
  /// holds both: the point to the west is alone far earlier, whose neighbor is 10° away.
  @Test func `counts hexagons with one point`() throws {
    let input = ClusterInput(
      CoordinateTable([0, 10, 5].map { Coordinate(latitude: 0, longitude: $0) }))
    var settings = ClusterSettings.standard(.hex)
    settings.minimumCount = 1
    let zoom = try input.expansionZoom(
      ofPoint: 0, settings: settings, size: ScreenSize(width: 300, height: 300))
    #expect((1...4).contains(zoom))
  }

  @Test func `is that of the manager's last view where no size is set`() async throws {
    let table = places()
    let manager = ClusterManager(settings: ClusterPreset.pablo.settings)
    try await manager.add((0..<table.count).map { ClusterPoint(id: "\($0)", coordinate: table[$0]) })
    let input = ClusterInput(table)
    for size in [ScreenSize(width: 1024, height: 768)] + Self.sizes {
      let expected = try input.expansionZoom(ofPoint: 2, settings: ClusterPreset.pablo.settings, size: size)
      try await expect(manager.expansionZoom(of: "2", size: size), equals: expected)
      if size.width != 1024 { try await manager.reload(Viewport(center: table[2], zoom: 4, size: size)) }
      try await expect(manager.expansionZoom(of: "2"), equals: expected)
    }
  }
}
