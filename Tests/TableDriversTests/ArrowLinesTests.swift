import CDrivers
import MapFeatures
import Testing

@testable import TableDrivers

@Suite struct `Arrow batches` {
  private typealias Column = ArrowFixture.Column

  private static func bytes<Number>(_ numbers: [Number]) -> [UInt8] { ArrowFixture.bytes(numbers) }

  /// A format, its buffers, and what three rows become, of which the second is null.
  private static let forms: [(format: String, buffers: [[UInt8]?], values: [String])] = [
    ("b", [[0b101], [0b001]], ["true", "null", "false"]),
    ("c", [[0b101], bytes([Int8(-5), 0, 7])], ["-5", "null", "7"]),
    ("C", [[0b101], [250, 0, 7]], ["250", "null", "7"]),
    ("s", [[0b101], bytes([Int16(-300), 0, 7])], ["-300", "null", "7"]),
    ("S", [[0b101], bytes([UInt16(65535), 0, 7])], ["65535", "null", "7"]),
    ("i", [[0b101], bytes([Int32.min, 0, 7])], ["-2147483648", "null", "7"]),
    ("I", [[0b101], bytes([UInt32.max, 0, 7])], ["4294967295", "null", "7"]),
    ("l", [[0b101], bytes([Int64.min, 0, 7])], ["-9223372036854775808", "null", "7"]),
    ("L", [[0b101], bytes([UInt64.max, 0, 7])], ["18446744073709551615", "null", "7"]),
    ("e", [[0b101], bytes([UInt16(0xC100), 0, 0x3C00])], ["-2.5", "null", "1"]),
    ("f", [[0b101], bytes([Float(0.25), 0, .infinity])], ["0.25", "null", "null"]),
    ("g", [[0b101], bytes([13.4, 0, Double.nan])], ["13.4", "null", "null"]),
    ("d:9,2", [[0b101], bytes([Int128(-12305), 0, 4])], ["-123.05", "null", "0.04"]),
    ("d:18,1,64", [[0b101], bytes([Int64(120), 0, -5])], ["12", "null", "-0.5"]),
    (
      "d:38,0", [[0b101], bytes([Int128(1) << 100, 0, 3])], ["1267650600228229401496703205376", "null", "3"]
    ),
    ("u", [[0b101], bytes([Int32(0), 3, 3, 6]), Array("a\"bé,".utf8)], [#""a\"b""#, "null", #""é,""#]),
    ("U", [[0b101], bytes([Int64(0), 1, 1, 2]), Array("xy".utf8)], [#""x""#, "null", #""y""#]),
    ("tdD", [[0b101], bytes([Int32(-1), 0, 20000])], [#""1969-12-31""#, "null", #""2024-10-04""#]),
    (
      "tdm", [[0b101], bytes([Int64(0), 0, 1500])],
      [#""1970-01-01T00:00:00""#, "null", #""1970-01-01T00:00:01.5""#]
    ),
    (
      "tsu:", [[0b101], bytes([Int64(-1), 0, 0])],
      [#""1969-12-31T23:59:59.999999""#, "null", #""1970-01-01T00:00:00""#]
    ),
    (
      "tss:Europe/Berlin", [[0b101], bytes([Int64(951_782_400), 0, 1])],
      [#""2000-02-29T00:00:00Z""#, "null", #""1970-01-01T00:00:01Z""#]
    ),
    ("ttm", [[0b101], bytes([Int32(86_399_000), 0, 5])], [#""23:59:59""#, "null", #""00:00:00.005""#]),
  ]

  @Test(arguments: forms.indices) func `hold values of every form`(index: Int) throws {
    let (format, buffers, values) = Self.forms[index]
    let fixture = ArrowFixture([[Column(format: format, buffers: buffers)]], rows: 3)
    #expect(try fixture.lines() == values.map { "{\"a\":\($0)}\n" }.joined())
  }

  @Test func `are asked for no more when nobody waits for them`() throws {
    let batch = [Column(format: "i", buffers: [nil, Self.bytes([Int32(1)])])]
    var asked = 0
    #expect(throws: ResourceError.cancelled) {
      try ArrowFixture([batch, batch, batch], rows: 1).lines {
        asked += 1
        return asked == 2
      }
    }
    #expect(asked == 2)
  }

  @Test func `begin behind the offsets of the batch and of the column`() throws {
    let numbers = Self.bytes([Int32(1), 2, 3, 4, 5])
    let column = Column(format: "i", buffers: [[0b11011], numbers], offset: 1)
    // Row 0 is the third number, which is null.
    #expect(try ArrowFixture([[column]], rows: 2, offset: 1).lines() == "{\"a\":null}\n{\"a\":4}\n")
  }

  @Test func `hold texts that are listed once, and short and long ones as views`() throws {
    let list = Column(
      format: "u", buffers: [nil, Self.bytes([Int32(0), 3, 7]), Array("barcafe".utf8)], length: 2)
    let listed = Column(format: "c", buffers: [nil, [1, 0, 9]], dictionary: [list])
    #expect(
      try ArrowFixture([[listed]], rows: 3).lines() == "{\"a\":\"cafe\"}\n{\"a\":\"bar\"}\n{\"a\":null}\n")
    let long = "a text of more than twelve bytes"
    let short = Self.bytes([Int32(2)]) + Array("hi".utf8) + [UInt8](repeating: 0, count: 10)
    let view = Self.bytes([Int32(long.utf8.count)]) + Array("a te".utf8) + Self.bytes([Int32(0), 3])
    let viewed = Column(
      format: "vu", buffers: [nil, short + view, Array("...\(long)".utf8), Self.bytes([Int64(40)])])
    #expect(try ArrowFixture([[viewed]], rows: 2).lines() == "{\"a\":\"hi\"}\n{\"a\":\"\(long)\"}\n")
  }

  @Test func `follow one another, and a failure behind them is reported`() throws {
    let one = Column(format: "i", buffers: [nil, Self.bytes([Int32(1)])])
    let two = Column(format: "i", buffers: [nil, Self.bytes([Int32(2)])])
    #expect(try ArrowFixture([[one], [two]], rows: 1).lines() == "{\"a\":1}\n{\"a\":2}\n")
    let cut = ArrowFixture([[one]], rows: 1, failure: "[x] ERROR:  connection lost\nLINE 1: SELECT\n")
    let error = try #require(throws: ResourceError.self) { try cut.lines() }
    #expect(error.reason == "the database refuses: ERROR:  connection lost")
    let short = Column(format: "i", buffers: [nil, Self.bytes([Int32(2)])], length: 1)
    let wrong = ArrowFixture([[short]], rows: 2)
    let other = try #require(throws: ResourceError.self) { try wrong.lines() }
    #expect(other.reason == "the rows cannot be read: its column a differs from its schema")
  }

  @Test func `hold digits as text where a database has numbers of any length`() throws {
    let digits = ["-12.50", "NaN", "1234567890123456789012"]
    let ends = digits.reduce(into: [Int32(0)]) { $0.append($0[$0.count - 1] + Int32($1.utf8.count)) }
    var column = Column(format: "u", buffers: [nil, Self.bytes(ends), digits.flatMap { Array($0.utf8) }])
    column.metadata = [
      ("ARROW:extension:name", "arrow.opaque"), ("ARROW:extension:metadata", #"{"type_name": "numeric"}"#),
    ]
    let fixture = ArrowFixture([[column]], rows: 3)
    #expect(try fixture.columns().first?.isNumber == true)
    #expect(try fixture.lines() == "{\"a\":-12.50}\n{\"a\":null}\n{\"a\":1234567890123456789012}\n")
  }

  @Test func `hold geometries, which become features`() throws {
    let point: [UInt8] = [1, 1, 0, 0, 0] + Self.bytes([2.5, -40.25])
    var places = Column(
      name: "geom", format: "z", buffers: [[0b01], Self.bytes([Int32(0), 21, 21]), point])
    places.metadata = [("ARROW:extension:name", "geoarrow.wkb")]
    let names = Column(
      name: "Id", format: "u", buffers: [nil, Self.bytes([Int32(0), 1, 2]), Array("ab".utf8)])
    let fixture = ArrowFixture([[names, places]], rows: 2)
    #expect(try fixture.columns().map(\.isGeometry) == [false, true])
    #expect(
      try fixture.lines(geometry: 1) == """
        {"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[2.5,-40.25]},"properties":{"Id":"a"}}
        {"type":"Feature","id":"b","geometry":null,"properties":{"Id":"b"}}

        """)
  }
}

@Suite struct `Days and times` {
  // The oracle is the Gregorian rule itself, counted day by day.
  @Test func `are those of the calendar`() {
    var (year, month, day) = (1599, 12, 28)
    let first = -135_144  // days before 1970-01-01, by another calendar
    for number in first..<(first + 160_000) {
      func padded(_ value: Int, _ count: Int) -> String {
        String(repeating: "0", count: max(0, count - "\(value)".count)) + "\(value)"
      }
      guard CalendarText.day(Int64(number)) == "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
      else {
        Issue.record("\(number) is \(CalendarText.day(Int64(number))), not \(year)-\(month)-\(day)")
        return
      }
      let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
      let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      day += 1
      if day > days[month - 1] { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
  }
}
