import Foundation
import TestSupport
import Testing

@Suite struct `A view in another projection` {
  private let place: Workplace

  init() throws {
    place = try Workplace([
      "in.csv": "lon,lat,name\n10,50,a\n10.01,50,b\n-100,40,c\n170,-40,d\n-175,-20,e\n"
    ])
  }

  private func run(_ words: String) throws -> Outcome { try place.run(words) }

  @Test(arguments: [
    (
      "--projection equal-erth",
      #"--projection: "equal-erth" is none of mercator, equirectangular, equal-earth, natural-earth, robinson, winkel-tripel, mollweide, albers, lambert-conformal, lambert-azimuthal, stereographic, orthographic, vertical-perspective, globe, EPSG:CODE, +proj=NAME; did you mean equal-earth?"#
    ),
    (
      "--projection EPSG:2193",
      "EPSG:2193: libproj.so is needed for this, and is neither among the system's libraries nor named by CLUSTERSNAP_PROJ; install PROJ, or write one of mercator, equirectangular, equal-earth, natural-earth, robinson, winkel-tripel, mollweide, albers, lambert-conformal, lambert-azimuthal, stereographic, orthographic, vertical-perspective, globe"
    ),
    (
      "--projection +init=epsg:2193",
      #"--projection: "+init=epsg:2193" has +init=epsg:2193, which is not passed on to PROJ; write EPSG:CODE, or a PROJ string of one projection without it"#
    ),
    (
      "--projection '+proj=utm +zone=33 +nadgrids=/etc/passwd'",
      #"--projection: "+proj=utm +zone=33 +nadgrids=/etc/passwd" has +nadgrids=/etc/passwd, which is not passed on to PROJ; write EPSG:CODE, or a PROJ string of one projection without it"#
    ),
    (
      "--projection '+proj=pipeline +step +proj=utm +zone=33'",
      #"--projection: "+proj=pipeline +step +proj=utm +zone=33" has +step, which is not passed on to PROJ; write EPSG:CODE, or a PROJ string of one projection without it"#
    ),
    (
      "--projection albers --parallels -30,30",
      #"--parallels: "-30,30" makes no cone; write two latitudes of one hemisphere, such as 29.5,45.5"#
    ),
    (
      "--projection lambert-conformal --parallels 30,89.5",
      "the parallels 30 and 89.5 make no cone; write two latitudes of one hemisphere, south first"
    ),
    (
      "--projection vertical-perspective --center 0,90 --zoom 1",
      "vertical-perspective has no center at a pole; write a latitude within 85°, or use stereographic, lambert-azimuthal or orthographic"
    ),
    (
      "--projection globe --center 0,-88 --zoom 1",
      "globe has no center at a pole; write a latitude within 85°, or use stereographic, lambert-azimuthal or orthographic"
    ),
    (
      "--center 0,85.06 --zoom 3",
      "mercator has no center at a pole; write a latitude within 85°, or use stereographic, lambert-azimuthal or orthographic"
    ),
    (
      "--projection EPSG:abc",
      #"--projection: "EPSG:abc" is no code; write EPSG: and a number, such as EPSG:3035"#
    ),
    (
      "--projection orthographic --bbox -180,-90,180,90",
      "a part of the box lies where orthographic shows nothing; show less, or set another --projection or --central-meridian"
    ),
  ])
  func `is refused in one line where there is none`(words: String, message: String) throws {
    let outcome = try run("render in.csv -o a.svg \(words)")
    #expect((outcome.status, outcome.lines) == (2, ["clustersnap: error: \(message)"]))
    expect(place.read("a.svg"), equals: nil)
  }

  @Test(arguments: [
    (
      "clusters in.csv -o a.geojson --tile 0/0/0 --method radius",
      "--tile answers on Mercator's plane alone; leave out --projection"
    ),
    (
      "sql --dialect duckdb --table t --bbox 0,0,10,10",
      "--projection: cells of another projection are cut on its sheet; set --projection mercator"
    ),
  ])
  func `is refused by name by what needs Mercator's plane`(words: String, message: String) throws {
    let outcome = try run("\(words) --projection robinson")
    #expect((outcome.status, outcome.lines) == (2, ["clustersnap: error: \(message)"]))
  }

  /// The place of a point against that of the center, as pyproj computes it, in points at zoom 5.
  @Test(
    .wants(.proj),
    arguments: [
      ("EPSG:2193", "173,-41", (174.78, -41.29), (60.935, 13.786)),
      ("EPSG:3035", "10,52", (2.35, 48.86), (-229.090, 130.877)),
      ("EPSG:2263", "-74,40.5", (-73.9, 40.7), (3.455, -9.082)),
      (
        "+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80", "10,52", (2.35, 48.86),
        (-229.090, 130.877)
      ),
      ("EPSG:4326", "10,50", (11, 52), (45.511, -91.022)),
    ])
  func `is a system of PROJ`(
    system: String, center: String, lonLat: (Double, Double), offset: (Double, Double)
  ) throws {
    try place.write("one.csv", "lon,lat\n\(lonLat.0),\(lonLat.1)\n")
    let outcome = try place.run(
      "render one.csv -o - --format svg --basemap none --size 1000x800 --form bubble".words
        + ["--projection", system, "--center", center, "--zoom", "5"])
    #expect((outcome.status, outcome.errors) == (0, ""))
    let dot = try #require(outcome.text.firstMatch(of: /<circle[^>]* cx="([0-9.]+)" cy="([0-9.]+)"/))
    #expect(abs(try #require(Double(dot.1)) - 500 - offset.0) < 0.01, "\(dot.1)")
    #expect(abs(try #require(Double(dot.2)) - 400 - offset.1) < 0.01, "\(dot.2)")
  }

  @Test(
    .wants(.proj),
    arguments: [
      (
        ["EPSG:999999"],
        "EPSG:999999: PROJ does not take it as a system of coordinates (its database has no such code)"
      ),
      (
        ["+proj=utm +x_0=500000 +y_0=0 +ellps=GRS80 +units=m +no_defs"],
        "+proj=utm +x_0=500000 +y_0=0 +ellps=GRS80 +unit…: PROJ does not take it as a system of coordinates (a parameter is missing or unknown)"
      ),
      (["+proj=airy"], "PROJ takes no part of the Earth to the plane of +proj=airy and back"),
      (["+proj=nonsense"], "+proj=nonsense: PROJ does not take it as a system of coordinates"),
      (
        ["+proj=gnom +lat_0=90", "--center", "0,-40", "--zoom", "3"],
        "the center lies where +proj=gnom +lat_0=90 shows nothing"
      ),
    ])
  func `is refused where PROJ has none`(words: [String], message: String) throws {
    let outcome = try place.run(["render", "in.csv", "-o", "a.svg", "--projection"] + words)
    #expect((outcome.status, outcome.lines.count) == (2, 1))
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    expect(place.read("a.svg"), equals: nil)
  }

  @Test(
    arguments: [
      "mercator", "equal-earth", "robinson", "mollweide", "winkel-tripel", "equirectangular", "natural-earth",
      "lambert-azimuthal",
    ])
  func `is described by true places`(projection: String) throws {
    let rows =
      Array(repeating: "36.82,-1.29", count: 9) + Array(repeating: "-21.9,64.1", count: 5)
      + Array(repeating: "-58.4,-38", count: 3)
    try place.write("far.csv", "lon,lat\n" + rows.joined(separator: "\n") + "\n")
    let run = try run("render far.csv -o a.png --projection \(projection) --alt-text a.txt --size 500x400")
    expect(run.status, equals: 0, "\(run.errors)")
    let text = place.text("a.txt")
    // The place of the third lies 72 km from Mar del Plata, by the haversine formula on the same radius.
    #expect(
      text.contains("9 points near Nairobi, 5 points near Reykjavík, 3 points 70 km west of Mar del Plata"),
      "\(text)")
  }

  @Test func `is described by the countries that it shows`() throws {
    try place.write("one.csv", "lon,lat\n2,47\n")
    for words in [
      "--projection albers --bbox -2,43,6,49", "--projection robinson --center 2.5,47.8 --zoom 5",
    ] {
      try expect(run("render one.csv -o a.png \(words) --alt-text a.txt").status, equals: 0)
      #expect(place.text("a.txt").contains("Area: France"), "\(place.text("a.txt"))")
      place.text("a.txt").hides("Mali")
    }
  }

  /// The data of PROJ that comes with the library answers, whatever the environment names.
  @Test(.wants(.proj), arguments: ["PROJ_DATA", "PROJ_LIB", "XDG_DATA_HOME", "PROJ_NETWORK"])
  func `takes no data of PROJ from the environment`(variable: String) throws {
    try place.write("one.csv", "lon,lat\n174.78,-41.29\n")
    try place.write("proj/proj.db", "no database")
    try place.write("proj/proj.ini", "network = on\ncdn_endpoint = http://127.0.0.1:9\n")
    let words = ["render", "one.csv", "-o", "-", "--format", "svg", "--projection", "EPSG:2193"]
    let value = variable == "PROJ_NETWORK" ? "ON" : place.path("proj")
    let (plain, hostile) = (
      try place.run(words + ["--center", "173,-41", "--zoom", "5"]),
      try place.run(words + ["--center", "173,-41", "--zoom", "5"], environment: [variable: value])
    )
    #expect((hostile.status, hostile.errors) == (0, ""))
    expect(hostile.output, equals: plain.output)
  }

  /// A degree has 512 · 4 / 360 = 5.69 points at zoom 2 everywhere on this sheet: 7° are 39.8 points, 7.1° 40.4.
  @Test(arguments: [
    ("0,80", "7,80", 1), ("0,80", "7.1,80", 2), ("0,0", "7,0", 1), ("0,60", "0,67", 1), ("0,60", "0,67.1", 2),
  ])
  func `measures points of distance in the picture`(first: String, second: String, count: Int) throws {
    try place.write("two.csv", "lon,lat\n\(first)\n\(second)\n")
    let outcome = try run(
      "clusters two.csv --projection equirectangular --method distance --distance 40pt --center 0,60 --zoom 2 --size 800x800 --format csv"
    )
    #expect((outcome.status, outcome.errors) == (0, ""))
    expect(outcome.text.split(separator: "\n").count, equals: count + 1, "\(outcome.text)")
  }

  /// The haversine formula knows no plane: members are those of Mercator's map.
  @Test(arguments: ["robinson", "albers", "lambert-azimuthal"])
  func `measures meters of distance on the sphere`(projection: String) throws {
    let rows = try String(contentsOfFile: "\(Workplace.checkout)Samples/capitals.csv", encoding: .utf8)
      .split(separator: "\n")
    let near = rows.dropFirst().filter { row in
      let fields = row.split(separator: ",").compactMap { Double($0) }
      return fields.count == 3 && (-20.0...50).contains(fields[0]) && (30.0...68).contains(fields[1])
    }
    try #require(near.count > 50)
    try place.write("near.csv", ([rows[0]] + near).joined(separator: "\n"))
    func members(_ projection: String) throws -> [[Int]] {
      let words =
        "clusters near.csv --method distance --distance 900000 --members --format json --bbox -40,15,80,80 --size 900x900 --projection \(projection)"
      let outcome = try place.run(words.split(separator: " ").map(String.init))
      try #require(outcome.status == 0, "\(outcome.errors)")
      let object = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
      let markers = try #require(object?["markers"] as? [[String: Any]])
      return markers.compactMap { marker in
        (marker["members"] as? [Any])?.compactMap { ($0 as? [String: Any])?["index"] as? Int ?? $0 as? Int }
      }
    }
    try expect(members(projection), equals: members("mercator"))
  }

  @Test func `lays a ring of meters on the sphere`() throws {
    try place.write("same.csv", "lon,lat\n20,70\n20,70\n20,70\n")
    // A degree has 512 · 16 / 360 points at zoom 4 everywhere on this sheet.
    let outcome = try run(
      "render same.csv -o - --format svg --basemap none --projection equirectangular --co-located ring:100000 --center 20,70 --zoom 4 --size 600x600"
    )
    #expect((outcome.status, outcome.errors) == (0, ""))
    let dots = outcome.text.matches(of: /<circle[^>]* cx="([0-9.]+)" cy="([0-9.]+)"/)
    expect(dots.count, equals: 3)
    for dot in dots {
      let (x, y) = (try #require(Double(dot.1)), try #require(Double(dot.2)))
      let (east, latitude) = ((x - 300) * 360 / 8192, 70 - (y - 300) * 360 / 8192)
      // The spherical law of cosines, on the radius that the ring counts with; a hundredth of a point are 50 m.
      let (a, b, turn) = (70 * Double.pi / 180, latitude * .pi / 180, east * .pi / 180)
      let meters = 6_372_797.6 * acos(sin(a) * sin(b) + cos(a) * cos(b) * cos(turn))
      #expect(abs(meters - 100_000) < 100)
    }
  }

  @Test func `writes single points where they are, and clusters near their members`() throws {
    let outcome = try run("clusters in.csv --projection mollweide --format json --size 600x400")
    #expect((outcome.status, outcome.errors) == (0, ""))
    let object = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
    let markers = try #require(object?["markers"] as? [[String: Any]])
    let positions = markers.compactMap { $0["position"] as? [Double] }
    #expect(positions.contains([-100, 40]))
    #expect(positions.contains([170, -40]))
    let cluster = try #require(markers.first { $0["cluster"] as? Bool == true })
    let (position, box) = (
      try #require(cluster["position"] as? [Double]), try #require(cluster["bbox"] as? [Double])
    )
    expect(box, equals: [10, 50, 10.01, 50])
    #expect(abs(position[0] - 10.005) < 1e-4)
    // Cells are areas in degrees: that with both points holds them, and the pole, where the antimeridian cuts it.
    try run("clusters in.csv -o a.json --projection mollweide --size 600x400 --grid b.geojson")
      .succeedingQuietly()
    let grid = try JSONSerialization.jsonObject(with: Data(place.text("b.geojson").utf8)) as? [String: Any]
    let features = try #require(grid?["features"] as? [[String: Any]])
    let full = try #require(
      features.first { ($0["properties"] as? [String: Any])?["point_count"] as? Int == 2 })
    let shape = full["geometry"] as? [String: Any]
    let parts = try #require(shape?["coordinates"] as? [[[[Double]]]])
    let ring = parts.compactMap(\.first).flatMap(\.self)
    #expect(ring.count > 8 && parts.count == 2)
    #expect(ring.contains { $0[0] > 10.01 } && ring.contains { $0[0] < 10 })
    #expect(abs(position[1] - 50) < 1e-4)
  }

  /// The places of markers in a picture of 500 points, or none.
  private func dots(_ rows: String, _ words: String) throws -> (places: [(Double, Double)], lines: [String]) {
    try place.write("far.csv", "lon,lat\n" + rows.replacing(" ", with: "\n") + "\n")
    let run = try run("render far.csv -o a.svg --method none --basemap world --size 500x500 \(words)")
    let dots = place.text("a.svg").matches(of: /<circle[^>]* cx="([0-9.-]+)" cy="([0-9.-]+)"/)
    let centers = dots.compactMap { dot in Double(dot.1).flatMap { x in Double(dot.2).map { (x, $0) } } }
    return (run.status == 0 ? centers : [], run.lines)
  }

  @Test(arguments: [
    "orthographic", "globe", "vertical-perspective", "stereographic", "lambert-azimuthal", "albers",
    "lambert-conformal",
  ])
  func `shows all points about a pole, across the antimeridian and in a hemisphere`(projection: String) throws
  {
    for rows in [
      "0,89 90,88 180,87 -90,86", "170,-40 -175,-20 160,10", "0,89.9 1,88", "-30,-20 60,70 10,-60",
      "0,10 90,12 179,40 -100,30",
    ] {
      // The southern ones of these are beyond the edge of a disc about the north, and of that cone.
      let isHalf = projection == "stereographic" && rows.contains("-60") || projection == "lambert-conformal"
      let (dots, lines) = try dots(rows, "--projection \(projection)")
      if !isHalf {
        expect(dots.count, equals: rows.split(separator: " ").count, "\(rows): \(lines)")
        expect(lines, equals: [], "\(rows): \(lines)")
      }
      #expect(
        dots.allSatisfy { (19.0...481).contains($0.0) && (19.0...481).contains($0.1) }, "\(rows): \(dots)")
    }
  }

  @Test(arguments: ["orthographic", "globe", "lambert-azimuthal"])
  func `shows as many of far points as it can, and all of the disc`(projection: String) throws {
    let cities = "-74,40.7 139.7,35.7 151.2,-33.9 -0.1,51.5 -46.6,-23.5"
    let (dots, lines) = try dots(cities, "--projection \(projection)")
    let isWhole = projection == "lambert-azimuthal"
    expect(dots.count, equals: (isWhole ? 5 : 4), "\(dots) \(lines)")
    expect(lines.count, equals: (isWhole ? 0 : 1), "\(dots) \(lines)")
    guard !isWhole else { return }
    expect(lines.first?.contains("1 point lies where \(projection) shows nothing"), equals: true, "\(lines)")
    // The edge of the disc is whole: as wide as what a tenth on each side leaves.
    let pattern = /id="sheet-edge">\s*<path d="M([0-9.]+) ([0-9.]+)/
    let edge = try #require(place.text("a.svg").firstMatch(of: pattern)?.output)
    #expect(abs(try #require(Double(edge.1)) - 250) < 1)
    #expect(abs(try #require(Double(edge.2)) - 50) < 1)
  }

  @Test func `draws with few tiles where its middle is far larger than the rest`() throws {
    for projection in ["lambert-conformal", "stereographic", "albers"] {
      for rows in ["0,89 90,88 180,87 10,-75", "-170,60 170,-60 0,-70 20,80", "0,-60 10,-50 30,70"] {
        #expect(try !dots(rows, "--projection \(projection)").places.isEmpty)
      }
    }
  }

  @Test func `is refused where it hides all points that it would be fitted to`() throws {
    try place.write("one.csv", "lon,lat\n0,0\n1,2\n")
    let run = try run("render one.csv -o b.svg --projection orthographic --central-meridian 180")
    #expect((run.status, place.read("b.svg")) == (2, nil))
    run.reports(
      "clustersnap: error: all 2 points lie where orthographic shows nothing; set another --projection, or show another part of the Earth with --center LON,LAT and --zoom Z"
    )
  }

  @Test(arguments: [
    (#""parallels": [-30, 30], "projection": "albers""#, "2:15"), (#""projection": "EPSG:abc""#, "2:16"),
    (#""projection": "globe", "center": [0, 89], "zoom": 2"#, "2:35"),
    (#""projection": "lambert-conformal", "parallels": [30, 89.5]"#, "2:50"),
    (#""projection": "EPSG:2193""#, "2:16"),
  ])
  func `is refused at the line and column of a request`(members: String, position: String) throws {
    try place.write("bad.json", "{\"sources\": {\"in\": \"in.csv\"},\n \(members)}\n")
    let run = try run("render --request bad.json -o a.svg")
    #expect((run.status, run.lines.count) == (2, 1), "\(run.errors)")
    #expect(run.errors.hasPrefix("bad.json:\(position): error: "), "\(run.errors)")
  }

  @Test func `is named in data where it is not Mercator's`() throws {
    for format in ["geojson", "json"] {
      for (projection, name) in [("globe", "globe"), ("robinson", "robinson"), ("mercator", nil)] {
        let run = try run("clusters in.csv --projection \(projection) --format \(format)")
        let object = try JSONSerialization.jsonObject(with: run.output) as? [String: Any]
        let view = try #require(object?["view"] as? [String: Any])
        expect(view["projection"] as? String, equals: name)
      }
    }
  }

  @Test func `counts points that it hides, once`() throws {
    let outcome = try run(
      "render in.csv -o a.svg --projection orthographic --center 10,50 --zoom 0 --basemap none --method none")
    outcome.reports(
      0,
      "clustersnap: warning: 2 points lie where orthographic shows nothing, and are not drawn; --projection equal-earth shows the whole Earth"
    )
    expect(place.text("a.svg").matches(of: /<circle/).count, equals: 3)
  }

  @Test(arguments: [
    ("", true), ("--style dark --basemap world", true), ("--projection mercator", false), ("--zoom 1", false),
    ("--bbox -180,-80,180,80", false), ("--basemap none", false), ("--method radius", true),
    ("--style heatmap", true), ("--style pins", false), ("--preset supercluster", false),
  ])
  func `is Equal Earth where a fitted view is half of the world wide, in our own styles and clusters`(
    words: String, isTaken: Bool
  ) throws {
    for command in ["render in.csv -o a.png", "clusters in.csv -o a.csv"] {
      let outcome = try run("\(command) --dry-run \(words)")
      expect(outcome.status, equals: 0, "\(outcome.errors)")
      expect(outcome.text.contains("projection equal-earth"), equals: isTaken, "\(command) \(words)")
    }
  }

  @Test func `is the one that a style or a request names`() throws {
    try place.write(
      "style.json", #"{"version": 8, "projection": {"type": "globe"}, "sources": {}, "layers": []}"#)
    try place.write(
      "r.json", #"{"sources": {"in": "in.csv"}, "projection": "equal-earth", "centralMeridian": 150}"#)
    #expect(
      try run("render --request r.json -o a.png --dry-run").text.contains(
        "projection equal-earth about 150,0"))
    #expect(
      try run("render in.csv --style style.json -o a.png --dry-run --center 10,50 --zoom 3").text.contains(
        "projection globe about 10,50"))
    #expect(
      !(try run("render in.csv --style style.json -o a.png --dry-run --center 10,50 --zoom 12").text
        .contains("projection")))
  }
}
