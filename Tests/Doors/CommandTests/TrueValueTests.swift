import Foundation
import TestSupport
import Testing

@Suite struct `Values on a map` {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func svg(_ words: [String]) throws -> Outcome {
    try place.run(
      ["render", "in.csv", "-o", "-", "--format", "svg", "--basemap", "none", "--size", "400x300"] + words)
  }

  private static let kinds =
    "lon,lat,k,n\n1,1,ok,1\n5,1,late,2\n9,1,lost,3\n13,1,Zone 10,4\n17,1,Zone 2,5\n"

  @Test(
    arguments: commands(
      """
      --classes equal:3 → --classes has no effect
      --breaks 1,2 → --breaks has no effect
      --class-by rows → --class-by has no effect
      --palette viridis → --palette is one of numbers
      """))
  func `that are words have no classes, which ends a strict run`(words: [String], message: String) throws {
    try place.write("in.csv", Self.kinds)
    let run = try svg(["--color-by", "k", "--strict"] + words)
    run.reports(2, containing: "error: \(message): k has texts, such as \"late\"; name words for missing")
    // Numbers have them.
    try expect(svg(["--color-by", "n", "--strict"] + words).status, equals: 0)
  }

  /// The words of a legend from top to bottom, and the color beside each.
  private func legend(_ text: String) -> [String] {
    let part = text.components(separatedBy: "id=\"decorations\"").last ?? ""
    let words = part.matches(of: />([A-Za-z0-9 ]+)<\/text>/).map { String($0.1) }
    return words.filter { $0 != "k" }
  }

  @Test func `have the colors and the order that are set, whatever else the file holds`() throws {
    try place.write("in.csv", Self.kinds)
    let words = ["--color-by", "k", "--method", "none", "--legend"]
    // By name, numbers within it by their size.
    try expect(legend(svg(words).text), equals: ["late", "lost", "ok", "Zone 2", "Zone 10"])
    let ordered = try svg(words + ["--order", "ok,late,lost"]).text
    expect(Array(legend(ordered).prefix(3)), equals: ["ok", "late", "lost"])
    let colors = ["--palette", "ok=#00aa01,late=#cc0002"]
    func fills() throws -> [String: Int] {
      let text = try svg(words.dropLast() + colors).succeedingQuietly().text
      let used = text.matches(of: /fill="(#[0-9a-f]{6})"/).map { String($0.1) }
      return Dictionary(used.map { ($0, 1) }, uniquingKeysWith: +)
    }
    try expect(fills()["#00aa01"], equals: 1)
    try expect(fills()["#cc0002"], equals: 1)
    // More of the late ones, and none of the lost.
    try place.write("in.csv", "lon,lat,k,n\n1,1,late,1\n9,1,late,2\n17,1,ok,3\n")
    try expect(fills()["#00aa01"], equals: 1)
    #expect(try fills()["#cc0002"] != nil)
  }

  /// The least zoom at which no other point is in its hexagon, by asking each.
  @Test(arguments: ["a", "b", "c", "e"]) func `stand alone at the zoom that --expand shows`(id: String) throws
  {
    try place.write("in.csv", "id,lon,lat\na,0,0\nb,10,0\nc,5,0\nd,20,5\nd2,20,5\ne,25,0\ne2,26,3\n")
    let words = "clusters in.csv --method hex --size 300x300 --format json".words
    let found = try place.run(words + ["--expand", id]).json()
    let zoom = try #require((found["view"] as? [String: Any])?["zoom"] as? Double)
    let longitude = ["a": 0, "b": 10, "c": 5, "e": 25][id] ?? 0
    let alone = try (0...6).first { zoom in
      let view = ["--center", "\(longitude),0", "--zoom", "\(zoom)"]
      let markers = try place.run(words + view).json()["markers"] as? [[String: Any]] ?? []
      return markers.contains { marker in
        let box = marker["bbox"] as? [Double]
        return marker["point_count"] as? Int == 1 && box?.first == Double(longitude)
      }
    }
    expect(alone.map { Double($0) }, equals: zoom)
  }

  @Test func `share their marker at every zoom where their coordinates are equal`() throws {
    try place.write("in.csv", "id,lon,lat\nd,20,5\nd2,20,5\ne,25,0\n")
    let run = try place.run("clusters in.csv --method hex --size 300x300 --expand d")
    run.reports(2, containing: "the point shares its marker at every zoom up to 24")
    // Its marker is there.
    try expect(place.run("clusters in.csv --method hex --size 300x300 --select d").status, equals: 0)
  }

  /// 100 points of one place and two others.
  @Test func `of one place stand on legs within the picture`() throws {
    let rows = (0..<100).map { _ in "10,50\n" }.joined()
    try place.write("in.csv", "lon,lat\n" + rows + "11,50\n9.5,49.5\n")
    let text = try svg(["--co-located", "legs"]).text
    let places = text.matches(of: /<circle[^>]*data-count="1" cx="([0-9.-]+)" cy="([0-9.-]+)" r="([0-9.]+)"/)
    expect(places.count, equals: 102)
    for point in places {
      let (x, y, radius) = (Double(point.1) ?? -1, Double(point.2) ?? -1, Double(point.3) ?? 0)
      #expect(x > radius && x < 400 - radius && y > radius && y < 300 - radius, "\(point.0)")
    }
  }

  /// Each marker in the order of drawing: no disc hides the middle of a dot that is drawn before it.
  @Test(arguments: [
    "--method grid --cell-size 24", "--method grid --cell-size 15",
    "--method grid --cell-size 30 --group-by k",
    "--method grid --cell-size 20 --overlap none", "--preset cch --cell-size 20 --style light",
  ])
  func `add up to those of the table, and none is hidden`(words: String) throws {
    var random = Seeded(seed: 53)
    let rows = (0..<90).map { number in
      let town = Double(number % 12)
      let (x, y) = (town * 3 + random.number(in: -1.5...1.5), town.truncatingRemainder(dividingBy: 5) * 2)
      return "\(x),\(y + random.number(in: -1.5...1.5)),\(["a", "b", "c"][number % 3])\n"
    }
    try place.write("in.csv", "lon,lat,k\n" + rows.joined())
    let text = try svg(words.words).text
    let discs = text.matches(
      of: /<circle[^>]*data-count="([0-9]+)" cx="([0-9.-]+)" cy="([0-9.-]+)" r="([0-9.]+)"/
    ).map { [$0.1, $0.2, $0.3, $0.4].compactMap { Double($0) } }
    expect(discs.reduce(0) { $0 + $1[0] }, equals: 90)
    #expect(discs.contains { $0[0] == 1 })
    for (index, dot) in discs.enumerated() where dot[0] == 1 {
      let hides = discs[(index + 1)...].contains { disc in
        let (x, y) = (disc[1] - dot[1], disc[2] - dot[2])
        return (x * x + y * y).squareRoot() + dot[3] < disc[3]
      }
      #expect(!hides, "\(dot)")
    }
    #expect(text.contains(">Map of 90 points</title>"))
  }

  @Test(arguments: [
    ("duckdb", #""pos"."lng""#), ("postgresql", #"("pos")."lng""#), ("bigquery", "`pos`.`lng`"),
  ])
  func `of structures are named by paths in statements`(dialect: String, column: String) throws {
    let run = try place.run(
      ["sql", "--dialect", dialect, "--table", "t", "--longitude", "pos.lng", "--latitude", "pos.lat"]
        + ["--bbox", "0,0,1,1"])
    run.succeeding().text.shows(column, column.replacing("lng", with: "lat"))
  }
}
