import Foundation
import TestSupport
import Testing

/// A small picture, so that a test is quick.
let small = ["--size", "64x64", "--padding", "4"]

@Suite struct `Input that is none` {
  /// What is in the file `in`, and the one line that reports it.
  static let refused =
    cases(
      """
       → in: error: the input is empty; expected CSV or GeoJSON
      lon,lat⏎ → in: error: there is a header but no row below it; add rows
      a,b⏎1,2⏎ → in:1:1: error: no longitude column in the header "a", "b"; name it with --longitude COLUMN (a name or a number)
      lon,lat⏎52.5,113.4⏎48.8,102.3⏎ → in: error: no usable record; 2 of 2 records skipped, the first in line 2: latitude 113.4 is outside -90...90; are longitude and latitude swapped?
      lon,lat⏎nan,nan⏎ → in: error: no usable record; 1 of 1 record skipped, in line 2: longitude is missing
      lon,lat⏎1e400,1⏎ → in: error: no usable record; 1 of 1 record skipped, in line 2: longitude is too large a number
      lon|lat⏎13,4|52,5⏎ → in:2:1: error: "13,4" has a decimal comma; set --decimal comma, or write numbers with a decimal point
      {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2 → in:1:104: error: the JSON text ends in the middle; is the file complete?
      <html>404</html> → in:1:1: error: expected CSV or GeoJSON, found an HTML page; was this an error page of the download?
      """) + [
      (
        String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000),
        "in:1:64: error: JSON nested deeper than 64 levels; flatten it"
      ),
      (
        #"{"type":"Feature","geometry":null,"properties":{"a":"# + String(repeating: "[", count: 1000),
        "in:1:115: error: JSON nested deeper than 64 levels; flatten it"
      ),
      (
        String(repeating: "\0", count: 4096),
        "in:1:1: error: expected CSV or GeoJSON, found a file of zero bytes; copy or download it again"
      ),
    ]

  @Test(arguments: refused)
  func `is refused in one line and leaves no output`(content: String, message: String) throws {
    let place = try Workplace(["in": content, "out.png": "former"])
    let outcome = try place.run(["render", "in", "-o", "out.png"] + small)
    expect(outcome.lines, equals: [message])
    expect(outcome.status, equals: 2)
    #expect((place.names, place.text("out.png")) == (["in", "out.png"], "former"))
  }

  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
  func `is read in UTF-16`(encoding: String.Encoding) throws {
    let place = try Workplace()
    let mark: [UInt8] = encoding == .utf16LittleEndian ? [0xFF, 0xFE] : [0xFE, 0xFF]
    try place.write("in", Data(mark) + (try #require("lon,lat\n1,2\n".data(using: encoding))))
    #expect(try place.run(["clusters", "in"]).succeeding().text.contains("\"coordinates\": [1, 2]"))
  }

  @Test(
    arguments: cases(
      """
      gone.csv → gone.csv: error: cannot be read: No such file or directory; check the name
      folder → folder: error: this is a folder; name a file
      a: error: b → a: error: b: error: cannot be read: No such file or directory; check the name
      """) + [
        (
          "a\nb\u{1B}[31m.csv",
          #"a\u000ab\u001b[31m.csv: error: cannot be read: No such file or directory; check the name"#
        ), ("", ": error: cannot be read: No such file or directory; check the name"),
      ])
  func `is named where it is missing or no file`(name: String, message: String) throws {
    let place = try Workplace(["folder/in.csv": Sample.places])
    let outcome = try place.run(["clusters", name])
    expect(outcome.lines, equals: [message])
    expect(outcome.status, equals: 2)
  }

  @Test(arguments: [
    "lon,lat\r\n1,2\r\n3,4\r\n", "\u{FEFF}lon,lat\n1,2\n3,4\n", "lon,lat\n1,2\n\n3,4",
    "\u{FEFF}LON;Lat\r\n1;2\r\n3;4",
  ])
  func `is taken with any line end and mark`(content: String) throws {
    let place = try Workplace(["in.csv": content])
    let outcome = try place.run(["clusters", "in.csv", "--format", "csv"]).succeedingQuietly()
    expect(outcome.text.split(separator: "\n").count, equals: 3)
  }

  @Test func `is skipped record by record and reported once`() throws {
    let place = try Workplace(["in.csv": "lon,lat\n1,1\nnan,nan\n1e400,2\n2,99\n"])
    let message = "3 of 4 records skipped, the first in line 3: longitude is missing"
    let lenient = try place.run(["clusters", "in.csv"])
    #expect((lenient.status, lenient.lines) == (0, ["in.csv: warning: \(message)"]))
    try place.run(["clusters", "in.csv", "--quiet"]).succeedingQuietly()
    for words in [["--strict"], ["--strict", "--quiet"]] {
      let strict = try place.run(["clusters", "in.csv", "-o", "out.csv"] + words)
      #expect((strict.status, strict.lines) == (2, ["in.csv: error: \(message)"]))
      expect(place.names, equals: ["in.csv"])
    }
  }

  @Test func `of shapes is skipped and counted, and the rest is drawn`() throws {
    let place = try Workplace()
    func polygon(_ ring: String) -> String {
      #"{"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [\#(ring)]}}"#
    }
    let shapes = [
      polygon("[[0, 0], [9, 0], [9, 9], [0, 0]]"), polygon("[[0, 0], [9, 0]]"),
      polygon("[[0, 0], [9, 100], [9, 9], [0, 0]]"),
    ]
    try place.write(
      "in.geojson", #"{"type": "FeatureCollection", "features": [\#n\#(shapes.joined(separator: ",\n"))]}"#)
    try place.write(
      "s.json",
      """
      {"version": 8, "sources": {"a": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
       "layers": [{"id": "areas", "type": "fill", "source": "a", "paint": {"fill-color": "red"}}]}
      """)
    let words = "render a=in.geojson --style s.json --bbox -20,-20,20,20 --size 64x64 -o out.svg".words
    let drawn = try place.run(words)
    drawn.reports(
      0,
      containing:
        "in.geojson: warning: 2 of 3 records skipped, the first in line 3: the coordinates are not those of a Polygon"
    )
    expect(place.text("out.svg").matches(of: #/<path/#).count, equals: 1)
    try expect(place.run(words + ["--strict"]).status, equals: 2)
  }

  @Test func `is read from a pipe, a process and a gzip stream`() throws {
    let place = try Workplace(["in.csv": Sample.places])
    let plain = try place.run(["clusters", "x=in.csv"]).succeeding()
    let piped = try place.run(["clusters", "x=-"], redirections: "<in.csv")
    expect(piped.output, equals: plain.output)
    let zipped = try place.run(["clusters", "x=-"], redirections: "<in.gz", before: "gzip -c in.csv >in.gz")
    expect(zipped.output, equals: plain.output)
    try place.write("cut.gz", (place.read("in.gz") ?? Data()).dropLast(9))
    let cut = try place.run(["clusters", "cut.gz"])
    expect(
      cut.lines,
      equals: ["cut.gz: error: the compressed data is cut off; download or compress the file again"])
    let twice = try place.run(["clusters", "-", "b=-"], redirections: "<in.csv")
    twice.reports("clustersnap: error: standard input is named 2 times, but can be read once; name files")
    let closed = try place.run(["clusters", "-"], redirections: "<&-")
    #expect((closed.status, closed.lines.count) == (2, 1))
    #expect(closed.errors.hasPrefix("standard input: error: cannot be read: Bad file descriptor"))
  }
}
