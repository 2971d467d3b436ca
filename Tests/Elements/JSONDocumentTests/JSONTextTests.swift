import JSONDocument
import TestSupport
import Testing

@Suite struct `JSON text` {
  @Test func `keeps every value and where it stands`() throws {
    let root = try JSONText(
      parsing: "{\"a\": [1, -2.5e3, true],\r\n  \"ü\": {\"c\": null}, \"s\": \"x\"}"
    ).root
    expect(root.position, equals: TextPosition(line: 1, column: 1))
    let list = try #require(root["a"]?.elements)
    expect(list.map(\.content), equals: [.number(1), .number(-2500), .bool(true)])
    expect(list.map(\.position.column), equals: [8, 11, 19])
    expect(root["ü"]?["c"]?.position, equals: TextPosition(line: 2, column: 14))
    expect(root["ü"]?["c"]?.isNull, equals: true)
    // Columns count characters, not bytes.
    expect(root.members?.last?.keyPosition, equals: TextPosition(line: 2, column: 21))
  }

  @Test(arguments: [
    ("0", 0.0), ("-0", -0.0), ("0.1", 0.1), ("123456789012345", 123_456_789_012_345), ("1e5", 1e5),
    ("1.7976931348623157e308", Double.greatestFiniteMagnitude), ("5e-324", .leastNonzeroMagnitude),
    ("1e-400", 0),
    ("9007199254740993", 9_007_199_254_740_992), ("0.30000000000000004", 0.300_000_000_000_000_04),
    ("0.000000000000000000001", 1e-21), ("123456789.123456789", 123_456_789.123456789), ("-1E+2", -100),
    ("2.2250738585072011e-308", Double(bitPattern: 0x000F_FFFF_FFFF_FFFF)),
  ])
  func `rounds numbers as the compiler does`(text: String, number: Double) throws {
    let read = try #require(JSONText(parsing: text).root.number)
    expect(read.bitPattern, equals: number.bitPattern)
  }

  @Test func `agrees with the C library on seeded decimals`() throws {
    var generator = Seeded(seed: 42)
    for _ in 0..<20_000 {
      let digits = Int(generator.next() % 18) + 1
      var text = String(generator.next() % 9 + 1)
      for _ in 1..<max(2, digits) { text += String(generator.next() % 10) }
      if generator.next() % 2 == 0 { text += "." + String(generator.next() % 100_000_000) }
      if generator.next() % 3 == 0 { text += "e" + String(Int(generator.next() % 60) - 30) }
      try expect(JSONText(parsing: text).root.number, equals: Double(text), "\(text)")
    }
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u20AC""#, "é€"), (#""\ud83d\ude00""#, "😀"),
    (#""\u0000""#, "\0"), ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"), (#""""#, ""),
  ])
  func `resolves escapes`(text: String, string: String) throws {
    try expect(JSONText(parsing: text).root.string, equals: string)
  }

  @Test func `takes a byte order mark, all four kinds of white space, and scalars alone`() throws {
    try expect(JSONText(parsing: [0xEF, 0xBB, 0xBF] + Array(" \t\r\n1 ".utf8)).root.number, equals: 1)
    try expect(JSONText(parsing: [0xEF, 0xBB, 0xBF] + Array("[1]".utf8)).root.position.column, equals: 1)
    #expect(try JSONText(parsing: "null").root.isNull)
  }

  @Test func `lets the last of repeated keys win and reports it`() throws {
    let text = try JSONText(parsing: #"[{"a": 1, "b": 2,\#n "a": {"x": 1, "x": 2}}]"#)
    expect(text.root.elements?[0].members?.map(\.key), equals: ["a", "b"])
    expect(text.root.elements?[0]["a"]?["x"]?.number, equals: 2)
    expect(text.repeatedKeys.map(\.path.pointer), equals: ["/0/a/x", "/0/a"])
    expect(text.repeatedKeys.last?.position, equals: TextPosition(line: 2, column: 2))
    expect(
      text.repeatedKeys.last?.diagnostic.text(file: "s.json"),
      equals:
        #"s.json:2:2: warning: [0].a: key "a" appears again in this object and the last value wins; remove one [repeated-key]"#
    )
  }

  @Test func `distinguishes canonically equivalent keys`() throws {
    let text = try JSONText(parsing: "{\"\u{E9}\": 1, \"e\u{301}\": 2}")
    #expect(text.repeatedKeys.isEmpty)
    expect(text.root.members?.count, equals: 2)
  }

  @Test func `finds repeated keys in large objects in little time`() throws {
    let keys = (0..<20_000).map { "\"k\($0 % 19_000)\":\($0)" }.joined(separator: ",")
    let text = try JSONText(parsing: "{\(keys)}")
    expect(text.repeatedKeys.count, equals: 1000)
    expect(text.root.members?.count, equals: 19_000)
    expect(text.root["k5"]?.number, equals: 19_005)
  }

  @Test func `counts depth instead of recursing`() throws {
    let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    _ = try JSONText(parsing: deep)
    let error = #expect(throws: JSONError.self) { try JSONText(parsing: "[\(deep)]") }
    expect(error?.position, equals: TextPosition(line: 1, column: 65))
    expect(error?.message, equals: "more than 64 arrays and objects inside each other; flatten the document")
    let bomb = [UInt8](repeating: 0x5B, count: 1_000_000)
    let bombError = #expect(throws: JSONError.self) { try JSONText(parsing: bomb, depthLimit: .max) }
    expect(bombError?.message.hasPrefix("more than 512 arrays and objects inside each other"), equals: true)
    #expect(throws: JSONError.self) { try JSONText(parsing: "[]", depthLimit: 0) }
    try expect(JSONText(parsing: "1", depthLimit: -5).root.number, equals: 1)
  }
}
