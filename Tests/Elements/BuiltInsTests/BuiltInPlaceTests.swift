import BuiltIns
import TestSupport
import Testing

@Suite struct `Built-in places` {
  @Test func `are countries, the largest first`() throws {
    let places = BuiltInPlace.all
    #expect(places.count > 220)
    #expect(places.allSatisfy { -180...180 ~= $0.longitude })
    #expect(places.allSatisfy { -90...90 ~= $0.latitude })
    let (brazil, malta) = (
      places.firstIndex { $0.name == "Brazil" }, places.firstIndex { $0.name == "Malta" }
    )
    #expect(try #require(brazil) < #require(malta))
    // The main parts, without Guiana, Alaska and the Canaries; Russia goes on beyond 180°.
    let boxes = [
      "FR": SIMD4(-5.1, 41.3, 9.6, 51.1), "US": SIMD4(-124.7, 24.5, -66.9, 49.4),
      "ES": SIMD4(-9.3, 35.2, 4.3, 43.8),
    ]
    for (code, box) in boxes {
      let found = try #require(places.first { $0.code == code }?.box)
      #expect((found - box).indices.allSatisfy { abs(found[$0] - box[$0]) < 0.3 }, "\(code) \(found)")
    }
    #expect(try #require(places.first { $0.name == "Russia" }?.box)[2] > 189)
    #expect(places.count { $0.box != nil } > 230)
    // Of island states the name may stand in the sea between.
    for place in places.prefix(100) {
      let box = place.box ?? .zero
      #expect(box[0] < place.longitude, "\(place.name)")
      #expect(place.longitude < box[2], "\(place.name)")
      #expect(box[1] < place.latitude, "\(place.name)")
      #expect(place.latitude < box[3], "\(place.name)")
    }
    for name in ["Côte d'Ivoire", "Curaçao", "Åland Islands", "São Tomé and Príncipe"] {
      #expect(places.contains { $0.name == name }, "\(name)")
    }
  }

  @Test func `have cities, the largest first, with the codes of their countries`() throws {
    let cities = BuiltInCities()
    let names = (0..<cities.count).map(cities.name)
    // Natural Earth has 7,343 populated places, of which 54 are stations, ruins or gone.
    #expect((cities.count, names[0]) == (7289, "Tokyo"))
    #expect(
      cities.longitudes.allSatisfy { -180...180 ~= $0 } && cities.latitudes.allSatisfy { -90...90 ~= $0 })
    let codes = Set(BuiltInPlace.all.map(\.code))
    let letters = Set(cities.codes).subtracting([0]).map {
      String(decoding: [UInt8($0 >> 8), UInt8($0 & 255)], as: UTF8.self)
    }
    #expect(codes.isSuperset(of: letters))
    for (name, longitude, latitude) in [("Washington, D.C.", -77.01, 38.9), ("São Paulo", -46.63, -23.56)] {
      let city = try #require(names.firstIndex(of: name))
      #expect((cities.longitudes[city], cities.latitudes[city]) == (longitude, latitude))
    }
  }

  @Test(arguments: [
    ("United States of America", "US"), ("UK", "GB"), ("gb", "GB"), ("Czech Republic", "CZ"),
    ("Burma", "MM"), ("TÜRKIYE", "TR"), ("Republic of Korea", "KR"), ("DR Congo", "CD"),
  ])
  func `have codes, and the names that many write`(name: String, code: String) {
    expect(BuiltInPlace.country(name)?.code, equals: code)
  }

  @Test func `have other names of known countries alone`() {
    expect(BuiltInPlace.country("Atlantis"), equals: nil)
    let codes = Set(BuiltInPlace.countries.map { $0.code.lowercased() })
    #expect(BuiltInPlace.otherNames.values.allSatisfy(codes.contains))
    let names = Set(BuiltInPlace.countries.map { $0.name.lowercased() })
    #expect(BuiltInPlace.otherNames.keys.allSatisfy { !names.contains($0) })
  }
}
