import Foundation
import TestSupport
import Testing

@Suite struct `A dry run` {
  @Test func `names sources, columns, view and outputs, and writes nothing`() throws {
    let place = try Workplace()
    try place.write(
      "trips.csv", "trip,pickup_longitude,pickup_latitude,fare\na,13.4,52.5,3\nb,x,y,4\nc,14,53,5\n")
    let outcome = try place.run(
      "render trips.csv -o map.png --center 13.5,52 --zoom 7.25 --size 320x200 --dump map.csv --dry-run --quiet"
    ).succeedingQuietly()
    let lines = outcome.outputLines
    expect(
      lines.first,
      equals:
        "source trips: 2 points, 1 skipped; csv; coordinates in pickup_longitude and pickup_latitude; columns trip, pickup_longitude, pickup_latitude, fare; clustered by peaks; points kept: the input is small"
    )
    #expect(
      lines.contains(
        "settings of trips: method (light:7:28), weightedSingles (light:7:56)"))
    #expect(lines.contains { $0.hasPrefix("view: center 13.5,52, zoom 7.25, size 320x200, scale 1, box ") })
    expect(
      lines.suffix(3),
      equals: ["output: map.png (png)", "output: map.csv", "nothing was written (--dry-run)"])
    expect(place.names, equals: ["trips.csv"])
  }

  @Test func `names who sets a setting that holds`() throws {
    let place = try Workplace(["in.csv": Sample.places])
    try place.write(
      "request.json", #"{"sources": {"a": "in.csv"}, "minCount": 3, "cluster": {"a": {"cellSize": 90}}}"#)
    let lines = try place.run(
      "render --request request.json -o a.png --method grid --cluster a.min-unique=2 --dry-run"
    ).outputLines
    #expect(
      lines.contains(
        "settings of a: --method, cellSize (request.json:1:75), minCount (request.json:1:42), "
          + "--cluster a.min-unique, weightedSingles (light:7:56)"), "\(lines)")
  }

  @Test func `describes every view of a request`() throws {
    let place = try Workplace(["in.geojson": #"{"type":"Point","coordinates":[13,52]}"#])
    try place.write(
      "request.json",
      #"{"sources":{"a":"in.geojson"},"views":[{"zoom":3,"output":"a.svg"},{"zoom":4,"output":"b.pdf"}]}"#)
    let lines = try place.run(["render", "--request", "request.json", "--dry-run"]).outputLines
    expect(lines.filter { $0.hasPrefix("view: ") }.count, equals: 2)
    #expect(lines.contains("output: \(place.folder)/a.svg (svg)") || lines.contains("output: a.svg (svg)"))
    expect(place.names, equals: ["in.geojson", "request.json"])
  }

  @Test func `of clusters and of a story writes nothing either`() throws {
    let place = try Workplace(["in.csv": Sample.places])
    let clusters = try place.run(["clusters", "in.csv", "-o", "out.csv", "--grid", "g.geojson", "--dry-run"])
    #expect((clusters.status, clusters.outputLines.suffix(3).first) == (0, "output: out.csv"))
    try place.write(
      "story.json",
      #"{"sources":{"a":"in.csv"},"center":[13,52],"zoom":4,"steps":[{"add":{"a":true}},{"snapshot":"x"}]}"#)
    let story = try place.run(["animate", "story.json", "-o", "story.png", "--dry-run"]).succeeding()
    story.text.shows("; points kept: the steps of a story change them\n")
    #expect(Set(["steps: 2", "output: story.png"]).isSubset(of: story.outputLines))
    expect(place.names, equals: ["in.csv", "story.json"])
  }

  @Test func `meets the errors of a real one`() throws {
    let place = try Workplace(["in.csv": Sample.places])
    for words in [
      ["missing.csv", "-o", "a.png"], ["in.csv", "-o", "in.csv", "--format", "png"], ["in.csv"],
    ] {
      let dry = try place.run(["render"] + words + ["--dry-run"])
      let real = try place.run(["render"] + words)
      #expect((dry.status, dry.errors, dry.status) == (real.status, real.errors, 2))
    }
  }
}
