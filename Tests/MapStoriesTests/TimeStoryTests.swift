import Foundation
import MapFeatures
import MapGeometry
import TestSupport
import Testing

@testable import MapStories

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
    let time = try #require(TimeText(text))
    #expect(time.days == (try days(year, month, day)))
    let date = TimeText.date(time.days)
    #expect(date.year == year && date.month == month && date.day == day)
  }

  @Test(arguments: [
    "", "soon", "21-03-05", "2021-13", "2021-02-29", "1900-02-29", "2021-04-31", "2021-3-5", "2021-03-05T",
    "2021-03-05T25:00", "2021-03-05T10:61", "2021-03-05X10:00", "2021-03-05T10:00:00.",
    "2021-03-05T10:00+25:00",
    "2021-03-05T10:00Zx", "05.03.2021", "3/5/2021", "2021-03-0５",
  ])
  func `is nothing else`(text: String) {
    #expect(TimeText(text) == nil)
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
      #expect(date.year == parts.year && date.month == parts.month && date.day == parts.day)
      #expect(TimeText.days(date.year, date.month, date.day) == number)
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
    "id,lon,lat,when\na,0,0,2020-05-01\nb,1,1,2018-01-31T23:00-02:00\nc,2,2,never\nd,3,3,2018\n"

  @Test func `has a snapshot for every period, empty ones too`() throws {
    let story = TimeStory(column: "when", period: .year)
    let trips = try table(Self.csv)
    #expect(try steps(story, [trips]) == ["+trips1,3", "2018", "-trips1,3", "2019", "+trips0", "2020"])
    let unread = try story.scenario(of: [trips]).unread
    #expect(
      unread.count == 1 && unread[0].table == "trips" && unread[0].count == 1
        && unread[0].first == "record 3, in line 4")
  }

  @Test func `keeps points where it is cumulative`() throws {
    let story = TimeStory(column: "when", period: .year, isCumulative: true)
    #expect(try steps(story, [try table(Self.csv)]) == ["+trips1,3", "2018", "2019", "+trips0", "2020"])
  }

  @Test func `counts months, days and numbers`() throws {
    let trips = try table("id,lon,lat,when\na,0,0,2020-01-31\nb,1,1,2019-12-01\n")
    #expect(
      try steps(TimeStory(column: "when", period: .month), [trips])
        == ["+trips1", "2019-12", "-trips1", "+trips0", "2020-01"])
    let days = try table("id,lon,lat,when\na,0,0,2020-02-28\nb,1,1,2020-03-01\n")
    #expect(
      try steps(TimeStory(column: "when", period: .day, isCumulative: true), [days])
        == ["+trips0", "2020-02-28", "2020-02-29", "+trips1", "2020-03-01"])
    let numbers = try table("id,lon,lat,when\na,0,0,-3\nb,1,1,9.5\nc,1,1,x\n")
    #expect(
      try steps(TimeStory(column: "when", period: .number(10), isCumulative: true), [numbers])
        == ["+trips0", "-10 to 0", "+trips1", "0 to 10"])
  }

  @Test func `takes several tables together`() throws {
    let (one, two) = (
      try table("id,lon,lat,when\na,0,0,2020\n", name: "a"),
      try table("id,lon,lat,when\nb,0,0,2021\n", name: "b")
    )
    #expect(
      try steps(TimeStory(column: "when", period: .year), [one, two]) == [
        "+a0", "2020", "-a0", "+b0", "2021",
      ])
  }

  @Test(arguments: [
    ("whn", "year", "--time: trips has no column whn; did you mean when?"),
    (
      "lat", "month",
      "--time: no row has a time in lat; write ISO 8601 (2021-03-05T14:30Z), or numbers with --every N"
    ),
    ("lon", "0.001", "--every: 3001 periods are more than 1000; make them longer"),
  ])
  func `needs times, and not too many`(column: String, every: String, message: String) throws {
    let story = TimeStory(column: column, period: try #require(TimeStory.Period(every)))
    let trips = try table("id,lon,lat,when\na,0,0.5,2020-05-01\nb,1,0.25,2018\nd,3,0.125,2018\n")
    let error = #expect(throws: TimeStory.Problem.self) { try story.scenario(of: [trips]) }
    #expect(error?.description == message)
  }

  @Test(arguments: ["", "week", "0", "-1", "nan", "1e999", "years"])
  func `has no other periods`(word: String) {
    #expect(TimeStory.Period(word) == nil)
  }
}
