import JSONDocument
public import MapFeatures
import MapGeometry
import MapSettings

/// A story made from tables by a column of times: a snapshot for each period, in order, empty ones too.
public struct TimeStory: Hashable, Sendable {
  /// How long a period is.
  public enum Period: Hashable, Sendable {
    /// A calendar's year, month or day, in UTC.
    case year, month, day
    /// So much of a number, above 0; periods begin at its multiples.
    case number(Double)

    /// Reads `year`, `month`, `day` or a number above 0; `nil` for anything else.
    public init?(_ word: String) {
      switch word {
      case "year": self = .year
      case "month": self = .month
      case "day": self = .day
      default:
        guard let number = Decimal.number(of: word), number > 0, number.isFinite else { return nil }
        self = .number(number)
      }
    }
  }

  /// A table of points, under the name of a source.
  public struct Table: Sendable {
    /// The name of the source.
    public let name: String
    /// The path of its file.
    public let path: String
    /// What the file holds.
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
    /// No row has a time that can be read.
    case noTimes(String)
    /// There are more periods than a story may have.
    case tooManyPeriods(Int)

    /// What is wrong and what to do, in one line.
    public var description: String {
      switch self {
      case .noColumn(let column, let table, let known):
        "--time: \(table) has no column \(escapedForMessage(column)); \(nameAdvice(column, among: known))"
      case .noTimes(let column):
        "--time: no row has a time in \(escapedForMessage(column)); write ISO 8601 (2021-03-05T14:30Z), or numbers with --every N"
      case .tooManyPeriods(let count):
        "--every: \(count) periods are more than \(TimeStory.mostPeriods); make them longer"
      }
    }
  }

  /// A story has no more periods.
  public static let mostPeriods = 1000

  /// The column of times.
  public let column: String
  /// How long a period is.
  public let period: Period
  /// Whether points stay once they are there.
  public let isCumulative: Bool

  /// A story by a column of times.
  public init(column: String, period: Period, isCumulative: Bool = false) {
    (self.column, self.period, self.isCumulative) = (column, period, isCumulative)
  }

  /// The story of some tables.
  ///
  /// - Returns: a scenario with a snapshot for each period from the first to the last, the view fitted to all points; and
  ///   how many rows have no time that can be read, with what the record of the first is called, by table.
  /// - Throws: ``Problem``.
  /// - Complexity: O(*rows* + *periods*).
  public func scenario(
    of tables: [Table]
  ) throws(Problem) -> (scenario: Scenario, unread: [(table: String, count: Int, first: String)]) {
    var rows: [[Int: [Int]]] = []
    var unread: [(table: String, count: Int, first: String)] = []
    var (first, last) = (Int.max, Int.min)
    for table in tables {
      var byPeriod: [Int: [Int]] = [:]
      var (count, firstUnread) = (0, "")
      guard table.features.points.count == 0 || table.features.hasProperty(column) else {
        throw .noColumn(column, table: table.name, known: table.features.propertyNames)
      }
      for row in 0..<table.features.points.count {
        let value = table.features.property(column, ofPoint: row)
        if let number = value.flatMap(self.number) {
          byPeriod[number, default: []].append(row)
          (first, last) = (min(first, number), max(last, number))
        } else {
          if count == 0 { firstUnread = table.features.recordName(ofPoint: row) }
          count += 1
        }
      }
      if count > 0 { unread.append((table.name, count, firstUnread)) }
      rows.append(byPeriod)
    }
    guard first <= last else { throw .noTimes(column) }
    guard last - first < TimeStory.mostPeriods else { throw .tooManyPeriods(last - first + 1) }
    return (scenario(of: tables, rows, first...last), unread)
  }

  private func scenario(of tables: [Table], _ rows: [[Int: [Int]]], _ periods: ClosedRange<Int>) -> Scenario {
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
      add(.snapshot(name(of: number)))
    }
    var view = ViewOptions()
    view.fitsPoints = true
    let request = SnapshotRequest(
      sources: tables.map { SnapshotRequest.Source(name: $0.name, path: $0.path) },
      views: [SnapshotRequest.View(view: view, output: OutputSettings())])
    var animation = FilmSettings()
    animation.captions = .bottomLeft
    return Scenario(
      request: request, sourcePositions: [:], inlineSources: [], steps: steps, animation: animation)
  }

  /// The number of a value's period, rising with time; `nil` where it has no time.
  private func number(_ value: PropertyValue) -> Int? {
    if case .number(let length) = period {
      guard let number = value.number else { return nil }
      let count = (number / length).rounded(.down)
      return abs(count) < 1e15 ? Int(count) : nil
    }
    let days: Int
    switch value {
    case .number(let year):
      guard let year = Int(exactly: year), (1...9999).contains(year) else { return nil }
      days = TimeText.days(year, 1, 1)
    case .string(let text):
      guard let time = TimeText(text) else { return nil }
      days = time.days
    default: return nil
    }
    if period == .day { return days }
    let date = TimeText.date(days)
    return period == .year ? date.year : date.year * 12 + date.month - 1
  }

  /// What a period's snapshot is called.
  private func name(of number: Int) -> String {
    func padded(_ number: Int, _ digits: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    switch period {
    case .year: return padded(number, 4)
    case .month: return padded(number / 12, 4) + "-" + padded(number % 12 + 1, 2)
    case .day:
      let date = TimeText.date(number)
      return padded(date.year, 4) + "-" + padded(date.month, 2) + "-" + padded(date.day, 2)
    case .number(let length):
      let low = Double(number) * length
      return length == 1
        ? javaScriptText(of: low) : "\(javaScriptText(of: low)) to \(javaScriptText(of: low + length))"
    }
  }
}
