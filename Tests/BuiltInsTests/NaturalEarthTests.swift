import BuiltIns
import Foundation
import Inflate
import TestSupport
import Testing

/// Natural Earth as it is published, where there is a copy.
private let published = ProcessInfo.processInfo.environment["CLUSTERSNAP_DATA"]

@Suite(.enabled(if: published != nil, "CLUSTERSNAP_DATA names no folder with Natural Earth's files"))
struct `The built-in world beside Natural Earth` {
  typealias Ring = [SIMD2<Double>]

  func features(_ name: String) throws -> [[String: Any]] {
    let data = try Data(contentsOf: URL(filePath: "\(published ?? "")/\(name)"))
    let json = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return try #require(json?["features"] as? [[String: Any]])
  }

  func rings(ofFile name: String) throws -> [Ring] {
    try features(name).flatMap { feature -> [Ring] in
      let geometry = feature["geometry"] as? [String: Any]
      let areas: [[[[Double]]]] =
        (geometry?["coordinates"] as? [[[[Double]]]])
        ?? (geometry?["coordinates"] as? [[[Double]]]).map { [$0] } ?? []
      return areas.flatMap { $0.map { $0.map { SIMD2($0[0], $0[1]) } } }
    }
  }

  /// Edges by the degree of latitude that they reach into, so that a place asks few.
  struct Edges {
    var rows: [[(SIMD2<Double>, SIMD2<Double>)]] = Array(repeating: [], count: 181)

    init(_ rings: [Ring]) {
      for ring in rings {
        for (a, b) in zip(ring, ring.dropFirst()) {
          for row in Int(min(a.y, b.y).rounded(.down))...Int(max(a.y, b.y).rounded(.down)) {
            rows[row + 90].append((a, b))
          }
        }
      }
    }

    func contains(_ place: SIMD2<Double>) -> Bool {
      var isInside = false
      for (a, b) in rows[Int(place.y.rounded(.down)) + 90]
      where (a.y > place.y) != (b.y > place.y)
        && place.x < (b.x - a.x) * (place.y - a.y) / (b.y - a.y) + a.x
      {
        isInside.toggle()
      }
      return isInside
    }

    func isNear(_ place: SIMD2<Double>, _ reach: Double) -> Bool {
      let row = Int(place.y.rounded(.down)) + 90
      return rows[max(0, row - 1)...min(180, row + 1)].joined().contains { a, b in
        let way = b - a
        let length = (way * way).sum()
        let share = length > 0 ? min(1, max(0, ((place - a) * way).sum() / length)) : 0
        let off = place - a - share * way
        return (off * off).sum() < reach * reach
      }
    }
  }

  @Test(arguments: [(BuiltInWorld.Detail.coarse, "ne_110m_land.json"), (.fine, "ne_50m_land.json")])
  func `has land where land is`(detail: BuiltInWorld.Detail, file: String) throws {
    let world = try #require(try BuiltInWorld(inflatedGzip(BuiltInWorld.compressed(detail))))
    let land = world.land
    let ours = Edges(
      zip([0] + land.ends, land.ends).map { start, end in
        (start..<end).map { SIMD2(land.longitudes[$0], land.latitudes[$0]) }
      })
    let theirs = Edges(try rings(ofFile: file))
    var seeded = Seeded(seed: 20_261_122)
    func random(_ range: ClosedRange<Double>) -> Double { seeded.number(in: range) }
    var (asked, same, onLand) = (0, 0, 0)
    while asked < 1500 {
      let place = SIMD2(random(-180...180), random(-89...84))
      if theirs.isNear(place, 0.5) { continue }
      asked += 1
      let isOurs = ours.contains(place) || ours.contains(place + SIMD2(360, 0))
      if isOurs == theirs.contains(place) { same += 1 }
      if isOurs { onLand += 1 }
    }
    #expect(Double(same) >= 0.995 * Double(asked), "\(same) of \(asked)")
    #expect(onLand > 300, "\(onLand) of \(asked)")
    #expect(onLand < 750, "\(onLand) of \(asked)")
  }

  @Test func `has Natural Earth's lakes, corner by corner`() throws {
    let world = try #require(try BuiltInWorld(inflatedGzip(BuiltInWorld.compressed(.fine))))
    func step(_ place: SIMD2<Double>) -> SIMD2<Double> { (place * 500).rounded(.toNearestOrEven) }
    let theirs = Set(try rings(ofFile: "ne_50m_lakes.json").joined().map(step))
    let ours = world.lakes.longitudes.indices.map {
      SIMD2(world.lakes.longitudes[$0], world.lakes.latitudes[$0])
    }
    let met = ours.count { theirs.contains(step($0)) }
    #expect(Double(met) > 0.95 * Double(ours.count), "\(met) of \(ours.count)")
  }

  @Test func `has cities where they are`() throws {
    var known: [String: [SIMD2<Double>]] = [:]
    for feature in try features("ne_110m_populated_places_simple.json") {
      let properties = feature["properties"] as? [String: Any]
      let place = try #require(
        (feature["geometry"] as? [String: Any])?["coordinates"] as? [Double])
      for key in ["name", "nameascii"] {
        if let name = properties?[key] as? String {
          known[name, default: []].append(SIMD2(place[0], place[1]))
        }
      }
    }
    let cities = try #require(try BuiltInPlace.places(inflatedGzip(BuiltInPlace.compressed)))
      .filter { $0.kind == .city }
    var met = 0
    for city in cities {
      guard let places = known[city.name] else { continue }
      met += 1
      let isNear = places.contains { abs($0.x - city.longitude) < 0.3 && abs($0.y - city.latitude) < 0.3 }
      #expect(isNear, "\(city.name) lies at \(places), not at \(city.longitude), \(city.latitude)")
    }
    #expect(met > 150)
  }
}
