import MapGeometry
import TestSupport
import Testing

@testable import MapFeatures

@Suite struct `Columns of properties` {
  /// The values of declared properties, point by point, each written so that different values differ.
  private func values(_ table: FeatureTable, _ names: [String]) -> [[String]] {
    names.map { name in
      (0..<table.points.count).map { point in
        switch table.property(name, ofPoint: point) {
        case .number(let number)?: "\(number.bitPattern)"
        // Columns leave blanks at the end out.
        case .string(let text)?: "\"" + text.replacing(/[ \t]+$/, with: "")
        case let value?: "\(value)"
        case nil: "none"
        }
      }
    }
  }

  /// Reads a text in many ways, with columns, and compares all with properties read on demand.
  private func compare(_ text: [UInt8], _ names: [String]) throws {
    let plain = try FeatureTable.read(ByteArray(text))
    let expected = values(plain, names)
    func check(_ table: FeatureTable) {
      for name in names where plain.columnNames.isEmpty || plain.columnNames.contains(name) {
        expect(table.column(name)?.numbers.count, equals: plain.points.count)
      }
      expect(values(table, names), equals: expected)
    }
    // A name declared twice is one column.
    check(try FeatureTable.read(ByteArray(text), options: ReadingOptions(columns: names + names)))
    for (threads, size) in [(1, 64), (2, 200), (4, 1000), (8, 64)] {
      let options = ReadingOptions(threads: threads, columns: names)
      let table = try InputReader.table(of: ByteArray(text), options, pieceSize: size)
      check(table)
      expect(table.columns.map(\.name), equals: names.filter { table.column($0) != nil })
    }
    for keepsProperties in [false, true] {
      for blockSize in [16, 1000] {
        let options = ReadingOptions(keepsProperties: keepsProperties, columns: names)
        check(try readStream(text, options, blockSize: blockSize, pieces: { 77 }))
      }
    }
    let guarded = try #require(GuardedBytes(text, atEnd: true))
    check(try FeatureTable.read(guarded, options: ReadingOptions(columns: names)))
  }

  @Test(arguments: 0..<10)
  func `hold what CSV fields hold`(seed: UInt64) throws {
    var random = Seeded(seed: 40 + seed)
    try compare(
      Array(randomCSV(&random, rows: 200).utf8), ["name", "id", "note", "missing", "latitude", "longitude"])
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `hold numbers only where they are plain`(ending: String) throws {
    let fields = [
      "3", "-1.0", "1e3", "0.5", "0", "-0", "00501", "+5", ".5", "5.", "1e400", "9007199254740993", "-",
      "--1",
      "123456789012345", "1234567890123456", "12345678.12345678", "0.1", "01.5", "-0.0", "", "\"\"", "\"7\"",
      "\"a,\"\"b\"\"\"", "true", "false", "null", " 7", "7 ", "Bären", "1.2.3", "1234567.123456789012345",
      "a\"b",
    ]
    let rows = fields.enumerated().map { "\($1),\($0).25,\($0).5,\($1)" }
    try compare(Array((["w,lon,lat,last"] + rows).joined(separator: ending).utf8), ["w", "last"])
  }

  /// 2^53 + 1 lies between two numbers that a `Double` holds.
  @Test(arguments: [[], ["w"]])
  func `keep the digits of whole numbers that a double rounds`(columns: [String]) throws {
    let options = ReadingOptions(columns: columns)
    let rows = "\"lon\":1,\"lat\":2}\n"
    let json = try read("{\"w\":9007199254740993,\(rows){\"w\":-123456789012345678901234,\(rows)", options)
    expect(json.property("w", ofPoint: 0), equals: .wholeNumber("9007199254740993"))
    expect(json.property("w", ofPoint: 1), equals: .wholeNumber("-123456789012345678901234"))
    expect(json.property("w", ofPoint: 0)?.numericValue, equals: 9_007_199_254_740_992)
    let csv = try read("lon,lat,w\n1,2,9007199254740993\n1,2,9007199254740991\n", options)
    expect(csv.property("w", ofPoint: 0), equals: .string("9007199254740993"))
    expect(csv.property("w", ofPoint: 0)?.numericValue, equals: 9_007_199_254_740_992)
    expect(csv.property("w", ofPoint: 1), equals: .number(9_007_199_254_740_991))
  }

  @Test func `hold what Windows-1252 stands for`() throws {
    try compare(Array("lon,lat,n\n1,2,".utf8) + [0xE4, 0x80] + Array("\n3,4,x\n".utf8), ["n"])
  }

  @Test func `are of the first column of a name`() throws {
    try compare(Array("w,lon,lat,w\n1,2,3,4\n5,6,7,8\n".utf8), ["w"])
  }

  @Test(arguments: 0..<10)
  func `hold what GeoJSON holds`(seed: UInt64) throws {
    var source = RandomGeoJSON(random: Seeded(seed: 70 + seed))
    let names = ["p0", "p1", "p2", "name", "nested", "p9"]
    try compare(Array(source.collection(100).utf8), names)
    let lines = (0..<100).map { _ in source.line() }
    for separator in ["", "\u{1E}"] {
      try compare(Array(lines.map { separator + $0 + "\n" }.joined().utf8), names)
    }
  }

  @Test func `hold the last of repeated members, however they are written`() throws {
    let point = #""geometry":{"type":"Point","coordinates":[1,2]}"#
    let places = #""geometry":{"type":"MultiPoint","coordinates":[[1,2],[3,4],[5,6]]}"#
    let records = [
      #"{"type":"Feature","properties":{"é":1,"w":2,"w":3},\#(point)}"#,
      #"{"type":"Feature",\#(point),"properties":{"\u00e9":1.5e3},"properties":{"e\u0301":"x","\u0077":4}}"#,
      #"{"type":"Feature",\#(point),"properties":{"w":7},"properties":null}"#,
      #"{"type":"Feature",\#(point)}"#, #"{"type":"Point","coordinates":[1,2]}"#,
      #"{"properties":{"w":-0,"é":[1,{"w":2}]},"type":"Feature",\#(places)}"#,
      #"{"type":"Feature","properties":{"w":5},"geometry":null}"#,
      #"{"type":"Feature","properties":{"w":{"w":1},"é":1e999},\#(point)}"#,
      #"{"type":"FeatureCollection","properties":{"w":1},"features":[{"type":"Feature",\#(point),"properties":{"w":9}}]}"#,
      #"{"type":"Feature","properties":{"w":null,"é":true},\#(point)}"#,
      #"{"type":"Feature","properties":{},\#(point)}"#,
    ]
    try compare(Array(records.joined(separator: "\n").utf8), ["w", "é"])
  }

  @Test func `report the same faults`() {
    let broken = [
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"w":1,}}]}"#,
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"w" 1}}]}"#,
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"w":1"#,
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":[1,2"#,
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{w:1}}]}"#,
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"w":[[[[[1]]]]]}}]}"#,
      "lon,lat,w\n1,2,\"open\n", "lon,lat,w\n1,x,3\n",
    ]
    for text in broken {
      for depthLimit in [4, 64] {
        expect(
          fault(text, ReadingOptions(depthLimit: depthLimit, columns: ["w"])),
          equals: fault(text, ReadingOptions(depthLimit: depthLimit)))
      }
    }
  }

  @Test func `keep equal texts once and distinguish different ones`() throws {
    let rows = (0..<5000).map { "1,2,\($0 % 2 == 0 ? "even" : "odd \($0)")\n" }
    try compare(Array(("lon,lat,kind\n" + rows.joined()).utf8), ["kind"])
  }
}
