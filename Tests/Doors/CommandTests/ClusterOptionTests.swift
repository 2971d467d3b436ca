import Foundation
import TestSupport
import Testing

/// Clustering options from the command line, from requests and from styles.
@Suite struct `Clustering options` {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(
      "in.csv", "id,lon,lat,w,keep\na,179.9999,1,4,true\nb,-179.9999,1,5,true\nc,179.9999,1.0001,1,false\n")
  }

  /// Point counts and titles of what is shown of the world near the antimeridian.
  private func shown(_ words: [String]) throws -> [String] {
    let outcome = try place.run(
      ["clusters", "--center", "180,1", "--zoom", "2", "--size", "64x64", "--format", "json"] + words)
    #expect((outcome.status, outcome.errors) == (0, ""))
    let markers = try #require(outcome.json()["markers"] as? [[String: Any]])
    return markers.map { "\($0["point_count"] as? Double ?? 1) \($0["title"] as? String ?? "")" }
  }

  /// The same settings, set in all three places.
  private func everywhere(_ settings: [(key: String, value: String)], flags: [String]) throws -> [[String]] {
    let members = settings.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ")
    try place.write("root.json", "{\"sources\": {\"in\": \"in.csv\"}, \(members)}")
    try place.write("one.json", "{\"sources\": {\"in\": \"in.csv\"}, \"cluster\": {\"in\": {\(members)}}}")
    try place.write(
      "style.json",
      """
      {"version": 8, "sources": {"in": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
       "layers": [{"id": "l", "type": "circle", "source": "in"}],
       "metadata": {"clustersnap:sources": {"in": {\(members)}}}}
      """)
    var single: [String] = []
    for flag in flags {
      single += ["--cluster", "in.\(flag.dropFirst(2))" + (flag.contains("=") ? "" : "=yes")]
    }
    return try [
      shown(["in.csv"] + flags), shown(["in.csv"] + single), shown(["--request", "root.json"]),
      shown(["--request", "one.json"]), shown(["in.csv", "--style", "style.json"]),
    ]
  }

  @Test func `join points across the antimeridian`() throws {
    let flags = ["--method=radius", "--across-antimeridian"]
    let drawn = try everywhere([("method", "\"radius\""), ("acrossAntimeridian", "true")], flags: flags)
    #expect(drawn.allSatisfy { $0 == ["3.0 3 points"] })
    try expect(shown(["in.csv", "--method", "radius"]), equals: ["2.0 2 points", "1.0 "])
  }

  @Test(arguments: ["grid", "radius", "distance", "leader", "kmeans"])
  func `join points of one place that are too few for a cluster`(method: String) throws {
    try place.write("in.csv", "id,lon,lat\na,179.99,1\nb,179.99,1\nc,179.9,1\n")
    let few = ["--method=\(method)", "--min-count=4"] + (method == "kmeans" ? ["--clusters=1"] : [])
    let settings =
      [("method", "\"\(method)\""), ("minCount", "4")] + (method == "kmeans" ? [("clusters", "1")] : [])
    try expect(shown(["in.csv"] + few).count, equals: 3)
    let joined = try everywhere(settings + [("joinPlaces", "true")], flags: few + ["--join-places"])
    #expect(joined.allSatisfy { $0 == ["2.0 2 points", "1.0 "] }, "\(joined)")
    try expect(
      shown(["in.csv", "--preset", "cch", "--margin=0", "--join-places=no", "--min-count=4"]).count, equals: 3
    )
  }

  @Test func `count the radius in units of the extent`() throws {
    let flags = ["--method=radius", "--radius=1", "--extent=1000000000"]
    let drawn = try everywhere(
      [("method", "\"radius\""), ("radius", "1"), ("extent", "1e9")], flags: flags)
    #expect(drawn.allSatisfy { $0.count == 3 })
  }

  @Test(arguments: ["grid", "radius", "distance", "leader", "kmeans", "dbscan"])
  func `keep points alone that opt out`(method: String) throws {
    let more =
      method == "kmeans" ? [("clusters", "1")] : method == "radius" ? [("acrossAntimeridian", "true")] : []
    let flags =
      ["--method=\(method)", "--opt-out=keep"]
      + (method == "kmeans"
        ? ["--clusters=1"] : method == "radius" ? ["--across-antimeridian"] : [])
    let drawn = try everywhere(
      [("method", "\"\(method)\""), ("optOut", "\"keep\"")] + more, flags: flags)
    for one in drawn {
      expect(one.filter { $0 == "2.0 2 points" }.count, equals: (method == "grid" ? 0 : 1), "\(one)")
      expect(one.last, equals: "1.0 ")
    }
    expect(Set(drawn).count, equals: 1)
  }

  @Test func `give clusters titles, which sum weights`() throws {
    let flags =
      "--method=leader --weight=w '--title-template={count} {count|kilo|kilos}' --subtitle-template={titles}"
      .words
    let drawn = try everywhere(
      [
        ("method", "\"leader\""), ("weight", "\"w\""), ("titleTemplate", "\"{count} {count|kilo|kilos}\""),
        ("subtitleTemplate", "\"{titles}\""),
      ], flags: flags)
    #expect(drawn.allSatisfy { $0 == ["10.0 10 kilos"] })
    try expect(
      shown(["in.csv", "--method", "leader", "--cluster", "in.title={count}!"]), equals: ["3.0 3!"])
    // Set on the command line, a title wins.
    try expect(
      shown(["--request", "root.json", "--title-template", "all {count}"]), equals: ["10.0 all 10"])
  }

  @Test func `need no number of clusters where points are few`() throws {
    try expect(shown(["in.csv", "--method", "kmeans"]).count, equals: 3)
  }

  @Test(arguments: ["pablo", "pins", "cch", "clustermap", "amap", "amap-distance", "tb", "supercluster"])
  func `let a point be seen alone in the picture's own size`(preset: String) throws {
    var rows = "id,lon,lat\n"
    for number in 0..<400 {
      let (x, y) = (Double(number * 37 % 101), Double(number * 61 % 97))
      rows += "p\(number),\(13.4 + x * x * 1e-5),\(52.5 + y * y * 1e-5)\n"
    }
    try place.write("many.csv", rows)
    for size in ["1600x900", "320x504"] {
      let outcome = try place.run(
        ["clusters", "many.csv", "--expand", "p7", "--preset", preset, "--size", size, "--format", "csv"])
      #expect((outcome.status, outcome.errors) == (0, ""))
      #expect(
        outcome.text.split(separator: "\n").contains { $0.hasPrefix("p7,") && $0.contains(",false,1,") })
    }
  }

  @Test func `let every marker of the leader have its cell`() throws {
    var rows = "id,lon,lat,cluster\n"
    for number in 0..<300 {
      rows += "p\(number),\(number * 7 % 360 - 180),\(number * 11 % 160 - 80),\(number % 9 != 0)\n"
    }
    try place.write("many.csv", rows)
    let outcome = try place.run(
      "clusters many.csv --preset pins --center 10,50 --zoom 3 --size 300x200 --format json --grid grid.json --opt-out cluster"
    )
    let markers = try #require(outcome.json()["markers"] as? [[String: Any]])
    let grid = try #require(
      try JSONSerialization.jsonObject(with: Data(place.read("grid.json") ?? Data())) as? [String: Any])
    let cells = try #require(grid["features"] as? [[String: Any]]).compactMap {
      $0["properties"] as? [String: Any]
    }
    let named = cells.compactMap { $0["cell"] as? [Int] }
    expect(Set(named).count, equals: named.count)
    #expect(Set(markers.compactMap { $0["cell"] as? [Int] }).isSubset(of: named))
    expect(named, equals: named.sorted { ($0[1], $0[0]) < ($1[1], $1[0]) })
    // Every ninth point is never counted.
    expect(cells.reduce(0) { $0 + ($1["point_count"] as? Int ?? 0) }, equals: 266)
  }
}
