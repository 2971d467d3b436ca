import GoldenCases
import JSONDocument
import TestSupport
import Testing

@Suite struct `Case document` {
  private func document(
    _ json: String, path: String = "maps/a.json", beside files: Set<String> = [],
    _ others: [String: String] = [:]
  ) throws(GoldenError) -> CaseDocument {
    try .init(json, path: path, others: others) { files.contains($0) }
  }

  @Test func `expects a PNG of its own name where nothing lies beside it`() throws {
    let document = try document("{}")
    expect(document.cases.map(\.goldenPath), equals: ["maps/a.png"])
    #expect((document.cases.first?.format, document.cases.first?.settings) == (.png, .exact))
    try expect(self.document("{}", path: "b.json").cases.map(\.goldenPath), equals: ["b.png"])
  }

  @Test func `finds goldens of every format`() throws {
    let files: Set = ["maps/a.svg", "maps/a.geojson", "maps/b.png"]
    try expect(
      document("{}", beside: files).cases.map(\.goldenPath), equals: ["maps/a.svg", "maps/a.geojson"])
    let json = #"{"golden": {"formats": ["png", "svg"]}}"#
    try expect(document(json, beside: files).cases.map(\.goldenPath), equals: ["maps/a.png", "maps/a.svg"])
  }

  @Test(arguments: [
    #"{"sources": {"a": "./a.geojson"}}"#, #"{"overlays": [{"path": "../maps/a.geojson"}]}"#,
    #"{"cells": {"a": "a.geojson"}}"#, #"{"basemap": ["world", "a.geojson"]}"#,
    #"{"style": "s.json"}"#, #"{"themes": ["light", "s.json"]}"#, #"{"dump": "a.geojson"}"#,
  ])
  func `takes no file that the request names for a golden`(json: String) throws {
    let style = ["maps/s.json": #"{"sources": {"p": {"type": "geojson", "data": "a.geojson"}}}"#]
    let found = try document(json, beside: ["maps/a.geojson"], style)
    let pair = json.contains("themes") ? ["maps/a-light.png", "maps/a-s.png"] : nil
    expect(found.cases.map(\.goldenPath), equals: pair ?? ["maps/a.png"])
    // The other formats are goldens as before.
    let svg = try document(json, beside: ["maps/a.geojson", "maps/a.svg"], style)
    expect(svg.cases.map(\.goldenPath), equals: ["maps/a.svg"])
    do throws(GoldenError) {
      _ = try document(String(json.dropLast()) + #", "golden": {"formats": ["geojson"]}}"#, style)
      Issue.record("took it")
    } catch {
      expect(
        error.description,
        equals:
          "maps/a.json: error: maps/a.geojson is named in maps/a.json, and no golden; rename it, or leave geojson out of golden.formats"
      )
    }
  }

  @Test(arguments: [
    #"{"sprite": "a"}"#, #"{"sprite": "a.json"}"#, #"{"sprite": "a@2x.png"}"#, #"{"output": "a.png"}"#,
    #"{"style": "s.json"}"#,
  ])
  func `takes no picture that the request names for a golden`(json: String) throws {
    let style = ["maps/s.json": #"{"sprite": [{"id": "default", "url": "a"}]}"#]
    let found = try document(json, beside: ["maps/a.png", "maps/a.geojson"], style)
    expect(found.cases.map(\.goldenPath), equals: ["maps/a.geojson"])
    try expect(document(json, beside: ["maps/a.png"], style).cases.map(\.goldenPath), equals: ["maps/a.svg"])
  }

  @Test func `is wrong where no file is left for a golden`() {
    do throws(GoldenError) {
      _ = try document(#"{"overlays": [{"path": "a.png"}, {"path": "a.svg"}, {"path": "a.geojson"}]}"#)
      Issue.record("took it")
    } catch {
      expect(
        error.description,
        equals:
          "maps/a.json: error: requests name every file that could be the golden of a; rename the request")
    }
  }

  @Test func `takes no input of another request for a golden, nor one of a request with errors`() throws {
    for other in [#"{"sources": {"p": "a.geojson"}}"#, #"{"sorces": {"p": ["../maps/a.geojson"]}}"#] {
      let found = try document("{}", beside: ["maps/a.geojson"], ["maps/b.json": other])
      expect(found.cases.map(\.goldenPath), equals: ["maps/a.png"])
    }
  }

  @Test(
    arguments: [
      (#"{"format": "svg"}"#, "format is svg, but the golden of a is png", ["maps/a.png"]),
      (#"{"output": "x.pdf"}"#, "output is x.pdf, but the golden of a is png", ["maps/a.png"]),
      (#"{"output": "x.pdf"}"#, "output is x.pdf, but the golden of a is svg", ["maps/a.svg"]),
    ] as [(String, String, Set<String>)])
  func `takes no golden of another format than the request draws, unless it names formats`(
    json: String, fault: String, files: Set<String>
  ) throws {
    do throws(GoldenError) {
      _ = try document(json, beside: files)
      Issue.record("took it")
    } catch {
      #expect(error.description.hasPrefix("maps/a.json:1: error: \(fault); name what is compared, such as "))
    }
    let named = String(json.dropLast()) + #", "golden": {"formats": ["png"]}}"#
    try expect(document(named).cases.map(\.format), equals: [.png])
    try expect(document(json, beside: ["maps/a.geojson"]).cases.map(\.format), equals: [.geojson])
    try expect(document(#"{"format": "svg"}"#).cases.map(\.format), equals: [.svg])
    try expect(document(#"{"format": "svg"}"#, beside: ["maps/a.svg", "maps/a.png"]).cases.count, equals: 2)
    try expect(document(#"{"output": "x.png"}"#).cases.map(\.format), equals: [.png])
  }

  @Test(arguments: [
    ("pdf", "pdf"), ("webp", "webp"), ("avif", "avif"), ("jpeg", "jpg"), ("html", "html"),
  ])
  func `has the golden that the request draws, and takes no other file for one`(
    format: String, ending: String
  ) throws {
    let set = #"{"format": "\#(format)"}"#
    try expect(document(set).cases.map(\.goldenPath), equals: ["maps/a.\(ending)"])
    try expect(
      document(set, beside: ["maps/a.\(ending)"]).cases.map(\.goldenPath), equals: ["maps/a.\(ending)"])
    try expect(
      document(#"{"output": "out/x.\#(ending)"}"#).cases.map(\.goldenPath), equals: ["maps/a.\(ending)"])
    // A page or a photograph of that name need not be a golden.
    try expect(document("{}", beside: ["maps/a.\(ending)"]).cases.map(\.goldenPath), equals: ["maps/a.png"])
  }

  @Test func `has a golden for each theme of a pair, and one of SVG and markers`() throws {
    let json =
      #"{"themes": ["light", "styles/night.json"], "golden": {"formats": ["png", "svg", "geojson"]}}"#
    let found = try document(json).cases
    expect(
      found.map(\.goldenPath),
      equals: ["maps/a-light.png", "maps/a-night.png", "maps/a.svg", "maps/a.geojson"])
    expect(found.map(\.isDark), equals: [false, true, false, false])
  }

  @Test func `has a strip or the film of a story`() throws {
    func formats(_ list: String) throws -> [String] {
      try document(#"{"steps": [], "golden": {"formats": [\#(list)]}}"#).cases.map(\.goldenPath)
    }
    try expect(document(#"{"steps": []}"#).cases.map(\.goldenPath), equals: ["maps/a.png"])
    try expect(formats(#""png", "apng""#), equals: ["maps/a.png", "maps/a.apng"])
    do throws(GoldenError) {
      _ = try document(#"{"golden": {"formats": ["apng"]}}"#)
      Issue.record("took it")
    } catch {
      expect(error.description, equals: "maps/a.json: error: golden.formats: only stories have apng")
    }
  }

  @Test func `has the golden of this platform where there is one`() throws {
    let own = "maps/a.\(GoldenPlatform.name).png"
    let other = GoldenPlatform.name == "macos-arm64" ? "linux-arm64" : "macos-arm64"
    let files: Set = ["maps/a.png", own, "maps/a.\(other).png"]
    let found = try document("{}", beside: files).cases
    expect(found.map(\.goldenPath), equals: [own])
    expect(found.map { Set($0.platforms) }, equals: [[GoldenPlatform.name, other]])
    let foreign = try document("{}", beside: files.subtracting([own])).cases
    #expect((foreign.map(\.goldenPath), foreign.map(\.platformPath)) == (["maps/a.png"], [own]))
    // An input is no golden.
    let named = try document(#"{"output": "a.\#(GoldenPlatform.name).png"}"#, beside: files).cases
    #expect((named.map(\.goldenPath), named.map(\.platformPath)) == (["maps/a.png"], [nil]))
  }

  @Test func `masks what belongs to a view`() throws {
    let json =
      #"{"views": [{"name": "x"}, {"name": "y"}], "golden": {"masks": [[0, 0, 1, 1], {"area": [1, 1, 1, 1], "view": "y"}, {"marker": 7, "view": "x"}, {"marker": "a"}]}}"#
    let found = try document(json).cases
    expect(found.map { $0.settings.picture.comparison.masks.map(\.x) }, equals: [[0], [0, 1]])
    expect(found.map(\.maskedMarkers), equals: [["7", "a"], ["a"]])
  }

  @Test func `names goldens of several views after them`() throws {
    let json = #"{"views": [{"name": "x/../y"}, {"zoom": 1}, {"name": ""}]}"#
    try expect(
      document(json).cases.map(\.goldenPath), equals: ["maps/a-x-..-y.png", "maps/a-2.png", "maps/a-3.png"])
    try expect(document(json).cases.map(\.viewIndex), equals: [0, 1, 2])
    let lines = "{\"views\": [\n{\"name\": \"x\"},\n{\"zoom\": 1}]}"
    try expect(document(lines).cases.map(\.line), equals: [2, 3])
    try expect(document(#"{"views": [{"name": "x"}]}"#).cases.map(\.goldenPath), equals: ["maps/a.png"])
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

extension CaseDocument {
  /// A request by itself, or among others; a file `s.json` among them is a style.
  init(
    _ json: String, path: String, others: [String: String] = [:], exists: (String) -> Bool
  ) throws(GoldenError) {
    let folded = { (path: String) in
      path.replacing("../maps/", with: "").replacing("/./", with: "/").lowercased()
    }
    var files = NamedFiles(identity: folded) { path in others[path].map { Array($0.utf8) } }
    func parsed(_ json: String) throws(GoldenError) -> JSONText {
      try rethrowing(JSONText(parsing: Array(json.utf8))) { (error: JSONError) in
        GoldenError.badCase(error.diagnostic.text(file: path))
      }
    }
    for (path, json) in others where !path.hasSuffix("s.json") { files.add(try parsed(json).root, of: path) }
    let text = try parsed(json)
    files.add(text.root, of: path)
    try self.init(of: text, path: path, files: files, exists: exists)
  }
}
