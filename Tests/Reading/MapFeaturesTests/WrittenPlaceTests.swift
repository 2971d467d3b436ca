import JSONDocument
import MapGeometry
import TestSupport
import Testing

@testable import MapFeatures

@Suite struct `Places as people write them` {
  /// 13 + 24/60 + 18/3600 and the like, by hand.
  @Test(arguments: [
    (#"13°24'18.0"E"#, 13.405), (#"52°31'12.0"N"#, 52.52), (#"3°42'14"W"#, -3.703_888_888_888_889),
    ("52.52N", 52.52),
    ("S 33 51 25", -33.856_944_444_444_444), ("N52.52", 52.52), ("13°24.3'", 13.405), ("\u{2212}3.7", -3.7),
    ("-3.7°", -3.7), ("52:30:00", 52.5), ("52º30′0″ N", 52.5),
  ])
  func `are degrees`(text: String, degrees: Double) throws {
    let found = try #require(DegreesText.degrees(in: text, .point)?.degrees)
    #expect(abs(found - degrees) < 1e-12)
  }

  @Test(arguments: ["13.4", "abc", "52°61'", "-33 51 25 S", "N", "12 E 3 N", "1.5°30'", "°", ""])
  func `are no degrees where they mean something else`(text: String) {
    #expect(DegreesText.degrees(in: text, .point) == nil)
  }

  @Test func `are read from columns of degrees`() throws {
    let text = """
      name,lon,lat
      A,"13°24'18.0""E","52°31'12.0""N"
      B,"2°21'08""E",48.85N
      C,\u{2212}3.7,40.4

      """
    let table = try read(text)
    let expected = [[13.405, 52.52], [2.352_222_222_222_222, 48.85], [-3.7, 40.4]]
    for (found, place) in zip(table.places, expected) {
      #expect(abs(found[0] - place[0]) < 1e-12 && abs(found[1] - place[1]) < 1e-12)
    }
    expect(table.places.count, equals: 3)
  }

  /// Ten-millionths of a degree: those of Google's location history.
  @Test(arguments: [
    "id,latitudeE7,longitudeE7\n1,525000000,134000000\n2,-338688000,1512093000\n",
    "id,lat_e7,lon_e7\n1,525000000,134000000\n2,-338688000,1512093000\n",
    #"[{"latitudeE7":525000000,"longitudeE7":134000000},{"latitudeE7":-338688000,"longitudeE7":1512093000}]"#,
  ])
  func `are ten-millionths where names end in E7`(text: String) throws {
    try expect(read(text).places, equals: [[13.4, 52.5], [151.2093, -33.8688]])
  }

  /// Berlin in all of them, and Paris below it.
  @Test(arguments: [
    ("Coordinates (lat, lon)", #""52.5, 13.4""#, #""48.85, 2.35""#), ("Lat/Lon", "52.5;13.4", "48.85;2.35"),
    ("location", #""52.5, 13.4""#, #""48.85, 2.35""#),
    ("Location 1", #""(52.5, 13.4)""#, #""(48.85, 2.35)""#),
    ("lnglat", #""13.4,52.5""#, #""2.35,48.85""#),
    (
      "st_asgeojson", #""{""type"":""Point"",""coordinates"":[13.4,52.5]}""#,
      #""{""type"":""Point"",""coordinates"":[2.35,48.85]}""#
    ),
    ("_geolocation", #""[13.4, 52.5]""#, #""[2.35, 48.85]""#),
    ("whatever", "POINT(13.4 52.5)", "POINT(2.35 48.85)"),
    ("geo_shape", "geo:52.5,13.4".debugDescription, "geo:48.85,2.35".debugDescription),
    ("pos", #""525000000,134000000""#, #""488500000,23500000""#),
    ("position", "52.5°N 13.4°E", "48.85°N 2.35°E"),
  ])
  func `are found by their names and their content`(name: String, berlin: String, paris: String) throws {
    let table = try read("name,\"\(name)\"\nA,\(berlin)\nB,\n C,\(paris)\n")
    expect(table.places, equals: [[13.4, 52.5], [2.35, 48.85]])
  }

  @Test func `have the longitude first where the values show it`() throws {
    let rows = "id,location\n1,\"104.06,30.67\"\n2,\"87.61,43.82\"\n"
    try expect(read(rows).places, equals: [[104.06, 30.67], [87.61, 43.82]])
    let json = #"[{"id": 1, "location": "116.48,39.99"}, {"id": 2, "location": "87.61,43.82"}]"#
    try expect(read(json).places, equals: [[116.48, 39.99], [87.61, 43.82]])
  }

  @Test func `are taken from the column that is asked for`() throws {
    var options = ReadingOptions()
    options.geometryColumn = .name("there")
    let text = "lon,lat,there\n1,2,\"52.5, 13.4\"\n"
    try expect(read(text, options).places, equals: [[13.4, 52.5]])
    options.geometryColumn = .name("nowhere")
    #expect(fault(text, options).contains("no column \"nowhere\" in the header"))
    options.geometryColumn = .number(1)
    try expect(
      read("POINT(13.4 52.5),a\nPOINT(2.35 48.85),b\n", options).places,
      equals: [
        [13.4, 52.5], [2.35, 48.85],
      ])
  }

  /// ezs42 is the cell of 0.044° about 42.605, -5.603: geohash.org's own example.
  @Test func `are the middles of geohashes`() throws {
    let table = try read("geohash,v\nezs42,1\nEZS42,2\nnope!,3\n")
    expect(table.places.count, equals: 2)
    #expect(abs(table.places[0][0] + 5.603) < 0.0005 && abs(table.places[0][1] - 42.605) < 0.0005)
    expect(table.skipped.first?.reason, equals: .notCoordinate)
    // The middle of the cell of 10 bits a way: of 360° and 180° in 1024 parts, the 550th and the 810th.
    let middle = [550.5 * 360 / 1024 - 180, 810.5 * 180 / 1024 - 90]
    for text in [
      "key,doc_count\nu33d,7\n",
      #"{"aggregations": {"grid": {"buckets": [{"key": "u33d", "doc_count": 7}]}}}"#,
    ] {
      let answer = try read(text)
      expect(answer.places, equals: [middle])
      #expect(answer.hints.contains { "\($0)".contains("key and doc_count seem to be cells") })
    }
    #expect(fault("key,doc_count\n8828308281fffff,2\n").contains("no usable record"))
    #expect(fault("h3_08,v\n881f1d4887fffff,1\n").contains("of cells of H3 add the middles"))
  }

  @Test func `are no pairs of numbers under any name`() throws {
    #expect(fault("name,range\nA,\"10, 20\"\n").contains("no longitude column in the header"))
  }

  @Test(arguments: ["x_lon,y_lat", "lon_x,lat_y", "lon_dd,lat_dd"])
  func `stand in columns whose names have both words`(header: String) throws {
    try expect(read("\(header)\n13.4,52.5\n").places, equals: [[13.4, 52.5]])
  }
}

@Suite struct `Tables as offices write them` {
  @Test func `have titles above the header`() throws {
    let text =
      "Report of sites;;;\nMade on 2024-05-01;;;\n;;;\nname;lon;lat;v\nAlpha;13.4;52.5;5\nBeta;2.35;48.85;3\n"
    let table = try read(text)
    expect(table.places, equals: [[13.4, 52.5], [2.35, 48.85]])
    expect(table.columnNames, equals: ["name", "lon", "lat", "v"])
    expect(
      table.hints.map { $0.spelled(SettingSpelling(.options)) },
      equals: [
        "line 4 is the header; 3 lines above it are left out"
      ])
    expect(table.recordNumber(ofPoint: 1), equals: 2)
  }

  @Test func `have their header in the line that is named`() throws {
    var options = ReadingOptions()
    options.headerLine = 3
    let text = "lon,lat\n9,9\nlon,lat,v\n1,2,3\n"
    try expect(read(text, options).places, equals: [[1, 2]])
    options.headerLine = 9
    #expect(
      fault(text, options).hasSuffix("there is no line 9; name the line of the header with --header-line"))
  }

  @Test func `have comments above the header and between rows`() throws {
    let table = try read("# made by hand\n# twice\nlon,lat,v\n1,2,a\n# a note, with a comma\n#\n3,4,b\n")
    expect(table.places, equals: [[1, 2], [3, 4]])
    expect(table.skipped.count, equals: 0)
    try expect(read("#lon,lat\n1,2\n").places, equals: [[1, 2]])
  }

  @Test func `have blanks around quotes`() throws {
    let table = try read("id, name, lon, lat\n1, \"Main St, 5\", 13.4, 52.5\n2, \"Side\" , 2.35, 48.85\n")
    expect(table.places, equals: [[13.4, 52.5], [2.35, 48.85]])
    expect(
      (0..<2).map { table.property("name", ofPoint: $0) }, equals: [.string("Main St, 5"), .string("Side")])
    try expect(read("lon,lat,t\n1,2, 5\" nail\n").property("t", ofPoint: 0), equals: .string(" 5\" nail"))
  }

  @Test(arguments: ["\r\n", "\r\r\n"]) func `leave no line ends in ids`(ending: String) throws {
    let table = try read(["lon,lat,id", "1,2,a", "3,4,b", ""].joined(separator: ending))
    expect((0..<2).map { table.identifier(ofPoint: $0) }, equals: [.string("a"), .string("b")])
    try expect(
      read(["id,lon,lat", "a,1,2", "b,3,4"].joined(separator: ending)).places, equals: [[1, 2], [3, 4]])
  }

  @Test func `have one category for values with blanks at the end`() throws {
    let table = try read("lon,lat,k\n1,2,ok\n3,4,ok \n5,6,late\n", ReadingOptions(columns: ["k"]))
    expect(
      (0..<3).map { table.property("k", ofPoint: $0) },
      equals: [.string("ok"), .string("ok"), .string("late")])
  }

  @Test func `have one name a column`() throws {
    let table = try read("lon,lat,v,v,v\n1,2,3,4,5\n")
    expect(table.columnNames, equals: ["lon", "lat", "v", "v_2", "v_3"])
    expect(
      ["v", "v_2", "v_3"].map { table.property($0, ofPoint: 0) },
      equals: [.number(3), .number(4), .number(5)])
    expect(
      table.notes,
      equals: [
        "column 4 has the name of an earlier one and is called \"v_2\"",
        "column 5 has the name of an earlier one and is called \"v_3\"",
      ])
    try expect(read("lon,lat,v,v_2,v\n1,2,3,4,5\n").columnNames, equals: ["lon", "lat", "v", "v_2", "v_3"])
    let json = try read(#"[["lon", "lat", "v", "v"], [1, 2, 3, 4]]"#)
    expect(json.properties(ofPoint: 0).map(\.name), equals: ["lon", "lat", "v", "v_2"])
  }
}

@Suite struct `Tables in other encodings` {
  private static let rows = "lon,lat,name\n13.4,52.5,Köln\n2.35,48.85,b\n"

  /// UTF-16 is two bytes a letter of the basic plane, in either order, with a mark or without.
  @Test(arguments: [true, false], [true, false]) func `are read in UTF-16`(isLittle: Bool, hasMark: Bool)
    throws
  {
    let units = (hasMark ? [0xFEFF] : []) + Array(Self.rows.utf16)
    let bytes = units.flatMap {
      isLittle ? [UInt8($0 & 255), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 255)]
    }
    let table = try FeatureTable.read(ByteArray(bytes))
    expect(table.places, equals: [[13.4, 52.5], [2.35, 48.85]])
    expect(table.property("name", ofPoint: 0), equals: .string("Köln"))
    try expect(readStream(bytes, blockSize: 16, pieces: { 5 }).places.count, equals: 2)
  }

  /// The example of the specification, 2.1: arcs in steps of 0.0005 and 0.0001 from 100, 0.
  @Test func `are read as TopoJSON`() throws {
    let text = """
      {"type": "Topology", "transform": {"scale": [0.0005000500050005, 0.00010001000100010001], "translate": [100, 0]},
       "objects": {"example": {"type": "GeometryCollection", "geometries": [
         {"type": "Point", "properties": {"prop0": "value0"}, "coordinates": [4000, 5000]},
         {"type": "LineString", "properties": {"prop0": "value0", "prop1": 0}, "arcs": [0]},
         {"type": "Polygon", "id": "p", "properties": {"prop0": "value0"}, "arcs": [[1]]}]}},
       "arcs": [[[4000, 0], [1999, 9999], [2000, -9999], [2000, 9999]],
                [[0, 0], [0, 9999], [2000, 0], [0, -9999], [-2000, 0]]]}
      """
    let table = try read(text)
    expect(table.places.count, equals: 1)
    #expect(abs(table.places[0][0] - 102) < 0.001 && abs(table.places[0][1] - 0.5) < 0.001)
    expect(table.shapes.map(\.kind), equals: [.line, .area])
    let line = table.shapes[0].coordinates(ofPath: 0)
    for (found, place) in zip(line, [[102.0, 0], [103, 1], [104, 0], [105, 1]]) {
      #expect(abs(found.longitude - place[0]) < 0.001 && abs(found.latitude - place[1]) < 0.001)
    }
    expect(line.count, equals: 4)
    expect(table.shapes[1].identifier, equals: .string("p"))
    expect(table.shapes[1].coordinates(ofPath: 0).count, equals: 5)
    #expect(fault(#"{"type": "Topology", "objects": {}}"#).contains("this is TopoJSON"))
  }
}
