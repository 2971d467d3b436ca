import BuiltIns
import Foundation
import MapGeometry
import Testing
import TileSources
import VectorTiles

@Suite struct `The tiles of the built-in world` {
  private let archive: any TileArchive

  init() throws {
    archive = try openTiles(at: TileLocation(naming: "builtin://world"), under: AccessRules())
  }

  // MARK: Reading

  /// A tile of any zoom, cut where the archive has an ancestor of it.
  private func tile(
    _ zoom: Int, _ column: Int, _ row: Int, layers: Set<String> = ["water", "landcover"]
  ) throws -> VectorTile {
    let id = try #require(TileID(zoom: zoom, column: column, row: row))
    let batch = TileBatch([id], from: archive, minimumZoom: 0)
    #expect(batch.faults.isEmpty)
    let found = try #require(batch.tiles[id])
    let tile = VectorTile(found.bytes, layers: layers)
    #expect(tile.faults.isEmpty)
    return try #require(tile.cut(to: id, from: found.id))
  }

  /// All tiles of low zooms, and some rows and columns of others.
  private static let samples: [(zoom: Int, column: Int, row: Int)] = (0...9).flatMap { zoom in
    let side = 1 << zoom
    let step = max(1, side / 7)
    return stride(from: 0, to: side, by: step).flatMap { row in
      stride(from: 0, to: side, by: step).map { (zoom, $0, row) }
    }
  }

  private func features(_ layer: String, _ kind: String, in tile: VectorTile) -> [VectorTileFeature] {
    guard let layer = tile.layer(layer) else { return [] }
    return layer.features.filter { $0.property("class") == .string(kind) }
  }

  private typealias Ring = [SIMD2<Double>]

  /// The rings of a class, in shares of the tile's side.
  private func rings(_ layer: String, _ kind: String, in tile: VectorTile) -> [Ring] {
    features(layer, kind, in: tile).flatMap { feature in
      (0..<feature.partCount).map { part in
        feature.part(part).map { vertex in
          let coordinates = feature.layer.coordinates
          return SIMD2(Double(coordinates[2 * vertex]), Double(coordinates[2 * vertex + 1]))
            / Double(feature.layer.extent)
        }
      }
    }
  }

  private func area(_ rings: [Ring]) -> Double {
    rings.reduce(0) { sum, ring in
      zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(sum) {
        $0 + ($1.0.x * $1.1.y - $1.1.x * $1.0.y) / 2
      }
    }
  }

  /// Square kilometers on the sphere within rings of a tile.
  private func squareKilometers(_ rings: [Ring], _ id: TileID) -> Double {
    let square = id.worldRect
    let radius = 6371.0088
    func sine(_ y: Double) -> Double {
      WorldPoint(x: 0, y: square.north + y * square.size).coordinate.latitude * .pi / 180
    }
    return rings.reduce(0) { sum, ring in
      zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(sum) { sum, edge in
        let (a, b) = (sine(edge.0.y), sine(edge.1.y))
        let middle = abs(a - b) < 1e-9 ? sin((a + b) / 2) : (cos(a) - cos(b)) / (b - a)
        return sum + middle * (edge.1.x - edge.0.x) * square.size * 2 * .pi * radius * radius
      }
    }
  }

  /// The stretches of a tile's edge that rings run along, as sums of both directions.
  private func stretches(_ rings: [Ring], axis: Int, at edge: Double) -> [Double: Int] {
    var turns: [Double: Int] = [:]
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where a[axis] == edge && b[axis] == edge {
        turns[a[1 - axis], default: 0] += 1
        turns[b[1 - axis], default: 0] -= 1
      }
    }
    return turns.filter { $0.value != 0 }
  }

  // MARK: Tests

  @Test func `take at most 4 MB`() {
    #expect(BuiltInTiles.archive.count <= 4_000_000)
  }

  @Test func `are no others than those of the world`() throws {
    let error = #expect(throws: TileError.self) { try TileLocation(naming: "builtin://moon") }
    #expect(
      error?.description
        == "builtin://moon is no archive of tiles: the only built-in tiles are builtin://world")
  }

  // Figures are of Natural Earth's 1:10m GeoJSON north of 85.05113° south, as integrals of the latitude's sine.
  @Test(arguments: [(0, 0.012), (2, 0.003), (6, 0.0003)])
  func `hold Natural Earth's land, lakes and ice`(zoom: Int, share: Double) throws {
    let whole = 4 * Double.pi * 6371.0088 * 6371.0088 * sin(85.05112877980659 * .pi / 180)
    var (sea, ice, lakes) = (0.0, 0.0, 0.0)
    for row in 0..<1 << zoom {
      for column in 0..<1 << zoom {
        let id = try #require(TileID(zoom: zoom, column: column, row: row))
        let tile = try tile(zoom, column, row)
        sea += squareKilometers(rings("water", "ocean", in: tile), id)
        lakes += squareKilometers(rings("water", "lake", in: tile), id)
        ice += squareKilometers(rings("landcover", "ice", in: tile), id)
      }
    }
    #expect(abs((whole - sea) / 145_785_531 - 1) < share)
    #expect(abs(ice / 13_716_442 - 1) < 10 * share)
    #expect(lakes < 1_300_021 * (1 + share))
    #expect(lakes > 1_300_021 * (zoom == 6 ? 0.98 : 0.45))
  }

  @Test func `cover each place with sea once or not at all`() throws {
    for (zoom, column, row) in Self.samples {
      let sea = rings("water", "ocean", in: try tile(zoom, column, row))
      // Off the grid of the tile's units, so that no line runs through a corner.
      for line in stride(from: 0.0307, to: 1, by: 0.0911) {
        let y = (line * 8192).rounded(.down) / 8192 + 0.5 / 8192
        var crossings: [(x: Double, turn: Int)] = []
        for ring in sea {
          for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where (a.y > y) != (b.y > y) {
            crossings.append((a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x), a.y < b.y ? -1 : 1))
          }
        }
        crossings.sort { $0.x < $1.x }
        var depth = 0
        for (index, crossing) in crossings.enumerated() {
          depth += crossing.turn
          // Cutting rounds to units; what runs there and back along an edge has no width.
          let next = index + 1 < crossings.count ? crossings[index + 1].x : 1
          guard next - crossing.x > 1.5 / 8192 else { continue }
          #expect(0...1 ~= depth, "\(zoom)/\(column)/\(row) at \(crossing.x) \(y)")
        }
        #expect(depth == 0)
      }
    }
  }

  @Test func `have the sea of their children`() throws {
    for (zoom, column, row) in Self.samples where ![1, 3, 5].contains(zoom) && zoom < 9 {
      // Between two levels the detail changes.
      let whole = area(rings("water", "ocean", in: try tile(zoom, column, row)))
      var sum = 0.0
      for child in 0..<4 {
        let tile = try tile(zoom + 1, 2 * column + child % 2, 2 * row + child / 2)
        sum += area(rings("water", "ocean", in: tile)) / 4
      }
      #expect(abs(whole - sum) < 1e-4, "\(zoom)/\(column)/\(row)")
    }
  }

  @Test func `agree with their neighbors, across 180° as well`() throws {
    var differing = 0
    for (zoom, column, row) in Self.samples {
      let side = 1 << zoom
      let here = rings("water", "ocean", in: try tile(zoom, column, row))
      let east = rings("water", "ocean", in: try tile(zoom, (column + 1) % side, row))
      let (a, b) = (stretches(here, axis: 0, at: 1), stretches(east, axis: 0, at: 0))
      differing += a == b.mapValues { -$0 } ? 0 : 1
      guard row + 1 < side else { continue }
      let south = rings("water", "ocean", in: try tile(zoom, column, row + 1))
      let (c, d) = (stretches(here, axis: 1, at: 1), stretches(south, axis: 1, at: 0))
      differing += c == d.mapValues { -$0 } ? 0 : 1
    }
    // Where a coast runs along an edge, the land lies in one of the two tiles alone.
    #expect(differing <= 5)
  }

  @Test func `have sea at the north pole, and ice at the south pole`() throws {
    for zoom in 0...7 {
      for column in stride(from: 0, to: 1 << zoom, by: max(1, (1 << zoom) >> 3)) {
        let north = stretches(rings("water", "ocean", in: try tile(zoom, column, 0)), axis: 1, at: 0)
        #expect(north == [0: 1, 1: -1])
        let south = try tile(zoom, column, (1 << zoom) - 1)
        #expect(stretches(rings("water", "ocean", in: south), axis: 1, at: 1) == [:])
        #expect(stretches(rings("landcover", "ice", in: south), axis: 1, at: 1) == [1: 1, 0: -1])
      }
    }
  }

  // Coordinates are those of maps of others: Null Island, Vanua Levu and Taveuni, the Caspian, Lake Superior, Manhattan.
  @Test(arguments: [
    (0.0, 0.0, "ocean"), (179.2, -16.6, ""), (-179.95, -16.78, ""), (50.5, 41.8, "ocean"),
    (-87.5, 47.7, "lake"),
    (-73.97, 40.78, ""), (-74.03, 40.66, "ocean"), (25.1, 35.2, ""), (25.3, 36.9, "ocean"), (15.6, 78.2, ""),
    (-5.35, 35.95, "ocean"), (5.3, 52.1, ""), (179.99, 68.5, ""), (-179.99, 68.5, ""),
  ])
  func `have water where there is some`(longitude: Double, latitude: Double, kind: String) throws {
    let point = WorldPoint(Coordinate(latitude: latitude, longitude: longitude))
    let (x, y) = ((point.x * 128).truncatingRemainder(dividingBy: 128), point.y * 128)
    let tile = try tile(7, Int(x), Int(y))
    func holds(_ kind: String) -> Bool {
      rings("water", kind, in: tile).reduce(false) { isInside, ring in
        zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(isInside) { isInside, edge in
          let (a, b, px, py) = (edge.0, edge.1, x - x.rounded(.down), y - y.rounded(.down))
          return (a.y > py) != (b.y > py) && px < a.x + (py - a.y) / (b.y - a.y) * (b.x - a.x)
            ? !isInside : isInside
        }
      }
    }
    #expect(holds("ocean") == (kind == "ocean"))
    #expect(holds("lake") == (kind == "lake"))
  }

  @Test func `name countries, states and cities as the schema has them`() throws {
    let names = try (0...1).map {
      try features("place", $0 == 0 ? "country" : "state", in: tile(4, 3, 5, layers: ["place"]))
    }
    let country = try #require(names[0].first)
    #expect(country.property("name") == .string("United States"))
    #expect(country.property("iso_a2") == .string("US"))
    #expect(country.property("rank")?.number == 1)
    #expect(names[1].contains { $0.property("name:latin") == .string("Nebraska") })
    let cities = try features("place", "city", in: tile(6, 32, 22, layers: ["place"]))
    let paris = try #require(cities.first { $0.property("name") == .string("Paris") })
    #expect(paris.property("capital")?.number == 2)
  }

  @Test func `have borders of countries and of states`() throws {
    let borders = try #require(try tile(4, 3, 6, layers: ["boundary"]).layer("boundary"))
    let levels = Set(borders.features.compactMap { $0.property("admin_level")?.number })
    #expect(levels == [2, 4])
    let kashmir = try #require(try tile(4, 11, 6, layers: ["boundary"]).layer("boundary"))
    #expect(kashmir.features.contains { $0.property("disputed")?.number == 1 })
  }

  @Test func `are empty from zoom 10 on`() throws {
    let tile = try tile(10, 301, 385, layers: BuiltInTiles.layers)
    #expect(tile.layers.allSatisfy { $0.count == 0 })
  }
}
