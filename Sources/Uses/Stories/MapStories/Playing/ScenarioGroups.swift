public import JSONDocument
public import MapFeatures

extension Scenario {
  /// The origins of the rows of a group's table.
  public struct PoolLayout: Sendable {
    /// The rows of the group's own source: from 0.
    public let sourceCount: Int
    /// The rows of the files that steps add, by the step's number.
    fileprivate(set) var fileRows: [Int: Range<Int>] = [:]
    /// The positions at which the scenario lists points itself, or names their file: rows in order, each up to the next.
    fileprivate(set) var origins: [Origin] = []

    /// The position at which rows are listed.
    struct Origin: Sendable {
      let firstRow: Int
      let position: TextPosition?
      let path: JSONPath
    }

    /// Rows that all came from the group's own source.
    public init(sourceCount: Int) { self.sourceCount = sourceCount }

    /// The position at which a row is listed; `nil` where that is unknown.
    func origin(ofRow row: Int) -> Origin? { origins.last { $0.firstRow <= row } }
  }

  /// The names of the groups: those of the sources, in their order.
  public var groupNames: [String] { request.sources.map(\.name) }

  /// The files that steps add to a group, each once, in the order of the steps.
  public func files(of group: String) -> [String] {
    var files: [String] = []
    for (_, batch) in additions(to: group) {
      if case .file(let path) = batch.points, !files.contains(path) { files.append(path) }
    }
    return files
  }

  /// All points that a group ever has, as one table.
  ///
  /// - Parameters:
  ///   - source: what the file of its source held; `nil` where its source is a list.
  ///   - files: what the files of ``files(of:)`` held.
  ///   - columns: the properties that are read of every point, for `ReadingOptions.columns`.
  /// - Throws: what reading points of the scenario as GeoJSON throws.
  public func pool(
    of group: String, source: FeatureTable?, files: [String: FeatureTable], columns: [String] = []
  ) throws(FeatureError) -> (table: FeatureTable, layout: PoolLayout) {
    var pool = PointPool()
    let place = JSONPath([.key("sources"), .key(group)])
    var origins = [PoolLayout.Origin(firstRow: 0, position: sourcePositions[group], path: place)]
    if let source { pool.append(source) }
    for (name, points) in inlineSources where name == group {
      origins += points.enumerated().map { index, point in
        .init(firstRow: pool.count + index, position: point.position, path: place.appending(index))
      }
      try pool.append(points)
    }
    var layout = PoolLayout(sourceCount: pool.count)
    for (step, batch) in additions(to: group) {
      switch batch.points {
      case .file(let path):
        guard let table = files[path] else { continue }
        layout.fileRows[step] = pool.count..<(pool.count + table.points.count)
        origins.append(.init(firstRow: pool.count, position: batch.position, path: batch.path))
        pool.append(table)
      case .list(let entries):
        let points = entries.compactMap { entry in
          if case .point(let point) = entry { point } else { nil }
        }
        origins += points.enumerated().map { index, point in
          .init(firstRow: pool.count + index, position: point.position, path: batch.path)
        }
        try pool.append(points)
      case .all, .records, .rows: break
      }
    }
    layout.origins = origins
    return (try pool.table(columns: columns), layout)
  }

  /// The batches that steps add to a group, with the steps' numbers.
  private func additions(to group: String) -> [(step: Int, batch: ScenarioStep.Batch)] {
    let isOnly = groupNames == [group]
    return steps.enumerated().flatMap { number, step -> [(Int, ScenarioStep.Batch)] in
      guard case .add(let batches) = step.action else { return [] }
      return batches.filter { $0.group == group || ($0.group == nil && isOnly) }.map { (number, $0) }
    }
  }
}

/// Why a scenario cannot be played: what is wrong with which steps.
public struct ScenarioError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The faults in the document's order; at least one.
  public let diagnostics: [Diagnostic]

  init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  init(_ step: ScenarioStep, _ message: String) {
    self.init([ScenarioError.diagnostic(step.position, step.path, message)])
  }

  static func diagnostic(_ position: TextPosition, _ path: JSONPath, _ message: String) -> Diagnostic {
    Diagnostic(.error, code: "bad-step", path: path, position: position, message: message)
  }

  /// The first fault, in one line.
  public var description: String { diagnostics.first?.message ?? "the scenario cannot be played" }
}
