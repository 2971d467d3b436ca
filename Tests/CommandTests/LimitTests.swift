import Foundation
import TestSupport
import Testing

@Suite struct `A limit` {
  @Test func `of points ends the command with what to do`() throws {
    let place = try Workplace()
    try place.write("in.csv", "lon,lat\n" + String(repeating: "1,2\n", count: 300_000))
    _ = try place.shell("gzip -k in.csv")
    for name in ["in.csv", "in.csv.gz"] {
      let outcome = try place.run(["render", name, "-o", "out.png", "--max-points", "200000"])
      #expect(outcome.status == 2 && outcome.lines.count == 1)
      #expect(
        outcome.errors.hasSuffix(
          "error: there are more than 200000 points and vertices; raise --max-points, or bring fewer\n"))
      #expect(try place.run(["clusters", name, "-o", "out.csv", "--max-points", "300000"]).status == 0)
    }
    try place.write("request.json", #"{"sources": {"a": "in.csv"}, "maxPoints": 10, "output": "out.png"}"#)
    #expect(try place.run(["render", "--request", "request.json"]).status == 2)
    #expect(try place.run(["render", "--request", "request.json", "--max-points", "300000"]).status == 0)
  }

  @Test func `of pixels holds for heatmaps together`() throws {
    let place = try Workplace()
    try place.write("in.csv", Sample.places)
    let layers = (0..<6).map {
      #"{"id": "\#($0)", "type": "heatmap", "source": "points", "paint": {"heatmap-radius": 3000, "heatmap-color": "#
        + #"["interpolate", ["linear"], ["heatmap-density"], 0, "white", 1, "red"]}}"#
    }.joined(separator: ",")
    try place.write(
      "style.json",
      #"{"version": 8, "sources": {"points": {"type": "geojson", "data": "in.geojson"}}, "layers": [\#(layers)]}"#
    )
    try place.write("in.geojson", #"{"type": "Point", "coordinates": [0, 0]}"#)
    let outcome = try place.run([
      "render", "--style", "style.json", "--center", "0,0", "--zoom", "1", "--size", "8000x8000", "-o",
      "out.png",
    ])
    #expect(outcome.status == 2 && outcome.lines.count == 1)
    #expect(
      outcome.errors.contains(
        "layer 4: the heatmaps up to this one hold more than 256 million pixels; draw fewer of them, or a smaller picture"
      ))
    #expect(!place.names.contains("out.png"))
  }

  @Test func `of records that may be broken is set by --strict`() throws {
    let place = try Workplace()
    let point = #"{"type":"Point","coordinates":[1,2]}"#
    try place.write("in.ndjson", "\(point)\n{\"type\":oops}\n\(point)\n")
    try place.write("in.csv", "lon;lat\n1;2\n13,4;52,5\n3;4\n")
    for (name, message) in [
      (
        "in.ndjson",
        "in.ndjson: warning: 1 of 3 records skipped, in line 2: expected a value, found 'o'; correct the JSON here"
      ),
      (
        "in.csv",
        "in.csv: warning: 1 of 3 records skipped, in line 3: \"13,4\" has a decimal comma; write numbers with a decimal point"
      ),
    ] {
      let outcome = try place.run(["clusters", name, "-o", "out.csv"])
      #expect(outcome.status == 0 && outcome.lines == [message])
      #expect(try place.run(["clusters", name, "-o", "strict.csv", "--strict"]).status == 2)
      #expect(!place.names.contains("strict.csv"))
    }
  }

  @Test func `of types of layers is that of the specification`() throws {
    let place = try Workplace()
    try place.write(
      "style.json",
      #"{"version": 8, "sources": {}, "layers": [{"id": "a", "type": "backgruond"}]}"#)
    let outcome = try place.run(["check", "style.json"])
    #expect(outcome.status == 2)
    #expect((outcome.text + outcome.errors).contains("is no type of layer"))
  }
}
