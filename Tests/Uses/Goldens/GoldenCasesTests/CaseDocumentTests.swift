import GoldenCases
import Testing

@Suite struct `Case document` {
  private func document(
    _ json: String, path: String = "maps/a.json", beside files: Set<String> = []
  ) throws(GoldenError) -> CaseDocument {
    try CaseDocument(parsing: Array(json.utf8), path: path) { files.contains($0) }
  }

  @Test func `expects a PNG of its own name where nothing lies beside it`() throws {
    let document = try document("{}")
    #expect(document.cases.map(\.goldenPath) == ["maps/a.png"])
    #expect((document.cases.first?.format, document.cases.first?.settings) == (.png, .exact))
    #expect(try self.document("{}", path: "b.json").cases.map(\.goldenPath) == ["b.png"])
  }

  @Test func `finds goldens of every format`() throws {
    let files: Set = ["maps/a.svg", "maps/a.geojson", "maps/b.png"]
    #expect(try document("{}", beside: files).cases.map(\.goldenPath) == ["maps/a.svg", "maps/a.geojson"])
    let json = #"{"golden": {"formats": ["png", "svg"]}}"#
    #expect(try document(json, beside: files).cases.map(\.goldenPath) == ["maps/a.png", "maps/a.svg"])
  }

  @Test func `takes no input for a golden`() throws {
    let json = #"{"sources": {"a": "a.geojson"}, "basemap": "land.json"}"#
    let found = try document(json, beside: ["maps/a.geojson"])
    #expect(found.cases.map(\.goldenPath) == ["maps/a.png"])
    #expect(found.inputs == ["maps/a.geojson", "maps/land.json"])
    #expect(throws: GoldenError.self) {
      try document(#"{"sources": {"a": "a.geojson"}, "golden": {"formats": ["geojson"]}}"#)
    }
  }

  @Test func `names goldens of several views after them`() throws {
    let json = #"{"views": [{"name": "x/../y"}, {"zoom": 1}, {"name": ""}]}"#
    #expect(
      try document(json).cases.map(\.goldenPath) == ["maps/a-x-..-y.png", "maps/a-2.png", "maps/a-3.png"])
    #expect(try document(json).cases.map(\.viewIndex) == [0, 1, 2])
    #expect(try document(#"{"views": [{"name": "x"}]}"#).cases.map(\.goldenPath) == ["maps/a.png"])
  }

  @Test(arguments: [
    (#"{"sorces": {}}"#, "maps/a.json:1:2: error: sorces: there is no member \"sorces\" here"),
    ("{", "maps/a.json:1:2: error: "),
    (
      #"{"golden": {"maxPixels": "no"}}"#,
      "maps/a.json:1:26: error: golden.maxPixels: expected a whole number"
    ),
    (#"{"type": "FeatureCollection"}"#, "maps/a.json: error: this is GeoJSON of type FeatureCollection"),
    (#"{"version": 8, "layers": [], "sources": {}}"#, "maps/a.json: error: this is a style, no case"),
    (#"{"summary": {}, "cases": []}"#, "maps/a.json: error: this is a report, no case"),
  ])
  func `reports what is wrong with a case`(json: String, message: String) {
    do throws(GoldenError) {
      _ = try document(json)
      Issue.record("took it")
    } catch {
      #expect(error.description.hasPrefix(message))
    }
  }
}
