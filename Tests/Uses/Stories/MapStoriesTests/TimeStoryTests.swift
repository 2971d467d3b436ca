import Foundation
import JSONDocument
import MapGeometry
import MapStories
import TestSupport
import Testing

@testable import MapFeatures

@Suite struct `A time` {
  /// The days that Foundation counts, which shares no code with ours.
  private func days(_ year: Int, _ month: Int, _ day: Int) throws -> Int {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    let date = try #require(calendar.date(from: DateComponents(year: year, month: month, day: day)))
    return Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
  }

  @Test(arguments: [
    ("2021-03-05", 2021, 3, 5), ("20210305", 2021, 3, 5), ("2021-03", 2021, 3, 1), ("1999", 1999, 1, 1),
    ("2020-02-29T23:59:59Z", 2020, 2, 29), ("2021-03-05 14:30", 2021, 3, 5),
    ("1969-12-31T00:00", 1969, 12, 31),
    ("2021-03-05T01:30+02:00", 2021, 3, 4), ("2021-03-05T23:30-0100", 2021, 3, 6),
    ("2021-12-31T23:59:60.5Z", 2021, 12, 31), ("2021-12-31T24:00Z", 2022, 1, 1), ("1600-02-29", 1600, 2, 29),
    ("2021-03-05t14z", 2021, 3, 5),
  ])
  func `is read in the forms of ISO 8601, at UTC`(text: String, year: Int, month: Int, day: Int) throws {
    let time = try #require(TimeText(text)?.dayFirst)
    expect(Int((Double(time) / 86_400).rounded(.down)), equals: try days(year, month, day))
    expect(TimeText(text)?.monthFirst, equals: time)
  }

  @Test(arguments: [
    "", "soon", "21-03-05", "2021-13", "2021-02-29", "1900-02-29", "2021-04-31", "2021-03-05T", "2021T10:00",
    "2021-03-05T25:00", "2021-03-05T10:61", "2021-03-05X10:00", "2021-03-05T10:00:00.",
    "2021-03-05T10:00+25:00",
    "2021-03-05T10:00Zx", "2021-03-0５", "31/31/2021", "29.02.2021", "13/13/2021", "5 Mai 2021", "Ma 5, 2021",
    "12", "123", "12345", "123456789", "16149546001", "20211301", "3/5/2021 2:30 XM", "3/5/2021 13:30 PM",
    "3/5.2021",
  ])
  func `is nothing else`(text: String) {
    expect(TimeText(text), equals: nil)
  }

  /// Seconds since 1970 that Foundation counts.
  private func seconds(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) throws
    -> Int
  {
    try days(year, month, day) * 86_400 + hour * 3600 + minute * 60
  }

  @Test(arguments: [
    "5 March 2021", "05-Mar-2021", "5. Mar 2021", "March 5, 2021", "Mar 5 2021", "Mar. 5, 2021", "2021/3/5",
    "2021.03.05",
    "2021-3-5", "Friday, 5 March 2021", "Fri Mar 5 2021", "Fri, 05 Mar 2021", "2021 Mar 5", "20210305",
    " 2021-03-05 ",
  ])
  func `is read with slashes, dots and the names of months`(text: String) throws {
    expect(TimeText(text)?.monthFirst, equals: try seconds(2021, 3, 5))
  }

  @Test(arguments: [
    ("3/5/2021 2:30 PM", 14, 30), ("3/5/2021 12:05 am", 0, 5), ("3/5/2021, 14:30:59", 14, 30),
    ("3/5/2021 16:30 +02:00", 14, 30), ("Fri, 05 Mar 2021 14:30:00 GMT", 14, 30),
    ("March 5, 2021 15:30:00 GMT+0100", 14, 30), ("20210305T143000Z", 14, 30),
    ("2021-03-05 14:30 UTC", 14, 30),
  ])
  func `may have a time of day`(text: String, hour: Int, minute: Int) throws {
    let read = try #require(TimeText(text)?.monthFirst)
    expect(read - read % 60, equals: try seconds(2021, 3, 5, hour, minute))
  }

  @Test func `has both readings where day and month are numbers`() throws {
    for mark in ["/", ".", "-"] {
      let time = TimeText("3\(mark)5\(mark)2021")
      expect(time?.dayFirst, equals: try seconds(2021, 5, 3))
      expect(time?.monthFirst, equals: try seconds(2021, 3, 5))
      expect(TimeText("13\(mark)5\(mark)2021")?.monthFirst, equals: nil)
      expect(TimeText("5\(mark)13\(mark)2021")?.dayFirst, equals: nil)
    }
    expect(TimeText("03/2021")?.dayFirst, equals: try seconds(2021, 3, 1))
  }

  @Test func `is a year, a day, seconds or milliseconds by the digits of a number`() throws {
    for value in [PropertyValue.number(2021), .string("2021"), .number(20_210_101), .string("20210101")] {
      expect(TimeText(value, nil)?.dayFirst, equals: try seconds(2021, 1, 1))
    }
    // 2021-03-05 14:30:00 at UTC, as Python's datetime counts it.
    for value in [
      PropertyValue.number(1_614_954_600), .string("1614954600"), .number(1_614_954_600_123),
      .string("1614954600123"),
      .number(1_614_954_600.75), .string("1614954600.75"),
    ] {
      expect(TimeText(value, nil)?.dayFirst, equals: try seconds(2021, 3, 5, 14, 30))
    }
    for value in [
      PropertyValue.number(5), .number(0.5), .number(-2021), .number(2021.5), .number(1e300), .bool(true),
    ] {
      expect(TimeText(value, nil), equals: nil)
    }
  }

  @Test(arguments: [
    ("%d/%m/%Y", "05/03/2021", 0, 0), ("%m/%d/%y", "3/5/21", 0, 0), ("%Y%m%d%H%M", "202103051430", 14, 30),
    ("%d.%m.%Y %H:%M:%S", "05.03.2021 14:30:12", 14, 30),
    ("%B %e, %Y at %I:%M %p", "March 5, 2021 at 2:30 pm", 14, 30),
    ("%a %b %d %H:%M:%S %Y", "Fri Mar 05 14:30:00 2021", 14, 30), ("%Y-%j", "2021-064", 0, 0),
    ("%s", "1614954600", 14, 30),
    ("%d/%b/%Y:%H:%M:%S %z", "05/Mar/2021:16:30:00 +0200", 14, 30), ("100%% %d%m%Y", "100% 05032021", 0, 0),
    ("%d/%m/%Y", "05/03/2021 14:30", 14, 30), ("%Y-%m-%dT%H:%M:%S.%f%z", "2021-03-05T14:30:00.123Z", 14, 30),
  ])
  func `is read in a form that is set`(form: String, text: String, hour: Int, minute: Int) throws {
    let format = try #require(TimeFormat(form))
    let read = try #require(TimeText(text, format)?.dayFirst)
    expect(read - read % 60, equals: try seconds(2021, 3, 5, hour, minute))
  }

  @Test(arguments: ["", "%d/%m", "%Q %Y", "%Y %", "dd/mm/yyyy"])
  func `has no form without a year, or of unknown directives`(form: String) {
    expect(TimeFormat(form), equals: nil)
  }

  @Test func `agrees with the calendar on seeded days`() throws {
    var random = Seeded(seed: 12)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    for _ in 0..<500 {
      let number = random.below(200_000) - 100_000
      let parts = calendar.dateComponents(
        [.year, .month, .day], from: Date(timeIntervalSince1970: Double(number) * 86_400))
      let date = TimeText.date(number)
      #expect((date.year, date.month, date.day) == (parts.year, parts.month, parts.day))
      expect(TimeText.days(date.year, date.month, date.day), equals: number)
    }
  }
}

@Suite struct `A story in time` {
  private func table(_ csv: String, name: String = "trips") throws -> TimeStory.Table {
    TimeStory.Table(
      name: name, path: "\(name).csv",
      features: try FeatureTable.read(ByteArray(csv), options: ReadingOptions(columns: ["when"])))
  }

  /// The steps in short: `+0,2` adds rows, `-1` removes them, a snapshot is its name.
  private func steps(_ story: TimeStory, _ tables: [TimeStory.Table]) throws -> [String] {
    try story.scenario(of: tables).scenario.steps.flatMap { step -> [String] in
      func words(_ sign: String, _ batches: [ScenarioStep.Batch]) -> [String] {
        batches.map { batch in
          guard case .rows(let rows) = batch.points else { return "?" }
          return sign + (batch.group ?? "") + rows.map(String.init).joined(separator: ",")
        }
      }
      switch step.action {
      case .add(let batches): return words("+", batches)
      case .remove(let batches): return words("-", batches)
      case .snapshot(let name): return [name]
      default: return ["?"]
      }
    }
  }

  private static let csv =
    "id,lon,lat,when\na,0,0,2020-05-01\nb,1,1,2018-01-31T23:00-02:00\nc,2,2,\nd,3,3,2018\n"

  @Test func `has a snapshot for every period, empty ones too`() throws {
    let story = TimeStory(column: "when", period: .year)
    let trips = try table(Self.csv)
    try expect(steps(story, [trips]), equals: ["+trips1,3", "2018", "-trips1,3", "2019", "+trips0", "2020"])
    let unread = try story.scenario(of: [trips]).unread
    #expect((unread.count, unread.first?.table, unread.first?.count) == (1, "trips", 1))
    expect(unread.first?.first, equals: "record 3, in line 4")
  }

  @Test func `keeps points where it is cumulative`() throws {
    let story = TimeStory(column: "when", period: .year, isCumulative: true)
    try expect(steps(story, [try table(Self.csv)]), equals: ["+trips1,3", "2018", "2019", "+trips0", "2020"])
  }

  @Test func `counts months, days and numbers`() throws {
    let trips = try table("id,lon,lat,when\na,0,0,2020-01-31\nb,1,1,2019-12-01\n")
    try expect(
      steps(TimeStory(column: "when", period: .month), [trips]),
      equals: ["+trips1", "2019-12", "-trips1", "+trips0", "2020-01"])
    let days = try table("id,lon,lat,when\na,0,0,2020-02-28\nb,1,1,2020-03-01\n")
    try expect(
      steps(TimeStory(column: "when", period: .day, isCumulative: true), [days]),
      equals: ["+trips0", "2020-02-28", "2020-02-29", "+trips1", "2020-03-01"])
    let numbers = try table("id,lon,lat,when\na,0,0,-3\nb,1,1,9.5\nc,1,1,\n")
    try expect(
      steps(TimeStory(column: "when", period: .number(10), isCumulative: true), [numbers]),
      equals: ["+trips0", "-10 to 0", "+trips1", "0 to 10"])
  }

  @Test func `takes several tables together`() throws {
    let (one, two) = (
      try table("id,lon,lat,when\na,0,0,2020\n", name: "a"),
      try table("id,lon,lat,when\nb,0,0,2021\n", name: "b")
    )
    try expect(
      steps(TimeStory(column: "when", period: .year), [one, two]),
      equals: [
        "+a0", "2020", "-a0", "+b0", "2021",
      ])
  }

  @Test(
    arguments: triples(
      """
      whn → year → --time: trips has no column whn; did you mean when?
      lat → month → --time: 3 of 3 values of lat in trips are no time; the first is "0.5" (record 1, in line 2); set their form with --time-format, or count numbers with --every N
      none → month → --time: no row has a time in none; write ISO 8601 (2021-03-05T14:30Z), or numbers with --every N
      lon → 0.001 → --every: 3001 periods are more than 1000; make them longer
      """))
  func `needs times, and not too many`(column: String, every: String, message: String) throws {
    let story = TimeStory(column: column, period: try #require(TimePeriod(every)))
    let trips = try table("id,lon,lat,when,none\na,0,0.5,2020-05-01,\nb,1,0.25,2018,\nd,3,0.125,2018,\n")
    let error = #expect(throws: TimeProblem.self) { try story.scenario(of: [trips]) }
    expect(error?.text.spelled(SettingSpelling(.options)), equals: message)
  }

  /// Rows of a column, and where each belongs by Foundation's calendar.
  @Test func `reads mixed forms of one column, by the order that all rows allow`() throws {
    var random = Seeded(seed: 29)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    for isDayFirst in [false, true] {
      var csv = "id,lon,lat,when\n"
      var expected: [String: [Int]] = [:]
      for row in 0..<400 {
        let moment = Date(timeIntervalSince1970: Double(random.below(20_000)) * 86_400 - 2e8)
        let parts = calendar.dateComponents([.year, .month, .day], from: moment)
        let (year, month, day) = try (#require(parts.year), #require(parts.month), #require(parts.day))
        let text =
          switch row % 8 {
          case 0: String(format: "%04d-%02d-%02dT02:58:41.000Z", year, month, day)
          case 1: String(format: "%04d%02d%02d", year, month, day)
          default: String(format: "%02d/%02d/%04d", isDayFirst ? day : month, isDayFirst ? month : day, year)
          }
        csv += "p\(row),0,0,\(text)\n"
        expected[String(format: "%04d-%02d", year, month), default: []].append(row)
      }
      let found = try steps(TimeStory(column: "when", period: .month), [try table(csv)])
      for (index, name) in found.enumerated() where !"+-".contains(name.prefix(1)) {
        let added = index > 0 && found[index - 1].hasPrefix("+") ? found[index - 1] : nil
        expect(added, equals: expected[name].map { "+trips" + $0.map(String.init).joined(separator: ",") })
      }
      #expect(Set(found.filter { !"+-".contains($0.prefix(1)) }).isSuperset(of: expected.keys))
    }
  }

  @Test func `refuses dates whose order no row shows, and takes a form that is set`() throws {
    let rows = "id,lon,lat,when\na,0,0,01/02/2020\nb,1,1,03.04.2020\nc,1,1,5/5/2020\n"
    let error = #expect(throws: TimeProblem.self) {
      try steps(TimeStory(column: "when", period: .year), [try table(rows)])
    }
    expect(
      error?.text.spelled(SettingSpelling(.options)),
      equals:
        "--time: \"01/02/2020\" of when in trips may have the day or the month first; set --time-format %d/%m/%Y or --time-format %m/%d/%Y"
    )
    for (form, months) in [
      ("%d/%m/%Y", ["2020-02", "2020-03", "2020-04", "2020-05"]),
      ("%m/%d/%Y", ["2020-01", "2020-02", "2020-03", "2020-04", "2020-05"]),
    ] {
      let story = TimeStory(column: "when", period: .month, format: TimeFormat(form))
      try expect(steps(story, [try table(rows)]).filter { $0.hasPrefix("2") }, equals: months)
    }
    // The same day in both readings shows no order and needs none.
    #expect(
      try steps(TimeStory(column: "when", period: .day), [try table("id,lon,lat,when\na,0,0,5/5/2020\n")])
        .contains("2020-05-05"))
    let mixed = "id,lon,lat,when\na,0,0,13/02/2020\nb,1,1,02/13/2020\n"
    let other = #expect(throws: TimeProblem.self) {
      try steps(TimeStory(column: "when", period: .year), [try table(mixed)])
    }
    expect(
      other?.text.spelled(SettingSpelling(.options)),
      equals:
        "--time: in when of trips \"13/02/2020\" has the day first and \"02/13/2020\" the month; set --time-format %d/%m/%Y or --time-format %m/%d/%Y"
    )
  }

  @Test(arguments: [(1, 10, true), (2, 19, false), (2, 20, true), (3, 20, false)])
  func `leaves a tenth of unread rows out at most`(unread: Int, all: Int, isRead: Bool) throws {
    let rows = (0..<all).map { "p\($0),0,0,\($0 < unread ? "soon" : "2020")\n" }.joined()
    let trips = try table("id,lon,lat,when\n" + rows)
    let story = TimeStory(column: "when", period: .year)
    if isRead {
      try expect(story.scenario(of: [trips]).unread.map(\.count), equals: [unread])
    } else {
      let error = #expect(throws: TimeProblem.self) { try story.scenario(of: [trips]) }
      expect(
        error?.text.spelled(SettingSpelling(.options)).contains(
          "\(unread) of \(all) values of when in trips are no time; the first is \"soon\" (record 1, in line 2)"
        ), equals: true)
    }
  }

  /// Foundation's calendar of weeks that begin on Mondays shares no code with ours.
  @Test func `counts hours, weeks, quarters and decades as the calendar does`() throws {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    var random = Seeded(seed: 3)
    func name(_ word: String, _ seconds: Int) throws -> String {
      let period = try #require(TimePeriod(word))
      return period.name(of: period.number(ofSeconds: seconds))
    }
    for _ in 0..<400 {
      let seconds = random.below(4_000_000_000) - 1_000_000_000
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .weekOfYear, .yearForWeekOfYear],
        from: Date(timeIntervalSince1970: Double(seconds)))
      let (year, month) = try (#require(parts.year), #require(parts.month))
      let (day, hour) = try (#require(parts.day), #require(parts.hour))
      let week = try (#require(parts.yearForWeekOfYear), #require(parts.weekOfYear))
      try expect(
        name("hour", seconds), equals: String(format: "%04d-%02d-%02d %02d:00", year, month, day, hour))
      try expect(name("week", seconds), equals: String(format: "%04d-W%02d", week.0, week.1))
      try expect(name("quarter", seconds), equals: "\(year)-Q\((month + 2) / 3)")
      try expect(name("decade", seconds), equals: "\(year / 10)0s")
      try expect(name("10years", seconds), equals: "\(year / 10)0 to \(year / 10)9")
      try expect(
        name("6months", seconds), equals: month < 7 ? "\(year)-01 to \(year)-06" : "\(year)-07 to \(year)-12")
      let start = hour / 6 * 6
      let from = String(format: "%04d-%02d-%02d %02d:00 to ", year, month, day, start)
      #expect(try name("6hours", seconds).hasPrefix(from))
    }
  }

  @Test(arguments: ["", "0", "-1", "nan", "1e999", "years", "0years", "fortnight", "10001days", "1.5years"])
  func `has no other periods`(word: String) {
    expect(TimePeriod(word), equals: nil)
  }
}
