import Foundation
import TestSupport
import Testing

@Suite struct `Clusters as data` {
  /// 400 points of a fixed sequence over the world, many near each other.
  private static let points: [(longitude: Double, latitude: Double)] = {
    var random = Seeded(seed: 7)
    func next() -> Double { random.number(in: 0...1) }
    return (0..<400).map { number in
      let (longitude, latitude) = (next() * 360 - 180, next() * 150 - 75)
      return number % 2 == 0 ? (longitude, latitude) : (longitude / 40 + 179, latitude / 40)
    }
  }()

  private func place() throws -> Workplace {
    let place = try Workplace()
    let rows = Self.points.enumerated().map { "p\($0),\($1.longitude),\($1.latitude)\n" }
    try place.write("in.csv", "id,lon,lat\n" + rows.joined())
    return place
  }

  private struct Marker: Hashable {
    let id: String
    let count: Int
  }

  private func features(_ outcome: Outcome) throws -> [[String: Any]] {
    #expect((outcome.status, outcome.errors) == (0, ""))
    return try #require(outcome.json()["features"] as? [[String: Any]])
  }

  private func properties(_ feature: [String: Any]) -> [String: Any] {
    feature["properties"] as? [String: Any] ?? [:]
  }

  private func marker(_ feature: [String: Any]) -> Marker {
    let properties = properties(feature)
    guard let id = properties["cluster_id"] as? Int else {
      return Marker(id: feature["id"] as? String ?? "?", count: 1)
    }
    return Marker(id: "\(id)", count: properties["point_count"] as? Int ?? 0)
  }

  private let world = ["--center", "0,0", "--zoom", "0", "--size", "512x512"]

  @Test func `hold every point once`() throws {
    let place = try place()
    for method in ["grid", "radius", "kmeans", "dbscan", "none"] {
      let found = try features(place.run(["clusters", "in.csv", "--members", "--method", method] + world))
      var members: [String] = []
      for feature in found {
        let listed = properties(feature)["members"] as? [String]
        #expect(listed == nil || listed?.count == marker(feature).count)
        #expect(
          listed.map { $0 == $0.sorted { Int($0.dropFirst()) ?? 0 < Int($1.dropFirst()) ?? 0 } } != false)
        members += listed ?? [marker(feature).id]
      }
      expect(members.sorted(), equals: Self.points.indices.map { "p\($0)" }.sorted(), "\(method)")
    }
  }

  @Test func `are the same in three formats`() throws {
    let place = try place()
    let geojson = try features(place.run(["clusters", "in.csv", "--format", "geojson"] + world)).map(marker)
    let json = try place.run(["clusters", "in.csv", "--format", "json"] + world).json()
    let listed = try #require(json["markers"] as? [[String: Any]])
    expect(listed.map { marker(["properties": $0, "id": $0["id"] ?? ""]) }, equals: geojson)
    let csv = try place.run(["clusters", "in.csv", "--format", "csv"] + world).text.split(separator: "\n")
      .dropFirst()
    expect(
      csv.map { line in
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        return Marker(id: String(fields[0]), count: Int(fields[4]) ?? 0)
      }, equals: geojson)
  }

  @Test func `write no key twice, whatever properties are called`() throws {
    let place = try Workplace()
    try place.write("in.csv", "id,lon,lat,source,visible,cell,position,name\n1,1,2,theirs,maybe,x,y,Here\n")
    for format in ["geojson", "json"] {
      let outcome = try place.run(["clusters", "in.csv", "--format", format]).succeeding()
      for key in ["source", "visible", "cell", "position", "name", "id"] {
        let all = outcome.text.components(separatedBy: "\"\(key)\":").count - 1
        // A feature has an id, and so may have its properties.
        #expect(all <= (key == "id" && format == "geojson" ? 2 : 1), "\(format) \(key)")
      }
      for (key, value) in [
        "source": "theirs", "visible": "maybe", "cell": "x", "position": "y", "name": "Here",
      ] {
        #expect(outcome.text.contains("\"\(key)\": \"\(value)\""), "\(format) \(key)")
      }
      outcome.text.shows("\"clustersnap:source\": \"in\", \"clustersnap:cell\": [")
      expect(outcome.text.contains("clustersnap:position"), equals: format == "json")
      outcome.text.hides("clustersnap:id")
    }
  }

  @Test func `name the point in JSON beside a property that is called id`() throws {
    let place = try Workplace()
    try place.write(
      "in.geojson",
      #"{"type": "Feature", "id": 7, "properties": {"id": "mine"}, "geometry": {"type": "Point", "coordinates": [1, 2]}}"#
    )
    let text = try place.run(["clusters", "in.geojson", "--format", "json"]).text
    text.shows(#""clustersnap:id": 7"#, #""id": "mine""#)
  }

  /// 2^53 + 1 is no `Double`.
  @Test func `keep the digits of ids of 64 bits`() throws {
    let place = try Workplace(["in.ndjson": #"{"id":9007199254740993,"lon":1,"lat":2}"# + "\n"])
    let text = try place.run(["clusters", "in.ndjson", "--weight", "id"]).text
    #expect(text.contains(#""id": 9007199254740993, "geometry""#))
    let label = try place.run(["render", "in.ndjson", "--label-by", "id", "-o", "-", "--format", "svg"])
    label.text.shows(">9007199254740993</text>")
  }

  @Test func `hold the sum of weights and the number of points`() throws {
    let place = try Workplace(["in.csv": "lon,lat,w\n1,1,2.5\n1,1,4\n1,1,10\n"])
    let words = ["clusters", "in.csv", "--weight", "w", "--format"]
    let found = try features(place.run(words + ["geojson"])).map(properties)
    expect(found.map { $0["point_count"] as? Double }, equals: [16.5])
    expect(found.map { $0["leaf_count"] as? Int }, equals: [3])
    expect(found.map { $0["title"] as? String }, equals: ["3 points"])
    let lines = try place.run(words + ["csv"]).text.split(separator: "\n")
    expect(lines.count, equals: 2)
    expect(lines.first?.hasSuffix(",title,leaf_count,x,y"), equals: true)
    expect(lines.last?.contains(",3 points,3,"), equals: true)
  }

  @Test func `list every point in view of a source that is not clustered`() throws {
    let place = try Workplace(["in.csv": "id,lon,lat,name\na,0,1,A\nb,0,1,B\nc,90,0,C\n"])
    try place.write(
      "s.json",
      #"{"version": 8, "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}}, "layers": [{"id": "c", "type": "circle", "source": "p"}]}"#
    )
    let view = ["in.csv", "--style", "s.json", "--center", "0,0", "--zoom", "1", "--size", "200x200"]
    let found = try features(place.run(["clusters"] + view))
    expect(found.map { $0["id"] as? String }, equals: ["a", "b"])
    expect(found.map { properties($0)["name"] as? String }, equals: ["A", "B"])
    expect(found.map { properties($0)["source"] as? String }, equals: ["in", "in"])
    let drawn = try place.run(["render"] + view + ["-o", "a.png", "--dump", "d.geojson", "-v"])
    drawn.errors.shows("0 clusters and 2 single points drawn")
    try expect(place.text("d.geojson"), equals: place.run(["clusters"] + view).text)
  }

  @Test func `are seen across the antimeridian`() throws {
    let place = try Workplace(["in.csv": "id,lon,lat\na,179.9,0\nb,-179.9,0\nc,0,0\n"])
    let words = "clusters in.csv --bbox 170,-10,-170,10 --size 512x512 --cell-size 128".words
    let outcome = try place.run(words + ["--anchor", "view", "--margin", "0"])
    let found = try features(outcome)
    let view = try #require(outcome.json()["view"] as? [String: Any])
    expect((view["center"] as? [Double]).map { abs($0[0]) }, equals: 180)
    #expect(!found.map(marker).contains(Marker(id: "c", count: 1)))
    let total: Int = found.map(marker).reduce(0) { (sum: Int, marker: Marker) -> Int in sum + marker.count }
    expect(total, equals: 2)
    for feature in found {
      let place = try #require((feature["geometry"] as? [String: Any])?["coordinates"] as? [Double])
      #expect(place[0] >= -180)
      #expect(place[0] < 180)
    }
  }

  @Test func `outside the picture are marked as not visible`() throws {
    let place = try Workplace(["in.csv": "id,lon,lat\na,0,0\nb,60,0\n"])
    let words = "clusters in.csv --center 0,0 --zoom 1 --size 256x256 --cell-size 16".words
    try expect(features(place.run(words)).map(marker).map(\.id), equals: ["a"])
    let wide = try features(place.run(words + ["--margin", "1"]))
    expect(wide.map(marker).map(\.id), equals: ["a", "b"])
    expect(wide.map { properties($0)["visible"] as? Bool }, equals: [nil, false])
  }

  @Test func `count zooms from a 256-point world where asked`() throws {
    let place = try place()
    try place.write(
      "r.json",
      #"{"sources": {"in": "in.csv"}, "center": [0, 0], "zoom": 3, "size": [300, 200], "cellSize": {"0": 30, "3": 90}, "clusterMaxZoom": 3, "output": "o.png"}"#
    )
    let plain =
      "clusters in.csv --size 300x200 --center 0,0 --zoom 2 --cell-size -1:30,2:90 --cluster-max-zoom 2".words
    let other =
      "clusters in.csv --size 300x200 --center 0,0 --zoom 3 --cell-size 0:30,3:90 --cluster-max-zoom 3 --tile-size 256"
      .words
    let expected = try features(place.run(plain)).map(marker)
    #expect(expected.contains { $0.count > 1 })
    let outcome = try place.run(other)
    try expect(features(outcome).map(marker), equals: expected)
    expect((try outcome.json()["view"] as? [String: Any])?["zoom"] as? Double, equals: 3)
    let asked = try place.run(["clusters", "--request", "r.json", "--tile-size", "256"])
    try expect(features(asked).map(marker), equals: expected)
    // One zoom further in is beyond the last zoom that clusters.
    let beyond = try features(place.run(other + ["--zoom", "4"])).map(marker)
    #expect(beyond.allSatisfy { $0.count == 1 })
  }

  /// Beyond zoom 4, of either kind of tile. Points of pictures beyond 1600 are larger, and their zoom stays that of the picture.
  @Test(arguments: ["peaks", "radius", "grid", "distance", "hex"], ["300x200", "4000x3200"])
  func `end at the zoom of their tiles, whatever the method and the size`(method: String, size: String) throws
  {
    let place = try Workplace(["in.csv": "lon,lat\n1.2,1\n1.3,1\n"])
    func count(_ zoom: Int, _ words: [String]) throws -> Int {
      try features(
        place.run(
          "clusters in.csv --center 1.2,1".words
            + ["--size", size, "--zoom", "\(zoom)", "--method", method] + words)
      ).count
    }
    let words = ["--cluster-max-zoom", "4"]
    try expect((3...6).map { try count($0, words) }, equals: [1, 1, 2, 2])
    try expect((3...6).map { try count($0, words + ["--tile-size", "256"]) }, equals: [1, 1, 2, 2])
    try expect(count(5, words + ["--cluster-max-zoom", "5", "--tile-size", "256"]), equals: 1)
  }

  @Test(arguments: ["300x200", "4000x3200"])
  func `end at the zoom of the picture in streams, tables of cells and statements`(size: String) throws {
    let place = try Workplace([
      "in.csv": "lon,lat\n1.2,1\n1.3,1\n", "cells.csv": "z,x,y,point_count\n11,1030,1018,5\n",
    ])
    let reason = "above the cluster maximum zoom of 4 points stay single"
    for (zoom, count) in [(4, 1), (5, 2)] {
      let view = ["--size", size, "--zoom", "\(zoom)"] + "--center 1.2,1 --cluster-max-zoom 4 --quiet".words
      try expect(features(place.run(["clusters", "in.csv", "--stream", "yes"] + view)).count, equals: count)
      for words in [
        ["clusters", "--cells", "cells.csv", "--method", "grid"],
        ["sql", "--dialect", "duckdb", "--table", "t"],
      ] {
        let run = try place.run(words + view)
        expect(run.status, equals: count == 1 ? 0 : 2)
        expect(run.errors.contains(reason), equals: count == 2)
      }
    }
  }

  @Test(arguments: ["900x300", "3000x3000"])
  func `end at the zoom that stands above a map of a row`(size: String) throws {
    let place = try Workplace(["in.csv": "lon,lat\n1.2,1\n1.21,1\n"])
    let words = "render in.csv --zooms 3,4,5,6 --cluster-max-zoom 4 --method grid --basemap none".words
    let svg = try place.run(words + ["--center", "1.2,1", "--size", size, "-o", "-", "--format", "svg"]).text
    let counts = svg.matches(of: /data-count="(\d+)"/).map { String($0.1) }
    expect(counts, equals: ["2", "2", "1", "1", "1", "1"])
    // The points are counted once.
    #expect(svg.contains(">Map of 2 points</title>"))
  }

  /// Both lie at the pole.
  @Test(arguments: [
    "mercator", "natural-earth", "winkel-tripel", "equirectangular", "robinson", "equal-earth",
  ])
  func `are one at a pole, whatever the projection and the longitude`(projection: String) throws {
    let place = try Workplace(["in.csv": "id,lon,lat\na,0,90\nb,90,90\nc,-30,-90\nd,100,-90\ne,10,10\n"])
    let found = try features(
      place.run(
        ["clusters", "in.csv", "--method", "distance", "--distance", "50000", "--projection", projection]
          + ["--bbox", "-180,-89,180,90"])
    ).map { marker($0).count }
    expect(found.sorted(), equals: [1, 2, 2])
  }

  @Test func `share the weight of a multi-point among its points`() throws {
    let place = try Workplace([
      "in.geojson": """
      {"type": "FeatureCollection", "features": [
        {"type": "Feature", "geometry": {"type": "MultiPoint", "coordinates": [[10, 50], [10.01, 50]]}, "properties": {"w": 10}},
        {"type": "Feature", "geometry": {"type": "MultiPoint", "coordinates": [[10.02, 50]]}, "properties": {"w": 5}},
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [10.03, 50]}, "properties": {"w": 1}},
        {"type": "Feature", "geometry": {"type": "MultiPoint", "coordinates": []}, "properties": {"w": 100}}]}
      """
    ])
    for words in [[], ["--filter", "w < 50"], ["--stream", "yes"]] {
      let outcome = try place.run(
        ["clusters", "in.geojson", "--center", "10,50", "--zoom", "3", "--size", "512x512", "--weight", "w"]
          + words)
      expect(outcome.status, equals: 0)
      let found = try #require(outcome.json()["features"] as? [[String: Any]])
      expect(found.compactMap { ($0["properties"] as? [String: Any])?["point_count"] as? Int }, equals: [16])
      outcome.errors.shows("1 of 4 records skipped, in line 5: the geometry is empty")
      expect(
        outcome.errors.contains(
          "info: 1 record has several points, 2 in all; those of one share its id and its w\n"),
        equals: !words.contains("--stream"))
    }
  }

  @Test func `report weights that are too small to be summed`() throws {
    let place = try Workplace(["in.csv": "lon,lat,w\n1,1,0.0000004\n2,2,0.0000006\n3,3,0\n4,4,3e-8\n"])
    for words in [["--stream", "no"], ["--stream", "yes", "--bbox", "0,0,9,9"]] {
      let outcome = try place.run(["clusters", "in.csv", "--weight", "w"] + words)
      #expect(
        outcome.errors.contains(
          "warning: 2 points weigh 0: weights are rounded to 0.000001, and w is smaller; multiply the column; the first is record 1"
        ))
    }
  }

  @Test func `leave the zooms of a style as they are`() throws {
    let place = try place()
    try place.write(
      "s.json",
      #"{"version": 8, "center": [10, 20], "zoom": 2.5, "metadata": {"clustersnap:output": {"maxZoomFit": 3}}, "sources": {"in": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}, "cluster": true}}, "layers": [{"id": "a", "type": "circle", "source": "in"}]}"#
    )
    func view(_ words: [String]) throws -> [String: Any] {
      let outcome = try place.run(["clusters", "in.csv", "--style", "s.json"] + words)
      return try #require(outcome.json()["view"] as? [String: Any])
    }
    let (plain, other) = (try view([]), try view(["--tile-size", "256"]))
    #expect((plain["zoom"] as? Double, other["zoom"] as? Double) == (2.5, 3.5))
    expect(plain["bbox"] as? [Double], equals: other["bbox"] as? [Double])
    try place.write("in.csv", "lon,lat\n1,1\n1.001,1\n")
    try expect(view(["--fit"])["zoom"] as? Double, equals: 3)
    try expect(view(["--fit", "--tile-size", "256"])["zoom"] as? Double, equals: 4)
  }
}

@Suite struct `Cells as data` {
  @Test(
    arguments: [
      [], ["--preset", "pablo"], ["--preset", "tb"], ["--align-world", "no", "--cell-size", "100"],
    ], [-170.0, 10])
  func `hold the points that they count`(words: [String], longitude: Double) throws {
    let place = try Workplace()
    var points: [(Double, Double)] = []
    for step in 0..<200 { points.append((Double(step * 97 % 360) - 179.7, Double(step * 31 % 160) - 79.9)) }
    try place.write("in.csv", "lon,lat\n" + points.map { "\($0.0),\($0.1)\n" }.joined())
    let outcome = try place.run(
      "clusters in.csv --center '\(longitude),5' --zoom 1 --size 500x400 -o out.csv --grid -".words + words)
    #expect((outcome.status, outcome.errors) == (0, ""))
    let features = try #require(outcome.json()["features"] as? [[String: Any]])
    var names: Set<[Int]> = []
    var total = 0
    for feature in features {
      let properties = try #require(feature["properties"] as? [String: Any])
      let geometry = try #require(feature["geometry"] as? [String: Any])
      let count = try #require(properties["point_count"] as? Int)
      names.insert(try #require(properties["cell"] as? [Int]))
      let polygons: [[[[Double]]]]
      if let several = geometry["coordinates"] as? [[[[Double]]]] {
        polygons = several
      } else {
        polygons = [try #require(geometry["coordinates"] as? [[[Double]]])]
      }
      var inside = 0
      for polygon in polygons {
        let ring = polygon[0]
        #expect((ring.count, ring.first) == (5, ring.last))
        let (west, south, east, north) = (ring[0][0], ring[0][1], ring[2][0], ring[2][1])
        #expect(west >= -180)
        #expect(west < east)
        #expect(east <= 180 + 1e-9)
        #expect(south < north)
        inside += points.filter { $0.0 >= west && $0.0 < east && $0.1 > south && $0.1 <= north }.count
      }
      expect(inside, equals: count, "\(feature)")
      total += count
    }
    expect(names.count, equals: features.count)
    #expect(total > 50)
    let drawn = place.text("out.csv").split(separator: "\n").dropFirst().reduce(0) { sum, line in
      sum + (Int(line.split(separator: ",", omittingEmptySubsequences: false)[4]) ?? 0)
    }
    expect(drawn, equals: total)
  }

  @Test func `are asked for in vain where there are none`() throws {
    let place = try Workplace(["in.csv": Sample.places])
    let outcome = try place.run("clusters in.csv --method radius --grid g.json -o o.csv")
    outcome.reports(2, "clustersnap: error: no source is clustered by a method with cells; use --method grid")
    expect(place.names, equals: ["in.csv"])
  }

  @Test func `are refused where they are too many to list`() throws {
    let place = try Workplace(["in.csv": "lon,lat\n0,0\n"])
    // Cells grow with pictures beyond 1600 points: there are 1600 by 1600 of them.
    let words = ["--center", "0,0", "--zoom", "9", "--size", "2048x2048", "--cell-size", "1"]
    let outcome = try place.run(["clusters", "in.csv", "--grid", "g.json"] + words)
    expect(outcome.status, equals: 2)
    #expect(outcome.output.isEmpty)
    outcome.reports(
      "clustersnap: error: source in: 2560000 cells are too many to list or draw; show less, or make the cells larger"
    )
  }
}
