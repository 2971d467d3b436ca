import CairoCanvas
import Foundation
import TestSupport
import Testing

@Suite struct `Overlays` {
  private let size = ["--size", "300x200", "-o", "out.svg"]

  private func place() throws -> Workplace { try Workplace(["in.csv": Sample.places]) }

  private func layer(_ name: String, of svg: String) -> String {
    let parts = svg.components(separatedBy: "id=\"\(name)\"")
    return parts.count > 1 ? parts[1].components(separatedBy: "</g>")[0] : ""
  }

  @Test func `are drawn in their colors and count in the fit`() throws {
    let place = try place()
    let words = [
      "render", "--marker", "13.4,52.5;label=A;color=#00aa00;sign=star", "--path",
      "13,52 14,53;color=#0000cc;width=5",
      "--circle", "13.4,52.5;20km;fill=#cc00cc", "--area", "13.2,52.4 13.6,52.4 13.4,52.6",
    ]
    let outcome = try place.run(words + size)
    #expect((outcome.status, outcome.errors) == (0, ""))
    let svg = place.text("out.svg")
    #expect(layer("overlays-pins", of: svg).contains("#0a0"))
    #expect(layer("overlays-lines", of: svg).contains("stroke-width=\"5\""))
    #expect(layer("overlays-areas", of: svg).contains("#c0c"))
    // The view shows the path: of half a world some kilometers.
    // On a sheet, too, a path far from the points is in the view that is fitted to all.
    try place.write("near.csv", "lon,lat\n10,50\n12,51\n")
    let far = ["near.csv", "--path", "150,-40 170,-10;color=#123456", "--projection", "robinson"]
    try place.run(["render"] + far + size).succeeding()
    let path = /\bd="M([0-9.]+) [^"]*"[^>]*stroke="#123456"/
    let line = try #require(place.text("out.svg").firstMatch(of: path))
    #expect(try #require(Double(line.1)) > 100)
    let view = try place.run(["render", "--path", "13,52 14,53", "--dry-run"] + size)
    #expect(String(decoding: view.output, as: UTF8.self).contains("13.5"))
  }

  /// Places inside of a circle and outside of it, as points of the picture, to either side of the antimeridian and of the pole.
  @Test(arguments: [
    (
      "0,80;2000km", "orthographic --center 0,90 --zoom 1", "200,200 230,200 200,180 200,240",
      "200,170 270,200"
    ),
    ("0,90;1000km", "stereographic --center 0,90 --zoom 2", "200,200 245,200 155,200 200,155", "200,260"),
    ("0,-88;1000km", "stereographic --center 0,-90 --zoom 2", "200,200 230,200 170,200 200,230", "270,200"),
    ("30,90;2000km", "equirectangular --center 0,0 --zoom 0", "201,85 60,85 340,75 200,95", "200,105 60,65"),
    ("30,85;2000km", "mercator --center 0,60 --zoom 0.5", "200,30 20,3 390,30 200,150", "200,190 20,160"),
  ])
  func `around a pole are filled all over it, and have no line across it`(
    circle: String, view: String, inside: String, outside: String
  ) throws {
    let place = try place()
    let words = "--basemap none --size 400x400 -o a.png --circle \(circle);fill=#ff0000;opacity=1;width=0"
    _ = try place.run("render in.csv \(words) --projection \(view)")
    let picture = try PNG.decode(Array(try #require(place.read("a.png"))))
    func isRed(_ point: Substring) -> Bool {
      let numbers = point.split(separator: ",").compactMap { Int($0) }
      let start = (numbers[1] * picture.width + numbers[0]) * 4
      return picture.pixels[start] > 200 && picture.pixels[start + 1] < 60
    }
    for point in inside.split(separator: " ") { #expect(isRed(point), "\(point)") }
    for point in outside.split(separator: " ") { #expect(!isRed(point), "\(point)") }
  }

  /// The sheet reaches from edge to edge of a picture that is wide enough, and so does the equator.
  @Test(arguments: [
    "", "--projection equal-earth", "--projection equirectangular", "--projection natural-earth",
    "--projection robinson", "--projection winkel-tripel", "--projection mollweide",
  ])
  func `around the world are fitted whole`(words: String) throws {
    let place = try place()
    try place.write(
      "world.geojson",
      #"{"type": "Polygon", "coordinates": [[[-180, -60], [180, -60], [180, 70], [-180, 70], [-180, -60]]]}"#)
    func view(_ overlay: String) throws -> String {
      let run = try place.run("render \(overlay) \(words) --padding 20 --size 840x600 -o out.svg --dry-run")
      return try #require(run.outputLines.first { $0.hasPrefix("view:") }, "\(run.errors)")
    }
    let path = "--path '-180,0 180,0;color=#123456'"
    try expect(view(path), equals: view("--area world.geojson"))
    _ = try place.run("render \(path) \(words) --padding 20 --size 840x600 -o out.svg")
    let line = try #require(place.text("out.svg").firstMatch(of: /d="([^"]*)"[^>]*stroke="#123456"/))
    let length = line.1.matches(of: /h([0-9.]+)/).reduce(0) { $0 + (Double($1.1) ?? 0) }
    #expect(abs(length - 800) < 1.5, "\(line.1)")
  }

  @Test func `of tracks take the shorter way, typed paths the one that is written`() throws {
    let place = try place()
    let points = [(178, -18), (179.5, -17), (-179, -16), (-172, -14)].map {
      "<trkpt lat=\"\($1)\" lon=\"\($0)\"/>"
    }
    try place.write(
      "fiji.gpx",
      "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
    )
    func view(_ path: String) throws -> String {
      let outcome = try place.run(["render", "--path", path, "--dry-run"] + size)
      return try #require(outcome.outputLines.first { $0.hasPrefix("view:") }, "\(outcome.errors)")
    }
    // 10° wide about 183°, or most of the world.
    #expect(try view("fiji.gpx").contains("-177"))
    #expect(try !view("178,-18 179.5,-17 -179,-16 -172,-14").contains("-177"))
  }

  /// Six cities 274° wide: what is drawn among them changes no view.
  @Test(
    arguments: [
      ["--marker", "0,0"], ["--marker", "-77,38;label=A"], ["--marker", "139,35"], ["--path", "0,0 10,10"],
      ["--circle", "11,48;20km"], ["--area", "0,0 10,0 10,10"], ["--path", "-100,20 130,20"],
    ], ["mercator", "equal-earth"])
  func `among wide points change no fit`(words: [String], projection: String) throws {
    let place = try Workplace(["wide.csv": "lon,lat\n-123,49\n-77,-36\n-20,64\n36,-1\n90,24\n151,-34\n"])
    func view(_ words: [String]) throws -> String {
      let outcome = try place.run(
        ["render", "wide.csv", "--projection", projection, "--padding", "40", "--dry-run"] + words + size)
      return try #require(outcome.outputLines.first { $0.hasPrefix("view:") }, "\(outcome.errors)")
    }
    try expect(view(words), equals: view([]))
  }

  @Test func `of files follow simplestyle, and tracks are lines`() throws {
    let place = try place()
    try place.write(
      "a.geojson",
      ##"{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"stroke": "f0f", "stroke-width": 4}, "geometry": {"type": "LineString", "coordinates": [[13, 52], [14, 53]]}}, {"type": "Feature", "properties": {"marker-color": "#123456", "marker-symbol": "heart"}, "geometry": {"type": "Point", "coordinates": [13.5, 52.5]}}]}"##
    )
    try place.write(
      "b.gpx",
      "<?xml version=\"1.0\"?><gpx><trk><trkseg><trkpt lat=\"52.1\" lon=\"13.1\"/><trkpt lat='52.9' lon='13.9'></trkpt></trkseg></trk></gpx>"
    )
    let outcome = try place.run(
      [
        "render", "in.csv", "--area", "a.geojson", "--path", "b.gpx;color=#00ff00", "--center", "13.5,52.5",
        "--zoom", "5",
      ]
        + size)
    #expect((outcome.status, outcome.errors) == (0, ""))
    let svg = place.text("out.svg")
    #expect(layer("overlays-1-lines", of: svg).contains("#f0f"))
    #expect(layer("overlays-1-pins", of: svg).contains("#123456"))
    #expect(layer("overlays-2-lines", of: svg).contains("#0f0"))
  }

  @Test func `of requests are drawn as those of options`() throws {
    let place = try place()
    try place.write(
      "r.json",
      #"{"overlays": [{"path": "_p~iF~ps|U_ulLnnqC_mqNvxq`@"}, {"circle": [13, 52], "radius": "3km"}, {"marker": [13.4, 52.5], "label": "A"}], "size": [300, 200]}"#
    )
    let words = [
      "--marker", "13.4,52.5;label=A", "--path", "_p~iF~ps|U_ulLnnqC_mqNvxq`@", "--circle", "13,52;3km",
    ]
    try expect(place.run(["render", "--request", "r.json", "-o", "out.svg"]).status, equals: 0)
    try expect(place.run(["render"] + words + ["--size", "300x200", "-o", "b.svg"]).status, equals: 0)
    for name in ["overlays-pins", "overlays-lines", "overlays-areas"] {
      expect(layer(name, of: place.text("out.svg")), equals: layer(name, of: place.text("b.svg")))
    }
  }

  @Test(arguments: [
    (["--marker", "13.4"], "\"13.4\" is no coordinate; write longitude,latitude such as 13.4,52.5"),
    (["--marker", "13,95"], "latitude 95 is outside -90...90; are longitude and latitude swapped?"),
    (["--marker", "200,5"], "longitude 200 is outside -180...180; write degrees east or west"),
    (["--marker", "1,2;colour=red"], "a marker has no colour; did you mean color?"),
    (["--marker", "1,2;color=reed"], "\"reed\" is no color; write one such as #c33 or red"),
    (["--path", "_p~iF~ps|U_ul"], "the polyline ends within a number; copy all of it"),
    (["--path", "1,2"], "1 coordinate cannot make a path; write 2 or more"),
    (["--circle", "1,2"], "a circle needs a radius, such as 13.4,52.5;500m"),
    (["--circle", "1,2;0m"], "\"0m\" is no radius; write meters or kilometers up to 10000km, such as 500m"),
  ])
  func `that are none are refused`(words: [String], fault: String) throws {
    let outcome = try place().run(["render", "in.csv"] + words + size)
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains(fault))
    expect(outcome.lines.count, equals: 1)
  }
}
