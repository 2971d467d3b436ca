import CairoCanvas
import Drawing
import Foundation
import TestSupport
import Testing

/// A story as several presets cluster it, side by side.
@Suite struct `Presets side by side` {
  private static let story = """
    {"sources": {"a": [{"id": "1", "at": [10, 50]}, {"id": "2", "at": [11, 50]}, {"id": "3", "at": [12, 50]}]},
     "basemap": "none", "size": [200, 120], "center": [11, 50], "zoom": 2, "fps": 10, "hold": 0.1,
     "steps": [{"add": true}, {"snapshot": "one"}, {"zoom": 5}, {"snapshot": "two"}]}
    """

  private func place() throws -> Workplace {
    let place = try Workplace(["story.json": Self.story])
    return place
  }

  @Test func `stand in one picture under their names`() throws {
    let place = try place()
    let words = "animate story.json --beside cch,clustermap,tb --at 1 -o x.svg"
    try place.run(words + " --panel-size 200x120").succeeding()
    let svg = try String(contentsOfFile: place.path("x.svg"), encoding: .utf8)
    // Three pictures of 200×120 with gaps of 10, and 26 above for their names.
    #expect(svg.contains(#"width="640" height="156""#), "\(svg.prefix(300))")
    for name in ["cch", "clustermap", "tbannotationclustering"] { #expect(svg.contains(">\(name)<")) }
    // Or all of them stand on a sheet of a size.
    try place.run(words + " --size 500x300").succeeding()
    place.text("x.svg").shows(#"width="500" height="300""#)
  }

  @Test func `play together, each in its own time, with the same bytes on any number of threads`() throws {
    let place = try place()
    var films: [Data] = []
    for threads in ["1", "3"] {
      let outcome = try place.run([
        "animate", "story.json", "--beside", "cch,tb", "--threads", threads, "-o", "x.png",
      ])
      expect(outcome.status, equals: 0, "\(outcome.errors)")
      films.append(try Data(contentsOf: URL(fileURLWithPath: place.path("x.png"))))
    }
    expect(films[0], equals: films[1])
    try FileManager.default.createDirectory(atPath: place.path("frames"), withIntermediateDirectories: false)
    _ = try place.run(["animate", "story.json", "--beside", "cch,tb", "--format", "svg", "-o", "frames"])
    let frames = try FileManager.default.contentsOfDirectory(atPath: place.path("frames")).count {
      $0.hasSuffix(".svg")
    }
    // The camera's 0.4 s, then the longer change: the 0.6 s of tb's bounce. One frame for each snapshot.
    expect(frames, equals: 1 + 10 + 1)
  }

  @Test(arguments: [
    ("cch", "--beside: 1 is outside 2...8; name from two to eight presets or methods, such as none,pablo"),
    ("cch,nothing", "--beside: \"nothing\" is no preset and no method; write some of cch,"),
    ("cch,", "--beside: \"\" is no preset and no method; write some of cch,"),
  ])
  func `refuses what is no preset and no method`(words: String, message: String) throws {
    let outcome = try place().run(["animate", "story.json", "--beside", words, "-o", "x.png"])
    outcome.reports(2, containing: message)
  }

  @Test func `exclude a difference`() throws {
    let outcome = try place().run("animate story.json --beside cch,tb --difference one,two -o x.png")
    outcome.reports(2, containing: "--beside and --difference exclude each other")
  }

  // MARK: Columns of documents and of still pictures

  private static let rows = "id,lon,lat\n1,10,50\n2,11,50\n3,12,50\n4,16,51\n"
  private static let view = ["--basemap", "none", "--size", "200x120", "--center", "11,50", "--zoom", "2"]

  /// The pixels of a PNG, row by row.
  private func pixels(_ place: Workplace, _ name: String) throws -> Bitmap {
    try PNG.decode(Array(try #require(place.read(name))))
  }

  /// A part of a picture.
  private func part(_ picture: Bitmap, x: Int, y: Int, width: Int, height: Int) -> [[UInt8]] {
    (0..<height).map { row in
      (0..<width * 4).map { byte in picture.pixels[((y + row) * picture.width + x) * 4 + byte] }
    }
  }

  @Test func `hold what render draws for each preset, pixel for pixel`() throws {
    let place = try Workplace()
    try place.write("in.csv", Self.rows)
    let outcome = try place.run(
      ["render", "in.csv", "--beside", "cch,tb", "--panel-size", "200x120"] + Self.view + ["-o", "both.png"])
    expect(outcome.status, equals: 0, "\(outcome.errors)")
    let both = try pixels(place, "both.png")
    #expect((both.width, both.height) == (430, 156))
    for (index, preset) in ["cch", "tb"].enumerated() {
      _ = try place.run(["render", "in.csv", "--preset", preset] + Self.view + ["-o", "one.png"])
      let one = try pixels(place, "one.png")
      expect(
        part(both, x: 10 + 210 * index, y: 26, width: 200, height: 120),
        equals: part(one, x: 0, y: 0, width: 200, height: 120))
    }
  }

  @Test func `have settings and captions of their own in a request`() throws {
    let place = try Workplace()
    try place.write("in.csv", Self.rows)
    let request = #"""
      {"sources": {"a": "in.csv"}, "basemap": "none", "panelSize": [200, 120], "center": [11, 50], "zoom": 2,
       "cluster": {"a": {"preset": "pablo"}}, "columns": ["tb", {"caption": "Every point", "settings": {"method": "none"}}],
       "output": "x.svg"}
      """#
    try place.write("request.json", request)
    let outcome = try place.run(["render", "--request", "request.json"])
    expect(outcome.status, equals: 0, "\(outcome.errors)")
    let svg = place.text("x.svg")
    for caption in ["tbannotationclustering", "Every point"] { #expect(svg.contains(">\(caption)<")) }
    // Of four points tb's cells of 88 points hold all, the other column has a disc for each.
    expect(svg.ranges(of: "<circle").count, equals: 5)
    expect(outcome.lines, equals: [])
  }

  @Test func `play in a scenario as presets of the command do`() throws {
    let place = try place()
    let story = place.text("story.json")
    try place.write(
      "columns.json", story.replacing("\"basemap\"", with: #""columns": ["cch", "tb"], "basemap""#))
    _ = try place.run(["animate", "columns.json", "-o", "columns.png"])
    _ = try place.run(["animate", "story.json", "--beside", "cch,tb", "-o", "beside.png"])
    let film = try #require(place.read("columns.png"))
    expect(film, equals: place.read("beside.png"))
  }

  @Test func `are not drawn from standard input, which can be read once`() throws {
    let place = try Workplace()
    let outcome = try place.run(
      ["render", "-", "--beside", "cch,tb"] + Self.view + ["-o", "x.png"],
      input: Self.rows + "5,x,50\n")
    outcome.reports(
      2,
      "clustersnap: error: standard input can be read once, but 2 pictures are made of it; name a file"
    )
  }

  @Test(arguments: [
    ("\"cch\"", "columns: expected a list of presets or objects, found string"),
    ("[\"cch\"]", "columns: 1 is outside 2...8; name from two to eight presets, methods or settings"),
    ("[\"cch\", \"tc\"]", "columns[1].preset: "),
    (
      "[\"cch\", {\"settings\": {\"cellSize\": 90}}]", "columns[1]: a column without a preset needs a caption"
    ),
    ("[\"cch\", {\"size\": [10, 10]}]", "columns[1].size: there is no member \"size\" here"),
    ("[\"cch\", {\"caption\": \"a\", \"settings\": {\"reuse\": true}}]", "columns[1].settings.reuse"),
  ])
  func `refuse what is no column, with its position`(columns: String, message: String) throws {
    let place = try Workplace()
    try place.write("in.csv", Self.rows)
    try place.write(
      "r.json", "{\"sources\": {\"a\": \"in.csv\"},\n\"columns\": \(columns), \"output\": \"x.png\"}")
    let outcome = try place.run(["render", "--request", "r.json"])
    expect(outcome.status, equals: 2)
    #expect(outcome.errors.contains("r.json:2:"), "\(outcome.errors)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func `are as large as each other, whatever stands beside one of them`() throws {
    let place = try Workplace()
    try place.write("in.csv", Self.rows)
    // The column of categories has a higher legend.
    try place.write(
      "r.json",
      #"""
      {"sources": {"a": "in.csv"}, "basemap": "none", "size": [500, 300], "legend": {"position": "below"},
       "columns": ["tb", {"caption": "By id", "settings": {"colorBy": "id"}}], "output": "x.svg"}
      """#)
    try expect(place.run(["render", "--request", "r.json"]).lines, equals: [])
    let svg = place.text("x.svg")
    #expect(svg.contains(#"width="500" height="300""#), "\(svg.prefix(200))")
    let maps = svg.matches(of: /<svg x="([0-9.]+)" y="26" width="235" height="264"/).map { Int($0.1) }
    expect(maps, equals: [10, 255])
  }

  @Test func `have no markers as data`() throws {
    let place = try Workplace()
    try place.write("in.csv", Self.rows)
    let outcome = try place.run(
      ["render", "in.csv", "--beside", "cch,tb", "--dump", "x.geojson"] + Self.view + ["-o", "x.png"])
    expect(outcome.status, equals: 2)
    #expect(
      outcome.errors.contains(
        "markers as data are those of one clustering, and 2 stand side by side; leave out --beside"),
      "\(outcome.errors)")
    expect(place.names, equals: ["in.csv"])
  }

  // MARK: GIF

  /// A program of the name `ffmpeg` that checks its input and leaves its words behind.
  private func program(in place: Workplace, _ last: String) throws -> [String: String] {
    try place.write(
      "bin/ffmpeg",
      """
      #!/bin/sh
      printf '%s\\n' "$@" > '\(place.path("words"))'
      while [ $# -gt 1 ]; do [ "$1" = -i ] && input=$2; shift; done
      IFS= read -r line < "$input"
      case $line in *PNG*) ;; *) exit 9 ;; esac
      \(last)
      """)
    chmod(place.path("bin/ffmpeg"), 0o755)
    return ["PATH": place.path("bin")]
  }

  @Test func `become a GIF by ffmpeg`() throws {
    let place = try place()
    let environment = try program(in: place, "printf GIF89a > \"$1\"")
    let outcome = try place.run(["animate", "story.json", "-o", "x.gif"], environment: environment)
    expect(outcome.status, equals: 0, "\(outcome.errors)")
    expect(place.text("x.gif"), equals: "GIF89a")
    let words = place.text("words").split(separator: "\n").map(String.init)
    #expect(words.contains("[0:v]split[a][b];[a]palettegen[p];[b][p]paletteuse"))
    expect(words.suffix(3).prefix(2), equals: ["-f", "gif"])
  }

  @Test func `name the line that makes a GIF where ffmpeg is not there, before any work`() throws {
    let place = try place()
    let outcome = try place.run(["animate", "nothing.json", "-o", "x.gif"])
    expect(outcome.status, equals: 3)
    #expect(
      outcome.errors.contains(
        "x.gif: error: a GIF is made by ffmpeg, which is not on the PATH; install it, or write film.png and run: "
          + "ffmpeg -i film.png -filter_complex '[0:v]split[a][b];[a]palettegen[p];[b][p]paletteuse' -loop 0 film.gif"
      ), "\(outcome.errors)")
  }

  @Test func `report that ffmpeg failed, and leave nothing`() throws {
    let place = try place()
    let environment = try program(in: place, "exit 7")
    let outcome = try place.run(["animate", "story.json", "-o", "x.gif"], environment: environment)
    expect(outcome.status, equals: 3)
    #expect(
      outcome.errors.contains("x.gif: error: ffmpeg ended with status 7; write film.png and run: ffmpeg"))
    #expect(!place.names.contains("x.gif"))
  }

  @Test func `are no GIF as a still picture`() throws {
    let outcome = try place().run(["animate", "story.json", "--at", "1", "-o", "x.gif"])
    expect(outcome.status, equals: 2)
    #expect(
      outcome.errors.contains("x.gif: a GIF is a film, and --at makes a still picture"), "\(outcome.errors)")
  }
}
