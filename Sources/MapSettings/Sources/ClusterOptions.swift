public import JSONDocument
public import MapClusters
public import MapFeatures

/// The clustering of a source as a style, a request or a command line sets it; `nil` where it sets nothing.
///
/// What each member may be and does stands in ``table``. Those of the engine have the names of its settings.
public struct ClusterOptions: Hashable, SettingValues {
  /// The keys of settings that hold nothing, whatever is set beneath.
  public var cleared: Set<String> = []
  /// The system taken over; the other options refine it.
  public var preset: ClusterPreset?
  /// The method that groups points.
  public var method: ClusterMethod?
  /// The side of a grid's cells and of the leader's blocks.
  public var cellSize: CellSize?
  /// True if a whole number of cells spans the world.
  public var alignsToWorld: Bool?
  /// The origin of the grid.
  public var anchor: GridAnchor?
  /// The margin around the picture in which points take part, as a share of its sides.
  public var margin: Double?
  /// True if cells follow the integer zoom.
  public var snapsZoom: Bool?
  /// The reach of the method radius, in units of a tile.
  public var radius: Double?
  /// Units along a tile's side.
  public var extent: Double?
  /// True if the method radius joins points across the antimeridian.
  public var wrapsAntimeridian: Bool?
  /// The reach of the method distance.
  public var distance: ClusterDistance?
  /// The number of clusters of the method kmeans.
  public var clusterCount: Int?
  /// The reach of the method dbscan, in points.
  public var epsilon: Double?
  /// The number of points of a dense place of dbscan, or of a cluster of radius.
  public var minimumPoints: Int?
  /// The position of a cluster's mark.
  public var position: MarkerPosition?
  /// Fewer points stay single.
  public var minimumCount: Int?
  /// Points at fewer unique locations stay single.
  public var minimumUnique: Int?
  /// The last zoom that clusters, counted from a world of 512 points.
  public var maximumZoom: Double?
  /// The coarsest zoom that the method radius clusters.
  public var minimumZoom: Int?
  /// The treatment of points at one location.
  public var coLocated: CoLocated?
  /// True if the points of one location are one mark outside of clusters.
  public var joinsUniqueLocations: Bool?
  /// The property that weighs points.
  public var weight: String?
  /// Which rows take part.
  public var filter: RowFilter?
  /// Which points stand for lines and areas.
  public var pointsOf: ShapePoints?
  /// Whether of points that share an id the first alone takes part.
  public var uniqueIDs: Bool?
  /// What a point counts that has no weight.
  public var missingWeight: MissingWeight?
  /// Whether a single point is drawn by its weight as a cluster of one.
  public var weightedSingles: Bool?
  /// The property that keeps points alone: those where it is false.
  public var optOut: String?
  /// The column that colors markers.
  public var colorBy: String?
  /// The column that sizes markers.
  public var sizeBy: String?
  /// The column whose categories are clustered by themselves.
  public var groupBy: String?
  /// The column whose categories are the shares of rings.
  public var donutBy: String?
  /// The column that single points are labeled with.
  public var labelBy: String?
  /// The mark that stands for a cluster.
  public var form: ClusterForm?
  /// The rule for bubbles that would overlap.
  public var overlap: BubbleOverlap?
  /// What bubbles show instead of a count.
  public var aggregate: ColumnAggregate?
  /// The colors of columns.
  public var palette: Palette?
  /// How numbers become classes of color.
  public var classes: ColumnClasses?
  /// Which numbers the classes are of.
  public var classBy: ClassBasis?
  /// Whether markers outside the view stay; this and the two below matter where there is a history.
  public var keepsInvisible: Bool?
  /// Whether an old marker stays in its cell and takes new members.
  public var reusesMarkers: Bool?
  /// Whether leaders stay when the view comes closer, and pans never regroup.
  public var keepsLeaders: Bool?
  /// Whether the grid is drawn, and what is written into cells; of sources in styles.
  public var debugGrid: DebugGridSetting?
  /// The template of a marker's title.
  public var title: String?
  /// The template of a marker's subtitle.
  public var subtitle: String?
  /// The template of a single point's title.
  public var singleTitle: String?
  /// The template of a single point's subtitle.
  public var singleSubtitle: String?

  /// Options of which nothing is set.
  public init() {}

  private static let unset = ClusterOptions()

  /// What a style's metadata, or a request, sets.
  public init(_ settings: SourceSettings) { self = settings.options }

  /// These options where they set something, else those of `base`.
  ///
  /// A preset or a method of these options replaces the preset and all parameters of `base`, which were meant for
  /// another system.
  public func over(_ base: ClusterOptions) -> ClusterOptions {
    // Most of the levels that are merged set nothing.
    if base == .unset { return self }
    if self == .unset { return base }
    let (preset, method) = (preset, withMethodOfForm(over: base).method)
    let base = ClusterOptions.table.without(cleared, base)
    var result = self
    result.method = method
    result.cleared.formUnion(base.cleared)
    let keepsMethod = preset == nil && (method == nil || method == base.method)
    for entry in ClusterOptions.table.entries where keepsMethod || entry.traits.contains(.outlivesMethod) {
      entry.member?.fill(&result, from: base)
    }
    return result
  }

  /// The same with nothing set under some keys.
  public func without(_ keys: Set<String>) -> ClusterOptions { ClusterOptions.table.without(keys, self) }

  /// Whether nothing is set that would cluster points.
  public var isEmpty: Bool {
    form?.methods == nil
      && !ClusterOptions.table.entries.contains { !$0.traits.contains(.clustersNothing) && $0.isSet(self) }
  }

  /// What is left of the options where every point is drawn for itself.
  package var withoutClustering: ClusterOptions {
    var options = ClusterOptions()
    options.method = .some(.none)
    for entry in ClusterOptions.table.entries where entry.traits.contains(.readWithData) {
      entry.member?.fill(&options, from: self)
    }
    options.cleared = cleared
    return options
  }

  /// Whether the size of cells is set here, by itself or by a preset.
  package var setsCellSize: Bool { cellSize != nil || preset != nil }

  /// The same with cells that a pyramid has: 64 points, following whole zooms.
  package var withPyramidCells: ClusterOptions {
    var options = self
    options.cellSize = .points(64)
    options.snapsZoom = snapsZoom ?? true
    return options
  }

  /// What is remembered from view to view: as the preset has it, refined.
  public var behavior: ClusterBehavior { applied.behavior }

  /// The engine's settings: the preset's or method's own, refined.
  public var settings: ClusterSettings { applied.settings }

  private var applied: EngineSettings {
    var clustering = EngineSettings(
      settings: preset?.settings ?? settledMethod.map(ClusterSettings.standard) ?? .standard,
      behavior: preset?.behavior ?? ClusterBehavior())
    for entry in ClusterOptions.table.entries { entry.member?.apply(self, to: &clustering) }
    // Of cells those of one point count, too.
    if drawnForm?.isCell == true, minimumCount == nil { clustering.settings.minimumCount = 1 }
    return clustering
  }

  /// Whether an option is set here, by its name in requests and styles.
  public func isSet(_ name: String) -> Bool { ClusterOptions.table[name]?.isSet(self) ?? false }

  /// The same with zooms that were counted from a tile size counted from 512.
  ///
  /// - Parameter method: by which the points are clustered in the end. The levels of the method radius count from a
  ///   512-point world whatever is set.
  public func countingFrom512(_ tileSize: Int, method: ClusterMethod) -> ClusterOptions {
    guard tileSize == 256 else { return self }
    var result = self
    if method != .radius { result.maximumZoom = maximumZoom.map { $0 - 1 } }
    if case .byZoom(let steps)? = cellSize {
      result.cellSize = .byZoom(steps.map { ZoomStep(from: $0.zoom - 1, $0.value) })
    }
    return result
  }
}

/// How a source's points are clustered beyond the standard keys, `metadata["clustersnap:sources"][id]`, and where each
/// setting stands.
@dynamicMemberLookup
public struct SourceSettings: Sendable {
  /// What is set of the clustering.
  public package(set) var options = ClusterOptions()
  /// Where each setting stands, by its key. Looked up, never iterated.
  package var locations: [String: SourceLocation] = [:]

  /// Settings of which nothing is set.
  public init() {}

  /// A member of the options.
  public subscript<Value>(dynamicMember path: KeyPath<ClusterOptions, Value>) -> Value {
    options[keyPath: path]
  }

  /// Where a setting stands; `nil` for what is not set.
  public func position(of key: String) -> TextPosition? { location(of: key)?.position }

  /// Where a setting stands, with the way to it; `nil` for what is not set.
  public func location(of key: String) -> SourceLocation? { locations[key] }
}

extension ClusterOptions {
  /// The options set here that do nothing for any of the sources that they are set for.
  ///
  /// - Returns: in the order of the documentation; nothing without sources.
  public func unused(for sources: [SettingSituation.Source]) -> [UnusedSetting] {
    guard !sources.isEmpty else { return [] }
    let situation = SettingSituation(sources: sources)
    return ClusterOptions.table.entries.compactMap { $0.unused(self, in: situation) }
  }
}
