import Foundation
import MapGeometry
import TestSupport
import Testing
import TileSources
import VectorTiles

@Suite struct `Names and rivers of the built-in world` {
  private let archive: any TileArchive

  init() throws {
    archive = try openTiles(at: TileLocation(naming: "builtin://world"), under: AccessRules())
  }

  private func tile(_ zoom: Int, _ column: Int, _ row: Int, layers: Set<String>) throws -> VectorTile {
    let id = try #require(TileID(zoom: zoom, column: column, row: row))
    let found = try #require(TileBatch([id], from: archive, minimumZoom: 0).tiles[id])
    return try #require(VectorTile(found.bytes, layers: layers).cut(to: id, from: found.id))
  }

  private func names() throws -> [String: Set<String>] {
    var names: [String: Set<String>] = [:]
    for place in 0..<4096 {
      let tile = try tile(6, place % 64, place / 64, layers: ["place", "water_name"])
      for feature in tile.layers.flatMap(\.features) {
        guard case .string(let kind)? = feature.property("class"),
          case .string(let name)? = feature.property("name")
        else { continue }
        names[["town", "village"].contains(kind) ? "city" : kind, default: []].insert(name)
      }
    }
    return names
  }

  @Test func `are those of today`() throws {
    let list = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Elements/BuiltIns/world-names.csv")
    let rows = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").dropFirst()
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    #expect(rows.count > 1000)
    #expect(rows.allSatisfy { $0.count == 4 })
    let names = try names()
    var left: Set<String> = []
    for row in rows {
      let known = try #require(names[row[0]])
      if known.contains(row[2]) { left.insert("\(row[0]) \(row[2])") }
      #expect(row[3].isEmpty || known.contains(row[3]), "\(row)")
    }
    // Places elsewhere have these names: in Texas, California, Guyana and so on.
    let elsewhere = Set([
      "city Georgetown", "city Kasserine", "city Los Angeles", "city Odessa", "city Queenstown",
      "city Rio Grande", "city Rio Verde", "city San Jose", "city Santa Barbara", "province Famagusta",
    ])
    expect(left.subtracting(elsewhere).sorted(), equals: [])
    for name in ["Kyiv", "Lviv", "Makassar", "Prayagraj", "Gqeberha", "Plzeň", "Astana", "Mumbai", "Kolkata"]
    {
      expect(names["city"]?.contains(name), equals: true, "\(name)")
    }
    for name in ["Päijänne", "Lake Inari", "Lauwersmeer", "Sasyqköl", "Lake Constance", "Mjøsa"] {
      expect(names["lake"]?.contains(name), equals: true, "\(name)")
    }
    // One language for the words of lakes, but for names such as Lago Grande; two that are not there.
    let others =
      /^(Lago|Ozero|Represa|Embalse|Presa|Réservoir|Kakhovka|Kabalebo) | (Hu|Nuur|Shuiku|Köli|See)$/
    expect(names["lake"]?.filter { $0.contains(others) }, equals: ["Lago Grande"])
    // Signs of letters that another encoding spoiled.
    let spoiled = names.values.joined().filter { name in
      name.contains("  ")
        || name.unicodeScalars.contains { "?`\u{200E}\u{FFFD}".unicodeScalars.contains($0) }
    }
    expect(spoiled, equals: [])
  }

  /// Zooms that lakes are named from.
  @Test(
    arguments: [
      ("Lake Michigan", (-87.0, 44.0), 3), ("Lake Victoria", (33.0, -1.0), 4),
      ("Lake Ontario", (-77.8, 43.6), 4),
      ("Lake Constance", (9.4, 47.6), 7), ("Lake C.W. McConaughy", (-101.8, 41.2), 8),
    ])
  func `are of lakes by their size`(name: String, place: (Double, Double), zoom: Int) throws {
    let point = WorldPoint(Coordinate(latitude: place.1, longitude: place.0))
    let tile = try tile(6, Int(point.x * 64), Int(point.y * 64), layers: ["water_name"])
    let found = tile.layers.flatMap(\.features).first { $0.property("name") == .string(name) }
    expect(found?.property("rank")?.number, equals: Double(zoom - 2))
  }

  /// Middles of the ways of the Missouri, the Columbia, the Volga, the Nile and the Dnieper through reservoirs, of which the
  /// last is gone.
  @Test(
    arguments: [
      (-100.335, 45.459), (-102.633, 47.904), (-107.359, 47.711), (-117.916, 50.38), (-118.209, 48.459),
      (48.446, 54.355), (45.928, 51.082), (46.255, 56.274), (43.082, 57.179), (32.277, 22.652),
      (34.003, 47.347),
    ], [3, 4, 5, 6, 7])
  func `go on where the zoom draws no lake`(place: (Double, Double), zoom: Int) throws {
    // The Dnieper is drawn from zoom 4 on.
    guard place.0 != 34.003 || zoom > 3 else { return }
    let point = WorldPoint(Coordinate(latitude: place.1, longitude: place.0))
    let side = Double(1 << zoom)
    let (column, row) = ((point.x * side).rounded(.down), (point.y * side).rounded(.down))
    let (x, y) = (point.x * side - column, point.y * side - row)
    let tile = try tile(zoom, Int(column), Int(row), layers: ["water", "waterway"])
    var isInside = false
    var distance = Double.infinity
    for feature in tile.layers.flatMap(\.features) {
      let kind = feature.property("class")
      for part in 0..<feature.partCount {
        let corners = feature.part(part).map { vertex in
          let unit = Double(feature.layer.extent)
          return SIMD2(
            Double(feature.layer.coordinates[2 * vertex]) / unit - x,
            Double(feature.layer.coordinates[2 * vertex + 1]) / unit - y)
        }
        let isRing = kind == .string("lake")
        for (a, b) in zip(corners, corners.dropFirst() + (isRing ? corners.prefix(1) : [])) {
          if isRing, (a.y > 0) != (b.y > 0), 0 < a.x - a.y / (b.y - a.y) * (b.x - a.x) { isInside.toggle() }
          guard kind == .string("river") else { continue }
          let way = b - a
          let share = max(0, min(1, -(a * way).sum() / max(1e-12, (way * way).sum())))
          let nearest = a + way * share
          distance = min(distance, (nearest * nearest).sum().squareRoot())
        }
      }
    }
    // Of a tile's 512 points.
    #expect(isInside || distance < 1 / 512.0, "\(distance * 512) points")
  }
}
