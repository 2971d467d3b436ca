import MapFeatures
import MapGeometry
import TestSupport
import Testing

@Suite struct `GeoJSON` {
  private static func feature(_ geometry: String, _ more: String = "\"properties\":null") -> String {
    "{\"type\":\"Feature\",\"geometry\":\(geometry),\(more)}"
  }

  private static func collection(_ features: String...) -> String {
    "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
  }

  private static let origin = feature("{\"type\":\"Point\",\"coordinates\":[0,0]}")

  /// RFC 7946 §1.5.
  @Test func `of the RFC's example gives a point, a line and an area`() throws {
    let table = try read(
      """
      {"type": "FeatureCollection", "features": [{
         "type": "Feature", "geometry": {"type": "Point", "coordinates": [102.0, 0.5]}, "properties": {"prop0": "value0"}
       }, {
         "type": "Feature",
         "geometry": {"type": "LineString", "coordinates": [[102.0, 0.0], [103.0, 1.0], [104.0, 0.0], [105.0, 1.0]]},
         "properties": {"prop0": "value0", "prop1": 0.0}
       }, {
         "type": "Feature",
         "geometry": {"type": "Polygon",
           "coordinates": [[[100.0, 0.0], [101.0, 0.0], [101.0, 1.0], [100.0, 1.0], [100.0, 0.0]]]},
         "properties": {"prop0": "value0", "prop1": {"this": "that"}}
       }]}
      """)
    expect(table.places, equals: [[102, 0.5]])
    expect(table.property("prop0", ofPoint: 0), equals: .string("value0"))
    #expect((table.shapes.map(\.kind), table.shapes.map(\.recordNumber)) == ([.line, .area], [2, 3]))
    expect(table.shapes[0].coordinates(ofPath: 0).map(\.longitude), equals: [102, 103, 104, 105])
    expect(table.shapes[0].property("prop1"), equals: .number(0))
    expect(
      table.shapes[1].property("prop1"),
      equals: .object([PropertyMember(name: "this", value: .string("that"))]))
    expect(table.skipped.count, equals: 0)
  }

  /// RFC 7946 appendix A.
  @Test func `geometries of every kind may stand alone`() throws {
    try expect(read("{\"type\":\"Point\",\"coordinates\":[100.0,0.0]}").places, equals: [[100, 0]])
    let many = try read("{\"type\":\"MultiPoint\",\"coordinates\":[[100.0,0.0],[101.0,1.0]]}")
    expect(many.places, equals: [[100, 0], [101, 1]])
    expect(many.recordNumber(ofPoint: 0), equals: many.recordNumber(ofPoint: 1))
    let lines = try read(
      "{\"type\":\"MultiLineString\",\"coordinates\":[[[100,0],[101,1]],[[102,2],[103,3],[104,4]]]}")
    expect(lines.shapes[0].pathCount, equals: 2)
    expect(lines.shapes[0].coordinates(ofPath: 1).map(\.latitude), equals: [2, 3, 4])
    let hole = try read(
      "{\"type\":\"Polygon\",\"coordinates\":[[[100,0],[101,0],[101,1],[100,1],[100,0]],"
        + "[[100.8,0.8],[100.8,0.2],[100.2,0.2],[100.2,0.8],[100.8,0.8]]]}")
    #expect((hole.shapes.count, hole.shapes.first?.kind) == (1, .area))
    #expect((hole.shapes[0].isHole(0), hole.shapes[0].isHole(1)) == (false, true))
    let areas = try read(
      "{\"type\":\"MultiPolygon\",\"coordinates\":[[[[102,2],[103,2],[103,3],[102,2]]],"
        + "[[[100,0],[101,0],[101,1],[100,0]],[[100.2,0.2],[100.2,0.8],[100.8,0.8],[100.2,0.2]]]]}")
    expect((0..<3).map { areas.shapes[0].isHole($0) }, equals: [false, false, true])
    let mixed = try read(
      "{\"type\":\"GeometryCollection\",\"geometries\":[{\"type\":\"Point\",\"coordinates\":[100,0]},"
        + "{\"type\":\"LineString\",\"coordinates\":[[101,0],[102,1]]},"
        + "{\"type\":\"GeometryCollection\",\"geometries\":[{\"type\":\"Point\",\"coordinates\":[1,2,3,4]}]}]}"
    )
    #expect((mixed.places, mixed.shapes.map(\.kind)) == ([[100, 0], [1, 2]], [.line]))
    #expect((mixed.recordCount, mixed.format) == (1, .geojson))
  }

  @Test(arguments: [
    "{\"type\":\"Feature\",\"id\":\"a\",\"properties\":{\"n\":1},\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}}",
    "{\"geometry\":{\"coordinates\":[1,2],\"type\":\"Point\"},\"properties\":{\"n\":1},\"id\":\"a\",\"type\":\"Feature\"}",
    "{\"x\":[{}],\"geometry\":{\"bbox\":[1,2,1,2],\"coordinates\":[1,2,3],\"type\":\"Point\"},"
      + "\"id\":\"a\",\"properties\":{\"n\":1},\"type\":\"Feature\",\"title\":{\"type\":\"Point\"}}",
    "{\"\\u0074ype\":\"Fea\\u0074ure\",\"geometr\\u0079\":{\"type\":\"Poin\\u0074\",\"coordin\\u0061tes\":[1,2]},"
      + "\"\\u0070roperties\":{\"\\u006e\":1},\"\\u0069d\":\"\\u0061\"}",
    "{\"type\":\"Feature\",\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[5,5],[6,6]]},\"id\":\"a\","
      + "\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]},\"properties\":{\"n\":0,\"n\":1}}",
  ])
  func `allows members in any order, foreign, escaped and repeated ones`(feature: String) throws {
    let one =
      "{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"Point\",\"coordinates\":[3,4]}}"
    for text in [
      feature, Self.collection(feature), Self.collection(one, feature),
      "{\"features\":[\(feature)],\"name\":\"x\",\"type\":\"FeatureCollection\"}",
      " \n{ \"a\" : [ ] , \"features\" : [ \(feature) ] , \"type\" : \"FeatureCollection\" } \n",
      "\u{FEFF}" + Self.collection(feature),
    ] {
      let table = try read(text)
      let last = table.points.count - 1
      expect(table.places[last], equals: [1, 2])
      #expect(table.shapes.isEmpty)
      expect(table.identifier(ofPoint: last), equals: .string("a"))
      expect(table.properties(ofPoint: last).map(\.name), equals: ["n"])
      expect(table.property("n", ofPoint: last), equals: .number(1))
    }
  }

  @Test func `a feature with a foreign member called features is a feature`() throws {
    let table = try read(
      "{\"features\":[\(Self.origin)],\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}}"
    )
    expect(table.places, equals: [[1, 2]])
  }

  @Test func `reads the values of properties`() throws {
    let table = try read(
      Self.collection(
        Self.feature(
          "{\"type\":\"Point\",\"coordinates\":[0,0]}",
          "\"id\":7,\"properties\":{\"s\":\"a\\n\\\"\\u00e4\\ud83d\\ude00\\ud800\",\"t\":true,\"f\":false,\"z\":null,"
            + "\"e\":-1.5e2,\"l\":[1,[],{}],\"o\":{\"k\":{\"type\":\"x\"}},\"\":1e400}")))
    expect(table.identifier(ofPoint: 0), equals: .number(7))
    let values = table.properties(ofPoint: 0)
    expect(values.map(\.name), equals: ["s", "t", "f", "z", "e", "l", "o", ""])
    expect(
      values.map(\.value),
      equals: [
        .string("a\n\"ä😀\u{FFFD}"), .bool(true), .bool(false), .null, .number(-150),
        .array([.number(1), .array([]), .object([])]),
        .object([
          PropertyMember(name: "k", value: .object([PropertyMember(name: "type", value: .string("x"))]))
        ]), .null,
      ])
    #expect((table.property("z", ofPoint: 0), table.property("y", ofPoint: 0)) == (.null, nil))
  }

  @Test func `numbers the records of multipoints, shapes and skipped features`() throws {
    let multi = Self.feature("{\"type\":\"MultiPoint\",\"coordinates\":[[1,1],[2,2],[3,3]]}")
    let line = Self.feature("{\"type\":\"LineString\",\"coordinates\":[[1,1],[2,2]]}")
    let table = try read(
      Self.collection(Self.origin, multi, Self.feature("null"), line, Self.origin, Self.origin, multi))
    expect(
      (0..<table.points.count).map { table.recordNumber(ofPoint: $0) }, equals: [1, 2, 2, 2, 5, 6, 7, 7, 7])
    expect([0, 1, 3].map(table.recordNumber(ofPoint:)), equals: [1, 2, 2])
    #expect((table.recordCount, table.shapes[0].recordNumber) == (7, 4))
    expect(
      table.skipped.description, equals: "1 of 7 records skipped, in line 1: the feature has no geometry")
  }

  @Test(
    arguments: cases(
      """
      null → the feature has no geometry
      7 → the feature has no geometry
      {"type":"Point"} → the coordinates are not those of a Point
      {"type":"Point","coordinates":null} → the coordinates are not those of a Point
      {"type":"Point","coordinates":[]} → the geometry is empty
      {"type":"Point","coordinates":[1]} → the coordinates are not those of a Point
      {"type":"Point","coordinates":"1,2"} → the coordinates are not those of a Point
      {"type":"Point","coordinates":["1","2"]} → the coordinates are not those of a Point
      {"type":"Point","coordinates":[[1,2]]} → the coordinates are not those of a Point
      {"coordinates":[[1,2]],"type":"Point"} → the coordinates are not those of a Point
      {"type":"MultiPoint","coordinates":[ ]} → the geometry is empty
      {"type":"MultiPolygon","coordinates":[]} → the geometry is empty
      {"type":"LineString","coordinates":[]} → the geometry is empty
      {"type":"MultiPoint","coordinates":[[1,2],3]} → the coordinates are not those of a MultiPoint
      {"type":"LineString","coordinates":[[1,2]]} → the coordinates are not those of a LineString
      {"type":"Polygon","coordinates":[[[1,2],[3,4]]]} → the coordinates are not those of a Polygon
      {"type":"GeometryCollection","geometries":[]} → the geometry is empty
      {"type":"GeometryCollection"} → the coordinates are not those of a GeometryCollection
      {"type":"Circle","coordinates":[1,2]} → "Circle" is no kind of geometry
      {"coordinates":[1,2]} → the geometry has no type
      {} → the geometry has no type
      {"type":"Feature"} → "Feature" is no kind of geometry
      {"type":"Point","coordinates":[1e400,2]} → longitude is too large a number
      {"type":"Point","coordinates":[52.5,113.4]} → latitude 113.4 is outside -90...90; are longitude and latitude swapped?
      {"type":"MultiPoint","coordinates":[[0,0],[0,91]]} → latitude 91.0 is outside -90...90; are longitude and latitude swapped?
      {"type":"LineString","coordinates":[[0,0],[600,0]]} → longitude 600.0 is outside -540...540
      """))
  func `skips a feature that cannot be placed and reports why`(geometry: String, reason: String) throws {
    let table = try read(Self.collection(Self.origin, Self.feature(geometry), Self.origin))
    expect(table.skipped.description, equals: "1 of 3 records skipped, in line 1: \(reason)")
    expect(table.places, equals: [[0, 0], [0, 0]])
    #expect(table.shapes.isEmpty)
    expect(table.recordNumber(ofPoint: 1), equals: 3)
  }

  @Test func `skips what is no feature`() throws {
    let table = try read(
      Self.collection("{\"type\":\"Point\",\"coordinates\":[1,2]}", "7", "{}", Self.origin))
    expect(
      table.skipped.description,
      equals: "3 of 4 records skipped, the first in line 1: an object of type \"Point\" is no feature")
    expect(table.points.count, equals: 1)
  }

  @Test func `wraps points but not the vertices of lines`() throws {
    let table = try read(
      Self.collection(
        Self.feature("{\"type\":\"Point\",\"coordinates\":[181,0]}"),
        Self.feature("{\"type\":\"LineString\",\"coordinates\":[[179,0],[181,0]]}")))
    expect(table.points.longitudes, equals: [-179])
    expect(table.shapes[0].coordinates(ofPath: 0).map(\.longitude), equals: [179, 181])
  }

  @Test func `accepts WGS 84 and refuses other reference systems`() throws {
    func text(_ crs: String) -> String {
      "{\"type\":\"FeatureCollection\",\"crs\":\(crs),\"features\":[\(Self.origin)]}"
    }
    func named(_ name: String) -> String { text("{\"type\":\"name\",\"properties\":{\"name\":\"\(name)\"}}") }
    for name in ["urn:ogc:def:crs:OGC:1.3:CRS84", "urn:ogc:def:crs:OGC::CRS84", "EPSG:4326"] {
      try expect(read(named(name)).points.count, equals: 1)
    }
    try expect(read(text("null")).points.count, equals: 1)
    let advice = "convert the file to WGS 84 longitude and latitude (CRS84)"
    expect(
      fault(named("urn:ogc:def:crs:EPSG::3857")),
      equals: "1:35: the coordinates are in \"urn:ogc:def:crs:EPSG::3857\"; \(advice)")
    expect(fault(text("7")), equals: "1:35: the coordinates are in an unnamed reference system; \(advice)")
    #expect(
      fault(
        "{\"type\":\"FeatureCollection\",\"features\":[\(Self.origin)],\"crs\":{\"properties\":{\"name\":\"EPSG:25833\"}}}"
      )
      .hasSuffix("the coordinates are in \"EPSG:25833\"; \(advice)"))
  }

  @Test(
    arguments: cases(
      #"""
      {"type":"FeatureCollection"} → 1:1: a FeatureCollection needs an array of features; write "features": […]
      {"type":"FeatureCollection","features":{}} → 1:40: a FeatureCollection needs an array of features; write "features": […]
      {"type":"FeatureCollection","features":[]} → there is no record in it; expected at least one
      {"type":"Topology"} → 1:1: this is TopoJSON, not GeoJSON; convert it to GeoJSON
      {"a":1} → 1:1: no longitude column in the header "a"; name it with --longitude COLUMN (a name or a number)
      {"geometry":1} → 1:1: a JSON object without type is no GeoJSON; expected a FeatureCollection, Feature or geometry, or rows with members such as longitude and latitude
      {"type":"x"} → 1:1: an object of type "x" is no GeoJSON; expected a FeatureCollection, Feature or geometry
      {} → 1:1: a JSON object without type is no GeoJSON; expected a FeatureCollection, Feature or geometry, or rows with members such as longitude and latitude
      [1,2] → 1:2: expected an object or an array of values, found '1'; correct the JSON here
      {"type":"Point","coordinates":[1,2]} x → 1:38: something follows the end of the JSON document; remove it
      {"type":"Point",⏎ "coordinates":[1,2 → 2:20: the JSON text ends in the middle; is the file complete?
      {"type":"Point","coordinates":[1,NaN]} → 1:34: expected a value, found 'N'; correct the JSON here
      {"type":"Point","coordinates":[01,2]} → 1:32: this is no JSON number; write digits such as -13.5
      {"type":"Point","coordinates":[1.,2]} → 1:32: this is no JSON number; write digits such as -13.5
      {"type":"Point","coordinates":[1,2,]} → 1:36: expected a value, found ']'; correct the JSON here
      {"type":"Point" "coordinates":[1,2]} → 1:17: expected a comma or }, found '"'; correct the JSON here
      {'type':"Point"} → 1:2: expected a name in quotes, found '''; correct the JSON here
      {"type":"Point", // x⏎} → 1:18: expected a name in quotes, found '/'; correct the JSON here
      {"type":"a⏎b"} → 1:11: this string holds a raw control character or an unknown escape; escape it as \u and four digits
      {"type":"\x"} → 1:10: this string holds a raw control character or an unknown escape; escape it as \u and four digits
      {"type" 1} → 1:9: expected a colon, found '1'; correct the JSON here
      {⏎<<<<<<< HEAD⏎"type":1} → 2:1: expected CSV or GeoJSON, found a file with unresolved git conflicts; resolve the conflict marks
      {"type":"Point","coordinates":[1489230,6894026]} → the coordinates are not degrees; 1 of 1 record skipped, in line 1: 1489230.0, 6894026.0 look like meters, not degrees; convert the file to longitude and latitude (WGS 84)
      """#))
  func `that is none is distinguished from one`(text: String, message: String) {
    expect(fault(text), equals: message)
  }

  @Test func `reports where a feature is broken, columns in characters`() {
    let text = "{\"type\":\"FeatureCollection\",\"features\":[\n\(Self.origin),\n{\"naïve😀\":tru}]}"
    expect(fault(text), equals: "3:11: expected a value, found 't'; correct the JSON here")
    expect(
      fault("{\"type\":\"FeatureCollection\",\"features\":[\(Self.origin)"),
      equals: "1:125: the JSON text ends in the middle; is the file complete?")
    expect(
      fault("{\"type\":\"FeatureCollection\",\"features\":[\(Self.origin),]}"),
      equals: "1:126: expected a value, found ']'; correct the JSON here")
  }

  @Test(arguments: [("[,", 41), ("[{},,", 44), ("[{},]", 44), ("[{}, ,{}]", 45)])
  func `allows no comma too many between features, wherever a chunk ends`(features: String, column: Int)
    throws
  {
    let text = "{\"type\":\"FeatureCollection\",\"features\":" + features
    let found = features.dropFirst(column - 40).first.map(String.init) ?? ""
    expect(fault(text), equals: "1:\(column): expected a value, found '\(found)'; correct the JSON here")
    for size in 1...8 {
      let parts = Contents { () throws(FeatureError) in
        try InputReader.table(of: ByteArray(text), ReadingOptions(), pieceSize: size)
      }
      expect(parts.lines, equals: ["1:\(column) expected a value, found '\(found)'; correct the JSON here"])
    }
  }

  @Test func `nested too deep is an error at its place, not a crash`() {
    let bombs = [
      String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000),
      String(repeating: "[", count: 100_000),
      String(repeating: "{\"a\":", count: 100_000),
    ]
    for bomb in bombs {
      let text =
        "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]},\"properties\":{\"a\":\(bomb)}}"
      #expect(fault(text).hasSuffix("JSON nested deeper than 64 levels; flatten it"))
      #expect(
        fault(text, ReadingOptions(depthLimit: 1_000_000)).hasSuffix(
          "JSON nested deeper than 512 levels; flatten it"))
      #expect(
        fault("{\"type\":\"Point\",\"coordinates\":\(bomb)}").hasSuffix(
          "JSON nested deeper than 64 levels; flatten it"))
    }
    let nested = String(repeating: "{\"type\":\"GeometryCollection\",\"geometries\":[", count: 1000)
    #expect(fault(nested).hasSuffix("JSON nested deeper than 64 levels; flatten it"))
    #expect(
      fault(Self.collection(Self.feature(nested))).hasSuffix("JSON nested deeper than 64 levels; flatten it"))
  }
}
