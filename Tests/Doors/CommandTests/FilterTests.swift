import Foundation
import TestSupport
import Testing

@Suite struct `Rows that take part` {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    let rows = (0..<40).map {
      "\($0),\(Double($0) / 100),\(Double($0) / 100),\($0 % 10),\($0 % 2 == 0 ? "quake" : "blast")\n"
    }
    try place.write("in.csv", "id,lon,lat,mag,kind\n" + rows.joined())
  }

  private func count(_ words: [String]) throws -> (points: Int, run: Outcome) {
    let run = try place.run(
      ["clusters"] + words + ["--format", "csv", "--method", "none", "--bbox", "-5,-5,5,5"])
    return (run.text.split(separator: "\n").count - 1, run)
  }

  @Test(arguments: [
    ("mag >= 5", 20), ("mag >= 5 and kind = 'quake'", 8), (#"[">=", ["get", "mag"], 9]"#, 4),
  ])
  func `are chosen by a filter`(filter: String, expected: Int) throws {
    try expect(count(["in.csv", "--filter", filter]).points, equals: expected)
    // Requests, one source of several, and other methods do the same.
    let quoted = filter.first == "[" ? filter : "\"\(filter)\""
    try place.write("r.json", #"{"sources": {"p": "in.csv"}, "filter": \#(quoted)}"#)
    try expect(count(["--request", "r.json"]).points, equals: expected)
    try place.write(
      "c.json", #"{"sources": {"p": "in.csv", "q": "in.csv"}, "cluster": {"p": {"filter": \#(quoted)}}}"#)
    try expect(count(["--request", "c.json"]).points, equals: expected + 40)
    let clustered = try place.run([
      "clusters", "in.csv", "--filter", filter, "--format", "json", "--bbox", "-5,-5,5,5", "--cell-size",
      "5000",
    ])
    clustered.text.shows("\"point_count\": \(expected),")
  }

  @Test func `are counted, and what they are must be there`() throws {
    try count(["in.csv", "--filter", "mag >= 5"]).run.reports(
      "clustersnap: info: 20 of 40 points of in pass the filter")
    #expect(try count(["in.csv", "--filter", "mag >= 5", "--quiet"]).run.lines.isEmpty)
    try count(["in.csv", "--filter", "mga >= 5"]).run.reports(
      "clustersnap: error: --filter: source in has no column mga; did you mean mag?")
    let none = try count(["in.csv", "--filter", "mag > 90"]).run
    expect(none.status, equals: 2)
    expect(
      none.lines,
      equals: ["clustersnap: error: --filter: none of the 40 points of in passes mag > 90; change it"])
    try count(["in.csv", "--filter", "mag >"]).run.reports(
      "clustersnap: error: --filter: character 6: expected a column or a value, found the end")
    try place.write("r.json", #"{"sources": {"p": "in.csv"}, "filter": "mag >"}"#)
    #expect(
      try count(["--request", "r.json"]).run.errors.contains(
        "r.json:1:40: error: filter: character 6: expected a column or a value, found the end"))
    // Expressions are compiled where they are applied, and reported like other settings.
    let unknown = try count(["in.csv", "--filter", #"["nosuch", 1]"#]).run
    expect(unknown.status, equals: 2)
    #expect(unknown.errors.hasPrefix("clustersnap: error: --filter: Unknown expression \"nosuch\"."))
    try place.write("n.json", #"{"sources": {"p": "in.csv"}, "filter": ["nosuch", 1]}"#)
    #expect(
      try count(["--request", "n.json"]).run.errors.hasPrefix(
        "n.json:1:40: error: filter: Unknown expression \"nosuch\"."))
  }

  /// 9007199254740992 is 2^53, the last whole number before one that is the same `Double`.
  @Test func `are found by the digits of long numbers, whatever they are read from`() throws {
    let numbers = [("1", "9007199254740992"), ("2", "9007199254740993"), ("3", "-9007199254740993")]
    try place.write("n.csv", "lon,lat,n\n" + numbers.map { "\($0),1,\($1)\n" }.joined())
    try place.write("n.ndjson", numbers.map { #"{"lon":\#($0),"lat":1,"n":\#($1)}"# + "\n" }.joined())
    _ = try SQLiteTable(
      "CREATE TABLE t (lon REAL, lat REAL, n INTEGER);"
        + numbers.map { "INSERT INTO t VALUES (\($0), 1, \($1));" }.joined()
        + "VACUUM INTO '\(place.path("n.db"))'")
    for file in ["n.csv", "n.ndjson", "n.db"] {
      for stream in ["no", "yes"] {
        let run = try place.run([
          "clusters", file, "--filter", "n = '9007199254740993'", "--bbox", "-5,-5,5,5", "--format", "csv",
          "--stream", stream,
        ])
        expect(run.outputLines.count, equals: 2, "\(file) \(run)")
        expect(run.outputLines.last?.contains(",2,1,"), equals: true, "\(file) \(run)")
      }
    }
  }

  @Test func `feed heat maps, too`() throws {
    func picture(_ words: [String]) throws -> Data {
      try place.run(
        "render in.csv -o - --style heatmap --basemap none --size 100x100 --bbox -1,-1,1,1 --quiet".words
          + words
      ).output
    }
    let all = try picture([])
    #expect(!all.isEmpty)
    try expect(picture(["--filter", "mag >= 0"]), equals: all)
    #expect(try picture(["--filter", "mag >= 8"]) != all)
  }

  @Test(
    arguments: ["[{\"lon\":1,\"lat\":2,\"pop\":3}]", "{\"lon\":1,\"lat\":2,\"pop\":3}\n"], ["yes", "no"])
  func `are looked for in columns that are there, in JSON too`(rows: String, stream: String) throws {
    let place = try Workplace(["a.json": rows])
    func errors(_ filter: String) throws -> String {
      try place.run([
        "render", "a.json", "-o", "a.png", "--bbox", "0,0,9,9", "--stream", stream, "--filter", filter,
      ])
      .errors
    }
    try expect(
      errors("popp > 2"),
      equals: "clustersnap: error: --filter: source a has no column popp; did you mean pop?\n")
    #expect(try errors("pop > 3").contains("none of the 1 points of a passes pop > 3"))
  }
}

@Suite struct `What is easily mistaken` {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("in.csv", Sample.places)
  }

  @Test func `is a PNG where standard output has no ending`() throws {
    let run = try place.run(["render", "in.csv", "-o", "-", "--basemap", "none", "--size", "40x30"])
    expect(run.status, equals: 0)
    #expect(run.output.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test func `is the value of an option that stands behind an equals sign`() throws {
    try place.run(["render", "in.csv", "-o", "a.png", "--legend", "Airports"]).reports(
      "clustersnap: error: there is no file Airports; the value of --legend stands behind an equals sign: --legend=Airports"
    )
    #expect(
      try place.run(["render", "in.csv", "-o", "a.png", "--graticule", "10"]).errors.contains(
        "stands behind an equals sign: --graticule=10"))
    // A file may stand there.
    try expect(
      place.run(["render", "--legend", "in.csv", "-o", "a.png", "--basemap", "none"]).status, equals: 0)
  }

  @Test(arguments: [
    ("52.4,13.3,52.7,13.6", "longitude and latitude", "13.3,52.4,13.6,52.7"),
    ("13.6,52.4,13.3,52.7", "west and east", "13.3,52.4,13.6,52.7"),
  ])
  func `is the order of the edges of a box`(box: String, pair: String, swapped: String) throws {
    try place.write("berlin.csv", "lon,lat\n13.4,52.5\n13.5,52.6\n")
    let words = ["render", "berlin.csv", "-o", "a.png", "--basemap", "none", "--size", "400x400", "--bbox"]
    for stream in ["yes", "no"] {
      let run = try place.run(words + [box, "--stream", stream])
      run.reports(
        "clustersnap: warning: none of the 2 points lies in the picture; are \(pair) swapped? with the box \(swapped) there would be some"
      )
    }
    // The box of the answer shows them; one with nothing in it either way is not asked about.
    try expect(place.run(words + [swapped]).lines, equals: [])
    #expect(!(try place.run(words + ["1,2,3,4"]).errors.contains("swapped")))
  }

  @Test func `is a box around the world that was meant to be a small one`() throws {
    try place.write("berlin.csv", "lon,lat\n13.4,52.5\n13.5,52.6\n")
    // The picture is wider than the box, so that it holds the points.
    let words = [
      "render", "berlin.csv", "-o", "a.png", "--basemap", "none", "--size", "400x300", "--padding", "60",
    ]
    for stream in ["yes", "no"] {
      let run = try place.run(words + ["--stream", stream, "--bbox", "14,52,13,53"])
      expect(
        run.lines,
        equals: [
          "clustersnap: warning: from 14 east to 13 the box goes around the world; are west and east swapped? the box 13,52,14,53 holds 2 points"
        ])
    }
    // Most points of a map around the Pacific lie in its own box.
    try place.write("pacific.csv", "lon,lat\n178,-18\n-178,-17\n140,36\n-120,40\n")
    try expect(
      place.run(
        ["render", "pacific.csv"] + words.dropFirst(2) + ["--bbox", "30,-60,-30,70"]
      ).lines, equals: [])
    try expect(
      place.run(
        ["render", "pacific.csv"] + words.dropFirst(2) + ["--bbox", "170,-20,-170,20"]
      ).lines, equals: [])
  }

  @Test(arguments: [
    // Data around the world: Svalbard is meant, and India lies the other way around.
    ("-120,37\n0,51\n78.5,18\n151,-34", "18,78.5"),
    // Gibraltar among places of Europe and Africa, and Tanzania.
    ("-9,38.7\n2,48\n9,56\n36,-5.4", "-5.4,36"),
  ])
  func `is a center that is meant as it is written`(rows: String, center: String) throws {
    try place.write("in.csv", "lon,lat\n\(rows)\n")
    for stream in ["yes", "no"] {
      let run = try place.run(
        ["render", "in.csv", "-o", "a.png", "--basemap", "none", "--zoom", "8", "--stream", stream]
          + ["--center", center])
      #expect(run.errors.contains("none of the 4 points lies in the picture; show them all"), "\(run.errors)")
    }
  }

  @Test func `is the order of longitude and latitude`() throws {
    try place.write("berlin.csv", "lon,lat\n13.4,52.5\n13.5,52.6\n")
    let run = try place.run("render berlin.csv -o a.png --center 52.5,13.4 --zoom 9 --basemap none")
    run.reports(
      "clustersnap: warning: none of the 2 points lies in the picture; are longitude and latitude swapped? with the center 13.4,52.5 there would be some"
    )
  }
}
