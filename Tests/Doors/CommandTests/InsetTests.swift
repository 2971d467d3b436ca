import Foundation
import TestSupport
import Testing

@Suite struct `Maps with insets` {
  private let place: Workplace

  init() throws {
    place = try Workplace([
      "in.csv":
        "lon,lat,name\n-74,40.7,New York\n-118.2,34,Los Angeles\n-157.86,21.31,Honolulu\n-149.9,61.2,Anchorage\n"
    ])
  }

  private func render(_ words: String...) throws -> Outcome {
    try place.run(["render", "in.csv", "--format", "svg", "-o", "-", "--size", "600x440"] + words)
  }

  @Test func `show places far away in strips, and fit the map to the others`() throws {
    let plain = try render("--basemap", "none", "--form", "bubble").succeeding()
    let run = try render("--basemap", "none", "--inset", "us").succeeding()
    run.text.shows(">Alaska</text>", ">Hawaii</text>", ">Puerto Rico</text>")
    run.text.shows(#"width="600" height="440""#)
    // Each of the four points is drawn once, two of them on the map, which is closer than without insets.
    let dots = run.text.matches(of: /<circle[^>]* cx="([0-9.]+)"/).compactMap { Double($0.1) }
    expect(dots.count, equals: 4)
    let wide = plain.text.matches(of: /<circle[^>]* cx="([0-9.]+)"/).compactMap { Double($0.1) }
    let reach = try #require(wide.max()) - #require(wide.min())
    #expect(reach > 400)
    try place.write(
      "look.json",
      ##"{"version": 8, "sources": {}, "layers": [], "metadata": {"clustersnap:output": {"insetFrames": {"color": "#123456", "textSize": 17}}}}"##
    )
    let look = try render("--style", "look.json", "--inset", "us").succeeding()
    #expect(look.text.contains(##"stroke="#123456""##) && look.text.contains(#"font-size="17""#))
    let own = try render("--basemap", "none", "--inset", "Oahu=-159,21,-157,22@top-right").succeeding()
    own.text.shows(">Oahu</text>")
  }

  /// The number of dots of a picture, and what was reported.
  private func dots(_ words: String...) throws -> (count: Int, errors: String) {
    let run = try place.run(
      ["render", "in.csv", "--format", "svg", "-o", "-", "--size", "900x500", "--basemap", "none"] + words)
    return (run.succeeding().text.matches(of: /<circle[^>]* cx="/).count, run.errors)
  }

  @Test func `have the points of far places alone, and those of near ones larger`() throws {
    // Four points, however far the map reaches, on the sphere and on Mercator's plane, with a style's theme and without.
    try expect(dots("--inset", "us", "--bbox=-170,15,-60,72").count, equals: 4)
    try expect(dots("--inset", "us", "--bbox=-170,15,-60,72", "--projection", "mercator").count, equals: 4)
    try expect(dots("--inset", "us", "--bbox=-170,15,-60,72", "--color-by", "name").count, equals: 4)
    let own = ["--inset", "Alaska=172,51,-129,72", "--bbox=-170,15,-60,72"]
    try expect(dots(own[0], own[1], own[2]).count, equals: 4)
    // What an inset shows beside its box is on the map alone.
    try place.write("in.csv", place.text("in.csv") + "-66.1,19,at sea\n")
    try expect(dots("--inset", "us", "--bbox=-170,15,-60,72").count, equals: 5)
    try place.write("in.csv", place.text("in.csv").replacing("-66.1,19,at sea\n", with: ""))
    // Los Angeles lies among the others, and so it is on the map and in its inset.
    try expect(dots("--inset", "Los Angeles=-120,33,-117,35", "--bbox=-170,15,-60,72").count, equals: 5)
    // Of a place that holds all points the map is fitted to them.
    try expect(dots("--inset", "All=-170,15,-60,72", "--method", "none").count, equals: 8)
    try place.write(
      "plain.json",
      """
      {"version": 8, "sources": {"in": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
       "layers": [{"id": "dots", "type": "circle", "source": "in"}]}
      """)
    try expect(dots("--inset", "us", "--bbox=-170,15,-60,72", "--style", "plain.json").count, equals: 4)
  }

  @Test func `of the United States keep their projection beside another one`() throws {
    let words = ["--basemap", "none", "--size", "900x500", "--inset", "us", "--inset", "Guam=144,13,146,14"]
    let run = try place.run(["render", "in.csv", "--format", "svg", "-o", "-"] + words).succeeding()
    let albers = ["--projection", "albers", "--parallels", "29.5,45.5", "--central-meridian", "-96"]
    let set = try place.run(["render", "in.csv", "--format", "svg", "-o", "-"] + words + albers).succeeding()
    expect(run.text, equals: set.text)
    expect(run.errors, equals: "")
  }

  @Test func `say what they leave of the map, and which points lie far from all of them`() throws {
    let far = "far from the main part of the country and in none of its insets, and the map is"
    let without = try dots("--inset", "us")
    #expect(!without.errors.contains(far))
    try place.write("in.csv", place.text("in.csv") + "144.8,13.5,Hagatna\n")
    let guam = try dots("--inset", "us")
    #expect(
      guam.errors.contains("warning: 1 point lies \(far) not fitted to it; show it in one more inset"),
      "\(guam.errors)")
    expect(guam.count, equals: without.count)
    let shown = try dots("--inset", "us", "--inset", "Guam=144,13,146,14")
    expect(shown.count, equals: 5)
    expect(shown.errors, equals: "")
    let strips = try dots("--inset", "us", "--inset", "Guam=144,13,146,14@top-right").errors
    #expect(
      strips.contains("insets take 56 % of the picture; put all of them on one side with --inset, make"),
      "\(strips)")
  }

  @Test func `of a request are objects`() throws {
    try place.write(
      "r.json",
      """
      {"sources": {"a": "in.csv"}, "basemap": "none", "size": [600, 440], "output": "a.svg",
       "insets": [{"bbox": [-161, 18, -154, 23], "size": [120, 90], "at": "top-left", "title": "Hawaii"}]}
      """)
    try place.run(["render", "--request", "r.json"]).succeedingQuietly()
    place.text("a.svg").shows(">Hawaii</text>")
    for (insets, message) in [
      (#"[{"title": "A"}]"#, "an inset needs \"bbox\"; add it"),
      (#"[{"bbox": [1, 2, 3, 4], "corner": 1}]"#, "an inset has no setting \"corner\""),
      (#""de""#, "a list of insets, or one of us, fr, es, pt, no"),
    ] {
      try place.write("bad.json", #"{"sources": {"a": "in.csv"}, "output": "b.svg", "insets": \#(insets)}"#)
      let run = try place.run(["render", "--request", "bad.json"])
      expect(run.status, equals: 2)
      #expect(run.errors.contains(message), "\(run.errors)")
    }
  }

  @Test(arguments: [
    (
      "300x400", Array(repeating: ["--inset", "A=-75,40,-73,41"], count: 5).flatMap(\.self),
      "insets of 493 points in a row do not fit a picture that is 300 wide; make them smaller with --inset, or the picture larger"
    ),
    (
      "300x300", ["--inset", "A=0,40,0,50"],
      "--inset: a box without an area shows nothing; write WEST,SOUTH,EAST,NORTH"
    ),
    ("600x80", ["--inset", "us"], "strips of insets leave 28 of 80 points for the map"),
  ])
  func `report pictures without room`(size: String, words: [String], message: String) throws {
    let run = try place.run(["render", "in.csv", "--format", "svg", "-o", "-", "--size", size] + words)
    #expect((run.status, run.text) == (2, ""))
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  /// The frames of insets: their left and upper edges, widths and heights.
  private func frames(_ words: String...) throws -> [[Double]] {
    let run = try place.run(["render", "in.csv", "--format", "svg", "-o", "-", "--basemap", "none"] + words)
    let layer = try #require(
      run.succeeding().text.firstMatch(of: /id="inset-frames"[^>]*>(.*?)<\/g>/.dotMatchesNewlines()))
    let number = #"(-?[0-9.]+)"#
    let frame = try Regex("M" + number + " ?" + number + "h" + number + "v" + number)
    return String(layer.1).matches(of: frame).map { match in
      (1...4).compactMap { match.output[$0].substring.flatMap { Double($0) } }
    }
  }

  @Test func `stand at the side where that leaves the map larger, and are smaller in small pictures`() throws
  {
    // Of 900 points in width 704 remain beside Alaska's 180, and 368 of 500 in height above a row.
    let columns = try frames("--size", "900x500", "--inset", "us", "--bbox=-125,24,-66,50")
    expect(columns, equals: [[8, 392, 110, 100], [8, 268, 130, 100], [8, 144, 180, 100]], "\(columns)")
    let row = try frames("--size", "640x480", "--inset", "us", "--bbox=-125,24,-66,50")
    expect(row.map { $0[1] }, equals: [372, 372, 372], "\(row)")
    expect(row[0][0], equals: 8, "\(row)")
    // Half as high in a picture half as high as the least one that has them whole, and wider by the room of the row.
    let small = try frames("--size", "300x200", "--inset", "us", "--bbox=-125,24,-66,50")
    expect(small.map { $0[2] }, equals: [108, 78, 66], "\(small)")
    expect(small[0][3], equals: 50, "\(small)")
    // A map of the world is wide, and keeps its width; an inset is at most two and a half times as wide as high.
    try place.write("in.csv", "lon,lat\n-170,60\n100,-40\n10,5\n")
    let world = try frames("--size", "640x480", "--inset", "P=160,-25,-150,15@top-right")
    expect(world, equals: [[332, 24, 300, 120]], "\(world)")
  }
}
