import JSONDocument
import MapGeometry
import TestSupport
import Testing

@testable import MapFeatures

@Suite struct `Words for missing values` {
  /// A table of values at one place, one row each, read with its column.
  private func table(
    _ values: [String], isJSON: Bool = false, _ set: (inout ReadingOptions) -> Void = { _ in }
  ) throws -> FeatureTable {
    var options = ReadingOptions(columns: ["v"])
    set(&options)
    guard isJSON else { return try read("lon,lat,v\n" + values.map { "1,2,\($0)\n" }.joined(), options) }
    return try read(values.map { #"{"lon": 1, "lat": 2, "v": \#($0)}"# + "\n" }.joined(), options)
  }

  private func values(_ table: FeatureTable) -> [PropertyValue?] {
    (0..<table.points.count).map { table.property("v", ofPoint: $0) }
  }

  @Test(arguments: [
    "NA", "N/A", "n/a", "#N/A", "NaN", "nan", "NULL", "null", "None", "-", "–", ".", "?", " NA ",
  ])
  func `are null in a column of numbers`(word: String) throws {
    try expect(values(table(["1", word, "2.5"])), equals: [.number(1), .null, .number(2.5)])
    let json = try table(["1", "\"\(word)\"", "2.5", "\"3\""], isJSON: true)
    expect(values(json), equals: [.number(1), .null, .number(2.5), .string("3")])
  }

  @Test func `are texts in a column of texts`() throws {
    let countries = ["NA", "DE", "FR", "None", "AT", "NA"]
    try expect(values(table(countries)), equals: countries.map { .string($0) })
    try expect(values(table(["NA", "NA"])), equals: [.string("NA"), .string("NA")])
  }

  @Test func `are counted with the first of them`() throws {
    let table = try table(["1", "N/A", "2", "3", "-", "N/A"])
    expect(table.column("v")?.missing?.count, equals: 3)
    expect(
      table.hints.map { $0.spelled(SettingSpelling(.options)) },
      equals: [
        "3 values of v are missing, written as N/A"
      ])
    #expect(table.notes.isEmpty)
  }

  @Test func `leave one other text in a hundred in a column of numbers, and two in any case`() throws {
    func isNumeric(_ numbers: Int, _ others: Int) throws -> Bool {
      let rows = (0..<numbers).map { "\($0)" } + ["NA"] + (0..<others).map { "x\($0)" }
      return try values(table(rows))[numbers] == .null
    }
    #expect(try isNumeric(8, 2))
    #expect(try !isNumeric(7, 2))
    #expect(try !isNumeric(100, 3))
    #expect(try isNumeric(297, 3))
    #expect(try isNumeric(995, 10))
    #expect(try !isNumeric(900, 10))
  }

  @Test func `that are set are missing in texts, too`() throws {
    let words = try table(["NA", "DE", "-9999", "x"]) { $0.missing = MissingWords(word: "NA, -9999") }
    expect(values(words), equals: [.null, .string("DE"), .null, .string("x")])
    expect(words.properties(ofPoint: 0).last?.value, equals: .null)
    let numbers = try table(["1", "-9999", "NULL", "-9999.0"]) { $0.missing = MissingWords(word: "-9999") }
    expect(values(numbers), equals: [.number(1), .null, .string("NULL"), .null])
    let none = try table(["1", "NA", "2"]) { $0.missing = MissingWords(word: "none") }
    expect(values(none), equals: [.number(1), .string("NA"), .number(2)])
  }

  @Test func `are the same in streams and on several threads`() throws {
    let rows = (0..<5000).map { $0 % 97 == 3 ? "NA" : "\($0)" }
    let text = "lon,lat,v\n" + rows.map { "1,2,\($0)\n" }.joined()
    let expected = rows.map { Double($0).map(PropertyValue.number) ?? .null }
    for threads in [1, 4] {
      var options = ReadingOptions(columns: ["v"])
      options.threads = threads
      try expect(values(InputReader.table(of: ByteArray(text), options, pieceSize: 3000)), equals: expected)
    }
    try expect(
      values(readStream(Array(text.utf8), ReadingOptions(columns: ["v"]), blockSize: 4000)), equals: expected)
  }

  @Test func `name no place`() throws {
    let table = try read("lon,lat\n1,2\nNA,NA\n")
    expect(table.skipped.first?.reason, equals: .missing(.longitude))
  }
}

@Suite struct `Numbers as people write them` {
  @Test(arguments: [
    ("3,700,000", 3_700_000.0), ("1,234.5", 1234.5), ("$5", 5), ("$ 1,200", 1200), ("-$3.50", -3.5),
    ("€12", 12),
    ("12 €", 12), ("12%", 12), ("0.5 %", 0.5), ("1 234 567", 1_234_567), ("1\u{A0}234", 1234),
    ("1'234", 1234),
    ("\u{2212}7", -7), ("\u{2212}1,000", -1000),
  ])
  func `are numbers`(text: String, number: Double) {
    expect(WrittenNumber.number(in: text, .point), equals: number)
  }

  @Test(arguments: [
    ("3.700.000", 3_700_000.0), ("1.234,5", 1234.5), ("12,5 %", 12.5), ("1 234,5", 1234.5),
  ])
  func `have the decimal mark of their file`(text: String, number: Double) {
    expect(WrittenNumber.number(in: text, .comma), equals: number)
  }

  @Test(arguments: [
    "1,23", "12,34,567", "1,2345", "0,123,456x", "$", "%", "5%%", "", "-", "--5", "1,234 567", "007",
    "030 123", "+5",
    "12 Mio", "1.2.3",
  ])
  func `are texts where they mean something else`(text: String) {
    expect(WrittenNumber.number(in: text, .point), equals: nil)
  }

  @Test func `make a column of numbers, whose labels stay as they are written`() throws {
    let table = try read(
      "name,lat,lon,pop\nA,52.5,13.4,\"3,700,000\"\nB,48.85,2.35,\"2,100,000\"\nC,48.2,16.4,n/a\n",
      ReadingOptions(columns: ["pop"]))
    expect(
      (0..<3).map { table.property("pop", ofPoint: $0) },
      equals: [.number(3_700_000), .number(2_100_000), .null])
    expect((0..<3).map { table.writtenNumber("pop", ofPoint: $0) }, equals: ["3,700,000", "2,100,000", nil])
  }
}
