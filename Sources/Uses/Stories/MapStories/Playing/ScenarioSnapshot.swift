public import Drawing
public import MapClusters
public import MapGeometry
public import MapContent
public import MapDecorations
public import MapScene
import MapStyle

/// The markers and the view of a scenario at one of its steps.
public struct ScenarioSnapshot: Sendable {
  /// The name that its step gives it.
  public let name: String
  /// The step's number, from 0.
  public let step: Int
  /// The view of the snapshot.
  public let viewport: Viewport
  /// The markers as they are drawn, group by group.
  public internal(set) var groups: [MarkerGroup]
  /// The markers as their managers know them, group by group, in the order of ``groups``' markers.
  public let live: [[LiveMarker]]
  /// The changes since the snapshot before it, or since there was nothing, group by group.
  public let differences: [MarkerChanges]
  /// The point that is selected, if one is.
  public let selection: MapPoint?

  /// The picture.
  ///
  /// - Parameters:
  ///   - seen: another view, in which the markers ride with the map as a picture of the snapshot drew them; `nil` for its own.
  ///   - options: what is drawn beside the style's layers; the selection is the snapshot's own.
  /// - Throws: `SnapshotError`.
  public func snapshot(
    of snapshotter: MapSnapshotter, seen: (picture: Snapshot, view: Viewport)? = nil,
    options: PictureOptions = PictureOptions(),
    shaper: any TextShaper
  ) throws(SnapshotError) -> Snapshot {
    var options = options
    options.selection = selection
    return try snapshotter.snapshot(
      of: seen?.view ?? viewport, groups: seen?.picture.groups ?? groups, options: options, shaper: shaper,
      shifts: seen?.picture.ownership.shifts)
  }
}

/// The changes of one step of a scenario.
public struct ScenarioEvent: Sendable {
  /// The changes of one group.
  public struct Group: Sendable {
    /// The group's name, that of its source.
    public let name: String
    /// The points held after it.
    public let held: Int
    /// Markers that were kept, inserted, removed and reused by the step.
    public let difference: MarkerChanges
  }

  /// The step that was played; one that adds points in batches has an event a batch.
  public let step: ScenarioStep
  /// The step's number, from 0.
  public let number: Int
  /// The name of the snapshot after it; `nil` where none was taken.
  public let snapshot: String?
  /// The view after it; `nil` where no view is known yet.
  public let viewport: Viewport?
  /// The changes group by group; empty where no view is known yet.
  public let groups: [Group]
}
