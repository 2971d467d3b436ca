import Foundation
import TestSupport
import Testing

/// What only clustering can find wrong is reported where it is set.
@Suite struct `A setting that does not fit` {
  private func place() throws -> Workplace {
    let place = try Workplace(["in.csv": "id,lon,lat\na,1,1\nb,2,2\nc,3,3\n"])
    return place
  }

  @Test(
    arguments: commands(
      """
      --method radius --radius 0 → --radius: 0 reaches nothing; set a radius above 0
      --method radius --radius=-5 → --radius: -5 reaches nothing; set a radius above 0
      --radius inf → --radius: "inf" is no finite decimal number; write one such as 12.5
      --extent 0 → --extent: 0 divides no tile; set an extent above 0
      --eps 0 → --eps: 0 reaches nothing; set points above 0
      --method kmeans --clusters 0 → --clusters: 0 is outside 1...1000000; write a number in between
      --method kmeans --clusters 4 → --clusters: 4 clusters cannot be made of 3 points; write at most 3
      --method kmeans --clusters 2 --cluster in.clusters=5 → --cluster in.clusters: 5 clusters cannot be made of 3 points; write at most 3
      --cell-size 0.0001 → --cell-size: cells of 0.0001 points would be more than 2147483648 here; write a larger cell size
      --distance 0 → --distance: "0" is no distance above 0; write meters (90) or points (50pt)
      --cell-size 10:60,5:40 → --cell-size: the zooms of "10:60,5:40" do not rise; write them in order, such as 0:88,13:64
      --cluster museums.radius=3 → there is no source museums to cluster; there is in
      """))
  func `on the command line is named by its option`(words: [String], message: String) throws {
    let outcome = try place().run(["clusters", "in.csv"] + words)
    expect(outcome.status, equals: 2)
    expect(outcome.errors, equals: "clustersnap: error: \(message)\n")
  }

  @Test(
    arguments: cases(
      """
      "method": "kmeans",⏎ "clusters": 9 → r.json:3:14: error: clusters: 9 clusters cannot be made of 3 points; write at most 3
      "cluster": {"b": {⏎  "cellSize": 0.0001}} → r.json:3:15: error: cluster.b.cellSize: cells of 0.0001 points would be more than 2147483648 here; write a larger cell size
      """))
  func `in a request is reported at its line`(members: String, message: String) throws {
    let place = try place()
    try place.write("r.json", "{\"sources\": {\"b\": \"in.csv\"},\n \(members)}")
    for words in [["clusters"], ["render", "-o", "out.png", "--size", "64x64"]] {
      let outcome = try place.run(words + ["--request", "r.json"])
      expect(outcome.status, equals: 2)
      expect(outcome.errors, equals: message + "\n")
    }
  }

  @Test func `in a style is reported at its line`() throws {
    let place = try place()
    try place.write(
      "style.json",
      """
      {"version": 8, "sources": {"a": {"type": "geojson", "data": "in.geojson"}}, "layers": [],
       "metadata": {"clustersnap:sources": {"a": {"method": "kmeans",
        "clusters": 7}}}}
      """)
    try place.write("in.geojson", #"{"type": "MultiPoint", "coordinates": [[1, 2], [3, 4]]}"#)
    let outcome = try place.run(["clusters", "--style", "style.json"])
    expect(outcome.status, equals: 2)
    expect(
      outcome.errors.split(separator: "\n").map(String.init).last,
      equals:
        "style.json:3:15: error: source a: clusters: 7 clusters cannot be made of 2 points; write at most 2"
    )
  }

  @Test func `counts on the command line more than in a request, for one source or for all`() throws {
    let place = try place()
    try place.write("in.csv", "lon,lat\n1,1\n2,2\n3,3\n30,3\n")
    try place.write(
      "r.json",
      #"{"sources": {"in": "in.csv"}, "center": [9, 2], "zoom": 3, "cellSize": 30, "cluster": {"in": {"cellSize": 900, "minCount": 4}}}"#
    )
    func markers(_ words: [String]) throws -> String {
      let run = try place.run(["clusters", "--format", "json"] + words).succeedingQuietly()
      return run.text
    }
    let plain = ["in.csv", "--center", "9,2", "--zoom", "3"]
    let request = ["--request", "r.json"]
    try expect(markers(request), equals: markers(plain + ["--cell-size", "900", "--min-count", "4"]))
    try expect(
      markers(request + ["--cell-size", "20"]),
      equals: markers(plain + ["--cell-size", "20", "--min-count", "4"]))
    try expect(
      markers(request + ["--cell-size", "20", "--cluster", "in.cell-size=5"]),
      equals: markers(plain + ["--cell-size", "5", "--min-count", "4"]))
    // Another method drops what was meant for the one before.
    try expect(markers(request + ["--method", "none"]), equals: markers(plain + ["--method", "none"]))
  }

  @Test func `is warned of where it names no column`() throws {
    let place = try place()
    try place.write("in.csv", "joins,lon,lat\ntrue,1,1\nfalse,2,2\n")
    let run = try place.run(["clusters", "in.csv", "--opt-out", "join", "-o", "out.csv"])
    run.reports(0, "clustersnap: warning: in has no column join to keep points alone by; did you mean joins?")
  }
}
