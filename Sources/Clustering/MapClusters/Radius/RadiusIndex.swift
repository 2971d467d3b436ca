public import MapGeometry

/// All clusters of all zooms by the rule "every item within a radius", ready to be asked for a view.
///
/// From the finest zoom to the coarsest, every level clusters the one below it: the items are walked in order,
/// and an item that is still free takes all free items within the radius into a new cluster at their weighted
/// center. The result is that of Mapbox supercluster in its integer form: same clusters, counts, ids and
/// order, whatever the number of threads.
///
/// - SeeAlso: CLUSTERING.md, "Radius, exactly".
public final class RadiusIndex: Sendable {
  /// The settings of the clustering.
  public let settings: RadiusSettings
  /// The points, as they were given.
  public let points: CoordinateTable
  /// The number of records the points come from, skipped ones included; ids of clusters lie above it.
  public let recordCount: Int

  /// Level `settings.minimumZoom + i` at `i`; the last one holds the points themselves.
  let levels: [RadiusLevel]
  /// The item that took in each item; `nil` where clusters need three points or more, and levels know it each for itself.
  let merges: RadiusMerges?
  /// By level like `levels`: from ranks to indices; `nil` where both are one.
  let rankReaders: [RankReader?]
  /// The number of the only level whose items are there; `nil` where all are.
  let onlyLevel: Int?

  /// The bytes it takes, without the points, which it shares with whoever gave them.
  public var byteCount: Int { levels.reduce(merges?.byteCount ?? 0) { $0 + $1.byteCount } }

  /// The index that clustering with settings would make for each view: kept, it answers for many.
  ///
  /// - Parameters:
  ///   - input: the points, in input order; those that opted out are left out of the index.
  ///   - settings: radius, extent, zooms and least points.
  ///   - zoom: that of the only views that will be asked for; `nil` for any. Of other zooms no items are kept, which
  ///     takes half of the memory: whatever is asked is answered for this zoom, and clusters have no parts and no whole
  ///     but the zoom at which they fall apart.
  ///     Clusters of three points or more are kept for all zooms.
  ///   - threads: how many share the work, at least 1. The result does not depend on it.
  /// - Throws: ``ClusterError`` for settings or points out of range.
  /// - Complexity: expected O(*n*) time a zoom, for any distribution of points; about 20 bytes an item of a level.
  public convenience init(
    of input: ClusterInput, settings: ClusterSettings = .standard(.radius), viewedAt zoom: Double? = nil,
    threads: Int = 1
  ) throws(ClusterError) {
    try settings.check(pointCount: input.coordinates.count)
    try input.check()
    let table = input.clustered.table
    // A record with several points counts once, and ids must still be apart from rows.
    try self.init(
      of: table, records: max(input.recordCount ?? 0, table.count), settings: RadiusSettings(settings),
      viewedAt: zoom, slices: ParallelSlices(threads: threads))
  }

  /// - Parameters:
  ///   - records: the number of records the points were read from, at least as many as points; as many where left out.
  ///   - slices: how the work is cut, which the result does not depend on.
  init(
    of table: CoordinateTable, records: Int? = nil, settings: RadiusSettings = RadiusSettings(),
    viewedAt zoom: Double? = nil, slices: ParallelSlices = ParallelSlices(threads: 1)
  ) throws(ClusterError) {
    guard 0 <= settings.minimumZoom, settings.minimumZoom <= settings.maximumZoom,
      settings.maximumZoom <= RadiusSettings.zoomLimit
    else { throw .clusterZooms(minimum: settings.minimumZoom, maximum: settings.maximumZoom) }
    guard table.count <= RadiusSettings.pointLimit else { throw .tooManyForRadius(table.count) }
    var settings = settings
    onlyLevel = settings.minimumPoints > 2 ? nil : zoom.map(settings.levelNumber)
    if let onlyLevel { settings.minimumZoom = onlyLevel }
    self.settings = settings
    self.points = table
    self.recordCount = records ?? table.count
    let builder = RadiusBuilder(settings: settings, slices: slices, keepsAll: onlyLevel == nil)
    let (levels, merges) = try builder.levels(of: table)
    self.levels = levels
    self.merges = merges
    self.rankReaders = levels.map { level in
      if case .inherited(let ranks) = level.order { ranks.reader } else { nil }
    }
  }

  /// The number of items of a zoom: clusters and points that stand alone.
  ///
  /// - Parameter zoom: limited to the settings' zooms; one above ``RadiusSettings/maximumZoom`` counts the points.
  public func itemCount(zoom: Int) -> Int { level(atZoom: Double(zoom)).count }

  func levelNumber(atZoom zoom: Double) -> Int { onlyLevel ?? settings.levelNumber(atZoom: zoom) }

  func level(atZoom zoom: Double) -> RadiusLevel { levels[levelNumber(atZoom: zoom) - settings.minimumZoom] }
}
