import MapScene
import MapSession
import MapStyle
import SessionSupport
import TestSupport
import Testing

@Suite struct `Text in expressions` {
  private func holds(
    _ comparison: String, with collation: (any TextCollation)? = SystemCollation()
  ) -> Bool {
    let answer = answer(
      evalRequest: Array("{\"expression\": \(comparison), \"inputs\": [[{}, {}]]}".utf8), collation: collation
    )
    return String(decoding: answer, as: UTF8.self).hasSuffix("\"outputs\":[true]}")
  }

  @Test(
    .wantsInProcess(.icu),
    arguments: [
      // The same two letters in Swedish and in German.
      (#"[">", "ä", "z", ["collator", {"locale": "sv", "diacritic-sensitive": true}]]"#, true),
      (#"["<", "ä", "z", ["collator", {"locale": "de", "diacritic-sensitive": true}]]"#, true),
      // Letters beyond Latin, which the built-in table knows nothing of.
      (#"["==", "Ё", "ё", ["collator", {"locale": "ru"}]]"#, true),
      (#"["==", "Ω", "ώ", ["collator", {}]]"#, true),
      (#"["==", "ｱ", "ア", ["collator", {"locale": "ja"}]]"#, true),
      // Base, case, accent and variant.
      (#"["==", "a", "Á", ["collator", {}]]"#, true),
      (#"["==", "a", "A", ["collator", {"case-sensitive": true}]]"#, false),
      (#"["==", "a", "á", ["collator", {"case-sensitive": true}]]"#, true),
      (#"["==", "a", "A", ["collator", {"diacritic-sensitive": true}]]"#, true),
      (#"["==", "a", "á", ["collator", {"diacritic-sensitive": true}]]"#, false),
      (#"["==", "a", "A", ["collator", {"case-sensitive": true, "diacritic-sensitive": true}]]"#, false),
    ])
  func `is compared by the rules of its language`(comparison: String, expected: Bool) {
    expect(holds(comparison), equals: expected)
  }

  /// Compares by the number of letters alone.
  private struct ByLength: TextCollation {
    var isAvailable: Bool { true }
    func order(_ a: String, _ b: String, by rules: Collator) -> Int? {
      (a.count - b.count).signum()
    }
  }

  @Test func `is compared by what its own style was read with`() {
    let equal = #"["==", "abc", "xyz", ["collator", {}]]"#
    #expect(holds(equal, with: ByLength()))
    #expect(!holds(equal, with: nil))
    #expect(!holds(equal))
  }

  @Test(.wantsInProcess(.icu))
  func `is compared by the table of Latin letters where nobody hands a library over`() async throws {
    // Omega in two cases, which the table does not know to be one letter.
    let greek = #"["==", "Ω", "ώ", ["collator", {}]]"#
    let resources = MemoryResources(["a.csv": "lon,lat\n1,2\n"])
    _ = try await MapSession(resources: resources).markers(
      of: try MapSpecification(json: #"{"sources": {"points": "a.csv"}}"#))
    #expect(holds(greek))
    #expect(!holds(greek, with: nil))
  }

  @Test func `is compared in each session by what it was given`() async throws {
    let rows = ["abc", "xyz", "long", "ab"].enumerated().map { "\($0 * 9 - 20),0,\($1)" }
    let style = """
      {"version": 8, "sources": {"points": {"type": "geojson",
         "data": {"type": "FeatureCollection", "features": []}}},
       "layers": [{"id": "dots", "type": "circle", "source": "points",
         "filter": ["==", ["get", "kind"], "xyz", ["collator", {}]]}]}
      """
    let resources = MemoryResources([
      "a.csv": "lon,lat,kind\n" + rows.joined(separator: "\n") + "\n", "style.json": style,
    ])
    let view =
      #""sources": {"points": "a.csv"}, "center": [0, 0], "zoom": 1, "size": [300, 200], "basemap": "none""#
    let styled = try MapSpecification(json: "{\(view), \"style\": \"style.json\"}")
    let filtered = try MapSpecification(
      json: #"{\#(view), "method": "none", "filter": ["<", ["get", "kind"], "xyz", ["collator", {}]]}"#)
    func counts(_ collation: (any TextCollation)?) async throws -> [Int] {
      let session = MapSession(resources: resources, collation: collation)
      let picture = try await session.pictures(of: styled).pictures[0]
      let dots = picture.snapshot.scene.layers.first { $0.id == "dots" }
      let groups = try await session.pictures(of: filtered).pictures[0].snapshot.groups
      return [dots?.marks.count ?? 0, groups.reduce(0) { $0 + $1.markers.markers.count }]
    }
    // Of a layer's filter: those as long as xyz, and xyz alone. Of rows: those shorter, and those before xyz.
    try await expect(counts(ByLength()), equals: [2, 1])
    try await expect(counts(nil), equals: [1, 3])
    try await expect(counts(ByLength()), equals: [2, 1])
  }
}
