import BuiltIns
import Testing

@Suite struct `Built-in places` {
  @Test func `are countries and cities, the largest first`() throws {
    let places = BuiltInPlace.all
    #expect(places.count { $0.isCity } == 7289)
    // Natural Earth has Tokyo as the largest.
    #expect(places.first(where: \.isCity).map { [$0.name, $0.code] } == ["Tokyo", "JP"])
    let codes = Set(places.filter { !$0.isCity }.map(\.code))
    #expect(places.filter(\.isCity).count { !codes.contains($0.code) } < 5)
    #expect(places.count { !$0.isCity } > 220)
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
    for name in ["Côte d'Ivoire", "Curaçao", "Åland Islands", "São Tomé and Príncipe", "Washington, D.C."] {
      #expect(places.contains { $0.name == name }, "\(name)")
    }
  }

  @Test(arguments: [
    ("United States of America", "US"), ("UK", "GB"), ("gb", "GB"), ("Czech Republic", "CZ"),
    ("Burma", "MM"), ("TÜRKIYE", "TR"), ("Republic of Korea", "KR"), ("DR Congo", "CD"),
  ])
  func `have codes, and the names that many write`(name: String, code: String) {
    #expect(BuiltInPlace.country(name)?.code == code)
  }

  @Test func `have other names of known countries alone`() {
    #expect(BuiltInPlace.country("Atlantis") == nil)
    let codes = Set(BuiltInPlace.countries.map { $0.code.lowercased() })
    #expect(BuiltInPlace.otherNames.values.allSatisfy(codes.contains))
    let names = Set(BuiltInPlace.countries.map { $0.name.lowercased() })
    #expect(BuiltInPlace.otherNames.keys.allSatisfy { !names.contains($0) })
  }
}
