import Foundation
import TestSupport
import Testing

@Suite struct `Points counted in areas` {
  /// A square with a hole, an area of two parts, one that nothing lies in, and a point and a line, which are none.
  private static let districts = """
    {"type": "FeatureCollection", "features": [
      {"type": "Feature", "properties": {"name": "Ring, outer"}, "geometry": {"type": "Polygon", "coordinates":
        [[[0,0],[10,0],[10,10],[0,10],[0,0]], [[4,4],[6,4],[6,6],[4,6],[4,4]]]}},
      {"type": "Feature", "id": 17, "properties": {}, "geometry": {"type": "MultiPolygon", "coordinates":
        [[[[10,0],[14,0],[14,10],[10,10],[10,0]]], [[[20,20],[21,20],[21,21],[20,21],[20,20]]]]}},
      {"type": "Feature", "properties": {"name": "Empty"}, "geometry": {"type": "Polygon", "coordinates":
        [[[-9,0],[-8,0],[-8,1],[-9,1],[-9,0]]]}},
      {"type": "Feature", "properties": {"name": "No area"}, "geometry": {"type": "Point", "coordinates": [1, 1]}}
    ]}
    """
  private static let rows =
    "id,lon,lat,n\na,1,1,5\nb,9,9,7\nc,5,5,1\nd,12,3,2\ne,20.5,20.5,4\nf,-50,3,1\ng,12,9,8\n"
  private static let view = ["--center", "8,8", "--zoom", "3", "--size", "400x400"]

  private func place() throws -> Workplace {
    try Workplace(["in.csv": Self.rows, "districts.geojson": Self.districts])
  }

  @Test func `are named, counted and placed inside of them`() throws {
    let outcome = try place().run(
      ["clusters", "in.csv", "--group-areas", "districts.geojson", "--members"] + Self.view)
    expect(outcome.status, equals: 0)
    expect(outcome.errors.components(separatedBy: "lie in no area").count, equals: 2, "\(outcome.errors)")
    let features = try #require(outcome.json()["features"] as? [[String: Any]])
    let found = features.compactMap { $0["properties"] as? [String: Any] }
    expect(found.map { $0["area"] as? String }, equals: ["Ring, outer", "17"])
    expect(found.map { $0["point_count"] as? Int }, equals: [2, 3])
    expect(found.map { $0["members"] as? [String] }, equals: [["a", "b"], ["d", "e", "g"]])
    expect(found.map { $0["title"] as? String }, equals: ["Ring, outer: 2 points", "17: 3 points"])
    let poles = features.compactMap { ($0["geometry"] as? [String: Any])?["coordinates"] as? [Double] }
    // The farthest point from all edges of the ring lies in one of its corners, that of the larger part in its middle.
    #expect((0.5..<4).contains(min(poles[0][0], 10 - poles[0][0])))
    #expect(abs(poles[1][0] - 12) < 0.2)
    #expect((0..<10).contains(poles[1][1]))
  }

  @Test func `carry sums and weights, and are one for a point alone`() throws {
    let words = [
      "clusters", "in.csv", "--group-areas", "districts.geojson", "--aggregate", "mean:n", "--format", "csv",
      "--filter", "id != 'b'",
    ]
    let lines = try place().run(words + Self.view).outputLines.map {
      $0.split(separator: ",").map(String.init)
    }
    expect(lines[0].suffix(2), equals: ["area", "n (mean)"])
    // The name of the first has a comma.
    expect(
      lines.dropFirst().map { $0.suffix(1) }, equals: [["5"], ["4.666666666666667"]].map { $0.suffix(1) })
    let weighed = try place().run(
      ["clusters", "in.csv", "--group-areas", "districts.geojson", "--weight", "n"] + Self.view)
    let features = try #require(weighed.json()["features"] as? [[String: Any]])
    expect(
      features.compactMap { ($0["properties"] as? [String: Any])?["point_count"] as? Int }, equals: [12, 14])
  }

  @Test(arguments: [[], ["--projection", "equal-earth", "--bbox", "-60,-10,40,40"]])
  func `are areas as they were read where these are drawn`(projection: [String]) throws {
    let place = try place()
    let words = ["in.csv", "--group-areas", "districts.geojson", "--form", "area"] + projection
    let features = try #require(try place.run(["clusters"] + words).json()["features"] as? [[String: Any]])
    let shapes = features.compactMap { $0["geometry"] as? [String: Any] }
    expect(shapes.map { $0["type"] as? String }, equals: ["Polygon", "MultiPolygon"])
    let first = try #require(shapes[0]["coordinates"] as? [[[Double]]])
    expect(
      first,
      equals: [
        [[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]], [[4, 4], [6, 4], [6, 6], [4, 6], [4, 4]],
      ])
    let picture = try place.run(["render", "-o", "-", "--format", "svg", "--legend"] + words)
    expect(picture.status, equals: 0, "\(picture.errors)")
    picture.text.shows("Ring, outer: 2 points")
    picture.text.hides("<circle data-id")
    // The areas are seen whole: the view is fitted to them, too.
    picture.text.shows("evenodd")
  }

  @Test func `are no clusters that a view looks for`() throws {
    let outcome = try place().run(
      ["render", "in.csv", "-o", "out.png", "--group-areas", "districts.geojson", "--fit-cluster", "7"])
    expect(outcome.status, equals: 2)
    #expect(
      outcome.errors.contains(
        "--fit-cluster: points are counted in areas, which no zoom parts; set --bbox or --center, or leave --group-areas out"
      ), "\(outcome.errors)")
  }

  @Test(arguments: [
    (["--form", "area"], "--form: area needs areas to count in; set --group-areas FILE"),
    (
      ["--group-areas", "districts.geojson", "--form", "hexagon"],
      "--form: hexagon does not draw given areas; set --form area, bubble, dot or pin"
    ),
    (["--group-areas", "in.csv"], "--group-areas: in.csv has no areas; name a file with polygons"),
    (
      ["--group-areas", "gone.json"],
      "gone.json: error: cannot be read: No such file or directory; check the name"
    ),
  ])
  func `are refused where they cannot be`(words: [String], message: String) throws {
    let outcome = try place().run(["render", "in.csv", "-o", "out.png"] + words + Self.view)
    expect(outcome.status, equals: 2)
    #expect(
      outcome.errors.hasSuffix("error: \(message)\n") || outcome.errors.contains(message), "\(outcome.errors)"
    )
    expect(outcome.errors.split(separator: "\n").count, equals: 1)
  }

  @Test func `are counted where the style draws points one by one`() throws {
    let place = try place()
    let dots = #"{"id": "dots", "type": "circle", "source": "in"}"#
    let data = #"{"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}"#
    try place.write("style.json", #"{"version": 8, "sources": {"in": \#(data)}, "layers": [\#(dots)]}"#)
    let words = ["clusters", "in.csv", "--style", "style.json", "--group-areas", "districts.geojson"]
    let features = try #require(try place.run(words + Self.view).json()["features"] as? [[String: Any]])
    expect(features.compactMap { ($0["properties"] as? [String: Any])?["area"] as? String }.count, equals: 2)
  }

  @Test func `have no hierarchy`() throws {
    let words = [
      "clusters", "in.csv", "--group-areas", "districts.geojson", "--method", "radius", "--all-zooms",
    ]
    let outcome = try place().run(words)
    expect(outcome.status, equals: 2)
    #expect(outcome.errors.contains("radius"), "\(outcome.errors)")
  }

  @Test func `of areas that cross themselves are counted, with one line`() throws {
    let bow = #"{"type": "Polygon", "coordinates": [[[0,0],[10,10],[10,0],[0,10],[0,0]]]}"#
    let place = try Workplace(["in.csv": "lon,lat\n9,5\n1,5\n", "bow.geojson": bow])
    let outcome = try place.run(["clusters", "in.csv", "--group-areas", "bow.geojson", "--format", "csv"])
    expect(outcome.outputLines.count, equals: 2)
    expect(outcome.errors.split(separator: "\n").count, equals: 1)
    #expect(outcome.errors.contains("of bow.geojson crosses itself near"), "\(outcome.errors)")
    outcome.errors.shows("by the even-odd rule")
  }

  @Test func `are those of a file beside the request`() throws {
    let place = try place()
    let folder = URL(fileURLWithPath: place.path("deep"))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try place.write("deep/districts.geojson", Self.districts)
    try place.write("deep/in.csv", Self.rows)
    try FileManager.default.removeItem(atPath: place.path("districts.geojson"))
    try place.write(
      "deep/r.json", #"{"sources": {"in": "in.csv"}, "groupAreas": "districts.geojson", "output": "o.svg"}"#)
    let outcome = try place.run(["render", "--request", "deep/r.json"])
    expect(outcome.status, equals: 0, "\(outcome.errors)")
    place.text("deep/o.svg").shows("17: 3 points")
  }

  /// Two squares of 15° that overlap by 10°, the first with a hole that lies half beneath the second.
  @Test func `lie in every part of a MultiPolygon, be it where parts overlap`() throws {
    let parts =
      "[[[5,5],[20,5],[20,20],[5,20],[5,5]],[[8,8],[8,12],[12,12],[12,8],[8,8]]], [[[10,10],[25,10],[25,25],[10,25],[10,10]]]"
    let place = try Workplace([
      "areas.geojson":
        #"{"type": "Feature", "properties": {"name": "A"}, "geometry": {"type": "MultiPolygon", "coordinates": [\#(parts)]}}"#,
      "in.csv": "id,lon,lat\nfirst,6,6\nboth,15,15\nsecond,22,22\nhole,9,9\ncovered,11,11\noutside,22,6\n",
    ])
    let outcome = try place.run(
      ["clusters", "in.csv", "--group-areas", "areas.geojson", "--members"] + Self.view)
    let features = try #require(outcome.json()["features"] as? [[String: Any]])
    let members = features.compactMap { ($0["properties"] as? [String: Any])?["members"] as? [String] }
    expect(members, equals: [["first", "both", "second", "covered"]])
    #expect(!outcome.errors.contains("crosses itself"), "\(outcome.errors)")
  }
}
