import CDrivers
import MapFeatures
import TestSupport
import Testing

@testable import TableDrivers

@Suite struct `Arrow batches` {
  private typealias Column = ArrowFixture.Column

  private static func bytes<Number>(_ numbers: [Number]) -> [UInt8] { ArrowFixture.bytes(numbers) }

  /// A format, its buffers, and what three rows become, of which the second is null.
  private static let forms: [(format: String, buffers: [[UInt8]?], values: [PropertyValue])] = [
    ("b", [[0b101], [0b001]], [.bool(true), .null, .bool(false)]),
    ("c", [[0b101], bytes([Int8(-5), 0, 7])], [.number(-5), .null, .number(7)]),
    ("C", [[0b101], [250, 0, 7]], [.number(250), .null, .number(7)]),
    ("s", [[0b101], bytes([Int16(-300), 0, 7])], [.number(-300), .null, .number(7)]),
    ("S", [[0b101], bytes([UInt16(65535), 0, 7])], [.number(65535), .null, .number(7)]),
    ("i", [[0b101], bytes([Int32.min, 0, 7])], [.number(-2147483648), .null, .number(7)]),
    ("I", [[0b101], bytes([UInt32.max, 0, 7])], [.number(4294967295), .null, .number(7)]),
    ("l", [[0b101], bytes([Int64.min, 0, 7])], [.wholeNumber("-9223372036854775808"), .null, .number(7)]),
    ("L", [[0b101], bytes([UInt64.max, 0, 7])], [.wholeNumber("18446744073709551615"), .null, .number(7)]),
    ("e", [[0b101], bytes([UInt16(0xC100), 0, 0x3C00])], [.number(-2.5), .null, .number(1)]),
    ("f", [[0b101], bytes([Float(0.25), 0, .infinity])], [.number(0.25), .null, .null]),
    ("g", [[0b101], bytes([13.4, 0, Double.nan])], [.number(13.4), .null, .null]),
    ("d:9,2", [[0b101], bytes([Int128(-12305), 0, 4])], [.number(-123.05), .null, .number(0.04)]),
    ("d:18,1,64", [[0b101], bytes([Int64(120), 0, -5])], [.number(12), .null, .number(-0.5)]),
    (
      "d:38,0", [[0b101], bytes([Int128(1) << 100, 0, 3])],
      [.wholeNumber("1267650600228229401496703205376"), .null, .number(3)]
    ),
    ("d:9,2,32", [[0b101], bytes([Int32(-12305), 0, 400])], [.number(-123.05), .null, .number(4)]),
    ("d:4,-2", [[0b101], bytes([Int128(-51), 0, 7])], [.number(-5100), .null, .number(700)]),
    ("d:3,40,128", [[0b101], bytes([Int128(125), 0, -1])], [.number(1.25e-38), .null, .number(-1e-40)]),
    // Four words each, the lowest first: -2.5 and 2^200 thousandths.
    (
      "d:76,3,256",
      [[0b101], bytes([UInt64(bitPattern: -2500), .max, .max, .max, 0, 0, 0, 0, 0, 0, 0, 256])],
      [.number(-2.5), .null, .number(0x1p200 / 1000)]
    ),
    (
      "u", [[0b101], bytes([Int32(0), 3, 3, 6]), Array("a\"bé,".utf8)],
      [.string(#"a"b"#), .null, .string(#"é,"#)]
    ),
    (
      "U", [[0b101], bytes([Int64(0), 1, 1, 2]), Array("xy".utf8)], [.string(#"x"#), .null, .string(#"y"#)]
    ),
    (
      "tdD", [[0b101], bytes([Int32(-1), 0, 20000])],
      [.string(#"1969-12-31"#), .null, .string(#"2024-10-04"#)]
    ),
    (
      "tdm", [[0b101], bytes([Int64(0), 0, 1500])],
      [.string(#"1970-01-01T00:00:00"#), .null, .string(#"1970-01-01T00:00:01.5"#)]
    ),
    (
      "tsu:", [[0b101], bytes([Int64(-1), 0, 0])],
      [.string(#"1969-12-31T23:59:59.999999"#), .null, .string(#"1970-01-01T00:00:00"#)]
    ),
    (
      "tss:Europe/Berlin", [[0b101], bytes([Int64(951_782_400), 0, 1])],
      [.string(#"2000-02-29T00:00:00Z"#), .null, .string(#"1970-01-01T00:00:01Z"#)]
    ),
    (
      "ttm", [[0b101], bytes([Int32(86_399_000), 0, 5])],
      [.string(#"23:59:59"#), .null, .string(#"00:00:00.005"#)]
    ),
  ]

  /// A structure of which the second row is null, in it a number and a structure with a text, all behind offsets of their own.
  private static func structure(texts: Int) -> Column {
    let text = Column(
      name: "kind", format: "u",
      buffers: [nil, bytes([Int32(0), 1, 2, 3, 4, 5, 6]), Array("-abcde".utf8)], offset: 1, length: texts)
    return Column(
      name: "pos", format: "+s", buffers: [[0b1010]], offset: 1,
      children: [
        Column(name: "lng", format: "g", buffers: [nil, bytes([0, 13.4, 2, -3.5])]),
        Column(name: "of", format: "+s", buffers: [nil], children: [text]),
      ])
  }

  @Test func `have members of structures under names with dots`() throws {
    let plain = Column(name: "id", format: "i", buffers: [nil, Self.bytes([Int32(7), 8, 9])])
    let fixture = ArrowFixture([[Self.structure(texts: 5), plain]], rows: 3)
    defer { withExtendedLifetime(fixture) {} }
    let table = try fixture.table()
    expect(table.columns.map(\.name), equals: ["id", "pos.lng", "pos.of.kind"])
    let rows = table.rows(areFeatures: false)
    var found: [[PropertyValue?]] = []
    while try rows.next() { found.append((0..<3).map { rows.value($0) }) }
    expect(
      found,
      equals: [
        [.number(7), .number(13.4), .string("b")], [.number(8), .null, .null],
        [.number(9), .number(-3.5), .string("d")],
      ])
    #expect(throws: (any Error).self) {
      try ArrowFixture([[Self.structure(texts: 3), plain]], rows: 3).table()
    }
  }

  @Test(arguments: forms.indices) func `hold values of every form`(index: Int) throws {
    let (format, buffers, values) = Self.forms[index]
    let fixture = ArrowFixture([[Column(format: format, buffers: buffers)]], rows: 3)
    try expect(fixture.values(), equals: values)
  }

  @Test func `are asked for no more when nobody waits for them`() throws {
    let batch = [Column(format: "i", buffers: [nil, Self.bytes([Int32(1)])])]
    var asked = 0
    #expect(throws: ResourceError.cancelled) {
      try ArrowFixture([batch, batch, batch], rows: 1).values {
        asked += 1
        return asked == 2
      }
    }
    expect(asked, equals: 2)
  }

  @Test func `begin behind the offsets of the batch and of the column`() throws {
    let numbers = Self.bytes([Int32(1), 2, 3, 4, 5])
    let column = Column(format: "i", buffers: [[0b11011], numbers], offset: 1)
    // Row 0 is the third number, which is null.
    try expect(ArrowFixture([[column]], rows: 2, offset: 1).values(), equals: [.null, .number(4)])
  }

  @Test func `hold texts that are listed once, and short and long ones as views`() throws {
    let list = Column(
      format: "u", buffers: [nil, Self.bytes([Int32(0), 3, 7]), Array("barcafe".utf8)], length: 2)
    let listed = Column(format: "c", buffers: [nil, [1, 0, 9]], dictionary: [list])
    try expect(ArrowFixture([[listed]], rows: 3).values(), equals: [.string("cafe"), .string("bar"), .null])
    let long = "a text of more than twelve bytes"
    let short = Self.bytes([Int32(2)]) + Array("hi".utf8) + [UInt8](repeating: 0, count: 10)
    let view = Self.bytes([Int32(long.utf8.count)]) + Array("a te".utf8) + Self.bytes([Int32(0), 3])
    let viewed = Column(
      format: "vu", buffers: [nil, short + view, Array("...\(long)".utf8), Self.bytes([Int64(40)])])
    try expect(ArrowFixture([[viewed]], rows: 2).values(), equals: [.string("hi"), .string(long)])
  }

  @Test func `hold numbers and days that are listed once as such`() throws {
    let numbers = Column(format: "g", buffers: [nil, Self.bytes([13.4, -0.5])], length: 2)
    let listed = Column(format: "C", buffers: [nil, [1, 0, 1]], dictionary: [numbers])
    let days = Column(format: "tdD", buffers: [nil, Self.bytes([Int32(0), 1])], length: 2)
    let listedDays = Column(format: "i", buffers: [nil, Self.bytes([Int32(1), 0, 7])], dictionary: [days])
    let fixture = ArrowFixture([[listed, listedDays]], rows: 3)
    try expect(fixture.columns().map(\.kind), equals: [.number, .text])
    let rows = try fixture.rows()
    var (found, dates): ([Double?], [PropertyValue?]) = ([], [])
    while try rows.next() {
      found.append(rows.number(0))
      dates.append(rows.value(1))
    }
    expect(found, equals: [-0.5, 13.4, -0.5])
    expect(dates, equals: [.string("1970-01-02"), .string("1970-01-01"), .null])
    // A list of texts without their letters is refused, not read.
    let cut = Column(format: "u", buffers: [nil, Self.bytes([Int32(0), 3])], length: 1)
    let wrong = ArrowFixture(
      [[Column(format: "c", buffers: [nil, [0]], dictionary: [cut])]], rows: 1)
    let error = try #require(throws: ResourceError.self) { try wrong.values() }
    expect(error.reason, equals: "the rows cannot be read: its column a differs from its schema")
  }

  @Test func `follow one another, and a failure behind them is reported`() throws {
    let one = Column(format: "i", buffers: [nil, Self.bytes([Int32(1)])])
    let two = Column(format: "i", buffers: [nil, Self.bytes([Int32(2)])])
    try expect(ArrowFixture([[one], [two]], rows: 1).values(), equals: [.number(1), .number(2)])
    let cut = ArrowFixture([[one]], rows: 1, failure: "[x] ERROR:  connection lost\nLINE 1: SELECT\n")
    let error = try #require(throws: ResourceError.self) { try cut.values() }
    expect(error.description, equals: "the database refuses: ERROR:  connection lost")
    let short = Column(format: "i", buffers: [nil, Self.bytes([Int32(2)])], length: 1)
    let wrong = ArrowFixture([[short]], rows: 2)
    let other = try #require(throws: ResourceError.self) { try wrong.values() }
    expect(other.description, equals: "the rows cannot be read: its column a differs from its schema")
  }

  @Test func `hold digits as text where a database has numbers of any length`() throws {
    let digits = ["-12.50", "NaN", "1234567890123456789012"]
    let ends = digits.reduce(into: [Int32(0)]) { $0.append($0[$0.count - 1] + Int32($1.utf8.count)) }
    var column = Column(format: "u", buffers: [nil, Self.bytes(ends), digits.flatMap { Array($0.utf8) }])
    column.metadata = [
      ("ARROW:extension:name", "arrow.opaque"), ("ARROW:extension:metadata", #"{"type_name": "numeric"}"#),
    ]
    let fixture = ArrowFixture([[column]], rows: 3)
    try expect(fixture.columns().first?.isNumber, equals: true)
    try expect(fixture.values(), equals: [.number(-12.5), .null, .wholeNumber("1234567890123456789012")])
  }

  @Test func `hold geometries, which become features`() throws {
    let point: [UInt8] = [1, 1, 0, 0, 0] + Self.bytes([2.5, -40.25])
    var places = Column(
      name: "geom", format: "z", buffers: [[0b01], Self.bytes([Int32(0), 21, 21]), point])
    places.metadata = [("ARROW:extension:name", "geoarrow.wkb")]
    let names = Column(
      name: "Id", format: "u", buffers: [nil, Self.bytes([Int32(0), 1, 2]), Array("ab".utf8)])
    let fixture = ArrowFixture([[names, places]], rows: 2)
    try expect(fixture.columns().map(\.isGeometry), equals: [false, true])
    let table = try FeatureTable.read(fixture.rows(geometry: 1), areFeatures: true)
    expect(table.points.longitudes, equals: [2.5])
    expect(table.points.latitudes, equals: [-40.25])
    #expect((table.skipped.count, table.skipped.first?.reason) == (1, .nullGeometry))
    #expect((table.identifier(ofPoint: 0), table.property("Id", ofPoint: 0)) == (.string("a"), .string("a")))
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
