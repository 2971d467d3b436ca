public import JSONDocument
public import MapClusters
public import MapFeatures

/// A source's clustering in a style, a request or a command line; `nil` for what is not set. See ``table``.
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
  /// The reach of the method radius, in units of a tile, or that of peaks in points.
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
  /// Least number of points of a dense region of dbscan, or of a cluster of radius.
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
  /// The rows that take part.
  public var filter: RowFilter?
  /// The points that stand for lines and areas.
  public var pointsOf: ShapePoints?
  /// True if only the first of points that share an id takes part.
  public var uniqueIDs: Bool?
  /// The weight of a point that has none.
  public var missingWeight: MissingWeight?
  /// True to draw a single point by its weight as a cluster of one.
  public var weightedSingles: Bool?
  /// The property that keeps points alone: those where it is false.
  public var optOut: String?
  /// The column that colors markers.
  public var colorBy: String?
  /// The column that sizes markers.
  public var sizeBy: String?
  /// The radii of the smallest bubbles and of the largest, in points.
  public var sizeRange: [Double]?
  /// The column whose categories are clustered by themselves.
  public var groupBy: String?
  /// The column whose categories are the shares of rings.
  public var donutBy: String?
  /// The column that single points are labeled with.
  public var labelBy: String?
  /// The column whose values have a map each.
  public var facetBy: String?
  /// The periods of that column that have a map each.
  public var facetEvery: TimePeriod?
  /// The form of its times that is tried first.
  public var facetTimeFormat: TimeFormat?
  /// The file with the areas in which points are counted.
  public var groupAreas: String?
  /// The mark that stands for a cluster.
  public var form: ClusterForm?
  /// The area around the members of a cluster.
  public var hull: HullShape?
  /// The sign of icons.
  public var icon: String?
  /// The rule for bubbles that would overlap.
  public var overlap: BubbleOverlap?
  /// The aggregate that bubbles show instead of a count.
  public var aggregate: ColumnAggregate?
  /// The unit of the numbers of columns.
  public var unit: String?
  /// The colors of columns.
  public var palette: Palette?
  /// The first categories, in the order of colors, legends and small maps.
  public var order: [String]?
  /// The classes of color of numbers.
  public var classes: ColumnClasses?
  /// The limits of classes, rising.
  public var breaks: [Double]?
  /// The numbers that the classes are of.
  public var classBy: ClassBasis?
  /// True if markers outside the view stay; this and the two below matter where there is a history.
  public var keepsInvisible: Bool?
  /// True if an old marker stays in its cell and takes new members.
  public var reusesMarkers: Bool?
  /// True if leaders stay when the view comes closer, and pans never regroup.
  public var keepsLeaders: Bool?
  /// The grid and the labels of its cells; of sources in styles.
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

  /// Creates the options that a style's metadata or a request sets.
  public init(_ settings: SourceSettings) { self = settings.options }

  /// These options over `base`. A preset or method here replaces the preset and all parameters of `base`; settings of cells
  /// turn its peaks into a grid alone.
  public func over(_ base: ClusterOptions) -> ClusterOptions {
    // Most of the levels that are merged set nothing.
    if base == .unset { return self }
    if self == .unset { return base }
    let (preset, method) = (preset, withMethodOfForm(over: base).method)
    let base = ClusterOptions.table.without(cleared, base)
    var result = self
    result.method = method
    result.cleared.formUnion(base.cleared)
    let takesCells = choosesGrid && base.preset == nil && base.method == .peaks
    if takesCells { result.method = .grid }
    let keepsMethod = preset == nil && (takesCells || method == nil || method == base.method)
    for entry in ClusterOptions.table.entries where keepsMethod || entry.traits.contains(.outlivesMethod) {
      entry.member?.fill(&result, from: base)
    }
    if takesCells { result.radius = radius }
    return result
  }

  /// Returns the values with nothing set under some keys.
  public func without(_ keys: Set<String>) -> ClusterOptions { ClusterOptions.table.without(keys, self) }

  /// True if nothing is set that would cluster points.
  public var isEmpty: Bool {
    namedForm?.methods == nil && groupAreas == nil
      && !ClusterOptions.table.entries.contains { !$0.traits.contains(.clustersNothing) && $0.isSet(self) }
  }

  package var withoutClustering: ClusterOptions {
    var options = ClusterOptions()
    options.method = .some(.none)
    for entry in ClusterOptions.table.entries where entry.traits.contains(.readWithData) {
      entry.member?.fill(&options, from: self)
    }
    options.cleared = cleared
    return options
  }

  package var setsCellSize: Bool { cellSize != nil || preset != nil }

  package var setsMethod: Bool { method != nil || preset != nil }

  /// The options at whole zooms, as a pyramid of cells has them, unless they have a rule of their own.
  package var atWholeZooms: ClusterOptions {
    var options = self
    options.snapsZoom = snapsZoom ?? true
    return options
  }

  /// Cells of a pyramid: 64 points, at whole zooms.
  package var withPyramidCells: ClusterOptions {
    var options = atWholeZooms
    options.cellSize = .points(64)
    return options
  }

  /// The state that is kept from view to view: the preset's, refined.
  public var behavior: ClusterBehavior { engine.behavior }

  /// The engine's settings: the preset's or method's own, refined.
  public var settings: ClusterSettings { engine.settings }

  /// Settings of both engines, computed once.
  package var engine: EngineSettings {
    var clustering = EngineSettings(
      settings: preset?.settings ?? .standard(settledMethod ?? (choosesGrid ? .grid : .peaks)),
      behavior: preset?.behavior ?? ClusterBehavior())
    for member in ClusterOptions.table.members { member.apply(self, to: &clustering) }
    // Of cells those of one point count, too.
    if drawnForm?.isCell == true, minimumCount == nil { clustering.settings.minimumCount = 1 }
    return clustering
  }

  /// True if an option is set here, by its name in requests and styles.
  public func isSet(_ name: String) -> Bool { ClusterOptions.table[name]?.isSet(self) ?? false }

  /// Converts zooms to a world of 512 points. The method radius has no levels below zoom 0.
  public func countingFrom512(_ tileSize: Int, method: ClusterMethod) -> ClusterOptions {
    guard tileSize == 256 else { return self }
    var result = self
    result.maximumZoom = maximumZoom.map { method == .radius ? max(0, $0 - 1) : $0 - 1 }
    result.minimumZoom = minimumZoom.map { max(0, $0 - 1) }
    if case .byZoom(let steps)? = cellSize {
      result.cellSize = .byZoom(steps.map { ZoomStep(from: $0.zoom - 1, $0.value) })
    }
    return result
  }
}

/// The clustering of a source beyond the standard keys, `metadata["clustersnap:sources"][id]`, and its locations.
@dynamicMemberLookup
public struct SourceSettings: Sendable {
  /// The options of clustering that are set.
  public package(set) var options = ClusterOptions()
  /// Location of each key. Looked up, never iterated.
  package var locations: [String: SourceLocation] = [:]

  /// Settings of which nothing is set.
  public init() {}

  /// A member of the options.
  public subscript<Value>(dynamicMember path: KeyPath<ClusterOptions, Value>) -> Value {
    options[keyPath: path]
  }

  /// The position of a setting; `nil` if it is not set.
  public func position(of key: String) -> TextPosition? { location(of: key)?.position }

  /// The location of a setting with its path; `nil` if it is not set.
  public func location(of key: String) -> SourceLocation? { locations[key] }
}

extension ClusterOptions {
  /// Reads clustering options outside of a style, by the rules of `clustersnap:sources`.
  public static func parse(
    _ json: JSONValue, at path: JSONPath
  ) -> (options: ClusterOptions, diagnostics: [Diagnostic]) {
    var (options, reader) = (ClusterOptions(), DocumentReader())
    _ = table.read(JSONNode(value: json, path: path), into: &options, in: &reader)
    return (options, reader.report.diagnostics)
  }

  /// Options without effect on any of the sources, in documentation order.
  public func unused(for sources: [SettingContext.Source]) -> [UnusedSetting] {
    guard !sources.isEmpty else { return [] }
    let situation = SettingContext(sources: sources)
    return ClusterOptions.table.entries.compactMap { $0.unused(self, in: situation) }
  }
}
