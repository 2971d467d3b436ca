public import JSONDocument
public import MapContent
import MapFeatures
import MapGeometry
public import MapSettings
import MapStyle

/// Everything that is decided about a map before any of its data is read.
///
/// It is a value: the same specification, request, style and files give an equal plan. Decisions that only rows can make are
/// named where they stand (``SourcePlan/Way``); `settled(by:)` makes them. Loading executes the plan, and ``advice(of:)``
/// judges it.
public struct MapPlan: Sendable {
  /// The views, in the request's order: view and output, each merged once of what options, request and style set.
  public let views: [SnapshotRequest.View]
  /// The parts of the style's sources, in the style's order.
  public private(set) var sources: [SourcePlan]
  /// Resources beside style and data, and limits.
  public var resources: ResourceSettings { requested.resources }
  @OutOfLine private(set) var requested: RequestedMap
  @OutOfLine private(set) var chosen: ChosenStyle
  let assignments: SourceAssignments

  /// Returns the plan with the decisions that only rows could make: its parts as they were settled, in their order.
  func settled(by parts: [SourcePlan]) -> MapPlan {
    var plan = self
    plan.sources = parts
    return plan
  }

  func source(of part: SourcePlan) -> StyleSource? { chosen.style.source(part.source) }

  /// True for a single map whose markers look as nobody has set: few of them for few points are pins.
  func mayDrawPins(in view: SnapshotRequest.View) -> Bool {
    chosen.folder.isBuiltIn && ["light", "dark", "print"].contains(chosen.folder.style)
      && !requested.hasSteps && requested.column == nil && view.output.edgeLabels != .cut
      && view.view.selection == nil && view.output.debugGrid?.isShown != true
      && [nil, .selected, OutputSettings.Callouts.none].contains(view.output.callouts)
      && sources.allSatisfy(\.hasPlainMarkers)
  }

  /// The setter of a setting that holds for a part; `nil` where nobody sets it.
  func origin(of setting: String, source: String) -> SettingLevel.Origin? {
    sources.last { $0.name == source }?.origin(of: setting)
  }

  /// The clustering of a part; `nil` where its points stay as they are.
  func clustering(of part: SourcePlan) -> SourceClustering? {
    source(of: part).flatMap { SourceClustering($0, options: part.options) }
  }

  var hasSteps: Bool { requested.hasSteps }

  /// The styles of a pair; empty for one picture.
  ///
  /// - Throws: ``SessionError`` for anything but two styles.
  package func themes() throws(SessionError) -> [String] { try requested.themes() }

  /// True if points are looked for or listed by their ids.
  var findsPointsByID: Bool {
    hasSteps || requested.specification.needsMembers
      || views.contains { !$0.view.soughtIDs.isEmpty || $0.output.members == true }
  }
}

extension ViewOptions {
  /// The viewport that its page is drawn in; `nil` for a view that is found from points.
  var ownViewport: Viewport? { try? shrunk(by: growth).viewport(fitting: { _ in nil }) }
  /// The ids of points that are looked for.
  var soughtIDs: [String] { [selection, expandedPoint, fittedCluster].compactMap(\.self) }
}

/// Facts of a file that are known before it is read.
struct FileFacts: Hashable, Sendable {
  /// Its bytes; `nil` for what delivers an unknown number.
  let size: Int?
  /// True if it unpacks to about four times its size.
  let isPacked: Bool

  init(_ resource: Resource, _ resources: any ResourceLoader) {
    size = resources.version(of: resource)?.size
    let name = resource.name.lowercased()
    isPacked = [".gz", ".zst", ".gzip", ".zstd", ".parquet"].contains(where: name.hasSuffix)
  }

  /// From so many bytes on a file is summed while it is read; smaller ones take less memory than the picture.
  private static let largeFile = 32 << 20

  /// True if it is worth the way of sums: unknown sizes, and large or compressed files.
  var isLarge: Bool { size.map { $0 >= (isPacked ? FileFacts.largeFile / 8 : FileFacts.largeFile) } ?? true }

  /// True if it takes more bytes than are granted, as far as its size shows.
  func isBeyond(_ limit: Int?) -> Bool {
    guard let limit, let size else { return false }
    return size * (isPacked ? 4 : 1) > limit
  }
}

extension SnapshotError {
  /// The session's error, at the place of the setting that does not fit, if one does not.
  ///
  /// - Parameters:
  ///   - place: of what is drawn, in a document; `nil` for the options.
  ///   - plan: knows who sets what does not fit; `nil` where nobody asks.
  ///   - spelling: of the settings in messages.
  public func inSession(
    at place: String? = nil, of plan: MapPlan? = nil, spelling: SettingSpelling = .init(.members)
  ) -> SessionError {
    var fault = SessionError.input(text, at: place)
    if case .clustering(let source, let reason) = self {
      let origin = reason.setting.flatMap { plan?.origin(of: $0, source: source) }
      fault = .input(
        "\(origin?.name ?? "source \(source)"): \(PointNeed.text(of: reason))",
        at: origin.map(\.place) ?? place)
    } else if let (source, setting, text) = columnFault,
      let origin = plan?.origin(of: setting, source: source)
    {
      fault = .input("\(origin.name): source \(source) \(text)", at: origin.place)
    }
    return fault.spelled(spelling)
  }
}
