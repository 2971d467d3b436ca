public import Drawing
public import JSONDocument
import MapFeatures
public import MapGeometry
public import MapStyle

/// Turns a style and the data of its sources into pictures: loaded once, drawn in any number of views.
///
/// ```swift
/// let snapshotter = MapSnapshotter(style: style, sources: [source])
/// let snapshot = try snapshotter.snapshot(of: viewport, shaper: shaper)
/// let png = try CairoCanvas.png(of: snapshot.scene)
/// ```
public struct MapSnapshotter: Sendable {
  /// What is drawn and how.
  public let style: Style
  /// The data, each under the name of a source of the style.
  public let sources: [MapSource]
  /// The images that icons and patterns are drawn with.
  public var images: ImageSet
  /// The style's layers, bottom first, the base map's among them.
  let layers: [StyleLayer]
  /// How many threads cluster; the picture does not depend on it.
  public let threads: Int

  /// A style and its data. Sources of the style without data are empty.
  ///
  /// - Parameters:
  ///   - style: what is drawn and how.
  ///   - sources: the data, each under the name of a source of the style.
  ///   - images: what icons and patterns are drawn with.
  ///   - basemapLayers: layers of another style that lie directly above this one's background.
  ///   - threads: how many threads cluster.
  public init(
    style: Style, sources: [MapSource], images: ImageSet = ImageSet(), basemapLayers: [StyleLayer] = [],
    threads: Int = 1
  ) {
    self.style = style
    self.sources = sources
    self.images = images
    let backgrounds = style.layers.prefix { $0.type == .background }
    layers = backgrounds + basemapLayers + style.layers.dropFirst(backgrounds.count)
    self.threads = max(1, threads)
  }

  /// The markers of all clustered sources in a view, without drawing them.
  ///
  /// - Throws: ``SnapshotError/clustering(source:_:)``.
  public func markers(in viewport: Viewport) throws(SnapshotError) -> (
    groups: [MarkerGroup], notes: [Diagnostic]
  ) {
    var warnings = StyleWarnings()
    let groups = try markers(in: viewport, noting: &warnings)
    return (groups, warnings.diagnostics)
  }

  private func markers(
    in viewport: Viewport, noting warnings: inout StyleWarnings
  ) throws(SnapshotError) -> [MarkerGroup] {
    var groups: [MarkerGroup] = []
    for source in sources {
      guard let grouping = source.grouping else { continue }
      groups.append(
        try MarkerGroup(
          source, grouping, in: viewport, threads: threads, globalState: style.state, noting: &warnings))
    }
    return groups
  }

  /// A picture of a view.
  ///
  /// - Parameters:
  ///   - viewport: what is seen.
  ///   - options: what is drawn beside the style's layers.
  ///   - shaper: lays text out; a canvas brings one.
  /// - Throws: ``SnapshotError``.
  public func snapshot(
    of viewport: Viewport, options: PictureOptions = PictureOptions(), shaper: any TextShaper
  ) throws(SnapshotError) -> Snapshot {
    var warnings = StyleWarnings()
    for source in sources { warnings.merge(source.warnings) }
    let groups = try markers(in: viewport, noting: &warnings)
    return try snapshot(of: viewport, groups: groups, options: options, shaper: shaper, warnings)
  }

  /// A picture of a view with markers found elsewhere.
  func snapshot(
    of viewport: Viewport, groups: [MarkerGroup], options: PictureOptions, shaper: any TextShaper,
    _ warnings: StyleWarnings = StyleWarnings()
  ) throws(SnapshotError) -> Snapshot {
    var builder = SceneBuilder(
      style: style, layers: layers, sources: sources, groups: groups, viewport: viewport, options: options,
      shaper: shaper)
    builder.drawing.warnings = warnings
    builder.drawing.images = images
    let scene = try builder.build()
    return Snapshot(
      scene: scene, groups: builder.groups, notes: builder.notes, stage: builder.stage)
  }

  /// The smallest box that holds all points that are drawn or clustered; `nil` without points.
  public var boundingBox: BoundingBox? {
    let tables = sources.map(\.input.coordinates).filter { $0.count > 0 }
    guard tables.count > 1 else { return tables.first.flatMap(BoundingBox.init(holding:)) }
    return BoundingBox(
      holding: CoordinateTable(
        longitudes: tables.flatMap(\.longitudes), latitudes: tables.flatMap(\.latitudes)))
  }
}

/// A picture in words, the markers in it, and what should be told of it.
public struct Snapshot: Sendable {
  /// What a canvas draws.
  public let scene: Scene
  /// The markers of all clustered sources, those joined for want of room as one.
  public let groups: [MarkerGroup]
  /// Warnings and information: failed expressions, hidden labels, characters without letters.
  public let notes: [Diagnostic]
  /// Whose the marks are.
  let stage: MarkerStage
}

/// A point of a source's data.
public struct MapPoint: Hashable, Sendable {
  /// The source's name.
  public let source: String
  /// Its place among the points of the source that take part.
  public let index: Int

  /// A point of a source's data.
  public init(source: String, index: Int) {
    self.source = source
    self.index = index
  }
}

/// What is drawn beside the style's layers.
public struct PictureOptions: Sendable {
  /// What lies beneath everything.
  public enum Background: Hashable, Sendable {
    /// The style's own background layers.
    case style
    /// Nothing: the picture is transparent.
    case none
    /// One color instead of the style's background layers.
    case color(Color)
  }

  /// What lies beneath everything.
  public var background: Background
  /// The grids of clustered sources.
  public var debugGrid: DebugGridSetting
  /// What the picture shows, for readers who cannot see it.
  public var title: String?
  /// Whether marks say what they stand for. Only SVG tells it.
  public var describesMarks: Bool
  /// What stands around the map.
  public var furniture: FurnitureOptions
  /// The point whose marker is singled out by a ring.
  public var selection: MapPoint?
  /// Which markers get a bubble with what they stand for; where nothing is selected, `selected` draws nothing.
  public var callouts = OutputSettings.Callouts.selected
  /// The members that a callout lists at most.
  public var calloutRows = 5

  /// What is drawn beside the style's layers.
  public init(
    background: Background = .style, debugGrid: DebugGridSetting = DebugGridSetting(isShown: false),
    title: String? = nil, describesMarks: Bool = true, furniture: FurnitureOptions = FurnitureOptions()
  ) {
    self.background = background
    self.debugGrid = debugGrid
    self.title = title
    self.describesMarks = describesMarks
    self.furniture = furniture
  }
}
