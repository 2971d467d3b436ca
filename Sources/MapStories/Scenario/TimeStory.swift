public import JSONDocument
public import MapFeatures
public import MapSettings
import MapStyle

/// A story made from tables by a column of times: a snapshot for each period, in order, empty ones too.
public struct TimeStory: Hashable, Sendable {
  /// A table of points, under the name of a source.
  public struct Table: Sendable {
    /// The name of the source.
    public let name: String
    /// The path of its file.
    public let path: String
    /// The features of the file.
    public let features: FeatureTable

    /// A table under a name.
    public init(name: String, path: String, features: FeatureTable) {
      (self.name, self.path, self.features) = (name, path, features)
    }
  }

  /// Why tables make no story.
  public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The table has no such column; those there are.
    case noColumn(String, table: String, known: [String])
    /// No row has a time.
    case noTimes(String)
    /// More than a tenth of the rows of a table that have a value have none that can be read; the first of them.
    case unread(String, table: String, Int, of: Int, first: String, record: String)
    /// No row shows whether day or month comes first; a row that has both.
    case ambiguous(String, table: String, example: String)
    /// Rows with the day first, and rows with the month first.
    case contradictory(String, table: String, dayFirst: String, monthFirst: String)
    /// There are more periods than a story may have.
    case tooManyPeriods(Int)

    /// The fault and its remedy, in one line.
    public var description: String { text.description }

    /// The fault and its remedy, its settings named and not spelled.
    public var text: SettingText {
      let time: SettingText = "\(given: "time")"
      let forms: SettingText =
        "set \(setting: "timeFormat", of: "%d/%m/%Y") or \(setting: "timeFormat", of: "%m/%d/%Y")"
      switch self {
      case .noColumn(let column, let table, let known):
        return
          "\(time): \(table) has no column \(escapedForMessage(column)); \(nameAdvice(column, among: known))"
      case .noTimes(let column):
        return
          "\(time): no row has a time in \(escapedForMessage(column)); write ISO 8601 (2021-03-05T14:30Z), or numbers with \(setting: "every", of: "N")"
      case .unread(let column, let table, let count, let all, let first, let record):
        return
          "\(time): \(count) of \(all) values of \(escapedForMessage(column)) in \(table) are no time; the first is \(quotedForMessage(first)) (\(record)); set their form with \(setting: "timeFormat"), or count numbers with \(setting: "every", of: "N")"
      case .ambiguous(let column, let table, let example):
        return
          "\(time): \(quotedForMessage(example)) of \(escapedForMessage(column)) in \(table) may have the day or the month first; \(forms)"
      case .contradictory(let column, let table, let day, let month):
        return
          "\(time): in \(escapedForMessage(column)) of \(table) \(quotedForMessage(day)) has the day first and \(quotedForMessage(month)) the month; \(forms)"
      case .tooManyPeriods(let count):
        return "\(given: "every"): \(count) periods are more than \(TimeStory.mostPeriods); make them longer"
      }
    }
  }

  /// A story has no more periods.
  public static let mostPeriods = 1000

  /// The column of times.
  public let column: String
  /// The length of a period.
  public let period: Period
  /// True if points stay once they are there.
  public let isCumulative: Bool
  /// The form of times that is tried first; `nil` for the known forms alone.
  public let format: TimeFormat?

  /// A story by a column of times.
  public init(column: String, period: Period, isCumulative: Bool = false, format: TimeFormat? = nil) {
    (self.column, self.period, self.isCumulative, self.format) = (column, period, isCumulative, format)
  }

  /// The story of some tables.
  ///
  /// - Parameters:
  ///   - tables: what the points are of.
  ///   - base: a request whose sources the tables are; `nil` for a picture of nothing but the tables.
  /// - Returns: a scenario with a snapshot for each period from the first to the last, the view fitted to all points; and
  ///   how many rows have no time that can be read, with what the record of the first is called, by table.
  /// - Throws: ``Problem``.
  /// - Complexity: O(*rows* + *periods*).
  public func scenario(
    of tables: [Table], in base: SnapshotRequest? = nil
  ) throws(Problem) -> (scenario: Scenario, unread: [(table: String, count: Int, first: String)]) {
    var rows: [[Int: [Int]]] = []
    var unread: [(table: String, count: Int, first: String)] = []
    var (first, last) = (Int.max, Int.min)
    for table in tables {
      guard table.features.points.count == 0 || table.features.hasProperty(column) else {
        throw .noColumn(column, table: table.name, known: table.features.propertyNames)
      }
      let found = try periods(of: table)
      var byPeriod: [Int: [Int]] = [:]
      for (row, number) in found.numbers {
        byPeriod[number, default: []].append(row)
        (first, last) = (min(first, number), max(last, number))
      }
      if let row = found.left.first {
        unread.append((table.name, found.left.count, table.features.recordName(ofPoint: row)))
      }
      rows.append(byPeriod)
    }
    guard first <= last else { throw .noTimes(column) }
    guard last - first < TimeStory.mostPeriods else { throw .tooManyPeriods(last - first + 1) }
    return (scenario(of: tables, rows, first...last, in: base), unread)
  }

  private func scenario(
    of tables: [Table], _ rows: [[Int: [Int]]], _ periods: ClosedRange<Int>, in base: SnapshotRequest?
  ) -> Scenario {
    var steps: [ScenarioStep] = []
    func add(_ action: ScenarioStep.Action) {
      steps.append(
        ScenarioStep(
          action: action, batchSize: nil, position: TextPosition(line: 1, column: 1),
          path: JSONPath([.key("steps")])))
    }
    func batches(_ number: Int) -> [ScenarioStep.Batch] {
      zip(tables, rows).compactMap { table, rows in
        rows[number].map {
          ScenarioStep.Batch(
            group: table.name, points: .rows($0), position: TextPosition(line: 1, column: 1), path: JSONPath()
          )
        }
      }
    }
    for number in periods {
      if !isCumulative, number > periods.lowerBound {
        let gone = batches(number - 1)
        if !gone.isEmpty { add(.remove(gone)) }
      }
      let come = batches(number)
      if !come.isEmpty { add(.add(come)) }
      add(.snapshot(period.name(of: number)))
    }
    var view = ViewOptions()
    view.fitsPoints = true
    let sources = tables.map { SnapshotRequest.Source(name: $0.name, path: $0.path) }
    var request =
      base
      ?? SnapshotRequest(sources: [], views: [SnapshotRequest.View(view: view, output: OutputSettings())])
    request.sources = sources
    if let own = request.views.first?.view, own.box == nil, own.center == nil {
      request.views[0].view = own.over(view)
    }
    var animation = FilmSettings()
    animation.captions = .bottomLeft
    return Scenario(
      request: request, sourcePositions: [:], inlineSources: [], steps: steps, animation: animation)
  }

  /// The numbers of the periods of rows, and the rows that have none.
  private func periods(
    of table: Table
  ) throws(Problem) -> (numbers: [(row: Int, number: Int)], left: [Int]) {
    var numbers: [(row: Int, number: Int)] = []
    var times: [(row: Int, time: TimeText)] = []
    var (missing, unread): ([Int], [Int]) = ([], [])
    for row in 0..<table.features.points.count {
      let value = table.features.property(column, ofPoint: row)
      if value == nil || value == .null || value == .string("") {
        missing.append(row)
      } else if case .number(let length) = period {
        let count = value?.number.map { ($0 / length).rounded(.down) }
        if let count, abs(count) < 1e15 { numbers.append((row, Int(count))) } else { unread.append(row) }
      } else if let time = value.flatMap({ TimeText($0, format) }) {
        times.append((row, time))
      } else {
        unread.append(row)
      }
    }
    let isDayFirst = if let known = format?.isDayFirst { known } else { try isDayFirst(times, in: table) }
    for (row, time) in times {
      if let seconds = isDayFirst ? time.dayFirst : time.monthFirst {
        numbers.append((row, period.number(ofSeconds: seconds)))
      } else {
        unread.append(row)
      }
    }
    let all = numbers.count + unread.count
    if unread.count * 10 > all, let first = unread.min() {
      throw .unread(
        column, table: table.name, unread.count, of: all, first: text(ofRow: first, table),
        record: table.features.recordName(ofPoint: first))
    }
    return (numbers, (missing + unread).sorted())
  }

  /// True if the day comes before the month in the dates of a column where both are numbers.
  private func isDayFirst(_ times: [(row: Int, time: TimeText)], in table: Table) throws(Problem) -> Bool {
    let day = times.first { $0.time.monthFirst == nil }
    let month = times.first { $0.time.dayFirst == nil }
    if let day, let month {
      throw .contradictory(
        column, table: table.name, dayFirst: text(ofRow: day.row, table),
        monthFirst: text(ofRow: month.row, table))
    }
    if day == nil, month == nil, let open = times.first(where: { $0.time.dayFirst != $0.time.monthFirst }) {
      throw .ambiguous(column, table: table.name, example: text(ofRow: open.row, table))
    }
    return day != nil
  }

  private func text(ofRow row: Int, _ table: Table) -> String {
    table.features.property(column, ofPoint: row)?.text ?? ""
  }
}
