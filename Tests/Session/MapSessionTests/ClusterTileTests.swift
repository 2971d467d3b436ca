import FileResources
import JSONDocument
import MapGeometry
import MapScene
import MapSession
import MapSettings
import TestSupport
import Testing
import VectorTiles

@Suite struct `Tiles of clusters` {
  /// Points in towns, on one spot, at the poles and at the antimeridian.
  private static func csv(_ seed: UInt64) -> (text: String, count: Int) {
    var random = Seeded(seed: seed)
    var lines: [String] = []
    func add(_ longitude: Double, _ latitude: Double) {
      lines.append("\(lines.count),\(longitude),\(latitude),\(lines.count % 3)")
    }
    for _ in 0..<40 {
      let (west, south) = (
        Double.random(in: -180...179, using: &random), Double.random(in: -85...84, using: &random)
      )
      for _ in 0..<20 {
        add(
          west + Double.random(in: 0...0.5, using: &random),
          south + Double.random(in: 0...0.5, using: &random))
      }
    }
    for _ in 0..<30 { add(13.4, 52.5) }
    for longitude in [-180, 180, -179.9999999, 179.9999999, 0] {
      for latitude in [-90, 90, 85.06, -85.06, 0] { add(longitude, latitude) }
    }
    return (lines.reduce("id,lon,lat,kind\n") { $0 + $1 + "\n" }, lines.count)
  }

  private static func map(_ place: Workplace, _ setting: (inout ClusterOptions) -> Void) throws -> LoadedMap {
    var map = MapSpecification()
    map.inputs = ["points=" + place.path("points.csv")]
    setting(&map.clustering)
    let session = MapSession(resources: FileLoader(root: place.folder))
    return try session.load(
      map, log: SessionLog(isStrict: false, spelling: .members, progress: nil, listener: nil))
  }

  private func layer(_ level: ClusterLevel, _ tile: TileID, buffer: Int = 0) throws -> VectorTileLayer {
    let bytes = try #require(level.tile(tile, buffer: buffer))
    return try #require(VectorTile(bytes).layer("clusters"))
  }

  private static let settings: [@Sendable (inout ClusterOptions) -> Void] = [
    { _ in }, { $0.cellSize = .points(24) }, { $0.snapsZoom = true }, { $0.method = .radius },
    { ($0.minimumCount, $0.maximumZoom) = (5, 8) },
  ]

  @Test(arguments: settings.indices, [1, 2] as [UInt64])
  func `hold every point once at every zoom`(number: Int, seed: UInt64) throws {
    let (text, count) = Self.csv(seed)
    let place = try Workplace(["points.csv": text])
    let map = try Self.map(place, Self.settings[number])
    for zoom in 0...14 {
      let level = try map.clusterLevel(zoom: zoom)
      var sum: UInt64 = 0
      var ids: Set<UInt64> = []
      var markers = 0
      let side = 1 << zoom
      for tile in level.tiles {
        let layer = try layer(level, tile)
        #expect(layer.coordinates.allSatisfy { (0..<4096).contains($0) })
        for feature in layer.features {
          let isCluster = feature.property("cluster") == .bool(true)
          guard case .uint(let points)? = isCluster ? feature.property("point_count") : .uint(1) else {
            continue
          }
          sum += points
          markers += 1
          if let id = feature.id { ids.insert(id) }
        }
      }
      expect(sum, equals: UInt64(count), "zoom \(zoom)")
      expect(ids.count, equals: markers, "zoom \(zoom)")
      #expect(level.tiles.allSatisfy { $0.column < side && $0.row < side })
    }
  }

  @Test func `have the markers of pictures, repeated in a buffer with their ids`() throws {
    let place = try Workplace(["points.csv": Self.csv(3).text])
    let map = try Self.map(place) { _ in }
    let level = try map.clusterLevel(zoom: 2, columns: ["kind"])
    // All of the world at zoom 2.
    let viewport = try Viewport(
      center: Coordinate(latitude: 0, longitude: 0), zoom: 2, size: ScreenSize(width: 2048, height: 2048))
    let shown = try map.snapshotter.markers(in: viewport).groups.flatMap(\.markers.markers)
    var ids: [UInt64: TileID] = [:]
    var kinds = 0
    for tile in level.tiles {
      for feature in try layer(level, tile).features {
        ids[try #require(feature.id)] = tile
        if feature.property("cluster") == nil, feature.property("kind") != nil { kinds += 1 }
      }
    }
    expect(Set(ids.keys), equals: Set(shown.map(\.id.rawValue)))
    expect(kinds, equals: shown.count { !$0.isCluster })
    var repeated = 0
    for tile in level.tiles {
      let layer = try layer(level, tile, buffer: 512)
      for (index, feature) in layer.features.enumerated() where ids[try #require(feature.id)] != tile {
        repeated += 1
        let (x, y) = (layer.coordinates[2 * index], layer.coordinates[2 * index + 1])
        #expect(!(0..<4096).contains(x) || !(0..<4096).contains(y))
        #expect((-512..<4608).contains(min(x, y)))
        #expect((-512..<4608).contains(max(x, y)))
      }
    }
    #expect(repeated > 0)
  }

  @Test(
    arguments: [
      { $0.method = .dbscan }, { $0.anchor = .view }, { $0.method = .some(.none) },
    ] as [@Sendable (inout ClusterOptions) -> Void])
  func `are refused where markers depend on the view`(setting: @Sendable (inout ClusterOptions) -> Void)
    throws
  {
    let place = try Workplace(["points.csv": Self.csv(4).text])
    #expect { try Self.map(place, setting).clusterLevel(zoom: 3) } throws: {
      ($0 as? SessionError)?.message?.contains("its markers depend on the view") == true
    }
  }
}
