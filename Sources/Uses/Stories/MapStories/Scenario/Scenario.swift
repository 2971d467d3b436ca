public import JSONDocument
public import MapGeometry
import MapContent
public import MapSettings
import MapStyle

/// A map with a history, in JSON: sources, style and clustering as in a request, and steps.
///
/// ```json
/// {"sources": {"stones": "berlin.csv"}, "style": "light", "cluster": {"stones": {"preset": "cch"}},
///  "size": [480, 320], "center": [13.38, 52.52], "zoom": 9, "animator": "move",
///  "steps": [{"add": {"stones": true}}, {"snapshot": "city"}, {"zoom": "+1"}, {"snapshot": "closer"}]}
/// ```
///
/// Steps are objects with one member:
/// - `add`: points to a group: `true` for all of its source, ids, `{"from": 1, "to": 500}` for records of its source,
///   `{"file": "more.csv"}`, or points `{"id": "a", "at": [13.4, 52.5], "name": "Gate"}`.
///   Beside it `batches`, so many points at a time with a snapshot after each batch, groups taking turns; the name of a group then
///   stands for all of it.
/// - `remove`: points by their ids, or all with `true`; `clear`: groups by their names, or all with `true`.
/// - `view`: the members of a request's view; center, zoom and bearing stay where they are not set; `pan`: `[right, down]` in points; `zoom`: a zoom, or text such as `"+1"`.
/// - `settings`: clustering options that change, such as `{"cellSize": 90}`; not `weight` and `optOut`.
/// - `select`: the id of a point, beside it `span` in meters; `deselect`: `true`. Under the preset `cch` a zoom ends the
///   selection as well.
/// - `snapshot`: a name. Those of batches are named by their group and the points that it has: `towns 500`.
///
/// `add`, `remove`, `settings` and `select` take an object by group, or, where there is only one group, what would stand in it; `true` stands for all
/// groups.
/// A source may be a list of points instead of a file. Beside the clustering of requests a source's settings decide what its markers
/// remember: `keepInvisible`, `reuse` and `hysteresis`, else as its preset has it.
public struct Scenario: Sendable {
  /// A point that the scenario itself brings.
  public struct InlinePoint: Hashable, Sendable {
    /// The point's id, which steps name.
    public let id: String
    /// The point's coordinate, in degrees.
    public let coordinate: Coordinate
    /// Its members beside `id` and `at`.
    public let properties: [JSONMember]
    /// The position in the scenario.
    public let position: TextPosition
  }

  /// Sources, style, clustering and the picture's looks; its only view is the one that the scenario begins with.
  public let request: SnapshotRequest
  /// The position at which each source is named.
  let sourcePositions: [String: TextPosition]
  /// Points of sources that are lists, by source.
  public let inlineSources: [(name: String, points: [InlinePoint])]
  /// The steps in order; at least one of them is a snapshot.
  public let steps: [ScenarioStep]
  /// The settings of its film.
  public let animation: FilmSettings

  /// True if the scenario begins with a view.
  public var hasFirstView: Bool { request.views.first?.view.setsView ?? false }

  /// Reads a scenario.
  ///
  /// - Returns: the scenario, unless there are errors, and all diagnostics in the document's order.
  public static func parse(_ text: JSONText) -> (scenario: Scenario?, diagnostics: [Diagnostic]) {
    var reader = ScenarioReader()
    reader.diagnostics = text.repeatedKeys.map(\.diagnostic)
    let scenario = reader.scenario(JSONNode(value: text.root, path: JSONPath()))
    let hasErrors = reader.diagnostics.contains { $0.severity == .error }
    return (hasErrors ? nil : scenario, reader.diagnostics.inDocumentOrder)
  }
}

/// One step of a scenario.
public struct ScenarioStep: Sendable {
  /// Points of one group, or of the only one where no name is given.
  public struct Batch: Sendable {
    /// The forms in which a step names points.
    public enum Points: Sendable {
      /// All of the group's source, or all that are there.
      case all
      /// Records of the group's source in order, from 1, both ends included.
      case records(ClosedRange<Int>)
      /// Rows of the group's source, from 0, ascending.
      case rows([Int])
      /// Points by their ids, and points that the step itself brings.
      case list([Entry])
      /// All points of another file.
      case file(String)
    }

    /// A point of a list.
    public enum Entry: Sendable {
      /// One that is known by its id.
      case id(String)
      /// One that the step brings.
      case point(Scenario.InlinePoint)
    }

    /// The group's name; `nil` for the only one.
    public let group: String?
    /// The points that are added or removed.
    public let points: Points
    /// The position in the scenario.
    public let position: TextPosition
    /// The way to it.
    public let path: JSONPath
  }

  /// The actions of steps.
  public enum Action: Sendable {
    /// Adds points to groups, one batch after the other.
    case add([Batch])
    /// Removes points from groups, one batch after the other.
    case remove([Batch])
    /// Removes all points of some groups; of all where the list is empty.
    case clear([String])
    /// Shows another view.
    case view(ViewOptions)
    /// Moves the view by points, x to the right and y down.
    case pan(ScreenPoint)
    /// Sets the zoom, or changes it by a difference.
    case zoom(Double, isRelative: Bool)
    /// Changes clustering options of groups; a `nil` name means the only group.
    case settings([(group: String?, options: ClusterOptions)])
    /// Centers the view on a point; spans in meters.
    case select(id: String, group: String?, latitudeMeters: Double, longitudeMeters: Double)
    /// Ends the selection.
    case deselect
    /// Keeps a picture under a name.
    case snapshot(String)
  }

  /// The action of the step.
  public let action: Action
  /// Of a step that adds points: how many come at a time, a snapshot after each batch; `nil` for all at once and no
  /// snapshot.
  public let batchSize: Int?
  /// The position in the scenario.
  public let position: TextPosition
  /// The way to it.
  public let path: JSONPath

  /// The member that names the step, such as `add`.
  public var name: String { verb.rawValue }
  /// True if another part of the world is seen afterwards.
  public var movesView: Bool { [.view, .pan, .zoom, .select].contains(verb) }

  private var verb: StepVerb {
    switch action {
    case .add: .add
    case .remove: .remove
    case .clear: .clear
    case .view: .view
    case .pan: .pan
    case .zoom: .zoom
    case .settings: .settings
    case .select: .select
    case .deselect: .deselect
    case .snapshot: .snapshot
    }
  }
}
