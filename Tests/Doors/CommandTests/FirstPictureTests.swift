import Foundation
import TestSupport
import Testing

@Suite struct `First pictures` {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    var rows = "id,lon,lat,pop,mag\n"
    for index in 0..<1234 { rows += "a\(index),10,50,1000,3.25\n" }
    rows += "b,40,20,5,4\nc,60,55,5,7.5\n"
    try place.write("in.csv", rows)
  }

  /// The texts of an SVG in order.
  private func texts(_ words: [String], _ file: String = "in.csv") throws -> [String] {
    let run = try place.run(
      ["render", file, "-o", "-", "--format", "svg", "--basemap", "none", "--size", "800x500"] + words)
    expect(run.status, equals: 0, "\(run.errors)")
    return run.text.components(separatedBy: "<text").dropFirst().map { piece in
      let content = piece.components(separatedBy: "</text>")[0].drop { $0 != ">" }.dropFirst()
      return String(content).replacing(/<[^>]*>/, with: "")
    }
  }

  @Test(arguments: [
    ([], "1.2k"), (["--number-format", "plain"], "1234"), (["--number-format", "plain,de"], "1.234"),
    (["--number-format", "si"], "1.23k"), (["--number-format", "de"], "1,2k"),
    (["--weight", "pop", "--number-format", "si,fr"], "1,23M"),
    (["--aggregate", "mean:mag", "--number-format", "de"], "3,25"),
  ])
  func `write numbers as they are set`(words: [String], text: String) throws {
    #expect(try texts(words).contains(text))
  }

  @Test func `take the format of numbers from requests and styles, and write legends in it`() throws {
    try place.write(
      "map.json",
      #"{"sources": {"a": "in.csv"}, "basemap": "none", "colorBy": "pop", "legend": true, "numberFormat": "plain,fr", "output": "map.svg"}"#
    )
    try expect(place.run(["render", "--request", "map.json"]).status, equals: 0)
    place.text("map.svg").shows("1\u{202F}234")
    place.text("map.svg").shows("1\u{202F}000")
    let wrong = try place.run(["render", "in.csv", "-o", "a.png", "--number-format", "klingon"])
    expect(wrong.status, equals: 2)
    expect(
      wrong.lines.first?.hasPrefix(
        "clustersnap: error: --number-format: \"klingon\" is no number format; write auto, plain, si, one of the languages bg, ca,"
      ), equals: true)
  }

  @Test
  func `show the world once where points are fitted, and as often as there is room where that is asked for`()
    throws
  {
    try place.write("wide.csv", "lon,lat\n-170,-60\n-170,-60\n170,60\n170,60\n")
    func circles(_ words: [String]) throws -> Int {
      try texts(["--size", "1600x300"] + words, "wide.csv").count { $0 == "2" }
    }
    try expect(circles([]), equals: 2)
    #expect(try circles(["--world-copies", "yes"]) > 2)
    #expect(try circles(["--center", "0,0", "--zoom", "0"]) > 2)
    try expect(circles(["--center", "0,0", "--zoom", "0", "--world-copies", "no"]), equals: 2)
  }

  @Test func `find room for a legend by the padding that its warning names`() throws {
    var rows = "lon,lat,kind\n"
    for column in 0..<24 {
      for row in 0..<18 { rows += "\(column * 2),\(row * 2),\(row % 3 == 0 ? "inn" : "bar")\n" }
    }
    try place.write("dense.csv", rows)
    for words in [["--method", "grid"], ["--method", "grid", "--donut-by", "kind"]] {
      let first = try place.run(
        ["render", "dense.csv", "-o", "a.png", "--legend", "--basemap", "none", "--size", "400x300"] + words)
      let advice = try #require(first.lines.first { $0.contains("legend") }, "\(first.errors)")
      let padding = try #require(advice.firstMatch(of: /--padding ([0-9,]+)/)?.1, "\(advice)")
      let second = try place.run(
        [
          "render", "dense.csv", "-o", "a.png", "--legend", "--basemap", "none", "--size", "400x300",
          "--padding", String(padding),
        ] + words)
      expect(second.status, equals: 0, "\(advice)\n\(second.errors)")
      second.errors.hides("legend")
    }
    // Padding does not move a view that is set by its center.
    let fixed = try place.run(
      "render dense.csv -o a.png --legend --basemap none --size 500x400 --center 22,16 --zoom 3.3 --method grid"
    )
    fixed.errors.shows("legend")
    fixed.errors.hides("--padding")
  }

  @Test func `have titles beside the map, and refuse what is no side`() throws {
    // A strip of 43 points above the map, of the headline's 25 and of 9 above and below it.
    for (size, height) in [("--panel-size", 243), ("--size", 200)] {
      let run = try place.run(
        [
          "render", "in.csv", "-o", "-", "--format", "svg", "--basemap", "none", size, "300x200",
          "--title", "Places", "--title-position", "above",
        ]).succeeding()
      #expect(run.text.contains("width=\"300\" height=\"\(height)\""), "\(size)")
    }
    let wrong = try place.run(["render", "in.csv", "-o", "a.png", "--legend", "--legend-position", "middle"])
    expect(wrong.status, equals: 2)
    wrong.errors.shows("--legend-position: \"middle\" is none of top-left,")
    try place.write(
      "map.json", #"{"sources": {"a": "in.csv"}, "locator": {"position": "above"}, "output": "m.png"}"#)
    let request = try place.run(["render", "--request", "map.json"])
    request.reports(
      "map.json:1:54: error: locator.position: a locator stands on the map; expected top-left, top-right, bottom-left, bottom-right, found \"above\" [invalid-value]"
    )
  }

  @Test func `name the way to fetch an input that is an address`() throws {
    let run = try place.run(["render", "https://example.com/a.csv", "-o", "a.png"])
    run.reports(
      2,
      "https://example.com/a.csv: error: inputs are files; fetch it first with curl -LO https://example.com/a.csv, or pipe it into -"
    )
  }

  @Test func `keep the columns of single points and of aggregates in CSV`() throws {
    let run = try place.run(
      "clusters in.csv --format csv --aggregate max:mag --size-by pop --color-by mag")
    let names = try #require(run.outputLines.first).split(separator: ",")
    expect(Set(names.suffix(2)), equals: ["pop", "mag"])
    #expect(!names.contains("lon"))
    #expect(!names.contains("lat"))
    let rows = run.outputLines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let (mag, pop) = (try #require(names.firstIndex(of: "mag")), try #require(names.firstIndex(of: "pop")))
    #expect(rows.allSatisfy { $0.count == names.count })
    let cluster = try #require(rows.first { $0[3] == "true" })
    #expect((cluster[mag], cluster[pop]) == ("3.25", "1234000"))
    let single = try #require(rows.first { $0[0] == "c" })
    #expect((single[mag], single[pop]) == ("7.5", "5"))
    // A column of our name that holds something else.
    try place.write("own.csv", "id,lon,lat,title,count\n1,5,5,Inn,7\n")
    let own = try place.run(["clusters", "own.csv", "--format", "csv", "--id", "count"])
    expect(own.outputLines.first?.hasSuffix("leaf_count,x,y,property:id,count"), equals: true, "\(own.text)")
    let label = try place.run(["clusters", "in.csv", "--format", "csv", "--aggregate", "max:mag"])
    expect(label.outputLines.first?.contains("mag (max)"), equals: true, "\(label.text.prefix(300))")
  }
}
