import Foundation
import TestSupport
import Testing

@Suite struct `Pictures` {
  private func place() throws -> Workplace {
    let place = try Workplace()
    let rows = (0..<2000).map {
      "\($0),\(Double($0 * 7919 % 36000) / 100 - 180),\(Double($0 * 104_729 % 16000) / 100 - 80),n\($0)\n"
    }
    try place.write("in.csv", "id,lon,lat,name\n" + rows.joined())
    return place
  }

  @Test(arguments: ["png", "svg", "pdf"])
  func `are the same bytes whatever runs beside them`(format: String) throws {
    let place = try place()
    let words = ["render", "in.csv", "--format", format, "--size", "300x200", "-o", "-"]
    let first = try place.run(words).succeeding()
    #expect(!first.output.isEmpty)
    for others in [
      [:], ["LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Tokyo"],
      ["LANG": "tr_TR", "SWIFT_DETERMINISTIC_HASHING": "1", "TZ": "America/New_York"],
    ] {
      let again = try place.run(words, environment: others)
      expect(again.output, equals: first.output, "\(others)")
    }
    for threads in ["1", "2", "7"] {
      try expect(
        place.run(words + ["--threads", threads]).output, equals: first.output, "\(threads) threads")
    }
  }

  /// Twelve views of several formats, one of them empty.
  private func manyViews(in place: Workplace) throws -> [String] {
    let formats = ["png", "svg", "pdf", "png"]
    let views = (0..<12).map { index in
      let center = index == 7 ? "[0.001,84.9]" : "[\(index * 25 - 150),\(index * 7 - 40)]"
      return """
        {"center":\(center),"zoom":\(index == 7 ? 14 : 1 + index % 5),"size":[\(120 + index * 16),160],
         "output":"view-\(index).\(formats[index % 4])","dump":"view-\(index).geojson"}
        """
    }
    try place.write(
      "views.json",
      #"{"sources":{"points":"in.csv"},"basemap":"none","views":[\#(views.joined(separator: ","))]}"#)
    return (0..<12).flatMap { ["view-\($0).\(formats[$0 % 4])", "view-\($0).geojson"] }
  }

  @Test func `of many views are the same bytes drawn one by one or several at once`() throws {
    let place = try place()
    let names = try manyViews(in: place)
    var expected: [Data] = []
    var messages = ""
    for threads in ["1", "2", "5"] {
      let run = try place.run(["render", "--request", "views.json", "--threads", threads]).succeeding()
      let files = names.map { place.read($0) ?? Data() }
      if threads == "1" { (expected, messages) = (files, run.errors) }
      for (index, name) in names.enumerated() {
        expect(files[index], equals: expected[index], "\(name), \(threads) threads")
      }
      // What is reported comes in the order of the views.
      expect(run.errors, equals: messages)
    }
    let lines = messages.split(separator: "\n")
    expect(lines.count, equals: 2)
    #expect(lines.allSatisfy { $0.contains("none of the 2000 points lies") })
    expect(Set(expected).count, equals: 24)
  }

  @Test(arguments: ["1", "3"])
  func `of many views appear together or not at all`(threads: String) throws {
    let place = try place()
    let names = try manyViews(in: place)
    // The empty view's warning is an error, after pictures before and beside it were drawn.
    let run = try place.run(["render", "--request", "views.json", "--threads", threads, "--strict"])
    expect(run.status, equals: 2)
    #expect(names.allSatisfy { place.read($0) == nil })
    expect(place.names, equals: ["in.csv", "views.json"])
  }

  @Test(arguments: ["geojson", "csv"])
  func `have clusters that are the same bytes on any number of threads`(format: String) throws {
    let place = try place()
    let words = ["clusters", "in.csv", "--format", format, "--members", "--threads"]
    let one = try place.run(words + ["1"]).succeeding()
    try expect(place.run(words + ["5"]).output, equals: one.output)
  }

  @Test func `hold text as text, or as outlines`() throws {
    let place = try place()
    let words = "render in.csv --format svg --size 300x200 --form bubble -o -".words
    let plain = try place.run(words).text
    plain.shows("<text", "<circle")
    #expect(plain.contains("data-count="))
    try expect(place.run(words + ["--text", "text"]).text, equals: plain)
    let outlines = try place.run(words + ["--text", "outlines"]).text
    #expect(!outlines.contains("<text"))
    #expect(outlines.contains("<path"))
    try expect(place.run(words + ["--svg", "native"]).text, equals: plain)
  }

  @Test func `keep labels at their edge whole, or cut them`() throws {
    let place = try Workplace(["in.csv": "id,lon,lat\n1,0,0\n"])
    func style(_ output: String) -> String {
      """
      {"version": 8, "metadata": {"clustersnap:output": {\(output)}},
       "sources": {"points": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
       "layers": [{"id": "names", "type": "symbol", "source": "points", "layout": {"text-field": "A long name"}}]}
      """
    }
    try place.write("keep.json", style(""))
    try place.write("cut.json", style(#""edgeLabels": "cut""#))
    let words = "render in.csv --center 10,0 --zoom 0 --size 30x60 --format svg -o -".words
    func isShown(_ style: String, _ more: [String] = []) throws -> Bool {
      let answer = try place.run(words + ["--style", style] + more).succeeding()
      return answer.text.contains("A long")
    }
    #expect(try !isShown("keep.json"))
    #expect(try isShown("cut.json"))
    #expect(try isShown("keep.json", ["--edge-labels", "cut"]))
    #expect(try !isShown("cut.json", ["--edge-labels", "keep"]))
  }

  @Test func `are set in the fonts named`() throws {
    let place = try place()
    let words = ["render", "in.csv", "--size", "100x100", "-o", "out.png"]
    let refused: [([String], String)] = commands(
      """
      --font gone.ttf → gone.ttf: error: cannot be read: No such file or directory; check the name
      --font in.csv → in.csv: error: this is no font; name a TrueType, OpenType or WOFF file
      --font . → .: error: this is no font; name a TrueType, OpenType or WOFF file
      --fonts empty → empty: error: there are no fonts in this folder; name one that holds .ttf or .otf files
      --fonts gone → gone: error: cannot be read: No such file or directory; check the name
      """)
    for (fonts, message) in refused {
      let outcome = try place.run(
        words + fonts, before: "mkdir -p empty && mkfifo -m 600 empty/pipe.ttf 2>/dev/null; true")
      #expect((outcome.status, outcome.lines) == (2, [message]))
      expect(place.names, equals: ["empty", "in.csv"])
    }
  }

  @Test func `end with a line of counts and times when verbose`() throws {
    let place = try Workplace(["in.csv": "lon,lat\n1,1\n1.0001,1\n50,50\nx,y\n"])
    let outcome = try place.run(["render", "in.csv", "-o", "out.png", "--verbose"] + small)
    let last = try #require(outcome.lines.last)
    #expect(
      last.wholeMatch(
        of:
          /clustersnap: 3 points read, 1 skipped, 1 cluster and 1 single point drawn; read [\d.]+ ms, scene [\d.]+ ms, draw [\d.]+ ms, write [\d.]+ ms, total [\d.]+ ms/
      )
        != nil)
  }
}
