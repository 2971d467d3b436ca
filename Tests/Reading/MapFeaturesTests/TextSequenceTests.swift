import MapFeatures
import TestSupport
import Testing

@Suite struct `Newline-delimited GeoJSON` {
  private static func point(_ x: Int) -> String {
    "{\"type\":\"Feature\",\"properties\":{\"x\":\(x)},\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(x),0]}}"
  }

  @Test(arguments: [
    "\(point(1))\n\(point(2))\n\(point(3))\n", "\(point(1))\r\n\r\n\(point(2))\r\n   \n\(point(3))",
    "\u{1E}\(point(1))\n\u{1E}\(point(2))\n\u{1E}\(point(3))\n",
    "\u{1E}\(point(1))\u{1E}\u{1E}\n\(point(2))\n\u{1E}{\n\"type\":\"Point\",\n\"coordinates\":[3,0]}\n",
    "\(point(1))\n{\"type\":\"FeatureCollection\",\"features\":[\(point(2)),\(point(3))]}\n",
    "{\"type\":\"Point\",\"coordinates\":[1,0]}\n{\"type\":\"Point\",\"coordinates\":[2,0]}\n{\"type\":\"Point\",\"coordinates\":[3,0]}",
    "{\"type\":\"FeatureCollection\",\"features\":[\(point(1)),\(point(2))]}\n\(point(3))\n",
  ])
  func `gives a record for each object`(text: String) throws {
    let table = try read(text)
    expect(table.format, equals: .ndjson)
    #expect((table.points.longitudes, table.recordCount) == ([1, 2, 3], 3))
    expect((0..<3).map { table.recordNumber(ofPoint: $0) }, equals: [1, 2, 3])
    let x = table.property("x", ofPoint: 1)
    #expect(x == .number(2) || table.properties(ofPoint: 1).isEmpty)
    let stream = try readStream(Array(text.utf8), blockSize: 64, pieces: { 10 })
    #expect((stream.points.longitudes, stream.format) == ([1, 2, 3], .ndjson))
  }

  @Test func `of a single line is one document unless the format is set`() throws {
    try expect(read(Self.point(1)).format, equals: .geojson)
    try expect(read(Self.point(1), ReadingOptions(format: .ndjson)).format, equals: .ndjson)
    let message = fault("\(Self.point(1))\n\(Self.point(2))\n", ReadingOptions(format: .geojson))
    expect(message, equals: "2:1: something follows the end of the JSON document; remove it")
  }

  private static let brokenLines = [
    ("{\"type\":\"Fea", 13, "the JSON text ends in the middle; is the file complete?"),
    ("{\"type\":\"Feature\",\"geometry\":", 30, "the JSON text ends in the middle; is the file complete?"),
    ("{\"type\":\"Feature\",}", 19, "expected a name in quotes, found '}'; correct the JSON here"),
    ("abc", 1, "expected a value, found 'a'; correct the JSON here"),
  ]

  private func stream(_ text: String) -> Contents {
    Contents { () throws(FeatureError) in
      try readStream(Array(text.utf8), ReadingOptions(format: .ndjson), blockSize: 16, pieces: { 7 })
    }
  }

  @Test(arguments: brokenLines)
  func `skips and counts a broken line`(line: String, column: Int, message: String) throws {
    let text = "\(Self.point(1))\n\(line)\n\(Self.point(4))\n"
    let table = try read(text, ReadingOptions(format: .ndjson))
    expect(table.skipped.description, equals: "1 of 3 records skipped, in line 2: \(message)")
    #expect((table.points.longitudes, table.recordNumber(ofPoint: 1)) == ([1, 4], 3))
    expect(table.property("x", ofPoint: 1), equals: .number(4))
    let parts = try readStream(
      Array(text.utf8), ReadingOptions(format: .ndjson), blockSize: 16, pieces: { 7 })
    #expect((parts.skipped, parts.points.longitudes) == (table.skipped, [1, 4]))
  }

  @Test(arguments: brokenLines, ["", "\n", "\n\r\n"])
  func `that ends in a broken line was cut`(
    broken: (line: String, column: Int, message: String), end: String
  ) {
    let text = "\(Self.point(1))\n\(Self.point(4))\n\(broken.line)\(end)"
    let message = "3:\(broken.column): \(broken.message)"
    expect(fault(text, ReadingOptions(format: .ndjson)), equals: message)
    expect(stream(text).lines, equals: [message.replacing(": ", with: " ", maxReplacements: 1)])
  }

  @Test(arguments: brokenLines)
  func `that begins with a broken line is something else`(line: String, column: Int, message: String) {
    let text = "\n\(line)\n\(Self.point(1))\n\(Self.point(4))\n"
    expect(fault(text, ReadingOptions(format: .ndjson)), equals: "2:\(column): \(message)")
    expect(stream(text).lines, equals: ["2:\(column) \(message)"])
  }

  @Test func `has one object in a line`() {
    let message = "2:89: something follows the end of the JSON document; remove it"
    let text = "\(Self.point(1))\n\(Self.point(2)) \(Self.point(3))\n\(Self.point(4))\n"
    expect(fault(text, ReadingOptions(format: .ndjson)), equals: message)
    expect(stream(text).lines, equals: [message.replacing(": ", with: " ", maxReplacements: 1)])
  }

  @Test func `of many lines is read on several threads, broken ones or not`() throws {
    var text = ""
    for number in 0..<40_000 {
      text += number % 1000 == 500 ? "{\"type\": oops}\n" : "\(Self.point(number % 180))\n"
    }
    let one = try read(text, ReadingOptions(format: .ndjson))
    let several = try read(text, ReadingOptions(format: .ndjson, threads: 4))
    #expect((one.skipped.count, one.skipped.first?.line) == (40, 501))
    #expect((several.skipped, several.points.longitudes) == (one.skipped, one.points.longitudes))
  }

  @Test func `skips what cannot be placed`() throws {
    let table = try read(
      "\(Self.point(1))\n7\n{\"type\":\"Feature\",\"geometry\":null}\n{\"type\":\"x\"}\n\(Self.point(2))\n",
      ReadingOptions(format: .ndjson))
    expect(
      table.skipped.description,
      equals: "3 of 5 records skipped, the first in line 2: an object without type is no feature")
    expect(table.recordNumber(ofPoint: 1), equals: 5)
  }
}
