import BuiltIns
import Foundation
import MapGeometry
import TestSupport
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

  /// All tiles of low zooms, and four rows and columns of others.
  private static let samples: [(zoom: Int, column: Int, row: Int)] = (0...9).flatMap { zoom in
    let side = 1 << zoom
    // The first and the last columns and rows are among them.
    let places = Set([0, side * 2 / 7, side * 4 / 7, side - 1]).sorted()
    return places.flatMap { row in places.map { (zoom, $0, row) } }
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
    expect(
      error?.description,
      equals: "builtin://moon is no archive of tiles: the only built-in tiles are builtin://world")
  }

  // Figures are of Natural Earth's 1:10m GeoJSON north of 85.05113° south, as integrals of the latitude's sine.
  @Test(arguments: [(0, 0.012), (2, 0.003), (4, 0.001)])
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
    #expect(lakes > 1_300_021 * (zoom == 4 ? 0.9 : 0.45))
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
        expect(depth, equals: 0)
      }
    }
  }

  @Test func `have the sea of their children`() throws {
    for (zoom, column, row) in Self.samples where zoom < 9 {
      let whole = area(rings("water", "ocean", in: try tile(zoom, column, row)))
      var sum = 0.0
      for child in 0..<4 {
        let tile = try tile(zoom + 1, 2 * column + child % 2, 2 * row + child / 2)
        sum += area(rings("water", "ocean", in: tile)) / 4
      }
      // Between two levels the detail changes.
      #expect(abs(whole - sum) < ([1, 3, 5].contains(zoom) ? 0.03 : 1e-4), "\(zoom)/\(column)/\(row)")
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
    #expect(differing <= 1)
  }

  @Test func `have one coast on both sides of 180°`() throws {
    // Chukotka, Wrangel Island and Fiji, each tile by tile.
    for row in Array(14...17) + Array(33...35) {
      let sides = try [63, 0].map { rings("water", "ocean", in: try tile(6, $0, row)) }
      let (west, east) = (stretches(sides[0], axis: 0, at: 1), stretches(sides[1], axis: 0, at: 0))
      expect(west, equals: east.mapValues { -$0 }, "row \(row)")
    }
  }

  @Test func `have sea at the north pole, and ice at the south pole`() throws {
    for zoom in 0...7 {
      for column in stride(from: 0, to: 1 << zoom, by: max(1, (1 << zoom) >> 1)) {
        let north = stretches(rings("water", "ocean", in: try tile(zoom, column, 0)), axis: 1, at: 0)
        expect(north, equals: [0: 1, 1: -1])
        let south = try tile(zoom, column, (1 << zoom) - 1)
        expect(stretches(rings("water", "ocean", in: south), axis: 1, at: 1), equals: [:])
        expect(stretches(rings("landcover", "ice", in: south), axis: 1, at: 1), equals: [1: 1, 0: -1])
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
    expect(holds("ocean"), equals: kind == "ocean")
    expect(holds("lake"), equals: kind == "lake")
  }

  @Test func `name countries, states and cities as the schema has them`() throws {
    let names = try (0...1).map {
      try features("place", $0 == 0 ? "country" : "state", in: tile(4, 3, 5, layers: ["place"]))
    }
    let country = try #require(names[0].first)
    expect(country.property("name"), equals: .string("United States"))
    expect(country.property("iso_a2"), equals: .string("US"))
    expect(country.property("rank")?.number, equals: 1)
    #expect(names[1].contains { $0.property("name:latin") == .string("Nebraska") })
    let cities = try features("place", "city", in: tile(6, 32, 22, layers: ["place"]))
    let paris = try #require(cities.first { $0.property("name") == .string("Paris") })
    expect(paris.property("capital")?.number, equals: 2)
  }

  @Test func `show each country's name within it or beside it, those of large ones first`() throws {
    // From below the equator to far north, across 180° and on islands: a place in each, and a name within 3° of it.
    let near: [String: (Double, Double)] = [
      "Fiji": (178, -18), "Norway": (9, 61), "Chile": (-71, -37), "Switzerland": (8.2, 46.8),
      "Japan": (138, 36), "New Zealand": (172, -42), "Russia": (105, 62), "Canada": (-114, 62),
      "United States": (-102, 41), "Kenya": (38, 0), "Portugal": (-8, 40), "Vietnam": (105, 21),
    ]
    var found: [String: (place: Coordinate, rank: Double)] = [:]
    for (column, row) in (0..<256).map({ ($0 % 16, $0 / 16) }) {
      for country in try features("place", "country", in: tile(4, column, row, layers: ["place"])) {
        guard case .string(let name)? = country.property("name") else { continue }
        let vertex = 2 * country.part(0).lowerBound
        let unit = 16 * Double(country.layer.extent)
        let (x, y) = (country.layer.coordinates[vertex], country.layer.coordinates[vertex + 1])
        let point = WorldPoint(
          x: Double(column) / 16 + Double(x) / unit, y: Double(row) / 16 + Double(y) / unit)
        found[name] = (point.coordinate, try #require(country.property("rank")?.number))
      }
    }
    #expect(found.count > 220)
    for (name, place) in near {
      let country = try #require(found[name]?.place)
      #expect(abs(country.longitude - place.0) < 3, "\(name)")
      #expect(abs(country.latitude - place.1) < 3, "\(name)")
    }
    try expect(#require(found["Brazil"]?.rank), equals: 1)
    #expect(try #require(found["Malta"]?.rank) >= 4)
    // Names that a file in another encoding would spoil.
    for name in ["Côte d'Ivoire", "Curaçao", "Åland Islands", "São Tomé and Príncipe"] {
      #expect(found[name] != nil, "\(name)")
    }
  }

  @Test func `have land where there is no ocean`() throws {
    // A whole of squares, islands and lakes: what land covers and what the ocean covers make up each square.
    for (zoom, column, row) in Self.samples where zoom < 8 {
      let id = try #require(TileID(zoom: zoom, column: column, row: row))
      let found = try #require(TileBatch([id], from: archive, minimumZoom: 0).tiles[id])
      let tile = VectorTile(found.bytes, layers: ["water"])
      let land = tile.withLand(named: "land")
      let placed = try #require(PlacedTile(land, filling: id, from: found.id))
      let stitched = StitchedLayer("land", of: [placed])
      var share = 0.0
      for feature in stitched.features {
        for part in 0..<feature.partCount {
          let ring = feature.part(part).map { stitched.positions[$0] }
          let side = Double(1 << zoom)
          share += zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) {
            $0 + ($1.0.x * $1.1.y - $1.1.x * $1.0.y) / 2 * side * side
          }
        }
      }
      let cut = try #require(tile.cut(to: id, from: found.id))
      #expect(abs(share + area(rings("water", "ocean", in: cut)) - 1) < 1e-3, "\(zoom)/\(column)/\(row)")
      #expect(features("water", "ocean", in: land).isEmpty)
    }
  }

  @Test func `have borders of countries and of states`() throws {
    let borders = try #require(try tile(4, 3, 6, layers: ["boundary"]).layer("boundary"))
    let levels = Set(borders.features.compactMap { $0.property("admin_level")?.number })
    expect(levels, equals: [2, 4])
    let kashmir = try #require(try tile(4, 11, 6, layers: ["boundary"]).layer("boundary"))
    #expect(kashmir.features.contains { $0.property("disputed")?.number == 1 })
    // The cosmodrome of Baikonur, whose lease is no border.
    #expect(try tile(6, 43, 22, layers: ["boundary"]).layer("boundary") == nil)
  }

  @Test func `are empty from zoom 10 on`() throws {
    let tile = try tile(10, 301, 385, layers: BuiltInTiles.layers)
    #expect(tile.layers.allSatisfy { $0.count == 0 })
  }
}
