import BuiltIns
import Testing

@Suite struct `Built-in places` {
  @Test func `are countries and capitals, the largest countries first`() throws {
    let places = BuiltInPlace.all
    #expect(places.count { $0.isCity } == 197)
    #expect(places.count { !$0.isCity } > 220)
    #expect(places.allSatisfy { -180...180 ~= $0.longitude })
    #expect(places.allSatisfy { -90...90 ~= $0.latitude })
    let (brazil, malta) = (
      places.firstIndex { $0.name == "Brazil" }, places.firstIndex { $0.name == "Malta" }
    )
    #expect(try #require(brazil) < #require(malta))
    for name in ["Côte d'Ivoire", "Curaçao", "Åland Islands", "São Tomé and Príncipe", "Washington, D.C."] {
      #expect(places.contains { $0.name == name }, "\(name)")
    }
  }
}
