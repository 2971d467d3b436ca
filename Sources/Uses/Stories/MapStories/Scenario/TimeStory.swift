import JSONDocument
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

  /// A story has no more periods.
  public static let mostPeriods = 1000

  /// The column of times.
  public let column: String
  /// The length of a period.
  public let period: TimePeriod
  /// True if points stay once they are there.
  public let isCumulative: Bool
  /// The form of times that is tried first; `nil` for the known forms alone.
  public let format: TimeFormat?

  /// A story by a column of times.
  public init(column: String, period: TimePeriod, isCumulative: Bool = false, format: TimeFormat? = nil) {
    (self.column, self.period, self.isCumulative, self.format) = (column, period, isCumulative, format)
  }

  /// The story of some tables.
  ///
  /// - Parameters:
  ///   - tables: what the points are of.
  ///   - base: a request whose sources the tables are; `nil` for a picture of nothing but the tables.
  /// - Returns: a scenario with a snapshot for each period from the first to the last, the view fitted to all points; and
  ///   how many rows have no time that can be read, with what the record of the first is called, by table.
  /// - Throws: `TimeProblem`.
  /// - Complexity: O(*rows* + *periods*).
  public func scenario(
    of tables: [Table], in base: SnapshotRequest? = nil
  ) throws(TimeProblem) -> (scenario: Scenario, unread: [(table: String, count: Int, first: String)]) {
    var rows: [[Int: [Int]]] = []
    var unread: [(table: String, count: Int, first: String)] = []
    var (first, last) = (Int.max, Int.min)
    for table in tables {
      guard table.features.points.count == 0 || table.features.hasProperty(column) else {
        throw .noColumn(column, table: table.name, known: table.features.propertyNames)
      }
      let features = table.features
      let found = try TimeColumn(
        column, of: table.name, rows: 0..<features.points.count, every: period, format,
        value: { features.property(column, ofPoint: $0) }, record: features.recordName)
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
    guard last - first < TimeStory.mostPeriods else {
      throw .tooManyPeriods(last - first + 1, most: TimeStory.mostPeriods)
    }
    return (scenario(of: tables, rows, first...last, in: base), unread)
  }

  private func scenario(
    of tables: [Table], _ rows: [[Int: [Int]]], _ periods: ClosedRange<Int>, in base: SnapshotRequest?
  ) -> Scenario {
    var steps: [ScenarioStep] = []
    func add(_ action: ScenarioStep.Action) {
      steps.append(
        ScenarioStep(
          action: action, batchSize: nil, position: .start,
          path: JSONPath([.key("steps")])))
    }
    func batches(_ number: Int) -> [ScenarioStep.Batch] {
      zip(tables, rows).compactMap { table, rows in
        rows[number].map {
          ScenarioStep.Batch(group: table.name, points: .rows($0), position: .start, path: JSONPath())
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
}
