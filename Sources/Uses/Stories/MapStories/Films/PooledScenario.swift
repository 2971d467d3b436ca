import MapFeatures
import MapSession
import MapSettings
import Parallel

/// A scenario as the session loads it: each group one table of all points that it ever has.
final class PooledScenario: SteppedRequest {
  private let scenario: Scenario
  private let found = Mutex<[String: Scenario.PoolLayout]>([:])

  init(_ scenario: Scenario) { self.scenario = scenario }

  /// The origins of the rows of the tables made so far, by group.
  var layouts: [String: Scenario.PoolLayout] { found.withLock { $0 } }

  var request: SnapshotRequest { scenario.request }

  func isListed(_ source: String) -> Bool { scenario.inlineSources.contains { $0.name == source } }

  func files(of source: String) -> [String]? {
    scenario.groupNames.contains(source) ? scenario.files(of: source) : nil
  }

  func table(
    of source: String, own: FeatureTable?, files: [String: FeatureTable], columns: [String]
  ) throws(FeatureError) -> FeatureTable {
    let (table, layout) = try scenario.pool(of: source, source: own, files: files, columns: columns)
    found.withLock { $0[source] = layout }
    return table
  }
}
