import BuiltIns
import Inflate
import Testing

@Suite struct `The built-in world` {
  func world(_ detail: BuiltInWorld.Detail) throws -> BuiltInWorld {
    try #require(try BuiltInWorld(inflatedGzip(BuiltInWorld.compressed(detail))))
  }

  @Test func `takes little room`() {
    let sizes = BuiltInWorld.Detail.allCases.map { BuiltInWorld.compressed($0).count }
    #expect(sizes.reduce(BuiltInPlace.compressed.count, +) <= 500_000)
    #expect(sizes.allSatisfy { $0 > 10_000 })
  }

  @Test func `is coarse for the whole and fine for its parts`() {
    #expect(BuiltInWorld.Detail(zoom: -1) == .coarse)
    #expect(BuiltInWorld.Detail(zoom: 2) == .coarse)
    #expect(BuiltInWorld.Detail(zoom: 3) == .fine)
    #expect(BuiltInWorld.Detail(zoom: 20) == .fine)
  }

  @Test(arguments: BuiltInWorld.Detail.allCases)
  func `is made of closed rings and open lines`(detail: BuiltInWorld.Detail) throws {
    let world = try world(detail)
    for (paths, areClosed) in [(world.land, true), (world.lakes, true), (world.borders, false)] {
      #expect((paths.longitudes.count, paths.ends.count) == (paths.latitudes.count, paths.isHole.count))
      #expect(paths.ends.last == paths.longitudes.count)
      #expect(paths.ends.count > 10)
      #expect(paths.longitudes.allSatisfy { -180..<200 ~= $0 })
      #expect(paths.latitudes.allSatisfy { -90...84 ~= $0 })
      #expect(paths.isHole.first == false)
      for ring in rings(of: paths) {
        #expect(ring.count >= (areClosed ? 4 : 2))
        if areClosed { #expect(ring.first.map { $0 == ring.last } == true) }
      }
    }
  }

  /// Positions of each path.
  func rings(of paths: BuiltInWorld.Paths) -> [[SIMD2<Double>]] {
    zip([0] + paths.ends, paths.ends).map { start, end in
      (start..<end).map { SIMD2(paths.longitudes[$0], paths.latitudes[$0]) }
    }
  }

  @Test(arguments: BuiltInWorld.Detail.allCases)
  func `has no seam but Antarctica's, which reaches the pole`(detail: BuiltInWorld.Detail) throws {
    let world = try world(detail)
    var seams = 0
    for paths in [world.land, world.lakes, world.borders] {
      for ring in rings(of: paths) {
        for (a, b) in zip(ring, ring.dropFirst()) where abs(a.x) == 180 && a.x == b.x && abs(a.y - b.y) > 0.01
        {
          seams += 1
          #expect(max(a.y, b.y) < -80, "a seam at \(a) to \(b)")
        }
      }
    }
    #expect(seams >= 2)
    let pole = world.land.latitudes.indices.filter { world.land.latitudes[$0] == -90 }
    #expect(Set(pole.map { world.land.longitudes[$0] }) == [-180, 180])
  }

  @Test(arguments: BuiltInWorld.Detail.allCases)
  func `draws no border along a coast and none twice`(detail: BuiltInWorld.Detail) throws {
    struct Edge: Hashable { let a, b: SIMD2<Double> }
    let world = try world(detail)
    var coast: Set<Edge> = []
    var borders: Set<Edge> = []
    for ring in rings(of: world.land) {
      for (a, b) in zip(ring, ring.dropFirst()) {
        coast.insert(Edge(a: a, b: b))
        coast.insert(Edge(a: b, b: a))
      }
    }
    for line in rings(of: world.borders) {
      for (a, b) in zip(line, line.dropFirst()) {
        #expect(!coast.contains(Edge(a: a, b: b)), "\(a) to \(b) is coast")
        #expect(borders.insert(Edge(a: a, b: b)).inserted)
        #expect(borders.insert(Edge(a: b, b: a)).inserted)
      }
    }
  }

  @Test func `knows that other bytes are none of its own`() throws {
    let bytes = try inflatedGzip(BuiltInWorld.compressed(.coarse))
    for count in stride(from: 0, to: bytes.count, by: 37) {
      #expect(BuiltInWorld(Array(bytes[..<count])) == nil, "\(count) bytes")
    }
    #expect(BuiltInWorld(bytes + [0]) == nil)
    #expect(BuiltInWorld(Array(repeating: 0xFF, count: 1000)) == nil)
    #expect(BuiltInWorld(Array(repeating: 0, count: 1000)) == nil)
    let places = try inflatedGzip(BuiltInPlace.compressed)
    #expect(BuiltInPlace.places(places) != nil)
    for count in stride(from: 0, to: places.count, by: 37) {
      #expect(BuiltInPlace.places(Array(places[..<count])) == nil, "\(count) bytes")
    }
  }

  @Test func `names countries and capitals, those first that have most room`() throws {
    let places = try #require(try BuiltInPlace.places(inflatedGzip(BuiltInPlace.compressed)))
    #expect(places.count { $0.kind == .city } == 197)
    #expect(places.count { $0.kind == .country } > 220)
    #expect(zip(places, places.dropFirst()).allSatisfy { $0.zoom <= $1.zoom })
    let brazil = try #require(places.first { $0.name == "Brazil" })
    let malta = try #require(places.first { $0.name == "Malta" })
    #expect(brazil.zoom < 1)
    #expect(malta.zoom > 3)
    #expect(-60 ... -40 ~= brazil.longitude)
    #expect(-20...0 ~= brazil.latitude)
    // Names that a file in another encoding would spoil.
    for name in ["Côte d'Ivoire", "Curaçao", "Åland Islands", "São Tomé and Príncipe"] {
      #expect(places.contains { $0.name == name }, "\(name)")
    }
  }

  @Test func `shows each country's name within it or beside it`() throws {
    // From below the equator to far north, across 180° and on islands: a place in each, and a name within 3° of it.
    let near: [String: (Double, Double)] = [
      "Fiji": (178, -18), "Norway": (9, 61), "Chile": (-71, -37), "Switzerland": (8.2, 46.8),
      "Japan": (138, 36), "New Zealand": (172, -42), "Russia": (105, 62), "Canada": (-114, 62),
      "United States": (-102, 41), "Kenya": (38, 0), "Portugal": (-8, 40), "Vietnam": (105, 21),
    ]
    let places = try #require(try BuiltInPlace.places(inflatedGzip(BuiltInPlace.compressed)))
    for (name, place) in near {
      let found = try #require(places.first { $0.name == name })
      #expect(abs(found.longitude - place.0) < 3, "\(found)")
      #expect(abs(found.latitude - place.1) < 3, "\(found)")
    }
  }
}
