import Foundation
import TestSupport
import Testing

@Suite struct `clustersnap check` {
  private let faulty = """
    {"version": 8, "sources": {"a": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
    "layers": [{"id": "dots", "type": "circle", "source": "a", "paint": {"circle-raduis": 3}},
    {"id": "more", "type": "circle", "source": "a", "source-layer": "none"}]}
    """

  @Test func `prints line, column, path and code, and ends with 2`() throws {
    let outcome = try Running.clustersnap(["check", "-"], input: faulty)
    expect(outcome.status, equals: 2)
    expect(
      outcome.outputLines.first,
      equals:
        "standard input:2:70: error: layers[0].paint.circle-raduis: circle layers have no paint property "
        + "\"circle-raduis\"; did you mean circle-radius? [unknown-property]")
    expect(outcome.outputLines.last, equals: "standard input: 1 error, 1 warning")
  }

  @Test func `answers in JSON`() throws {
    let outcome = try Running.clustersnap(["check", "-", "--format", "json"], input: faulty)
    let entries = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.text.utf8)) as? [[String: Any]])
    #expect((entries.count, entries.first?["severity"] as? String) == (2, "error"))
    expect(entries[0]["pointer"] as? String, equals: "/layers/0/paint/circle-raduis")
    expect(entries[0]["path"] as? String, equals: "layers[0].paint.circle-raduis")
    #expect((entries[0]["line"] as? Int, entries[0]["column"] as? Int) == (2, 70))
    expect(entries[1]["severity"] as? String, equals: "warning")
    #expect((outcome.status, outcome.errors) == (2, ""))
  }

  @Test func `ends well with warnings, unless they are errors`() throws {
    let warned = faulty.replacing("circle-raduis", with: "circle-radius")
    try expect(Running.clustersnap(["check", "-"], input: warned).status, equals: 0)
    try expect(Running.clustersnap(["check", "-", "--strict"], input: warned).status, equals: 2)
    #expect(try Running.clustersnap(["check", "-", "--quiet"], input: warned).text.isEmpty)
  }

  @Test func `takes unknown types for errors, which drawing leaves out`() throws {
    let unknown = """
      {"version": 8, "sources": {"a": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}},
      "b": {"type": "shapes"}}, "layers": [{"id": "x", "type": "fog", "source": "a"}]}
      """
    let outcome = try Running.clustersnap(["check", "-"], input: unknown)
    #expect((outcome.status, outcome.outputLines.last) == (2, "standard input: 2 errors, no warnings"))
    expect(outcome.outputLines.first?.hasSuffix("[unknown-source-type]"), equals: true)
    expect(outcome.outputLines.dropFirst().first?.hasSuffix("[unknown-layer-type]"), equals: true)
  }

  @Test func `lists what others will not see`() throws {
    let outcome = try Running.clustersnap(["check", "Styles/light.json", "--portable"])
    expect(outcome.status, equals: 0)
    #expect(outcome.outputLines.count { $0.hasSuffix("[not-portable]") } > 5)
    #expect(outcome.outputLines.allSatisfy { $0.hasPrefix("Styles/light.json:") })
    try expect(Running.clustersnap(["check", "Styles/light.json"]).outputLines.count, equals: 1)
  }

  /// Of Tableau's ten colors orange and green look alike without red, of Okabe and Ito's none do.
  @Test func `warns of colors that readers confuse`() throws {
    func lines(_ colors: String) throws -> [String] {
      let style = """
        {"version": 8, "sources": {"a": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
        "layers": [{"id": "ground", "type": "background", "paint": {"background-color": "#fff"}},
        {"id": "dots", "type": "circle", "source": "a", "paint": {"circle-color": ["match", ["get", "k"], \(colors)]}}]}
        """
      return try Running.clustersnap(["check", "-", "--accessible"], input: style).outputLines
    }
    let tableau = try lines(##""a", "#ff7f0e", "b", "#2ca02c", "#1f77b4""##)
    #expect(
      tableau.contains {
        $0.hasSuffix(
          "#2ca02c looks like #ff7f0e with protanopia; choose colors of different lightness [confused-colors]"
        )
      })
    #expect(
      tableau.contains {
        $0.contains("#ff7f0e has a contrast of 2.5 to the background #ffffff; shapes want 3")
      })
    let okabe = try lines(##""a", "#0072b2", "b", "#d55e00", "#000000""##)
    expect(okabe, equals: ["standard input: no errors, no warnings"])
  }

  @Test func `misses files`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "check-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "style.json")
    try Data(#"{"version": 8, "sources": {"a": {"type": "geojson", "data": "no.json"}}, "layers": []}"#.utf8)
      .write(to: file)
    let outcome = try Running.clustersnap(["check", file.path(percentEncoded: false)])
    expect(outcome.status, equals: 2)
    outcome.text.shows("style.json:1:61: error: sources.a.data: no.json: ")
  }

  @Test(arguments: [
    (["check"], "which style?"), (["check", "a", "b"], "one style too many"),
    (["check", "no.json"], "no.json: error: cannot be read"), (["chek"], "did you mean check?"),
    (["check", "Styles"], "this is a folder"),
  ])
  func `names what it needs`(words: [String], message: String) throws {
    let outcome = try Running.clustersnap(words)
    #expect((outcome.status, outcome.text) == (2, ""))
    #expect(outcome.errors.contains(message))
  }
}

@Suite struct `clustersnap eval` {
  @Test func `answers every line in order`() throws {
    let outcome = try Running.clustersnap(
      ["eval"],
      input: """
        {"expression": ["+", 1, ["get", "a"]], "inputs": [[{"zoom": 0}, {"properties": {"a": 2}}]]}
        no JSON

        {"expression": ["gett", "a"], "inputs": []}
        """)
    #expect((outcome.status, outcome.outputLines.count) == (0, 4))
    #expect(outcome.outputLines[0].hasSuffix(#""outputs":[3]}"#))
    #expect(outcome.outputLines[1...].allSatisfy { $0.hasPrefix(#"{"compiled":{"result":"error""#) })
  }

  @Test func `answers at once`() throws {
    let place = try Workplace()
    for name in ["in", "out"] { expect(mkfifo(place.path(name), 0o600), equals: 0) }
    // Both ends of a pipe are opened before either side goes on.
    let command = try place.start(["eval"], redirections: "<'\(place.path("in"))' >'\(place.path("out"))'")
    let input = try FileHandle(forWritingTo: URL(filePath: place.path("in")))
    let output = try FileHandle(forReadingFrom: URL(filePath: place.path("out")))
    for number in 1...3 {
      let line = #"{"expression": ["+", \#(number), 1], "inputs": [[{"zoom": 0}, {}]]}"# + "\n"
      try input.write(contentsOf: Data(line.utf8))
      let answer = String(decoding: output.availableData, as: UTF8.self)
      #expect(answer.hasSuffix("\"outputs\":[\(number + 1)]}\n"))
    }
    try input.close()
    try expect(command.wait().status, equals: 0)
  }
}
