import Foundation
import TestSupport
import Testing

@Suite struct `Points that are summed while they are read` {
  private static let points = HardPoints(count: 2000, seed: 8)

  /// The points as separated values, some of them not to be clustered; so long that several threads read them.
  private static let csv = {
    let note = String(repeating: "no", count: 500)
    return points.csv.split(separator: "\n").enumerated().map { number, line in
      line + (number == 0 ? ",joins,note" : number % 61 == 7 ? ",false,\(note)" : ",true,\(note)")
    }.joined(separator: "\n")
  }()

  /// The same as features, a line each; those without a place have no geometry.
  private static let lines = points.points.enumerated().map { index, point in
    let place = point.longitude.flatMap { x in point.latitude.map { "[\(x),\($0)]" } }
    let geometry = place.map { #"{"type":"Point","coordinates":\#($0)}"# } ?? "null"
    let weight = point.weight.map { #","mass":\#($0)"# } ?? ""
    return
      #"{"type":"Feature","id":"p\#(index)","geometry":\#(geometry),"properties":{"row":\#(index + 1)\#(weight),"#
      + #""joins":\#((index + 1) % 61 != 7),"name":"point \#(index)"}}"#
  }

  /// Ways in which points may take part, as options.
  static let ways: [[String]] = [
    [], ["--weight", "mass"], ["--filter", "mass>20", "--aggregate", "sum:mass"],
    ["--opt-out", "joins", "--aggregate", "mean:mass", "--label-by", "row"],
    "--weight mass --missing-weight skip --opt-out joins --filter row>40 --co-located merge".words,
  ]

  /// A place with the points in files of several kinds.
  private static func workplace() throws -> Workplace {
    let place = try Workplace(["p.csv": csv, "p.ndjson": lines.joined(separator: "\n")])
    try place.write(
      "p.geojson", #"{"type":"FeatureCollection","features":["# + lines.joined(separator: ",\n") + "]}")
    return place
  }

  /// The outputs of a subcommand with points that are kept.
  private static func output(_ words: [String], of place: Workplace, stream: String) throws -> Data {
    let outcome = try place.run(words + ["-o", "-", "--quiet", "--stream", stream])
    try #require(outcome.status == 0, "\(outcome.errors)")
    outcome.errors.hides("are kept")
    return outcome.output
  }

  @Test(arguments: zip(HardPoints.views, ways + ways))
  func `draw the picture of points that are kept, byte for byte`(view: [String], way: [String]) throws {
    let place = try Self.workplace()
    // What lists names of members keeps points; the titles are no part of a picture.
    let options = view + way + ["--title-template", "{count}", "--subtitle-template", ""]
    let words = ["render", "p.csv", "--format", "png"] + options
    let kept = try Self.output(words, of: place, stream: "no")
    #expect(kept.count > 1000)
    for threads in ["1", "8"] {
      try expect(
        Self.output(words + ["--threads", threads], of: place, stream: "yes"), equals: kept)
    }
    // All that is known of markers: ids, places, boxes, counts, cells, and the properties of single points.
    let data = ["clusters", "p.csv", "--format", "geojson"] + options
    let markers = try Self.output(data, of: place, stream: "no")
    try expect(Self.output(data, of: place, stream: "yes"), equals: markers)
  }

  @Test(
    arguments: [
      ["--preset", "pablo"], ["--preset", "tb", "--bearing", "20"],
      ["--align-world", "no", "--cell-size", "37"],
      ["--anchor", "view", "--bearing", "30", "--weight", "mass", "--opt-out", "joins", "--debug-grid"],
    ])
  func `may lie in cells that begin with the picture, turn with it, or do not fill the world`(
    grid: [String]
  ) throws {
    let place = try Self.workplace()
    let words = ["render", "p.csv", "--format", "png", "--center", "-170,20", "--zoom", "1.3"] + grid
    let kept = try Self.output(words + ["--threads", "2"], of: place, stream: "no")
    #expect(kept.count > 1000)
    try expect(Self.output(words + ["--threads", "8"], of: place, stream: "yes"), equals: kept)
  }

  @Test(arguments: zip(["p.csv", "p.ndjson", "p.geojson", "p.csv", "p.ndjson"], ways))
  func `may come from a pipe, packed or not`(file: String, way: [String]) throws {
    let place = try Self.workplace()
    let view = ["--center", "-179.5,51", "--zoom", "3.7", "--size", "640x480", "--cell-size", "20"]
    let words = view + way + ["--quiet", "-o", "-"]
    let options = words.map { "'\($0)'" }.joined(separator: " ")
    let kept = try place.run(["render", file, "--format", "svg", "--stream", "no"] + words)
    try #require(kept.status == 0 && kept.output.count > 1000, "\(kept.errors)")
    let sources = [
      "cat \(file) | \"$0\" render p=-", "gzip -c \(file) | \"$0\" render p=-",
      "gzip -c \(file) > p.gz && \"$0\" render p=p.gz", "\"$0\" render \(file)",
    ]
    let clusters = try place.run(["clusters", "p=\(file)", "--stream", "no"] + words).succeeding()
    for source in sources {
      let drawn = try place.shell("\(source) --format svg --stream yes \(options)").succeeding()
      expect(drawn.output, equals: kept.output, "\(source)")
    }
    let streamed = try place.shell("cat \(file) | \"$0\" clusters p=- --stream yes \(options)")
    expect(streamed.output, equals: clusters.output)
  }

  @Test func `may come from a table of a database, row by row`() throws {
    let place = try Workplace()
    _ = try SQLiteTable(Self.points.sql("p") + "VACUUM INTO '\(place.path("p.db"))'")
    let words = ["p.db", "--center", "20,10", "--zoom", "1.5", "--weight", "mass", "--filter", "row>40"]
    for subcommand in [["render", "--format", "svg"], ["clusters", "--format", "csv"]] {
      let kept = try Self.output(subcommand + words, of: place, stream: "no")
      #expect(kept.count > 1000)
      try expect(Self.output(subcommand + words, of: place, stream: "yes"), equals: kept)
    }
  }

  @Test func `are named in the plan`() throws {
    let place = try Self.workplace()
    let view = ["--bbox", "-12,35,32,60", "-o", "map.png", "--dry-run"]
    let summed = try place.run(["render", "p.csv", "--stream", "yes"] + view)
    let kept = try place.run(["render", "p.csv"] + view)
    summed.text.shows("clustered by peaks; summed while read")
    expect(
      kept.text,
      equals: summed.text.replacingOccurrences(
        of: "summed while read", with: "points kept: the input is small"))
    let several = try place.run(["render", "p.csv", "--stream", "yes", "--fit", "-o", "map.png", "--dry-run"])
    several.text.shows("; points kept: the view is found from the points")
    // What comes from a pipe has no end that is known.
    let piped = try place.shell("cat p.csv | \"$0\" render - --bbox -12,35,32,60 -o map.png --dry-run")
    piped.text.shows("summed while read")
  }

  @Test(arguments: [
    (["--fit"], "the view is found from the points"),
    (["--bbox", "-12,35,32,60", "--method", "radius"], "the method radius needs points"),
    (["--bbox", "-12,35,32,60", "--position", "leader"], "the position leader is a member's place"),
    (["--bbox", "-12,35,32,60", "--min-count", "3"], "a minimum count of 3"),
    (["--bbox", "-12,35,32,60", "--preset", "clustermap"], "the position near-center is a member's place"),
    (["--bbox", "-12,35,32,60", "--color-by", "joins"], "clusters carry values of their members"),
    (["--bbox", "-12,35,32,60", "--preset", "cch"], "the titles of clusters list"),
    (["--bbox", "-12,35,32,60", "--callouts", "unique"], "callouts list members"),
    (["--bbox", "-12,35,32,60", "--style", "heatmap"], "points are"),
    (["--center", "0,0", "--zoom", "3", "--select", "p7"], "a point is looked for by its id"),
  ])
  func `are kept where the picture needs them`(options: [String], reason: String) throws {
    let place = try Self.workplace()
    let words = ["render", "p.csv", "--format", "png", "-o", "-"] + options
    let asked = try place.run(words + ["--stream", "yes"]).succeeding()
    let notes = asked.lines.filter { $0.contains("stream: ") }
    expect(notes.count, equals: 1)
    expect(notes.first?.contains(reason), equals: true)
    expect(notes.first?.hasSuffix("the points of p are kept"), equals: true)
    let usual = try place.run(words)
    expect(usual.output, equals: asked.output)
    usual.errors.hides("stream: ")
  }

  @Test(arguments: [
    ("a,b\n1,2\n", "no columns"), ("longitude,latitude\n", "header"), ("", "empty"),
    ("longitude,latitude\n600,95\n", "record"),
  ])
  func `are refused with the same words`(text: String, part: String) throws {
    let place = try Workplace(["bad.csv": text])
    let words = ["render", "bad.csv", "--bbox", "-12,35,32,60", "-o", "map.png"]
    let kept = try place.run(words + ["--stream", "no"])
    let summed = try place.run(words + ["--stream", "yes"])
    #expect((kept.status, summed.status) == (2, 2))
    expect(kept.errors, equals: summed.errors)
    expect(place.read("map.png"), equals: nil)
  }

  @Test(arguments: [
    ["--weight", "weight"], ["--weight", "name"], ["--weight", "mass", "--missing-weight", "error"],
    ["--filter", "mas>3"], ["--filter", "mass<-1"], ["--max-points", "100"], ["--label-by", "mas"],
  ])
  func `fail as points that are kept do`(options: [String]) throws {
    let place = try Self.workplace()
    let words = ["p.csv", "--bbox", "-12,35,32,60", "-o", "map.png"] + options
    let kept = try place.run(["render"] + words + ["--stream", "no"])
    expect(kept.status, equals: 2)
    for threads in ["1", "8"] {
      let summed = try place.run(["render"] + words + ["--stream", "yes", "--threads", threads])
      #expect((summed.status, summed.errors) == (2, kept.errors))
    }
  }

  @Test func `are reported where they lie elsewhere`() throws {
    let place = try Workplace(["p.csv": "longitude,latitude\n52.5,13.4\n52.4,13.3\n"])
    for (view, advice) in commands(
      """
      --center 13.4,52.5 --zoom 9 → are longitude and latitude swapped? with the center 52.5,13.4 there would be some
      --bbox 0,0,1,1 → show them all with --fit, or with --bbox 52.4,13.3,52.5,13.4
      """)
    {
      let words = ["render", "p.csv", "-o", "map.png"] + view
      let kept = try place.run(words + ["--stream", "no"])
      let summed = try place.run(words + ["--stream", "yes"])
      #expect(kept.errors.contains("none of the 2 points lies in the picture; " + advice))
      expect(summed.errors, equals: kept.errors)
    }
  }

  @Test func `are reported where they lack a number, or lie beside lines that are left out`() throws {
    let place = try Self.workplace()
    let line = #"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#
    let point = #"{"type":"Feature","properties":{"row":1},"geometry":{"type":"Point","coordinates":[1,2]}}"#
    try place.write("lines.ndjson", point + "\n" + line + "\n")
    for (file, option, part) in [
      (
        "p.csv", ["--aggregate", "mean:mass"],
        "points have no mass and are drawn as dots; the first is record"
      ),
      ("lines.ndjson", ["--filter", "row > 5"], "none of the 1 points of lines passes row > 5"),
    ] {
      let words = ["clusters", file, "--center", "10,40", "--zoom", "3", "-o", "data.csv"] + option
      let kept = try place.run(words + ["--stream", "no"])
      #expect(kept.errors.contains(part))
      try expect(place.run(words + ["--stream", "yes"]).errors, equals: kept.errors)
    }
  }

  @Test func `are drawn as the guide shows`() throws {
    let text = try String(
      contentsOfFile: Workplace.checkout + "Documentation/guide/09-big-data.md", encoding: .utf8)
    let commands = text.split(separator: "\n").filter {
      $0.contains("render towns=-") || $0.contains("--stream yes -")
    }
    expect(commands.count, equals: 3)
    for command in commands {
      let place = try Workplace()
      let script = command.replacingOccurrences(of: "clustersnap render", with: "\"$0\" render")
        .replacingOccurrences(of: "Samples/", with: "'\(Workplace.checkout)'/Samples/")
      try place.shell(script + " --verbose").succeeding()
      let (name, drawn) = (try #require(place.names.first), place.names.first.flatMap(place.read))
      let kept = try place.shell(
        script.replacingOccurrences(of: " --stream yes", with: "") + " --stream no --threads 1")
      #expect((kept.status, drawn) == (0, place.read(name)))
      #expect(try place.shell(script + " --dry-run").text.contains("summed while read"))
    }
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "there is no /proc"),
    .disabled(if: Sanitizer.isWatching, "a sanitizer keeps what was freed"))
  func `take memory for the cells alone`() throws {
    let place = try Workplace()
    let rows = HardPoints(count: 20_000, seed: 3).csv.split(separator: "\n").dropFirst().joined(
      separator: "\n")
    try place.write("rows.csv", rows + "\n")
    /// The most memory that reading so many copies of the rows takes, in kB, as the system reports it while it runs.
    func peak(_ times: Int, _ stream: String) throws -> Int {
      let outcome = try place.shell(
        """
        rm -f pipe && mkfifo pipe
        { echo id,row,name,longitude,latitude,mass; n=0; while [ $n -lt \(times) ]; do cat rows.csv; n=$((n+1)); done; } > pipe &
        "$0" render - --bbox -12,35,32,60 -o map.png --quiet --stream \(stream) < pipe &
        id=$!
        while line=$(grep VmHWM /proc/$id/status 2> none); do peak=$line; done
        wait $id && echo $peak
        """)
      expect(outcome.status, equals: 0, "\(outcome.errors)")
      return try #require(outcome.text.split(separator: " ").compactMap { Int($0) }.first, "\(outcome.text)")
    }
    // 70 bytes a row: kept, fifty times the rows takes 70 MB and more.
    let (few, many) = (try peak(1, "yes"), try peak(50, "yes"))
    #expect(many < few + (32 << 10), "\(few) \(many)")
    #expect(try peak(50, "no") > many + (32 << 10))
  }

  /// Points whose text is more than a megabyte, across the antimeridian.
  private static func largeFile(_ place: Workplace) throws {
    let note = String(repeating: "x", count: 2400)
    let rows = points.points.enumerated().compactMap { index, point -> String? in
      guard let x = point.longitude, let y = point.latitude, abs(y) < 60 else { return nil }
      let longitude = 150 + (x + 180).truncatingRemainder(dividingBy: 60)
      return "p\(index),\(longitude > 180 ? longitude - 360 : longitude),\(y),\(index % 9),\(note)"
    }
    try place.write("p.csv", "id,lon,lat,mass,note\n" + rows.joined(separator: "\n") + "\n")
    try #require(place.read("p.csv")?.count ?? 0 > 1 << 20)
  }

  @Test(arguments: [
    [], ["--weight", "mass", "--filter", "mass>2"], ["--size", "500x300", "--max-zoom-fit", "1"],
  ])
  func `of a fitted view are read twice where the file is too large`(words: [String]) throws {
    let place = try Workplace()
    try Self.largeFile(place)
    let options = ["p.csv", "--basemap", "none", "--title-template", "{count}", "-o", "-"] + words
    for (subcommand, format) in [("render", "svg"), ("clusters", "geojson")] {
      let all = [subcommand] + options + ["--format", format]
      let kept = try place.run(all)
      let summed = try place.run(all + ["--max-memory", "1"])
      #expect((kept.status, summed.status) == (0, 0), "\(summed.errors)")
      expect(summed.output, equals: kept.output)
      #expect(kept.output.count > 500)
    }
    let plan = try place.run(["render"] + options + ["--format", "svg", "--dry-run", "--max-memory", "1"])
    plan.text.shows("summed while read")
  }

  @Test func `of a pipe keep their places alone where it is too large`() throws {
    let place = try Workplace()
    try Self.largeFile(place)
    let words = "clusters p=- --weight mass --format csv --method radius --center 170,0 --zoom 3"
    let all = try place.shell("cat p.csv | \"$0\" \(words)")
    let few = try place.shell("cat p.csv | \"$0\" \(words) --max-memory 1")
    #expect((all.status, few.status) == (0, 0))
    few.reports(
      "standard input: warning: more than 1 MB: points, single or in clusters, keep mass, but no other properties and no ids"
    )
    func column(_ name: String, of outcome: Outcome) -> [Substring] {
      let rows = outcome.text.split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
      guard let index = rows.first?.firstIndex(of: name[...]) else { return [] }
      return rows.dropFirst().map { $0[index] }
    }
    for name in ["longitude", "latitude", "point_count"] {
      expect(column(name, of: few), equals: column(name, of: all))
      #expect(!column(name, of: all).isEmpty)
    }
  }

  /// Points of a grid, the ids counting down so that no row has its number for one; in a file of more than a megabyte.
  private static func numbered(_ place: Workplace, _ file: String) throws {
    let note = String(repeating: "x", count: 100)
    let rows = (0..<9600).map { index in
      let (id, x, y) = (9600 - index, index % 120 * 2 - 119, index / 120 - 39)
      return switch file {
      case "p.csv": "\(x),\(y),\(note),\(id)"
      case "p.ndjson": #"{"lon":\#(x),"lat":\#(y),"note":"\#(note)","code":\#(id)}"#
      default:
        #"{"type":"Feature","properties":{"id":7,"note":"\#(note)"},"id":\#(id),"#
          + #""geometry":{"type":"Point","coordinates":[\#(x),\#(y)]}}"#
      }
    }
    try place.write(file, (file == "p.csv" ? "lon,lat,note,code\n" : "") + rows.joined(separator: "\n"))
  }

  @Test(arguments: [("p.csv", ["--id", "code"]), ("p.ndjson", ["--id", "code"]), ("p.geojson", [])])
  func `of a pipe that is too large are found by their ids`(file: String, id: [String]) throws {
    let place = try Workplace()
    try Self.numbered(place, file)
    let words = (["-o", "x.png", "--basemap", "none", "--dry-run"] + id).joined(separator: " ")
    let found = try place.shell("cat \(file) | \"$0\" render - --max-memory 1 --expand 37 \(words)")
    // Record 9564 has the id 37: in the grid's row 79, the last, as its 84th point.
    expect(found.status, equals: 0)
    found.text.shows("view: center 47,40, ")
    #expect(
      found.errors.contains("1 MB: points, single or in clusters, keep their ids, but no properties"))
    let wrong = try place.shell("cat \(file) | \"$0\" render - --max-memory 1 --label-by zz \(words)")
    expect(wrong.status, equals: 2)
    wrong.errors.hides("points have no properties")
    #expect(wrong.errors.hasSuffix(", note\n") || wrong.errors.hasSuffix(", note, code\n"))
    wrong.errors.hides("keep zz")
  }
}
