public import Drawing
import JSONDocument
import MapStories

extension Film {
  /// The changes from one snapshot to another as one picture, by the names of both.
  ///
  /// - Throws: ``SessionError`` for a name that no snapshot has.
  public mutating func difference(from before: String, to after: String) throws(SessionError) -> Scene {
    let (before, after) = (try snapshot(before), try snapshot(after))
    let difference = try rethrowing(
      SnapshotDifference(from: before, to: after, of: snapshotter, options: options, shaper: shaper),
      as: fault)
    notes += difference.notes
    return difference.scene
  }

  /// True if a snapshot has the name.
  public func hasSnapshot(_ name: String) -> Bool { snapshots.contains { $0.name == name } }

  private func snapshot(_ name: String) throws(SessionError) -> ScenarioSnapshot {
    if let found = snapshots.first(where: { $0.name == name }) { return found }
    let names = snapshots.map(\.name)
    let guess = didYouMean(name, among: names).map { "did you mean \(escapedForMessage($0))?" }
    throw .input(
      "there is no snapshot \(escapedForMessage(name)); \(guess ?? "there are " + names.prefix(8).map(escapedForMessage).joined(separator: ", "))"
    )
  }
}
