import MapServer
import MapSession
import TestSupport
import Testing

extension `Map server` {
  /// Points in rows of CSV and as values of SQL: many on one spot, both sides of the antimeridian, and poles.
  private func rows(_ count: Int) -> (csv: String, values: String) {
    var points: [(Double, Double)] = (1...count).map { index in
      let (x, y) = (index * 7919 % 36_000, index * 104_729 % 17_000)
      return (Double(x) / 100 - 180, Double(y) / 100 - 85)
    }
    points += [(13.4, 52.5), (13.4, 52.5), (-180, 0), (179.9999999, 0), (180, 0), (5, 90), (5, -90)]
    let rows = points.enumerated().map { "\($0.offset),\($0.element.0),\($0.element.1),n\($0.offset)" }
    return (
      "id,lon,lat,name\n" + rows.joined(separator: "\n") + "\n",
      rows.map { "(" + $0.replacing(",n", with: ",'n") + "')" }.joined(separator: ",")
    )
  }

  private func write(_ count: Int) throws {
    let (csv, values) = rows(count)
    try place.write("rows.csv", csv)
    try place.database(
      "held.db",
      "CREATE TABLE towns (id INTEGER, lon REAL, lat REAL, name TEXT); INSERT INTO towns VALUES \(values);")
    try place.write("maps/held.json", #"{"sources": {"held": "../held.db|layername=towns"}}"#)
  }

  /// All tiles of zooms, and the sum of their counts at each.
  private func tiles(_ server: MapServer, _ source: String, zooms: ClosedRange<Int>, _ ending: String) async
    -> [[UInt8]]
  {
    var found: [[UInt8]] = []
    for zoom in zooms {
      for column in 0..<1 << zoom {
        for row in 0..<1 << zoom {
          let answer = await get(server, "/clusters/\(source)/\(zoom)/\(column)/\(row).\(ending)")
          #expect([200, 204].contains(answer.status))
          found.append(answer.body.bytes)
        }
      }
    }
    return found
  }

  @Test(arguments: ["mvt", "json", "json?properties=name"])
  func `makes the tiles of a table of SQLite that the same rows of a file have`(ending: String) async throws {
    try write(700)
    let server = try server()
    let held = await tiles(server, "held", zooms: 0...3, ending)
    expect(held, equals: await tiles(server, "rows", zooms: 0...3, ending))
    #expect(held.contains { !$0.isEmpty })
  }

  @Test(arguments: ["rows", "held"])
  func `sums what is larger than the data that is kept, tile by tile`(source: String) async throws {
    try write(60_000)
    let (whole, summing) = (try server(), try server { $0.mostData = 1 })
    func features(_ bytes: [UInt8]) -> Set<Substring> {
      Set(
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
          $0.last == "," ? $0.dropLast() : $0
        })
    }
    for tile in ["0/0/0", "1/0/1", "3/4/2", "7/70/41", "7/0/64", "7/127/63", "12/2200/1343"] {
      let target = "/clusters/\(source)/\(tile).json?properties=name"
      let (own, kept) = (await get(summing, target), await get(whole, target))
      expect(own.status, equals: kept.status, "\(tile)")
      expect(features(own.body.bytes), equals: features(kept.body.bytes), "\(tile)")
    }
  }
}
