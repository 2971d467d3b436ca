import Foundation
import TestSupport
import Testing

@Suite struct `Maps with a locator` {
  private let place: Workplace

  init() throws {
    place = try Workplace(["in.csv": "lon,lat,name\n13.4,52.5,Berlin\n13.7,51.05,Dresden\n"])
  }

  private func render(_ words: String...) throws -> Outcome {
    try place.run(["render", "in.csv", "--format", "svg", "-o", "-", "--size", "500x400"] + words)
  }

  /// The line around what the map shows, in the locator.
  private func box(_ run: Outcome) throws -> (x: Double, y: Double, width: Double, height: Double) {
    let layer = try #require(run.text.firstMatch(of: /id="locator"[^>]*>(.*?)<\/g>/.dotMatchesNewlines()))
    let number = #"(-?[0-9.]+)"#
    let line = try Regex(#"d="M"# + number + #" ?"# + number + "h" + number + "v" + number)
    let match = try #require(String(layer.1).firstMatch(of: line), "\(layer.1)")
    let sides = (1...4).compactMap { match.output[$0].substring.flatMap { Double($0) } }
    return (sides[0], sides[1], sides[2], sides[3])
  }

  @Test func `have the view's box where it lies`() throws {
    // Of a Mercator locator of 60°, 144 points wide, the middle of the view at 15° E lies at 36, and 10° are 24.
    let plain = try box(
      render("--bbox", "10,40,20,50", "--locator=0,30,60,70", "--basemap", "none").succeeding())
    #expect(abs(plain.x + plain.width / 2 - 36) < 0.05)
    #expect(plain.width >= 24)
    #expect(abs(plain.width / plain.height - 500 / 400) < 0.01)
    // PROJ has 13° E, 52° N at x 0.158583 and y 0.972704 of 2.706630 and 1.317363 in Equal Earth, which takes 134 points.
    let world = try box(render("--center", "13,52", "--zoom", "12", "--locator").succeeding())
    #expect((world.width, world.height) == (8, 8))
    #expect(abs(world.x + 4 - (72 + 0.158583 * 67 / 2.706630)) < 0.05, "\(world)")
  }

  /// Strasbourg's place in the locator, from the box that France is known to have (5.14° W to 9.56° E) and a twentieth around it.
  @Test(arguments: ["France", "france", "FR"])
  func `show a country by its name or its code`(country: String) throws {
    let found = try box(render("--center", "7.75,48.57", "--zoom", "11", "--locator=\(country)").succeeding())
    let share = (7.75 + 5.14 + 0.735) / (14.7 + 1.47)
    #expect(abs(found.x + found.width / 2 - 144 * share) < 2, "\(found)")
  }

  @Test func `are of requests and styles, too`() throws {
    try place.write(
      "r.json",
      """
      {"sources": {"a": "in.csv"}, "size": [500, 400], "output": "a.svg",
       "locator": {"bbox": [0, 40, 20, 60], "position": "bottom-left", "color": "#010203"}}
      """)
    try place.run(["render", "--request", "r.json"]).succeedingQuietly()
    place.text("a.svg").shows("#010203")
    for (locator, message) in [
      (#""moon""#, "the built-in world has no country moon; write an English name"),
      ("7", "true, false, [west, south, east, north]"),
      (#"{"step": 3}"#, "this has no setting \"step\""),
    ] {
      try place.write("bad.json", #"{"sources": {"a": "in.csv"}, "output": "b.svg", "locator": \#(locator)}"#)
      let run = try place.run(["render", "--request", "bad.json"])
      expect(run.status, equals: 2)
      #expect(run.errors.contains(message), "\(run.errors)")
    }
  }

  @Test func `report boxes that are none, or beside the view`() throws {
    let bad = try render("--locator=1,2,3")
    #expect((bad.status, bad.text) == (2, ""))
    bad.errors.shows("--locator: \"1,2,3\" is no box; write WEST,SOUTH,EAST,NORTH")
    let unknown = try render("--locator=Frence")
    #expect((unknown.status, unknown.text) == (2, ""))
    #expect(
      unknown.errors.contains("--locator: the built-in world has no country Frence; did you mean France?"),
      "\(unknown.errors)")
    let apart = try place.run(["render", "in.csv", "-o", "m.svg", "--locator", "Frence"])
    #expect(
      apart.errors.contains(
        "there is no file Frence; the value of --locator stands behind an equals sign: --locator=France"),
      "\(apart.errors)")
    let beside = try render("--locator=-126,32,-113,43")
    expect(beside.status, equals: 0)
    #expect(
      beside.errors.contains("--locator: its box does not hold what the map shows; set a larger one"),
      "\(beside.errors)")
  }

  @Test func `report boxes without an area, and those inside of what the map shows`() throws {
    let empty = try render("--locator=0,0,0,0")
    #expect((empty.status, empty.text) == (2, ""))
    #expect(
      empty.errors.contains("--locator: a box without an area shows nothing; write WEST,SOUTH,EAST,NORTH"))
    let inside = try render("--bbox", "0,40,20,56", "--locator=9,45,11,47")
    expect(inside.succeeding().text.contains(#"id="locator""#), equals: false)
    #expect(
      inside.errors.contains("its box lies inside of what the map shows, and is left out; set a larger one"),
      "\(inside.errors)")
  }

  @Test func `show wide countries from above their middle, and stand beside insets`() throws {
    // The middle meridian of Russia's box, 26.9° to 191° E, is upright in the middle.
    let run = try render("--bbox", "103.95,55,113.95,63", "--locator=Russia").succeeding()
    let layer = try #require(run.text.firstMatch(of: /id="locator"[^>]*>(.*?)<\/g>/.dotMatchesNewlines()))
    let line = try #require(String(layer.1).firstMatch(of: /d="M([0-9.]+)/))
    let x = try #require(Double(line.1))
    #expect(x < 72, "\(line.0)")
    #expect(x > 52, "\(line.0)")
    let beside = try render("--locator", "--inset", "Oahu=-159,21,-157,22").succeeding()
    #expect(beside.text.contains(#"id="locator""#) && beside.text.contains(">Oahu</text>"))
  }

  @Test func `and insets share one set of classes`() throws {
    var table = "lon,lat,value\n"
    for index in 0..<40 { table += "\(Double(index) * 1.5 - 110),\(35 + index % 9),\(index)\n" }
    for index in 0..<20 {
      table += "\(-159 + Double(index) * 0.2),\(19.2 + Double(index % 3)),\(1000 + index)\n"
    }
    try place.write("values.csv", table)
    let run = try place.run([
      "render", "values.csv", "--format", "svg", "-o", "-", "--size", "700x500", "--basemap", "none",
      "--inset",
      "us", "--color-by", "value", "--classes", "quantile:2", "--legend",
    ])
    #expect(run.succeeding().text.contains(">colors by cluster in all maps</text>"))
    // By classes of its own Hawaii would have both colors: its values are above all others.
    let fills = run.text.matches(of: /<circle data-id[^>]*fill="(#[0-9a-f]+)"/).map { String($0.1) }
    expect(Set(fills).count, equals: 2, "\(fills)")
    expect(Set(fills.suffix(4)).count, equals: 1, "\(fills)")
  }

  /// The lines around what the map shows, and what was reported.
  private func lines(_ words: String...) throws -> (paths: [String], errors: String) {
    let run = try place.run(["render", "in.csv", "--format", "svg", "-o", "-", "--size", "500x400"] + words)
    let layer = run.succeeding().text.firstMatch(of: /id="locator"[^>]*>(.*?)<\/g>/.dotMatchesNewlines())
    let paths = layer.map { String($0.1).matches(of: /d="([^"]+)"/).map { String($0.1) } } ?? []
    return (paths, run.errors)
  }

  @Test func `hold views beside the antimeridian whole, and are left out of maps of the world`() throws {
    // From 165° to 180° east on a map about 150°: right of the middle of 72, and far from the edge.
    let (paths, errors) = try lines("--bbox", "165,-48,180,-33", "--locator")
    let numbers = try #require(paths.first).matches(of: /M([0-9.]+)/).compactMap { Double($0.1) }
    try #require(numbers.count == 1, "\(paths)")
    #expect((74.0...85).contains(numbers[0]), "\(paths)")
    expect(errors.contains("--locator"), equals: false)
    // The world in Equal Earth is 2.05 times as wide as high.
    let world = try place.run(
      ["render", "in.csv", "--format", "svg", "-o", "-", "--locator", "--bbox", "-180,-60,180,80"])
    expect(world.succeeding().text.contains(#"id="locator""#), equals: false)
    #expect(
      world.errors.contains(
        "--locator: the map itself shows nearly all of the world; show a part of it with --bbox W,S,E,N"),
      "\(world.errors)")
  }

  @Test func `are globes where the map holds a pole, and report boxes that reach out`() throws {
    // Both globes are turned as the map is: the box is closed, and lies in the middle of a square.
    for (projection, view) in [
      ("stereographic", "0,-90 --zoom 2"), ("lambert-azimuthal", "10,90 --zoom 2"),
      ("stereographic", "0,90 --zoom 9"),
      ("orthographic", "10,50 --zoom 1"),
    ] {
      let words = "--projection \(projection) --center \(view) --locator".words
      let run = try place.run(
        ["render", "in.csv", "--format", "svg", "-o", "-", "--size", "500x400"] + words)
      let text = run.succeeding().text
      let layer = try #require(text.firstMatch(of: /id="locator"[^>]*>(.*?)<\/g>/.dotMatchesNewlines()))
      let box = try #require(String(layer.1).matches(of: /d="([^"]+)"/).first.map { String($0.1) })
      expect(box.matches(of: /[Mm]/).count, equals: 1, "\(view): \(box)")
    }
    let beyond = try lines("--locator=France", "--bbox", "2,42,9,48")
    #expect(
      beyond.errors.contains("--locator: its box does not hold what the map shows; set a larger one"),
      "\(beyond.errors)")
    #expect(try !lines("--locator=France", "--bbox", "2,44,5,47").errors.contains("--locator"))
  }
}
