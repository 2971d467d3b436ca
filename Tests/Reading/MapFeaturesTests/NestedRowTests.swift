import MapFeatures
import TestSupport
import Testing

@Suite struct `Nested coordinates in JSON` {
  /// Rows whose only difference is how the point 1, 2 and the point 3, 4 are written.
  static let forms: [@Sendable (Int, Int) -> String] = [
    { #"{"coordinates":[\#($0),\#($1)]}"# },
    { #"{"location":{"lat":\#($1),"lng":\#($0)}}"# },
    { #"{"position":[\#($0),\#($1),17.5]}"# },
    { #"{"geo":{"latitude":"\#($1)","longitude":"\#($0)"}}"# },
    { #"{"geo":{"type":"Point","coordinates":[\#($0),\#($1)]}}"# },
    { #"{"address":{"geo":{"lat":"\#($1)","lng":"\#($0)"}}}"# },
    { #"{"_source":{"location":{"lon":\#($0),"lat":\#($1)}}}"# },
    // As the data that came with CCHMapClusterController.
    {
      #"{"person":{"lastName":"A"},"location":{"city":"B","coordinates":{"latitude":\#($1),"longitude":\#($0)}}}"#
    },
    { #"{"location":{"coordinates":[\#($0),\#($1)]}}"# },
    { #"{"latlng":[\#($1),\#($0)]}"# },
    { #"{"attributes":{"n":5},"geometry":{"x":\#($0),"y":\#($1)}}"# },
    { #"{"place":{"coordinates":["\#($0)","\#($1)"]}}"# },
    { #"{"lon":{"value":\#($0)},"lat":{"value":\#($1)}}"# },
    { #"{"place":{"geometry":{"type":"Point","coordinates":[\#($0),\#($1)]}}}"# },
    { #"{"place":{"point":"POINT(\#($0) \#($1))"}}"# },
    { #"{"l\u006fcation":{"l\u0061t":\#($1),"lng":\#($0)}}"# },
  ]
  /// Objects that services put lists of rows into.
  static let envelopes: [@Sendable (String) -> String] = [
    { "[\($0)]" }, { #"{"results":[\#($0)]}"# }, { #"{"status":"ok","data":[\#($0)],"next":null}"# },
    { #"{"features":[\#($0)]}"# }, { #"{"took":3,"hits":{"total":2,"hits":[\#($0)]}}"# },
    { #"{"type":"success","meta":{"tags":[{"a":1}]},"response":{"page":{"items":[\#($0)]}}}"# },
    { #"{"query":{"lat":50,"lon":10},"results":[\#($0)]}"# }, { $0.replacing(",\n", with: "\n") },
  ]

  @Test(arguments: forms.indices, envelopes.indices)
  func `are found in every form and envelope`(form: Int, envelope: Int) throws {
    let rows = "\(Self.forms[form](1, 2)),\n\(Self.forms[form](3, 4))"
    let text = Self.envelopes[envelope](rows)
    try expect(read(text).places, equals: [[1, 2], [3, 4]])
    try expect(readStream(Array(text.utf8), blockSize: 16, pieces: { 5 }).places, equals: [[1, 2], [3, 4]])
    try expect(read(text, ReadingOptions(format: .json)).places, equals: [[1, 2], [3, 4]])
  }

  @Test func `come after members of the row itself`() throws {
    try expect(read(#"[{"bounds":{"lat":8,"lon":9},"x":1,"y":2}]"#).places, equals: [[1, 2]])
    try expect(read(#"[{"bounds":{"lat":8,"lon":9},"geom":"POINT(1 2)"}]"#).places, equals: [[1, 2]])
    try expect(read(#"{"lon":1,"lat":2,"history":[{"lon":8,"lat":9}]}"#).places, equals: [[1, 2]])
    try expect(read(#"{"center":{"lon":1,"lat":2},"tags":[{"name":"a"}]}"#).places, equals: [[1, 2]])
    // Features stay features, whatever stands beside them.
    let feature = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}"#
    try expect(
      read(#"{"rows":[{"lat":8,"lon":9}],"type":"FeatureCollection","features":[\#(feature)]}"#).places,
      equals: [[1, 2]])
    try expect(
      read(#"{"features":[\#(feature)],"rows":[{"lat":8,"lon":9}],"type":"FeatureCollection"}"#).places,
      equals: [[1, 2]])
    let nested = try read(#"{"data":{"type":"FeatureCollection","features":[\#(feature)]}}"#)
    expect(nested.places, equals: [[1, 2]])
    #expect(
      fault(#"{"type":"Topology","objects":{"a":{"geometries":[{"type":"Point"}]}}}"#).contains("TopoJSON"))
  }

  @Test func `are taken from the first of several pairs, and the others are named`() throws {
    let row = #"{"from":{"lat":2,"lon":1},"to":{"lat":4,"lon":3}}"#
    try expect(read("[\(row)]").places, equals: [[1, 2]])
    try expect(
      read("[\(row)]").hints.map(\.description),
      equals: ["points are at \"from.lon\" and \"from.lat\"; choose \"to.lon\" with \"longitude\""])
    var options = ReadingOptions()
    options.longitudeColumn = .name("to.lon")
    try expect(read("[\(row)]", options).places, equals: [[3, 4]])
    try expect(read("[\(row)]", options).coordinateColumns, equals: ["to.lon", "to.lat"])
  }

  @Test func `are named by paths, elements by their numbers`() throws {
    var options = ReadingOptions(
      longitudeColumn: .name("position.2"), latitudeColumn: .name("position.1"),
      identifierColumn: .name("meta.code"))
    let text = #"[{"position":[2,1],"meta":{"code":"a"}},{"position":[4,3],"meta":{"code":"b"}}]"#
    for table in [try read(text, options), try readStream(Array(text.utf8), options, blockSize: 16)] {
      expect(table.places, equals: [[1, 2], [3, 4]])
      expect(table.identifier(ofPoint: 1), equals: .string("b"))
    }
    options = ReadingOptions(longitudeColumn: .name("a.b"), latitudeColumn: .name("lat"))
    // A member of the whole name goes before a path.
    try expect(read(#"[{"a":{"b":9},"a.b":1,"lat":2}]"#, options).places, equals: [[1, 2]])
    try expect(read(#"[{"a":{"b":1},"lat":2}]"#, options).places, equals: [[1, 2]])
  }

  @Test func `name properties by paths, read with the points and on demand alike`() throws {
    let rows =
      #"{"lon":1,"lat":2,"a":{"b":{"c":5},"t":"x"},"d.e":7,"d":{"e":8},"l":[4,[6]]}"#
    let features =
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"a":{"b":{"c":5},"t":"x"},"d.e":7,"d":{"e":8},"l":[4,[6]]}}"#
    let names: [(String, PropertyValue?)] = [
      ("a.b.c", .number(5)), ("a.t", .string("x")), ("d.e", .number(7)), ("l.1", .number(4)),
      ("l.2.1", .number(6)), ("l.3", nil), ("l.0", nil), ("a.x", nil), ("a.b.c.d", nil), ("x.y", nil),
      (".", nil),
    ]
    for text in ["[\(rows)]", rows, features] {
      let declared = try read(text, ReadingOptions(columns: names.map(\.0)))
      let plain = try read(text)
      for (name, value) in names {
        expect(plain.property(name, ofPoint: 0), equals: value, "\(name) of \(text)")
        expect(declared.column(name)?[0], equals: value, "\(name) of \(text)")
      }
    }
  }

  @Test func `without a place are skipped with the reason`() throws {
    let text = #"""
      [{"location":null},{"location":{"lat":2,"lng":1}},{"location":{"lat":null,"lng":1}},{"location":{"lng":1}},
      {"location":[1,2]},{"location":{"lat":"x","lng":1}},{"location":{"lat":"2","lng":" 1 "}},{}]
      """#
    let table = try read(text)
    expect(table.places, equals: [[1, 2], [1, 2]])
    expect(table.skipped.count, equals: 6)
    expect(table.skipped.first?.reason, equals: .missing(.longitude))
    let arrays = try read(
      #"[{"pos":[1,2]},{"pos":[null,2]},{"pos":[]},{"pos":[[1,2]]},{"pos":null},{"pos":{}}]"#)
    expect(arrays.places, equals: [[1, 2]])
    expect(arrays.skipped.count, equals: 5)
  }

  @Test(
    arguments: triples(
      """
      [{"pos":[1,2]}] → pos → 1:2: no latitude column in the header "pos", "pos.1", "pos.2"; name it with --latitude COLUMN (a name or a number)
      [{"at":{"lat":1,"lng":2}}] → at → 1:2: no column "at" in the header "at.lat", "at.lng"; name one of these with --longitude
      [{"at":{"lat":1,"lng":2}}] → at.lon → 1:2: no column "at.lon" in the header "at.lat", "at.lng"; name one of these with --longitude
      """) + [
        (
          #"[{"name":"a","where":{"easting":1,"n":{"v":2}}}]"#, nil,
          "1:2: no longitude column in the header \"name\", \"where.easting\", \"where.n.v\"; name it with --longitude COLUMN (a name or a number)"
        ),
        (
          #"{"results":[{"where":{"easting":1}}]}"#, nil,
          "1:1: no longitude column in the header \"where.easting\"; name it with --longitude COLUMN (a name or a number)"
        ),
      ])
  func `that are not found are listed by their paths`(text: String, longitude: String?, message: String) {
    var options = ReadingOptions()
    options.longitudeColumn = longitude.map(ColumnName.name)
    expect(fault(text, options), equals: message)
  }

  @Test func `nested deeply end in a message, and deep values beside them do no harm`() throws {
    let deep = String(repeating: #"{"a":"#, count: 60) + "1" + String(repeating: "}", count: 60)
    #expect(fault("[\(deep)]").contains("no longitude column"))
    try expect(read(#"[{"geo":{"lat":2,"lon":1},"x":\#(deep)}]"#).places, equals: [[1, 2]])
    let tooDeep = String(repeating: #"{"a":"#, count: 400) + "1" + String(repeating: "}", count: 400)
    #expect(fault("[\(tooDeep)]").contains("JSON nested deeper than 64 levels"))
    let brackets = String(repeating: "[", count: 300)
    #expect(fault(#"{"data":[{"lat":1,"a":\#(brackets)"#).contains("JSON nested deeper than 64 levels"))
  }

  @Test func `give the same from streams and on any number of threads`() throws {
    let rows = (0..<3000).map { index in
      index % 100 == 7
        ? #"{"n":\#(index),"at":null}"#
        : #"{"n":\#(index),"at":{"name":"\#(String(repeating: "ä", count: index % 40))","lng":\#(index % 360 - 180),"lat":\#(Double(index % 170) - 85.5)}}"#
    }
    let options = ReadingOptions(columns: ["n", "at.name"])
    for text in [
      #"{"hits":{"hits":["# + rows.joined(separator: ",\n") + "]}}", rows.joined(separator: "\n"),
    ] {
      let whole = Contents { () throws(FeatureError) in
        try FeatureTable.read(ByteArray(text), options: options)
      }
      expect(whole.lines.count, equals: 2971)
      var several = options
      several.threads = 3
      let table = try InputReader.table(of: ByteArray(text), several, pieceSize: 5000)
      expect(Contents(.success(table)), equals: whole)
      expect(table.column("at.name")?[2], equals: .string("ää"))
      for blockSize in [64, 4096] {
        expect(
          Contents(.success(try readStream(Array(text.utf8), options, blockSize: blockSize))), equals: whole)
      }
    }
  }
}
