import Foundation
import TestSupport
import Testing

@Suite struct `Diagnostics in JSON` {
  /// The objects on standard error, one a line.
  private func objects(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
  }

  @Test func `name severity, code, file, line and message`() throws {
    let place = try Workplace(["in.csv": "lon,lat\n13,52\nx,y\n"])
    let outcome = try place.run(["clusters", "in.csv", "--diagnostics", "json", "--verbose", "-o", "out.csv"])
    let found = try objects(outcome.errors)
    expect(found.map { $0["severity"] as? String }, equals: ["warning", "info"])
    expect(found[0]["code"] as? String, equals: "warning")
    expect(found[0]["file"] as? String, equals: "in.csv")
    expect((found[0]["message"] as? String)?.contains("line 3"), equals: true)
  }

  @Test func `of a style name path, pointer, line and column`() throws {
    let place = try Workplace()
    try place.write("style.json", #"{"version":8,"sources":{},"layers":[{"id":"a","type":"circle"}]}"#)
    try place.write("in.csv", Sample.places)
    let words = ["--style", "style.json", "-o", "a.png", "--diagnostics=json"]
    let drawn = try objects(try place.run(["render", "in.csv"] + words).errors)
    let checked = try objects(try place.run(["check", "style.json", "--diagnostics", "json"]).text)
    let first = try #require(drawn.first)
    #expect((first["severity"] as? String, first["file"] as? String) == ("error", "style.json"))
    #expect((first["path"] as? String, first["pointer"] as? String) == ("layers[0]", "/layers/0"))
    expect(first["line"] as? Int, equals: 1)
    #expect((first["column"] as? Int ?? 0) > 1)
    expect(NSDictionary(dictionary: first), equals: NSDictionary(dictionary: try #require(checked.first)))
  }

  @Test(arguments: [
    ["render", "--diagnostics", "json", "--nonsense"], ["render", "--diagnostics=json"],
    ["clusters", "missing.csv", "--diagnostics", "json"], ["tile", "missing", "--diagnostics", "json"],
    ["diff", "a.png", "b.png", "--diagnostics", "json"],
    ["animate", "s.json", "-o", "a.png", "--diagnostics", "json"],
    ["verify", "missing", "--diagnostics", "json"], ["check", "missing.json", "--diagnostics", "json"],
    ["schema", "nothing", "--diagnostics", "json"], ["eval", "word", "--diagnostics", "json"],
    ["help", "qqqqqq", "--diagnostics", "json"], ["manual", "nothing", "--diagnostics", "json"],
    ["completions", "sh", "--diagnostics", "json"],
  ])
  func `report what ends a subcommand as one object`(words: [String]) throws {
    let outcome = try Workplace().run(words)
    expect(outcome.status, equals: 2)
    let found = try objects(outcome.errors)
    #expect((found.count, found.first?["severity"] as? String) == (1, "error"))
    expect((found[0]["message"] as? String)?.isEmpty, equals: false)
  }

  @Test func `call a place that cannot be written an output`() throws {
    let place = try Workplace(["in.csv": Sample.places])
    let outcome = try place.run(["clusters", "in.csv", "-o", "no/out.csv", "--diagnostics", "json"])
    expect(outcome.status, equals: 3)
    let found = try objects(outcome.errors)
    #expect((found[0]["code"] as? String, found[0]["file"] as? String) == ("output", "no/out.csv"))
    #expect(found[0]["line"] is NSNull)
  }

  @Test func `are refused in another form`() throws {
    let outcome = try Workplace().run(["clusters", "a.csv", "--diagnostics", "xml"])
    outcome.reports(2, containing: "\"xml\" is none of text, json")
  }
}
