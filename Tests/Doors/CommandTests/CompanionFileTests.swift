import Foundation
import TestSupport
import Testing

/// What a library opens beside the file that is named.
@Suite struct `Files beside an input` {
  private let place: Workplace
  private static let words = ["--method", "none", "--format", "csv"]

  init() throws {
    place = try Workplace()
    try place.write("in/towns.gml", Self.gml)
    for (ending, bytes) in Self.shapefile { try place.write("in/points.\(ending)", Data(bytes)) }
    try place.write("out/x", "")
  }

  private func clusters(_ words: String...) throws -> Outcome {
    try place.run(["clusters"] + words + Self.words)
  }

  private func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: place.path(folder)).sorted()
  }

  private func link(_ name: String, to target: String) throws {
    try? FileManager.default.removeItem(atPath: place.path(name))
    try FileManager.default.createSymbolicLink(atPath: place.path(name), withDestinationPath: target)
  }

  @Test(.wants(.gdal), arguments: ["towns.gml", "points.shp"])
  func `are as they were after GDAL has read it`(name: String) throws {
    let before = try names(in: "in")
    let run = try clusters("in/\(name)")
    expect(run.status, equals: 0, "\(run.errors)")
    run.text.shows("Oslo")
    try expect(place.run(["clusters", "in/\(name)", "--dry-run"]).status, equals: 0)
    try expect(names(in: "in"), equals: before)
  }

  @Test func `are as they were where there is no GDAL`() throws {
    let before = try names(in: "in")
    try expect(clusters("in/points.shp").status, equals: 2)
    try expect(names(in: "in"), equals: before)
  }

  @Test(
    .wants(.gdal, programs: ["unshare", "mount"]), .enabled(if: geteuid() == 0, "mounting takes root"),
    arguments: ["towns.gml", "points.shp"])
  func `need not be writable`(name: String) throws {
    let run = try place.shell(
      """
      exec unshare --mount --propagation private sh -c '
        mount --bind . . && mount -o remount,bind,ro . || exit 99
        cd "$PWD" && touch in/x 2>/dev/null && exit 98
        exec "$0" clusters in/\(name) \(Self.words.joined(separator: " "))' "$0"
      """, programs: ["unshare", "mount"])
    if run.status == 99 { return }  // A container may forbid it.
    expect(run.status, equals: 0, "\(run.errors)")
    run.text.shows("Oslo")
  }

  @Test(.wants(.gdal)) func `are not made through a link that leads nowhere`() throws {
    try link("in/towns.gfs", to: "../out/made.gfs")
    let confined = try clusters("in/towns.gml", "--root", "in")
    confined.reports(
      2,
      "in/towns.gml: error: its file in/towns.gfs lies outside of the folder that may be read; put it there")
    try expect(clusters("in/towns.gml").status, equals: 0)
    try expect(names(in: "out"), equals: ["x"])
  }

  @Test(.wants(.gdal), arguments: ["dbf", "shx", "prj", "cpg"])
  func `lie below the root and are regular files`(ending: String) throws {
    let name = "in/points.\(ending)"
    try place.write("out/secret", Data(Self.shapefile.first { $0.0 == ending }?.1 ?? []))
    try link(name, to: "../out/secret")
    try expect(clusters("in/points.shp").status, equals: 0)
    let confined = try clusters("in/points.shp", "--root", "in")
    confined.reports(
      "in/points.shp: error: its file \(name) lies outside of the folder that may be read; put it there")
    expect(confined.text, equals: "")
    try link(name, to: "/dev/zero")
    let fault = "in/points.shp: error: its file \(name) is no regular file; replace or remove it\n"
    try expect(clusters("in/points.shp").errors, equals: fault)
    try FileManager.default.removeItem(atPath: place.path(name))
    try #require(mkfifo(place.path(name), 0o600) == 0)
    try expect(clusters("in/points.shp").errors, equals: fault)
  }

  @Test(.wants(.gdal)) func `are no schemas that include others`() throws {
    let server = try LoopbackServer { _, _ in .answer(404) }
    try #require(mkfifo(place.path("out/pipe"), 0o600) == 0)
    for target in [server.address("/a.xsd"), place.path("out/pipe"), "../out/pipe"] {
      try place.write(
        "in/towns.xsd",
        #"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="\#(target)"/></xs:schema>"#
      )
      let run = try clusters("in/towns.gml")
      expect(run.status, equals: 0, "\(target): \(run.errors)")
      run.text.shows("Oslo")
    }
    #expect(server.counts.isEmpty)
  }

  @Test(.wants(.gdal), arguments: ["UTF-8", "ISO-8859-1", "windows-1252", "UTF-7"])
  func `are no entities of a document`(encoding: String) throws {
    try place.write("out/secret", "hidden")
    let head =
      "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n<!DOCTYPE x [<!ENTITY e SYSTEM \"\(place.path("out/secret"))\">]>"
    try place.write(
      "in/towns.gml",
      head + Self.gml.drop { $0 != "\n" }.replacing("Oslo", with: "Oslo&e;"))
    let run = try clusters("in/towns.gml", "--root", "in")
    run.text.hides("hidden")
    expect(run.status, equals: (encoding.count > 10 || encoding == "UTF-7" ? 2 : run.status), "\(run.errors)")
  }

  @Test(arguments: ["-wal", "-shm", "-journal"])
  func `that belong to a database are regular files`(ending: String) throws {
    try place.database(
      "in/b.sqlite", "CREATE TABLE tiles (lon REAL, lat REAL); INSERT INTO tiles VALUES (10, 50);")
    try FileManager.default.copyItem(atPath: place.path("in/b.sqlite"), toPath: place.path("in/b.mbtiles"))
    try expect(clusters("in/b.sqlite").status, equals: 0)
    for name in ["b.sqlite", "b.mbtiles"] {
      try #require(mkfifo(place.path("in/\(name)\(ending)"), 0o600) == 0)
    }
    let rows = try clusters("in/b.sqlite")
    #expect(
      rows.errors.contains(
        "its file in/b.sqlite\(ending) is no regular file in its place; replace or remove it"))
    let tiles = try place.run(["tile", "in/b.mbtiles"])
    tiles.errors.shows("its file in/b.mbtiles\(ending) is no regular file in its place")
    try link("in/b.sqlite\(ending)", to: "/dev/zero")
    try expect(clusters("in/b.sqlite", "--root", "in").status, equals: 2)
  }

  @Test func `that belong to a database of DuckDB are regular files`() throws {
    try place.write("in/d.duckdb", "x")
    try #require(mkfifo(place.path("in/d.duckdb.wal"), 0o600) == 0)
    let run = try clusters("duckdb:in/d.duckdb")
    run.errors.shows("its file in/d.duckdb.wal is no regular file in its place")
  }

  // MARK: Samples

  /// A town in GML without a schema.
  private static let gml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <ogr:FeatureCollection xmlns:gml="http://www.opengis.net/gml" xmlns:ogr="http://ogr.maptools.org/">
    <gml:featureMember><ogr:town fid="t.0"><ogr:geometryProperty><gml:Point srsName="urn:ogc:def:crs:OGC:1.3:CRS84">
    <gml:pos>10.75 59.91</gml:pos></gml:Point></ogr:geometryProperty><ogr:name>Oslo</ogr:name></ogr:town>
    </gml:featureMember></ogr:FeatureCollection>
    """

  /// The same town as a Shapefile, after ESRI's description of 1998 and dBASE III.
  private static let shapefile: [(String, [UInt8])] = {
    func little(_ number: Int32) -> [UInt8] { withUnsafeBytes(of: number.littleEndian, Array.init) }
    func big(_ number: Int32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }
    func double(_ number: Double) -> [UInt8] {
      withUnsafeBytes(of: number.bitPattern.littleEndian, Array.init)
    }
    let place = double(10.75) + double(59.91)
    func header(words: Int32) -> [UInt8] {
      big(9994) + [UInt8](repeating: 0, count: 20) + big(words) + little(1000) + little(1) + place + place
        + [UInt8](repeating: 0, count: 32)
    }
    let field = Array("name".utf8) + [UInt8](repeating: 0, count: 7) + Array("C".utf8) + little(0) + [4, 0]
    let table =
      [3, 126, 1, 1] + little(1) + [65, 0, 5, 0] + [UInt8](repeating: 0, count: 20) + field
      + [UInt8](repeating: 0, count: 14) + [0x0D] + Array(" Oslo".utf8) + [0x1A]
    let system =
      #"GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],"#
      + #"PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]"#
    return [
      ("shp", header(words: 64) + big(1) + big(10) + little(1) + place),
      ("shx", header(words: 54) + big(50) + big(10)), ("dbf", table), ("prj", Array(system.utf8)),
      ("cpg", Array("UTF-8".utf8)),
    ]
  }()
}

/// Addresses may carry keys; none is shown, whatever is wrong with them.
@Suite struct `Messages about addresses` {
  private static let address = "http://127.0.0.1:1/{z}/{x}/{y}.png?sig=S3CRET&a=S3CRET"

  @Test(arguments: [
    ["render", address, "-o", "a.png"], ["render", "in.csv", "--basemap", address, "-o", "a.png"],
    ["render", "in.csv", "--style", address, "-o", "a.png"], ["render", "in.csv", "-o", address],
    ["render", "in.csv", "--style", "style.json", "-o", "a.png"], ["render", "--request", "request.json"],
    ["render", "in.csv", "--basemap", address, "-o", "a.png", "--dry-run"],
    ["render", "in.csv", "--size", address, "-o", "a.png"],
    ["render", "in.csv", "--icons", address, "-o", "a.png"],
    ["render", "in.csv", "--font", address, "-o", "a.png"], ["render", "--\(address)"], [address],
    ["clusters", "--cells", address], ["animate", address, "-o", "a.png"], ["verify", address],
    ["diff", address, address], ["tile", address], ["tile", address, "0/0/0"], ["check", address],
    ["check", "style.json"], ["check", "style.json", "--diagnostics", "json"],
  ])
  func `show no query`(words: [String]) throws {
    let place = try Workplace(["in.csv": Sample.places])
    let text = Self.address
    try place.write(
      "style.json",
      """
      {"version": 8, "sources": {"r": {"type": "raster", "tiles": ["\(text)"], "url": "\(text)"},
        "\(text)": {"type": "geojson", "data": "\(text)"}, "v": {"type": "vector", "url": "mapbox://a?sig=S3CRET"}},
       "sprite": "\(text)", "glyphs": "\(text)", "layers": [{"id": "\(text)", "type": "raster", "source": "\(text)x"},
        {"id": "c", "type": "circle", "source": "\(text)", "paint": {"circle-radius": "\(text)", "\(text)": 1}}]}
      """)
    try place.write(
      "request.json",
      #"{"sources": {"d": "\#(text)"}, "basemap": "\#(text)", "views": [{"output": "a.png"}], "\#(text)": 1}"#
    )
    let run = try place.run(words)
    run.errors.hides("CRET")
    run.text.hides("CRET")
    #expect(run.errors.contains("127.0.0.1") || words.contains("--dry-run") || words.contains("style.json"))
  }
}
