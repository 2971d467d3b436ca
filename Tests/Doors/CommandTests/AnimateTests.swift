import Foundation
import TestSupport
import Testing

/// The chunks of a PNG, as its specification lays them out.
private struct Chunk {
  let type: String
  let body: [UInt8]

  /// Four bytes, the highest first.
  func number(_ offset: Int) -> Int { body[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }

  static func all(of file: Data?) throws -> [Chunk] {
    let file = try #require(file)
    let bytes = [UInt8](file)
    try #require(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    var (chunks, offset): ([Chunk], Int) = ([], 8)
    while offset + 12 <= bytes.count {
      let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      let type = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
      chunks.append(Chunk(type: type, body: Array(bytes[offset + 8..<offset + 8 + length])))
      offset += 12 + length
    }
    try #require(offset == bytes.count && chunks.last?.type == "IEND")
    return chunks
  }
}

@Suite struct `clustersnap animate` {
  private static let view = #""center": [13.4, 52.5], "size": [160, 64]"#

  /// Two points, then a third beside one of them; then the view comes closer, and that one is gone.
  private func place(_ more: String = "") throws -> Workplace {
    let place = try Workplace(["places.csv": Sample.places])
    try place.write(
      "story.json",
      """
      {"sources": {"places": "places.csv"}, \(Self.view), "zoom": 2, "method": "grid", "background": "white"\(more),
       "steps": [
        {"add": ["1", "3"]}, {"snapshot": "two"},
        {"add": ["2"]}, {"snapshot": "all"},
        {"zoom": "+1"}, {"remove": ["1"]}, {"snapshot": "close"}]}
      """)
    return place
  }

  @Test(arguments: [("fade", 2), ("move", 5), ("bounce", 6), ("none", 0)])
  func `writes an APNG of the first snapshot and of every transition`(animator: String, frames: Int) throws {
    let place = try place()
    let outcome = try place.run([
      "animate", "story.json", "-o", "story.png", "--animator", animator, "--fps", "10",
    ])
    #expect((outcome.status, outcome.errors) == (0, ""))
    let chunks = try Chunk.all(of: place.read("story.png"))
    try expect(
      place.run([
        "animate", "story.json", "-o", "frames", "--format", "png", "--fps", "10", "--animator", animator,
      ]).status, equals: 0)
    let pictures = (1...1 + 2 * (frames + 1)).map {
      place.read("frames/frame-000\($0 < 10 ? "0" : "")\($0).png")
    }
    #expect(!pictures.contains(nil))
    // Where nothing changes from one frame to the next, the first of them stands longer.
    let count = 1 + zip(pictures, pictures.dropFirst()).count { $0 != $1 }
    #expect(count >= 3)
    #expect((chunks.first?.type, chunks.first?.number(0), chunks.first?.number(4)) == ("IHDR", 160, 64))
    expect(chunks.filter { $0.type == "acTL" }.map { [$0.number(0), $0.number(4)] }, equals: [[count, 0]])
    let controls = chunks.filter { $0.type == "fcTL" }
    expect(controls.count, equals: count)
    expect(
      chunks.filter { ["fcTL", "fdAT"].contains($0.type) }.map { $0.number(0) },
      equals: Array(
        0..<controls.count + chunks.count { $0.type == "fdAT" }))
    // Every frame lies in the picture; delays are tenths of a second, a second for each snapshot.
    for control in controls {
      #expect(control.number(12) + control.number(4) <= 160)
      #expect(control.number(16) + control.number(8) <= 64)
    }
    let seconds = controls.map {
      Double(Int($0.body[20]) << 8 | Int($0.body[21])) / Double(Int($0.body[22]) << 8 | Int($0.body[23]))
    }
    #expect(abs(seconds.reduce(0, +) - (3 + 2 * Double(frames) / 10)) < 1e-9)
  }

  @Test(.wants(programs: ["ffmpeg"]))
  func `is read by ffmpeg, frame by frame as it was drawn`() throws {
    let place = try place()
    let options = ["--animator", "move", "--fps", "10"]
    try expect(place.run(["animate", "story.json", "-o", "story.png"] + options).status, equals: 0)
    try expect(
      place.run(["animate", "story.json", "-o", "frames", "--format", "png"] + options).status, equals: 0)
    let script = """
      ffmpeg -v error -i "$1" -vf format=rgb24 -vsync passthrough -f framemd5 - | grep -v '^#' | sed 's/.*, *//'
      """
    let read = try place.shell(script.replacing("\"$1\"", with: "story.png"))
    #expect(read.errors.isEmpty)
    let frames = read.text.split(separator: "\n")
    #expect(frames.count >= 3)
    var drawn: [Substring] = []
    for number in 1...13 {
      let name = "frames/frame-000\(number < 10 ? "0" : "")\(number).png"
      let frame = try place.shell(script.replacing("\"$1\"", with: name)).text.split(separator: "\n")
      if frame.last != drawn.last { drawn += frame }
    }
    expect(frames, equals: drawn)
  }

  @Test(arguments: ["fade", "move", "bounce", "none"])
  func `ends with what render draws, byte for byte`(animator: String) throws {
    let place = try place()
    try place.write(
      "map.json",
      #"{"sources": {"places": "rest.csv"}, \#(Self.view), "zoom": 3, "background": "white", "form": "bubble"}"#
    )
    try place.write("rest.csv", Sample.places.replacing("1,13.4,52.5,Mitte\n", with: ""))
    for ending in ["png", "svg"] {
      try expect(place.run(["render", "--request", "map.json", "-o", "map.\(ending)"]).status, equals: 0)
      let outcome = try place.run([
        "animate", "story.json", "--animator", animator, "--at", "2", "-o", "end.\(ending)",
      ])
      expect(outcome.status, equals: 0, "\(outcome.errors)")
      expect(place.read("end.\(ending)"), equals: place.read("map.\(ending)"))
    }
    let halfway = try place.run([
      "animate", "story.json", "--animator", animator, "--at", "1.3", "-o", "half.png",
    ])
    expect(halfway.status, equals: 0)
    expect(place.read("half.png") == place.read("map.png"), equals: animator == "none")
  }

  @Test func `draws a film strip, a row a transition`() throws {
    let place = try place()
    try expect(
      place.run(["animate", "story.json", "--film-strip", "4", "-o", "strip.png"]).status, equals: 0)
    let header = try #require(Chunk.all(of: place.read("strip.png")).first)
    expect(header.number(0), equals: 10 + 4 * (160 + 10))
    expect(header.number(4), equals: 10 + 2 * (64 + 10 + 18))
  }

  @Test func `draws a film strip of true shapes in SVG, each frame cut to its size`() throws {
    let place = try place()
    try expect(
      place.run(["animate", "story.json", "--film-strip", "3", "-o", "strip.svg"]).status, equals: 0)
    let text = place.text("strip.svg")
    #expect(!text.contains("data:image"))
    expect(text.matches(of: /<svg x="[0-9]+" y="[0-9]+" width="160" height="64">/).count, equals: 6)
    let ids = text.matches(of: #/ id="([^"]*)"/#).map(\.output.1)
    expect(Set(ids).count, equals: ids.count)
  }

  @Test func `writes a file a frame into a folder, in PNG and SVG`() throws {
    let place = try place()
    let options = ["--animator", "move", "--fps", "4"]
    try expect(
      place.run(["animate", "story.json", "-o", "frames", "--format", "svg"] + options).status, equals: 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path("frames")).sorted()
    expect(names, equals: (1...7).map { "frame-0000\($0).svg" } + ["frames.json"])
    #expect(place.text("frames/frame-00001.svg").hasPrefix("<svg "))
    try expect(
      place.run(["animate", "story.json", "-o", "frames/", "--format", "png"] + options).status, equals: 0)
    try expect(FileManager.default.contentsOfDirectory(atPath: place.path("frames")).count, equals: 15)
  }

  @Test func `draws the difference of two snapshots`() throws {
    let place = try place()
    let outcome = try place.run(["animate", "story.json", "-o", "d.svg", "--difference", "two,all"])
    #expect((outcome.status, outcome.errors) == (0, ""))
    let svg = place.text("d.svg")
    for words in ["kept 1", "inserted 1", "removed 1", "reused 0", "removed: Mitte", "kept: Paris"] {
      #expect(svg.contains(">\(words)<"))
    }
    try expect(
      place.run(["animate", "story.json", "-o", "d.png", "--difference", "two,all"]).status, equals: 0)
  }

  @Test func `takes a frame a batch`() throws {
    let place = try place()
    try place.write(
      "batches.json",
      #"{"sources": {"places": "places.csv"}, \#(Self.view), "zoom": 2, "steps": [{"add": "places", "batches": 2}]}"#
    )
    let outcome = try place.run(["animate", "batches.json", "-o", "b.svg", "--film-strip", "2"])
    #expect((outcome.status, outcome.errors) == (0, ""))
    place.text("b.svg").shows("places 2 → places 3")
  }

  @Test func `reports what every step kept, inserted and removed`() throws {
    let place = try place()
    let outcome = try place.run(["animate", "story.json", "-o", "story.png", "--report", "report.json"])
    expect(outcome.status, equals: 0)
    let bytes = try #require(place.read("report.json"))
    let report = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    let steps = try #require(report["steps"] as? [[String: Any]])
    expect(
      steps.map { $0["action"] as? String },
      equals: [
        "add", "snapshot", "add", "snapshot", "zoom", "remove", "snapshot",
      ])
    expect(steps.map { $0["line"] as? Int }, equals: [3, 3, 4, 4, 5, 5, 5])
    let counts = try steps.map { step in
      let groups = try #require(step["groups"] as? [[String: Any]])
      return ["kept", "inserted", "removed", "reused"].map { (groups.first?[$0] as? [Any])?.count ?? -1 }
    }
    // Mitte and Paris come, Pankow joins Mitte; close by, Paris is out of sight; Pankow stays alone.
    expect(counts[0], equals: [0, 2, 0, 0])
    expect(counts[2], equals: [1, 1, 1, 0])
    expect(counts[4], equals: [1, 0, 1, 0])
    expect(counts[5], equals: [0, 1, 1, 0])
    let snapshots = try #require(report["snapshots"] as? [[String: Any]])
    expect(snapshots.map { $0["name"] as? String }, equals: ["two", "all", "close"])
  }

  @Test(
    arguments: commands(
      """
      -o story.svg → -o: story.svg: SVG holds one frame; use --at T, or name a folder
      -o story.webm → -o: story.webm ends in no known format; name a .png, .gif or .svg file, or a folder, or use --format
      -o story.png --at 3 → --at: 3.0 is outside 0...2: there are 2 transitions
      -o story.png --at 1 --film-strip 3 → --at and --film-strip exclude each other; set one of them
      -o story.png --difference two,clos → there is no snapshot clos; did you mean close?
      -o story.png --difference two → --difference needs the names of two snapshots, such as --difference before,after
      -o story.png --difference two,all --at 1 → --at and --difference exclude each other; set one of them
      -o story.png --film-strip 1 → --film-strip: 1 is outside 2...100; write a number in between
      -o story.png --fps 0 → --fps: 0 is outside 1...120; write a number in between
      -o story.png --duration -1 → --duration: -1 is outside 0...60; write a number in between
      -o frame.png --format png → -o: frame.png names one file, but there is one a frame; name a folder, or use --at T or --film-strip N
       → no output is set; use -o story.png
      """) + [
        (["-o", "story.png", "--animator", "slide"], nil)
      ])
  func `answers what it cannot do in a line, and writes nothing`(words: [String], message: String?) throws {
    let place = try place()
    let outcome = try place.run(["animate", "story.json"] + words)
    #expect((outcome.status, outcome.lines.count) == (2, 1))
    if let message { expect(outcome.lines.first?.contains(message), equals: true, "\(outcome.errors)") }
    expect(place.names, equals: ["places.csv", "story.json"])
  }

  @Test(arguments: [
    (#"{"add": ["9"]}"#, "story.json:2:11: error: steps[0].add: no point of places has the id 9; "),
    (#"{"remove": ["1"]}"#, "story.json:2:14: error: steps[0].remove: point 1 is not there; "),
    (#"{"snapsot": "x"}"#, "did you mean snapshot?"),
  ])
  func `names the line of a step that cannot be, and makes no folder for it`(step: String, message: String)
    throws
  {
    let place = try place()
    try place.write(
      "story.json",
      #"{"sources": {"places": "places.csv"}, \#(Self.view), "zoom": 2, "steps": ["# + "\n  \(step),\n"
        + #"{"snapshot": "end"}]}"#)
    let outcome = try place.run(["animate", "story.json", "-o", "frames", "--format", "png"])
    outcome.reports(2, containing: message, "story.json:2:")
    expect(place.names, equals: ["places.csv", "story.json"])
  }
}
