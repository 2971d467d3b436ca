import Foundation
import TestSupport
import Testing

@Suite struct `A limit` {
  @Test func `of points ends the command with what to do`() throws {
    let place = try Workplace(["in.csv": "lon,lat\n" + String(repeating: "1,2\n", count: 300_000)])
    _ = try place.shell("gzip -k in.csv")
    for name in ["in.csv", "in.csv.gz"] {
      let outcome = try place.run(["render", name, "-o", "out.png", "--max-points", "200000"])
      #expect((outcome.status, outcome.lines.count) == (2, 1))
      #expect(
        outcome.errors.hasSuffix(
          "error: there are more than 200000 points and vertices; raise --max-points, or bring fewer\n"))
      try expect(place.run(["clusters", name, "-o", "out.csv", "--max-points", "300000"]).status, equals: 0)
    }
    try place.write("request.json", #"{"sources": {"a": "in.csv"}, "maxPoints": 10, "output": "out.png"}"#)
    try expect(place.run(["render", "--request", "request.json"]).status, equals: 2)
    try expect(
      place.run(["render", "--request", "request.json", "--max-points", "300000"]).status, equals: 0)
  }

  @Test(arguments: ["x", "0", "-3", "inf"])
  func `of time for an input is a number of seconds`(text: String) throws {
    let place = try Workplace(["in.csv": Sample.places])
    let outcome = try place.run(
      ["render", "in.csv", "-o", "a.png"], environment: ["CLUSTERSNAP_INPUT_TIMEOUT": text])
    outcome.reports(
      2,
      "clustersnap: error: CLUSTERSNAP_INPUT_TIMEOUT=\(text) is no number of seconds above 0; set one, or unset it"
    )
  }

  @Test func `of records that may be broken is set by --strict`() throws {
    let place = try Workplace()
    let point = #"{"type":"Point","coordinates":[1,2]}"#
    try place.write("in.ndjson", "\(point)\n{\"type\":oops}\n\(point)\n")
    try place.write("in.csv", "lon;lat\n1.0;2\n13,4;52,5\n3;4\n")
    for (name, message) in cases(
      """
      in.ndjson → in.ndjson: warning: 1 of 3 records skipped, in line 2: expected a value, found 'o'; correct the JSON here
      in.csv → in.csv: warning: 1 of 3 records skipped, in line 3: "13,4" has a decimal comma; set --decimal comma, or write numbers with a decimal point
      """)
    {
      let outcome = try place.run(["clusters", name, "-o", "out.csv"])
      #expect((outcome.status, outcome.lines) == (0, [message]))
      try expect(place.run(["clusters", name, "-o", "strict.csv", "--strict"]).status, equals: 2)
      #expect(!place.names.contains("strict.csv"))
    }
  }

  @Test func `of types of layers is that of the specification`() throws {
    let place = try Workplace()
    try place.write(
      "style.json",
      #"{"version": 8, "sources": {}, "layers": [{"id": "a", "type": "backgruond"}]}"#)
    let outcome = try place.run(["check", "style.json"])
    expect(outcome.status, equals: 2)
    #expect((outcome.text + outcome.errors).contains("is no type of layer"))
  }
}
