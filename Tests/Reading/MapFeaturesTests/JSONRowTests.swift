import MapFeatures
import TestSupport
import Testing

@Suite struct `Rows in JSON` {
  private static let objects = #"""
    [{"id": "a", "lon": 13.4, "lat": 52.5, "name": "Berlin", "n": 3},
     {"lat": "48.9", "id": "b", "lon": "2.35", "name": null},
     {"id": "c", "lon": null, "lat": 1},
     {"id": "d", "lon": 1, "lat": 95}]
    """#

  @Test func `are read from an array of objects`() throws {
    let table = try read(Self.objects)
    expect(table.format, equals: .json)
    expect(table.places, equals: [[13.4, 52.5], [2.35, 48.9]])
    expect(table.identifier(ofPoint: 1), equals: .string("b"))
    #expect((table.property("n", ofPoint: 0), table.property("n", ofPoint: 1)) == (.number(3), nil))
    expect(table.properties(ofPoint: 0).map(\.name), equals: ["id", "lon", "lat", "name", "n"])
    expect(table.coordinateColumns, equals: ["lon", "lat"])
    try expect(read("[[1,2,3]]").coordinateColumns, equals: ["1", "2"])
    expect(
      table.skipped.description, equals: "2 of 4 records skipped, the first in line 3: longitude is missing")
  }

  @Test(arguments: [
    // Newline-delimited objects, one of them alone, and with members called type that are none of GeoJSON's.
    "{\"lon\":1,\"lat\":2}\n{\"lon\":3,\"lat\":4}\n", "{\"lon\":1,\"lat\":2}",
    "{\"type\":\"cafe\",\"geo_lon\":1,\"geo_lat\":2}\n{\"geo_lat\":4,\"geo_lon\":3}",
    "[[1,2,\"a\"],[3,4,null,{}]]", "[ [ 1 , 2 ] ,\n[3,4.0]\n]\n",
    "[{\"x\":1,\"y\":2},{\"x\":3,\"y\":4,\"z\":[1]}]",
    #"[{"geom":"POINT(1 2)"},{"geom":"POINT(3 4)"}]"#,
    #"[{"location":{"type":"Point","coordinates":[1,2]}},{"location":{"type":"Point","coordinates":[3,4]}}]"#,
    #"[{"l\u006fn":1,"lat":2},{"lon":3,"lat":4}]"#,
    #"[{"name":"nowhere"},{"name":"a","lng":1,"lat":2},{"lng":3,"lat":4}]"#,
    #"[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}]"#,
  ])
  func `come in many forms`(text: String) throws {
    let places = try read(text).places
    #expect(places == [[1, 2], [3, 4]] || places == [[1, 2]])
    expect(places.count, equals: text.contains("3") ? 2 : 1)
  }

  @Test func `have columns by number where they are arrays`() throws {
    let options = ReadingOptions(
      longitudeColumn: .number(3), latitudeColumn: .number(2), identifierColumn: .number(1), columns: ["4"])
    let table = try read(#"[["a",2,1,7],["b",4,3,8]]"#, options)
    expect(table.places, equals: [[1, 2], [3, 4]])
    expect(table.identifier(ofPoint: 1), equals: .string("b"))
    expect(table.column("4")?[1], equals: .number(8))
    expect(table.property("4", ofPoint: 0), equals: .number(7))
    expect(table.properties(ofPoint: 0).map(\.name), equals: ["1", "2", "3", "4"])
  }

  @Test(arguments: [
    #"[["name","lat","lon"],["a",2,1],["b",4,3]]"#,
    #"[[ "geom", "name" ],["POINT(1",""],["POINT(1 2)","a"],["POINT(3 4)","b"]]"#,
    // Arrays that were joined have their names several times.
    #"[["name","lat","lon"],["a",2,1],["name","lat","lon"],["b","4","3"]]"#,
  ])
  func `have the names of the first array where it has texts alone`(text: String) throws {
    for table in [
      try read(text, ReadingOptions(identifierColumn: .name("name"), columns: ["name"])),
      try readStream(
        Array(text.utf8), ReadingOptions(identifierColumn: .name("name"), columns: ["name"]), blockSize: 64,
        pieces: { 7 }),
    ] {
      expect(table.places, equals: [[1, 2], [3, 4]])
      expect(table.skipped.count, equals: text.contains("geom") ? 1 : 0)
      #expect((table.column("name")?[1], table.identifier(ofPoint: 0)) == (.string("b"), .string("a")))
      expect(table.property("name", ofPoint: 0), equals: .string("a"))
      #expect(table.properties(ofPoint: 0).count > 1)
      #expect(table.properties(ofPoint: 0).contains { $0.name == "name" })
      expect(table.coordinateColumns, equals: text.contains("geom") ? ["geom"] : ["lon", "lat"])
    }
  }

  @Test func `that are arrays have the columns asked for by name, or none`() {
    let options = ReadingOptions(longitudeColumn: .name("e"), latitudeColumn: .name("n"))
    expect(fault(#"[["n","e"],[2,1]]"#, options), equals: "no fault, 1 points")
    expect(
      fault("[[1,2]]", options),
      equals: "1:2: no column \"e\" in the header \"1\", \"2\"; name one of these with --longitude")
  }

  @Test(
    arguments: cases(
      """
      [["east","north"],[1,2]] → 1:2: no longitude column in the header "east", "north"; name it with --longitude COLUMN (a name or a number)
      [["x","a","y","a"],[1,0,2,0]] → no fault, 1 points
      [["?","?"],[1,2]] → no fault, 1 points
      [["lon","lat"]] → there is no record in it; expected at least one
      [{"east":1,"north":2}] → 1:2: no longitude column in the header "east", "north"; name it with --longitude COLUMN (a name or a number)
      [{"lon":1,"lat":2} → 1:19: the JSON text ends in the middle; is the file complete?
      [{"lon":1,"lat":2}] [] → 1:21: something follows the end of the JSON document; remove it
      [{"lon":1,"lat":2},] → 1:20: expected a value, found ']'; correct the JSON here
      [{"lon":1,"lat":2},5] → no fault, 1 points
      [] → there is no record in it; expected at least one
      [5] → 1:2: expected an object or an array of values, found '5'; correct the JSON here
      [{"lon":"1,5","lat":2}] → no usable record; 1 of 1 record skipped, in line 1: "1,5" has a decimal comma; set --decimal comma, or write numbers with a decimal point
      [[1,"x"]] → no usable record; 1 of 1 record skipped, in line 1: latitude is no number
      [[1]] → no usable record; 1 of 1 record skipped, in line 1: latitude is missing
      [[500000,4000000]] → the coordinates are not degrees; 1 of 1 record skipped, in line 1: 500000.0, 4000000.0 look like meters, not degrees; convert the file to longitude and latitude (WGS 84)
      """))
  func `report what is wrong`(text: String, message: String) {
    expect(fault(text), equals: message)
  }

  @Test func `give the same from streams and on any number of threads`() throws {
    var rows = (0..<3000).map { index -> String in
      switch index % 500 {
      case 7: #"{"n":\#(index),"lon":"x","lat":1}"#
      case 9: "17"
      default:
        #"{"n":\#(index),"name":"\#(String(repeating: "ä", count: index % 40))","lon":\#(index % 360 - 180),"lat":\#(Double(index % 170) - 85.5)}"#
      }
    }
    for isArray in [true, false] {
      let text = isArray ? "[" + rows.joined(separator: ",\n") + "]" : rows.joined(separator: "\n")
      let options = ReadingOptions(columns: ["n"])
      let whole = Contents { () throws(FeatureError) in
        try FeatureTable.read(ByteArray(text), options: options)
      }
      #expect(whole.lines.count > 2900)
      var several = options
      several.threads = 3
      for chunkSize in [700, 5000] {
        let table = try InputReader.table(of: ByteArray(text), several, pieceSize: chunkSize)
        expect(Contents(.success(table)), equals: whole)
      }
      for blockSize in [64, 4096] {
        let table = try readStream(Array(text.utf8), options, blockSize: blockSize)
        expect(Contents(.success(table)), equals: whole)
      }
      rows.removeAll { $0 == "17" }
    }
  }
}
