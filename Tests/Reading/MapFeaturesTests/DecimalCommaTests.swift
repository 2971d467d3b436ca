import JSONDocument
import MapFeatures
import TestSupport
import Testing

@Suite struct `Decimal commas` {
  private static let commas = ReadingOptions.with(.comma)

  /// All that a table holds but its texts, for a comparison with the twin that has points.
  private static func numbers(_ table: FeatureTable) -> [String] {
    (0..<table.points.count).map { point in
      "\(table.points[point]) \(table.recordNumber(ofPoint: point)) "
        + "\(table.properties(ofPoint: point).map { "\($0.name)=\($0.value.numericValue ?? -1)" })"
    }
  }

  @Test(arguments: [";", "\t"], ["\n", "\r\n"])
  func `are read where a semicolon or tab separates, as their twin with points`(
    separator: String, newline: String
  ) throws {
    let rows = [
      ["name", "lat", "lon", "weight"], ["a", "52,5", "13,4", "0,25"], ["b", "-33", "151,123456789", "1200"],
      ["\"c,d\"", " 48,85 ", "\"2,35\"", "-7,5"], ["e", "0,5", "-0,25", ""],
    ].map { $0.joined(separator: separator) + newline }.joined()
    let table = try read(rows)
    expect(Self.numbers(table), equals: Self.numbers(try read(rows.replacing(",", with: "."))))
    expect(table.points.count, equals: 4)
    expect(table.places[0], equals: [13.4, 52.5])
    expect(table.property("weight", ofPoint: 0), equals: .number(0.25))
  }

  /// 52,52 is no pair of numbers where another column has the longitudes, be their name that of lengths, too.
  @Test func `are no pairs of coordinates`() throws {
    let table = try read("Filiale;Breite;Länge\nBerlin;52,52;13,40\nKöln;50,94;6,96\n")
    expect(table.places[0], equals: [13.4, 52.52])
    expect(table.places[1], equals: [6.96, 50.94])
  }

  @Test func `hold in all columns: points group thousands in a column of numbers`() throws {
    let text = "lat;lon;a;b;c\n52,5;13,4;1.234;3,5;7\n52,5;13,4;1.234,5;1,2,3;\"0,5\"\n"
    for options in [ReadingOptions(), ReadingOptions(columns: ["a", "b", "c"])] {
      let table = try read(text, options)
      let isColumn = !options.columns.isEmpty
      expect(table.property("a", ofPoint: 0), equals: isColumn ? .number(1234) : .string("1.234"))
      expect(table.property("b", ofPoint: 0), equals: .number(3.5))
      expect(table.property("c", ofPoint: 0), equals: .number(7))
      expect(table.property("a", ofPoint: 1), equals: isColumn ? .number(1234.5) : .string("1.234,5"))
      expect(table.property("b", ofPoint: 1), equals: .string("1,2,3"))
      expect(table.property("c", ofPoint: 1), equals: .number(0.5))
    }
  }

  @Test(arguments: [
    // Other separators, both forms, thousands beside points.
    "lon,lat\n\"13,4\",\"52,5\"\n", "lon|lat\n13,4|52,5\n", "lon;lat\n13,4;52.5\n",
  ])
  func `are not taken where something else could be meant, and the option is named`(text: String) {
    #expect(
      fault(text).hasSuffix(
        "\"13,4\" has a decimal comma; set --decimal comma, or write numbers with a decimal point"))
  }

  @Test func `are read with any separator where the option is set`() throws {
    try expect(read("lon,lat\n\"13,4\",\"52,5\"\n", Self.commas).places, equals: [[13.4, 52.5]])
    try expect(read("lon|lat\n13,4|52,5\n", Self.commas).places, equals: [[13.4, 52.5]])
    try expect(read("lon;lat\n13;52\n", Self.commas).places, equals: [[13, 52]])
    try expect(read("[[\"13,4\",\"52,5\"]]", Self.commas).places, equals: [[13.4, 52.5]])
    try expect(read(#"[{"lon":"13,4","lat":52.5}]"#, Self.commas).places, equals: [[13.4, 52.5]])
  }

  @Test func `refuse coordinates with points, row by row`() throws {
    let table = try read("lon;lat\n13,4;52,5\n13.5;52,6\n13,6;52,7\n", Self.commas)
    expect(table.places, equals: [[13.4, 52.5], [13.6, 52.7]])
    expect(
      table.skipped.text.spelled(SettingSpelling(.options)),
      equals:
        "1 of 3 records skipped, in line 3: \"13.5\" has a decimal point among decimal commas; write a comma, or set --decimal point"
    )
    let points = ReadingOptions.with(.point)
    #expect(fault("lon;lat\n13,4;52,5\n", points).contains("set --decimal comma"))
  }

  @Test func `give the same from streams, for a sink and on any number of threads`() throws {
    let rows = (0..<20_000).map { "\($0);\($0 % 80),\($0 % 7)5;\($0 % 170),\($0 % 11)25;\($0 % 9),5" }
    let text = "id;lat;lon;w\r\n" + rows.joined(separator: "\r\n") + "\r\n"
    let options = ReadingOptions(columns: ["w"])
    let whole = Contents { () throws(FeatureError) in
      try FeatureTable.read(ByteArray(text), options: options)
    }
    expect(whole.lines.count, equals: 20_001)
    var several = options
    several.threads = 3
    let table = try InputReader.table(of: ByteArray(text), several, pieceSize: 5000)
    expect(Contents(.success(table)), equals: whole)
    expect(table.column("w")?[8], equals: .number(8.5))
    expect(Contents(.success(try readStream(Array(text.utf8), options, blockSize: 4096))), equals: whole)
    expect(Contents(.success(try readStream(Array(text.utf8), options, pieces: { 700 }))), equals: whole)
  }

  @Test func `are seen in rows below those without`() throws {
    let text = "lon;lat\n13;52\n;\n13;52\n13,5;52\n"
    try expect(read(text).places, equals: [[13, 52], [13, 52], [13.5, 52]])
  }
}

extension ReadingOptions {
  fileprivate static func with(_ decimal: DecimalMark) -> ReadingOptions {
    var options = ReadingOptions()
    options.decimal = decimal
    return options
  }
}

@Suite struct `Names of coordinates in other languages` {
  @Test(arguments: [
    ("Längengrad", "Breitengrad"), ("Länge", "Breite"), ("LAENGE", "BREITE"),
    ("geogr. Länge", "geogr. Breite"),
    ("longitud", "latitud"), ("Longitudine", "Latitudine"), ("lengtegraad", "breedtegraad"),
    ("经度", "纬度"), ("経度", "緯度"), ("долгота", "широта"), ("Долгота", "Широта"), ("경도", "위도"),
    ("długość geograficzna", "szerokość geograficzna"), ("zeměpisná délka", "zeměpisná šířka"),
    ("boylam", "enlem"), ("wgs84_经度", "wgs84_纬度"), ("La\u{308}ngengrad", "Breitengrad"),
  ])
  func `are found in CSV and in JSON`(longitude: String, latitude: String) throws {
    try expect(read("\(latitude),name,\(longitude)\n2,a,1\n").places, equals: [[1, 2]])
    try expect(read(#"[{"\#(latitude)":2,"\#(longitude)":1}]"#).places, equals: [[1, 2]])
    try expect(read(#"[{"ort":{"\#(latitude)":2,"\#(longitude)":1}}]"#).places, equals: [[1, 2]])
  }

  @Test func `come after plain names and, where they may be sizes, after geometries`() throws {
    try expect(read("Breite,Länge,lon,lat\n8,9,1,2\n").places, equals: [[1, 2]])
    try expect(read("Breite,Länge,geom\n8,9,POINT(1 2)\n").places, equals: [[1, 2]])
    try expect(read("Breite,Länge,Breitengrad,Längengrad\n8,9,2,1\n").places, equals: [[1, 2]])
    try expect(read("Breitengrad,lon\n2,1\n").places, equals: [[1, 2]])
    #expect(fault("Breite,name\n8,a\n").contains("no longitude column"))
  }
}
