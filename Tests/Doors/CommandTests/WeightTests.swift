import Foundation
import TestSupport
import Testing

@Suite struct `Weights` {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(
      "in.csv", "id,lon,lat,pop\na,0,0,9000000\nb,62,31,10\nc,62.1,31,10\nd,-60,-30,\ne,-60,40,0\n")
  }

  /// The texts of an SVG in order.
  private func texts(_ words: [String]) throws -> (texts: [String], run: Outcome) {
    let run = try place.run(
      ["render", "in.csv", "-o", "-", "--format", "svg", "--basemap", "none", "--size", "800x500", "--fit"]
        + words)
    let pieces = run.text.components(separatedBy: "<text").dropFirst()
    return (
      pieces.map { piece -> String in
        let content = piece.components(separatedBy: "</text>")[0].drop { $0 != ">" }.dropFirst()
        return String(content).replacing(/<[^>]*>/, with: "")
      }, run
    )
  }

  @Test func `of single points are drawn as those of clusters`() throws {
    let (weighed, run) = try texts(["--weight", "pop"])
    expect(run.status, equals: 0)
    expect(Set(weighed), equals: ["9M", "20"])
    run.reports("in.csv: warning: 1 point has no pop and counts 0; the first is record 4, in line 5")
    // The heavier, the larger and the darker, as counts are.
    let radii = run.text.matches(of: /<circle[^>]* r="([0-9.]+)"/).compactMap { Double($0.1) }
    #expect(Set(radii).count >= 3)
    expect(Set(try texts([]).texts), equals: ["2"])
    // A style of the user's own has no such clusters, and neither has who does not want them.
    expect(Set(try texts(["--weight", "pop", "--weighted-singles", "no"]).texts), equals: ["20"])
  }

  @Test func `never give a single point a count in a style that does not ask for it`() throws {
    try place.write(
      "style.json",
      """
      {"version": 8, "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}, "cluster": true}},
       "layers": [
        {"id": "n", "type": "symbol", "source": "p", "layout": {"text-allow-overlap": true, "text-field":
         ["case", ["has", "point_count"], ["concat", "n", ["get", "point_count"]], ["concat", "w", ["get", "clustersnap:weight"]]]}}]}
      """)
    expect(
      Set(try texts(["--style", "style.json", "--weight", "pop"]).texts), equals: ["w9000000", "n20", "w0"])
  }

  @Test func `are no counts in a style of the user's own that draws singles by them`() throws {
    try place.write(
      "style.json",
      """
      {"version": 8, "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}, "cluster": true}},
       "layers": [
        {"id": "n", "type": "symbol", "source": "p", "layout": {"text-allow-overlap": true, "text-field":
         ["concat", ["to-string", ["get", "point_count"]], "|", ["to-string", ["get", "clustersnap:weight"]]]}}]}
      """)
    expect(
      Set(try texts(["--style", "style.json", "--weight", "pop", "--weighted-singles", "yes"]).texts),
      equals: [
        "|9000000", "20|", "|0",
      ])
  }

  @Test func `title points by their number`() throws {
    let titles = try texts(["--weight", "pop"]).run.text
    #expect(titles.contains("2 points"))
    #expect(!titles.contains("20 points"))
  }

  @Test(arguments: [
    ("7", ["9M", "20", "7"], "1 point has no pop and counts 7; the first is record 4, in line 5"),
    ("skip", ["9M", "20"], "1 point has no pop and is left out; the first is record 4, in line 5"),
  ])
  func `that are missing count what is asked for`(word: String, expected: [String], note: String) throws {
    let (found, run) = try texts(["--weight", "pop", "--missing-weight", word])
    expect(Set(found), equals: Set(expected))
    expect(run.lines, equals: ["in.csv: warning: \(note)"])
    // Left out means left out: one dot less.
    let dots = run.text.components(separatedBy: "<circle").count
    let all = try texts(["--weight", "pop"]).run.text.components(separatedBy: "<circle").count
    #expect(word == "skip" ? dots == all - 1 : dots == all)
  }

  @Test func `that are missing, negative or no numbers can be errors`() throws {
    let strict = try texts(["--weight", "pop", "--missing-weight", "error"]).run
    strict.reports(
      "clustersnap: error: source in: record 4, in line 5: no pop to weigh it by; fill it in, or set --missing-weight to a number or skip"
    )
    expect(strict.status, equals: 2)
    #expect(strict.output.isEmpty)
    try place.write("bad.csv", "lon,lat,pop\n1,2,3\n1,2,many\n")
    #expect(
      try place.run(["render", "bad.csv", "--weight", "pop", "-o", "a.png"]).errors.contains(
        "record 2, in line 3, column pop: \"many\" is no number; weights are numbers of at least 0"))
    #expect(
      try place.run(["render", "bad.csv", "--weight", "pop", "--missing-weight", "-3", "-o", "a.png"]).errors
        .contains(
          "--missing-weight: \"-3\" is neither a number of at least 0 nor skip nor error; write one of these")
    )
  }

  @Test func `head the legend, whose classes follow them`() throws {
    let legend = try texts(["--weight", "pop", "--legend"]).texts
    #expect(legend.contains("pop"))
    #expect(!legend.contains("Points"))
    #expect(legend.contains { $0.hasPrefix("≥ 1M") || $0.hasPrefix("1M") }, "\(legend)")
    #expect(try texts(["--legend"]).texts.contains("Points"))
  }

  @Test func `feed a heat map, which does not cluster`() throws {
    func picture(_ words: [String]) throws -> Outcome {
      try place.run(
        "render in.csv -o - --format png --basemap none --style heatmap --size 300x200 --fit --quiet".words
          + words)
    }
    let plain = try picture([])
    let weighed = try picture(["--weight", "pop", "--missing-weight", "0"])
    #expect((plain.status, weighed.status) == (0, 0))
    #expect(plain.output != weighed.output)
    // Options of clustering change nothing, and that is reported.
    try expect(picture(["--cell-size", "90"]).output, equals: plain.output)
    let run = try place.run(
      "render in.csv -o a.png --style heatmap --basemap none --method radius --radius 90")
    run.reports(
      "clustersnap: warning: the style draws a heat map of in, where every point counts for itself; clustering options have no effect"
    )
  }

  @Test func `color a heat map by their own range, whatever it is`() throws {
    func picture(_ unit: String, _ words: [String]) throws -> Outcome {
      try place.write("heat.csv", "lon,lat,mag,w\n0,0,9,1\(unit)\n3,2,1,2\(unit)\n20,9,4,5\(unit)\n")
      return try place.run(
        "render heat.csv -o - --format png --basemap none --style heatmap --size 200x150".words
          + words)
    }
    let weighed = try picture("", ["--weight", "w"])
    #expect((weighed.status, weighed.errors) == (0, ""))
    for unit in ["e-3", "e12"] {
      try expect(picture(unit, ["--weight", "w"]).output, equals: weighed.output)
    }
    // Without weights a column counts for nothing, whatever its name.
    let plain = try picture("", []).output
    try place.write("plain.csv", "lon,lat\n0,0\n3,2\n20,9\n")
    let words = "-o - --format png --basemap none --style heatmap --size 200x150".words
    try expect(place.run(["render", "plain.csv"] + words).output, equals: plain)
    #expect(plain != weighed.output)
  }

  @Test func `have no effect on a heat map that weighs points itself, which is reported`() throws {
    try place.write("two.csv", "lon,lat,w\n0,0,10\n20,0,30\n")
    func run(_ weight: String) throws -> Outcome {
      try place.write(
        "heat.json",
        #"{"version": 8, "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}}, "layers": [{"id": "heat", "type": "heatmap", "source": "p", "paint": {"heatmap-weight": \#(weight)}}]}"#
      )
      return try place.run("render p=two.csv --style heat.json --weight w --legend -o - --format svg")
    }
    let own = try run(#"["*", 2, ["get", "w"]]"#)
    expect(own.lines.count, equals: 1)
    own.errors.shows("--weight does not; take it out of the style")
    own.text.shows("Density")
    own.text.hides("in one place")
    let taken = try run(#"["get", "clustersnap:weight"]"#)
    expect(taken.errors, equals: "")
    taken.text.shows("w in one place")
  }

  @Test func `may be written with blanks around them, and as texts`() throws {
    try place.write("blank.csv", "lon,lat,n\n0,0, 7\n9,0,\" 20 \"\n")
    try place.write("texts.json", #"[{"lon": 0, "lat": 0, "n": "7"}, {"lon": 9, "lat": 0, "n": "20"}]"#)
    for file in ["blank.csv", "texts.json"] {
      for words in [["--weight", "n"], ["--aggregate", "sum:n"]] {
        let run = try place.run(["render", file, "-o", "-", "--format", "svg", "--basemap", "none"] + words)
        expect(run.errors, equals: "", "\(file) \(words)")
        run.text.shows(">7</", ">20</")
      }
      #expect(
        try place.run(["render", file, "-o", "a.svg", "--filter", "n > 7 and n in (20, 30)"]).errors.contains(
          "1 of 2 points"))
    }
  }

  @Test func `feed a heat map whose style weighs nothing, the mean weight as one point`() throws {
    try place.write("two.csv", "lon,lat,w\n0,0,10\n20,0,30\n")
    try place.write(
      "heat.json",
      #"""
      {"version": 8, "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
      "layers": [{"id": "heat", "type": "heatmap", "source": "p"}]}
      """#
    )
    let run = try place.run("render p=two.csv --style heat.json --weight w --legend -o - --format svg")
    // The peak of a kernel is 0.39894: 20 / 0.39894 is 50.1, and 51 the next whole number.
    expect(run.errors, equals: "")
    run.text.shows("w in one place", "≥ 51")
  }

  @Test func `are not clustered by a heat map that leaves clusters out`() throws {
    try place.write("near.csv", "lon,lat,w\n0,0,10\n0.1,0,30\n20,0,20\n")
    for (name, filter) in [("plain", ""), ("singles", #""filter": ["!", ["has", "point_count"]], "#)] {
      try place.write(
        "\(name).json",
        #"""
        {"version": 8, "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
        "layers": [{"id": "heat", "type": "heatmap", \#(filter)"source": "p"}]}
        """#)
    }
    func run(_ words: [String]) throws -> Outcome {
      try place.run(["render", "p=near.csv", "-o", "-", "--format", "png", "--basemap", "none"] + words)
    }
    let plain = try run(["--style", "plain.json", "--weight", "w"])
    try expect(run(["--style", "singles.json", "--weight", "w"]).output, equals: plain.output)
    let clustered = try run(["--style", "singles.json", "--weight", "w", "--method", "radius"])
    expect(clustered.output, equals: plain.output)
    clustered.errors.shows("clustering options have no effect")
  }
}
