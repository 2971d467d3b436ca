import TestSupport
import Testing

@Suite struct `Rows that share an id` {
  private let place: Workplace
  private let words = [
    "render", "a.csv", "-o", "a.svg", "--basemap", "none", "--bbox", "0,0,20,20", "--size", "300x300",
  ]

  init() throws {
    place = try Workplace()
    try place.write("a.csv", "id,lon,lat\na,5,5\nb,15,15\na,5.1,5\nb,15,15.1\na,5,5.1\n")
  }

  private static let report =
    "a.csv: warning: 3 rows repeat ids of others, first a in lines 2 and 4; all rows count; give each an id of its own"

  private static let once =
    "clustersnap: info: a: 3 rows repeat ids of others, first a in lines 2 and 4, and take no part"

  @Test func `all count, and are reported once`() throws {
    let run = try place.run(words)
    expect(run.status, equals: 0)
    expect(run.lines, equals: [Self.report])
    place.text("a.svg").shows("data-count=\"3\"")
    place.text("a.svg").shows("data-count=\"2\"")
  }

  @Test(arguments: [
    ("cch", true), ("clustermap", true), ("pins", true), ("amap", false), ("tb", false),
    ("supercluster", false),
  ])
  func `name the way to hold a set under presets whose systems do`(preset: String, names: Bool) throws {
    let lines = try place.run(words + ["--preset", preset]).lines
    expect(lines, equals: [Self.report + (names ? ", or draw each id once with --unique-ids yes" : "")])
  }

  @Test func `are drawn once where that is set`() throws {
    let run = try place.run(words + ["--unique-ids"])
    expect(run.status, equals: 0)
    place.text("a.svg").hides("data-count=\"3\"")
    expect(run.lines, equals: [Self.once])
    let clusters = try place.run([
      "clusters", "a.csv", "--unique-ids", "--format", "csv", "--method", "none", "-o", "-",
    ])
    let rows = String(decoding: clusters.output, as: UTF8.self).split(separator: "\n").dropFirst()
    expect(rows.map { $0.prefix { $0 != "," } }, equals: ["a", "b"])
    expect(clusters.lines, equals: [Self.once])
  }

  @Test func `are an error where warnings are`() throws {
    let run = try place.run(words + ["--strict"])
    expect(run.status, equals: 2)
    #expect(run.lines.contains(Self.report.replacing("warning", with: "error")))
    try expect(place.run(words + ["--strict", "--unique-ids"]).status, equals: 0)
  }

  @Test func `are compared in a request, too, and cannot be in cells`() throws {
    try place.write(
      "map.json",
      #"{"sources": {"a": "a.csv"}, "uniqueIds": true, "basemap": "none", "bbox": [0, 0, 20, 20], "size": [300, 300]}"#
    )
    try expect(place.run(["render", "--request", "map.json", "-o", "b.svg"]).lines, equals: [Self.once])
    place.text("b.svg").hides("data-count=\"3\"")
    // Points that are summed are not known by their ids.
    let kept = try place.run(words + ["--unique-ids", "--stream", "yes"])
    kept.errors.shows("of rows that share an id the first alone takes part")
    place.text("a.svg").hides("data-count=\"3\"")
  }
}
