public import JSONDocument
public import MapClusters
public import MapFeatures

/// The clustering of a source as a style, a request or a command line sets it; `nil` where it sets nothing.
///
/// What each member may be and does stands in ``table``. Those of the engine have the names of its settings:
/// `options.cellSize = .points(80)`.
@dynamicMemberLookup
public struct ClusterOptions: Hashable, SettingValues {
  /// What is set of the engine's settings; the standard of those that are not.
  private var engine = ClusterSettings.standard
  /// Those that are set, by their offsets in memory, so that no key path is hashed.
  private var engineOffsets: Set<Int> = []
  /// The keys of settings that hold nothing, whatever is set beneath.
  public var cleared: Set<String> = []
  /// The system taken over; the other options refine it.
  public var preset: ClusterPreset?
  /// The property that weighs points.
  public var weight: String?
  /// Which rows take part.
  public var filter: RowFilter?
  /// Which points stand for lines and areas.
  public var pointsOf: ShapePoints?
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
  /// The column whose categories are the shares of rings.
  public var donutBy: String?
  /// The column that single points are labeled with.
  public var labelBy: String?
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

  /// Options of which nothing is set.
  public init() {}

  private static let unset = ClusterOptions()

  /// What a style's metadata, or a request, sets.
  public init(_ settings: SourceSettings) { self = settings.options }

  /// A setting of the engine; `nil` where nothing is set.
  public subscript<Value: Hashable & Sendable>(
    dynamicMember path: WritableKeyPath<ClusterSettings, Value> & Sendable
  ) -> Value? {
    get { isSet(path) ? engine[keyPath: path] : nil }
    set {
      guard note(path, isSet: newValue != nil) else { return }
      engine[keyPath: path] = newValue ?? ClusterSettings.standard[keyPath: path]
    }
  }

  /// A setting that the engine need not have; `nil` where nothing is set.
  public subscript<Value: Hashable & Sendable>(
    dynamicMember path: WritableKeyPath<ClusterSettings, Value?> & Sendable
  ) -> Value? {
    get { isSet(path) ? engine[keyPath: path] : nil }
    set {
      guard note(path, isSet: newValue != nil) else { return }
      engine[keyPath: path] = newValue ?? ClusterSettings.standard[keyPath: path]
    }
  }

  private func isSet(_ path: PartialKeyPath<ClusterSettings>) -> Bool {
    !engineOffsets.isEmpty && engineOffsets.contains(ClusterOptions.offset(of: path))
  }

  /// Remembers whether a setting of the engine is set.
  ///
  /// - Returns: whether anything changes.
  private mutating func note(_ path: PartialKeyPath<ClusterSettings>, isSet: Bool) -> Bool {
    if isSet {
      engineOffsets.insert(ClusterOptions.offset(of: path))
      return true
    }
    return !engineOffsets.isEmpty && engineOffsets.remove(ClusterOptions.offset(of: path)) != nil
  }

  private static func offset(of path: PartialKeyPath<ClusterSettings>) -> Int {
    guard let offset = MemoryLayout<ClusterSettings>.offset(of: path) else {
      preconditionFailure("every member of ClusterSettings is stored")
    }
    return offset
  }

  /// These options where they set something, else those of `base`.
  ///
  /// A preset or a method of these options replaces the preset and all parameters of `base`, which were meant for
  /// another system.
  public func over(_ base: ClusterOptions) -> ClusterOptions {
    // Most of the levels that are merged set nothing.
    if base == .unset { return self }
    if self == .unset { return base }
    let base = ClusterOptions.table.without(cleared, base)
    var result = self
    result.cleared.formUnion(base.cleared)
    let keepsMethod = preset == nil && (self.method == nil || self.method == base.method)
    for entry in ClusterOptions.table.entries where keepsMethod || entry.traits.contains(.outlivesMethod) {
      entry.fill(&result, base)
    }
    return result
  }

  /// The same with nothing set under some keys.
  public func without(_ keys: Set<String>) -> ClusterOptions { ClusterOptions.table.without(keys, self) }

  /// Whether nothing is set that would cluster points.
  public var isEmpty: Bool {
    !ClusterOptions.table.entries.contains { !$0.traits.contains(.clustersNothing) && $0.isSet(self) }
  }

  /// What is left of the options where every point is drawn for itself.
  package var withoutClustering: ClusterOptions {
    var options = ClusterOptions()
    options.method = .some(.none)
    for entry in ClusterOptions.table.entries where entry.traits.contains(.readWithData) {
      entry.fill(&options, self)
    }
    options.cleared = cleared
    return options
  }

  /// Whether the size of cells is set here, by itself or by a preset.
  package var setsCellSize: Bool { self.cellSize != nil || preset != nil }

  /// The same with cells that a pyramid has: 64 points, following whole zooms.
  package var withPyramidCells: ClusterOptions {
    var options = self
    options.cellSize = .points(64)
    options.snapsZoom = self.snapsZoom ?? true
    return options
  }

  /// What is remembered from view to view: as the preset has it, refined.
  public var behavior: ClusterBehavior { applied.behavior }

  /// The engine's settings: the preset's or method's own, refined.
  public var settings: ClusterSettings { applied.settings }

  private var applied: SettingEntry<ClusterOptions>.Clustering {
    var clustering = SettingEntry<ClusterOptions>.Clustering(
      settings: preset?.settings ?? self.method.map(ClusterSettings.standard) ?? .standard,
      behavior: preset?.behavior ?? ClusterBehavior())
    for entry in ClusterOptions.table.entries { entry.apply?(self, &clustering) }
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
    if method != .radius { result.maximumZoom = self.maximumZoom.map { $0 - 1 } }
    if case .byZoom(let steps)? = self.cellSize {
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

extension SettingEntry<ClusterOptions> {
  /// A setting of the engine.
  ///
  /// - Parameter member: of the engine's settings.
  init<Value: Hashable & Sendable>(
    _ key: String, engine member: WritableKeyPath<ClusterSettings, Value> & Sendable,
    _ type: SettingType<Value>, _ form: String, or initial: String, _ meaning: String, _ example: String,
    option: SettingOption? = nil, use: SettingUse? = nil
  ) {
    self.init(
      key, \.[dynamicMember: member], type, form, or: initial, meaning, example, option: option, use: use,
      engine: { $0.settings[keyPath: member] = $1 })
  }

  /// A setting that the engine need not have.
  init<Value: Hashable & Sendable>(
    _ key: String, engine member: WritableKeyPath<ClusterSettings, Value?> & Sendable,
    _ type: SettingType<Value>, _ form: String, or initial: String, _ meaning: String, _ example: String,
    option: SettingOption? = nil, use: SettingUse? = nil
  ) {
    self.init(
      key, \.[dynamicMember: member], type, form, or: initial, meaning, example, option: option, use: use,
      engine: { $0.settings[keyPath: member] = $1 })
  }
}
