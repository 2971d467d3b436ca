public import MapClusters
public import MapFeatures
public import MapSettings
package import MapGeometry
public import MapStyle
public import StyleSettings

/// The data of one source, ready to be drawn in any number of views.
public struct MapSource: Sendable {
  /// The source of the style that it fills; several may fill one, each with its own clusters.
  public let id: String
  /// The name that the user has for it.
  public let name: String
  /// The content of its file.
  @OutOfLine public private(set) var features: FeatureTable
  /// The clustering of its points; `nil` if each is drawn for itself.
  @OutOfLine public package(set) var clustering: SourceClustering?
  /// The rule by which a style's expressions find its features' ids.
  public let identity: FeatureIdentity
  /// True if it lies beneath the data, as a base map does: its points are no markers, no view is fitted to them, and
  /// nobody misses its labels.
  public let isBackdrop: Bool
  /// The zooms at which it is drawn; of several sources of one kind each may have its own.
  public let zooms: Range<Double>

  /// The points that take part.
  @OutOfLine package private(set) var input: ClusterInput
  /// The rows of ``features`` that the points of ``input`` came from; `nil` where they are the same.
  package private(set) var rows: [UInt32]?
  package let shapes: [ShapeFeature]
  package let outlines: OutlineProjection
  /// The unit of sums of weights; `nil` for none.
  private(set) var weightUnit: String?
  /// The theme of its pictures by columns; `nil` for none.
  @OutOfLine package private(set) var theme: DataTheme?
  private(set) var featureRows: FeatureRows
  package internal(set) var index = SourceIndex()
  /// True if cells are drawn whose size nobody sets, see ``settings(_:atZoomOf:threads:)``.
  package var choosesCells = false
  /// The points that it shows where other maps show the rest; `nil` for all points.
  var ownPart: CategoryPart?
  /// The bytes of the indexes that views have built so far.
  package var indexByteCount: Int { index.byteCount }
  /// The warnings of the source's filter about its features.
  package private(set) var warnings: StyleWarnings
  /// The notes about points without a weight, or without a number that sizes them; one line each.
  package private(set) var notes: [String]
  /// The points that have no weight.
  private(set) var missingWeights = MissingPoints()
  /// The points whose weights are too small to be summed.
  private(set) var smallWeights = MissingPoints()
  /// The points whose ids other rows have, too; `nil` for none, and where nobody looked.
  package private(set) var repeatedIDs: RepeatedIDs?
  /// The number of points at exactly 0,0; 0 where points were summed.
  package private(set) var zeroCount = 0
  /// The sheet that the points of ``input`` are planar coordinates of; `nil` for Mercator's plane.
  @OutOfLine package private(set) var sheet: Sheet?
  /// The number of points that a sheet hides; 0 on Mercator's plane.
  package private(set) var hiddenCount = 0
  /// The findings about points that were summed into cells while they were read; `nil` for another source.
  @OutOfLine package private(set) var streamed: StreamedPoints?
  /// The facts of a table whose database has counted its points; `nil` for every other source.
  @OutOfLine package var databaseCounts: DatabaseCounts?
  /// The areas in which points are counted; `nil` where they are clustered.
  @OutOfLine package private(set) var areas: AreaGroups?
  /// Why its points were not counted by their database or summed while they were read; `nil` where nobody knows.
  package var wayNote: String?

  /// The source of styles that overlays fill; others are `overlays:1` and so on.
  package static let overlayID = "overlays"
  /// True for the sources of overlays, which are no data but count in the fit.
  package static func isOverlay(_ id: String?) -> Bool {
    id == overlayID || id?.hasPrefix(overlayID + ":") == true
  }

  /// Data under a name.
  ///
  /// - Parameters:
  ///   - id: the source of the style that it fills.
  ///   - name: what the user calls it; the id by default.
  ///   - clustering: how its points are clustered; `nil` where each is drawn for itself.
  ///   - filter: which features take part; `nil` for all.
  ///   - rowFilter: which of these take part beyond that; `nil` for all.
  ///   - drawing: what columns decide in its pictures.
  ///   - identity: what a style's expressions take for the features' ids; see ``FeatureIdentity/init(_:)``.
  ///   - isBackdrop: whether it lies beneath the data, as a base map does.
  ///   - zooms: the zooms at which it is drawn.
  ///   - cells: the counts by cell that stand for the points, a row each of `features`; their weights were read with
  ///     them, and filters choose among lines and areas alone.
  ///   - isPart: whether the features are a part of an input: then another part may have what this one lacks.
  ///   - hasUniqueIDs: whether of points that share an id those of the first row alone take part, see `RepeatedIDs`.
  /// - Throws: ``SnapshotError/badWeight(source:property:record:fault:)``,
  ///   ``SnapshotError/noWeight(source:property:known:)`` and
  ///   ``SnapshotError/noColumn(source:setting:column:known:)``.
  /// - Complexity: O(1) without filter, weights and opting out; else each point's properties are read once, where they
  ///   are no columns of the table (``columns(for:filter:)``).
  public init(
    id: String, name: String? = nil, features: FeatureTable, clustering: SourceClustering? = nil,
    filter: FeatureFilter? = nil, rowFilter: CompiledRowFilter? = nil,
    drawing: ClusterOptions = ClusterOptions(),
    identity: FeatureIdentity = .own, isBackdrop: Bool = false,
    zooms: Range<Double> = -Double.infinity..<Double.infinity, cells: CellTable? = nil,
    isPart: Bool = false, hasUniqueIDs: Bool = false
  ) throws(SnapshotError) {
    self.id = id
    self.name = name ?? id
    self.features = features
    self.clustering = clustering
    self.identity = identity
    self.isBackdrop = isBackdrop
    self.zooms = zooms
    let featureRows = FeatureRows(features, identity)
    var passing = PassingFeatures(shapes: features.shapes, unplacedCount: features.unplacedCount)
    if filter != nil || rowFilter != nil {
      passing.choose(
        of: featureRows, filter, rowFilter, isOfCells: cells != nil,
        countsUnplaced: clustering?.settings.method == .radius)
    }
    (shapes, warnings) = (passing.shapes, passing.warnings)
    var rows = passing.rows
    if cells == nil, !isPart, !isBackdrop {
      repeatedIDs = RepeatedIDs(of: features, among: rows, whatever: hasUniqueIDs)
      if hasUniqueIDs, let repeatedIDs {
        rows = repeatedIDs.firstRows(among: rows, of: features.points.count)
      }
    }
    var weights: [Double]?
    var notes: [String] = []
    if let cells {
      if cells.hasWeights { weights = (0..<cells.rowCount).map { cells.weight(ofRow: $0) ?? 0 } }
    } else if let clustering, let property = clustering.weight {
      var reader = WeightReader(
        property: property, missingWeight: clustering.missingWeight, features: features, source: self.name,
        isPart: isPart)
      // In place: another array takes 8 bytes per point.
      var read = try reader.weights(&rows)
      read.shareAmongPoints(of: features, rows: rows)
      for index in read.indices {
        let weight = roundedWeight(read[index])
        if weight == 0, read[index] > 0 {
          smallWeights.add(MissingPoints(ofRow: rows.row(index), in: features))
        }
        read[index] = weight
      }
      weights = read
      missingWeights = reader.missing
      notes += [clustering.weightNote(reader.missing), clustering.smallWeightNote(smallWeights)]
        .compactMap(\.self)
    }
    let points = rows.map(features.points.taking) ?? features.points
    var unclusteredRows: PointSet?
    if let optOut = clustering?.optOut, cells == nil {
      var set = PointSet(count: points.count)
      for index in 0..<points.count where features.property(optOut, ofPoint: rows.row(index))?.isFalse == true
      {
        set.insert(index)
      }
      unclusteredRows = set
    }
    weightUnit = weights == nil ? nil : drawing.unit
    let theme =
      drawing.drawsByColumns
      ? try DataTheme(
        drawing, of: features, rows: rows, source: self.name, cells: cells, weights: weights,
        isClustered: clustering?.groups == true) : nil
    if cells == nil, !isBackdrop {
      zeroCount = zip(points.longitudes, points.latitudes).count { $0 == 0 && $1 == 0 }
    }
    notes += [theme?.sizeNote { features.recordName(ofPoint: rows.row($0)) }].compactMap(\.self)
    notes += theme?.textNotes(of: features, rows: rows) ?? []
    (self.theme, self.notes) = (theme, notes)
    self.featureRows = theme == nil ? featureRows : FeatureRows(features, identity, theme)
    self.rows = rows
    var input = ClusterInput(points, unclusteredRows: unclusteredRows, weights: weights)
    input.cells = cells
    input.cells?.listsMembers = clustering?.properties.isEmpty == false || theme != nil
    input.recordCount = features.recordCount
    if let rows { input.recordCount = features.recordCount(ofPoints: rows, shapes) + passing.unplacedCount }
    self.input = input
    outlines = OutlineProjection(features)
  }

  /// The properties that a source reads of every point: to be declared as ``ReadingOptions/columns`` when its file is
  /// read.
  ///
  /// - Parameters:
  ///   - clustering: how its points are clustered; `nil` where each is drawn for itself.
  ///   - filter: which features take part; `nil` for all.
  ///   - rowFilter: which of these take part beyond that; `nil` for all.
  ///   - drawing: what columns decide in its pictures.
  /// - Returns: each name once; a file may lack some.
  public static func columns(
    for clustering: SourceClustering?, filter: FeatureFilter? = nil, rowFilter: CompiledRowFilter? = nil,
    drawing: ClusterOptions = ClusterOptions()
  ) -> [String] {
    var names = [clustering?.weight, clustering?.optOut].compactMap(\.self) + drawing.drawnColumns
    names += (filter?.inputs.propertyNames ?? []) + (rowFilter?.columns ?? [])
    for property in clustering?.properties ?? [] { names += property.map.inputs.propertyNames }
    return names.distinct(by: \.self)
  }

  /// Returns the data with its points counted in the areas of a table; `nil` for a table without areas.
  ///
  /// - Parameter file: the table's file in messages.
  /// - Complexity: O(*points* + *edges of areas*).
  package func counted(in areas: FeatureTable, named file: String, threads: Int) -> MapSource? {
    guard let areas = AreaGroups(areas, named: file, points: input.coordinates, threads: threads) else {
      return nil
    }
    var source = self
    source.areas = areas
    source.notes += areas.notes
    return source
  }

  /// The cells of points that were summed while they were read, with what was found about these.
  package func with(_ streamed: StreamedPoints) -> MapSource {
    var source = self
    source.streamed = streamed
    source.warnings.merge(streamed.warnings)
    // Of points, where the source has cells.
    source.notes = streamed.notes
    source.zeroCount = 0
    return source
  }

  /// Returns the data with planar coordinates in place of its own.
  ///
  /// - Parameters:
  ///   - table: the points that a sheet shows.
  ///   - shown: their rows among those of ``input``; `nil` where it shows all.
  package func planar(_ table: CoordinateTable, rows shown: [Int]?, on sheet: Sheet?) -> MapSource {
    var source = self
    source.sheet = sheet
    source.index = SourceIndex()
    source.input.coordinates = table
    source.areas = areas?.placedAnew(rows: shown)
    guard let shown else { return source }
    if sheet != self.sheet { source.hiddenCount = input.coordinates.count - shown.count }
    source.rows = shown.map { UInt32(row($0)) }
    let part = input.taking(shown.map { UInt32($0) })
    (source.input.weights, source.input.unclusteredRows) = (part.weights, part.unclusteredRows)
    return source
  }

  /// Returns the data with its theme read anew from the points that are left.
  package func themedAnew() throws(SnapshotError) -> MapSource {
    guard let drawing = theme?.drawing else { return self }
    var source = self
    source.theme = try DataTheme(
      drawing, of: features, rows: rows, source: name, weights: input.weights,
      isClustered: clustering?.groups == true)
    source.featureRows = FeatureRows(features, identity, source.theme)
    return source
  }

  /// Returns the data drawn as pins, labeled by the column that is set or else by one of names.
  package func drawnAsPins() throws(SnapshotError) -> MapSource {
    var (source, drawing) = (self, theme?.drawing ?? ClusterOptions())
    drawing.form = .pin
    drawing.labelBy = drawing.labelBy ?? MapSource.nameColumns.first(where: features.hasProperty)
    source.theme = try DataTheme(
      drawing, of: features, rows: rows, source: name, cells: input.cells, isClustered: true)
    source.featureRows = FeatureRows(features, identity, source.theme)
    return source
  }

  /// The column whose classes of color are those of the markers in view, which no other view shares; `nil` where there is none.
  package var columnOfViewClasses: String? {
    guard let clustering, let theme, theme.classProperty != nil, theme.rowClasses == nil,
      clustering.settings.followsView || clustering.rules.strategies != nil
    else { return nil }
    return theme.color?.name
  }

  /// The numbers that classes of color are of, in words; `nil` where no number colors markers.
  package var classBasis: String? {
    guard let theme, theme.classProperty != nil, theme.drawing.breaks == nil else { return nil }
    return (theme.rowClasses?.basis ?? (columnOfViewClasses == nil ? .markers : .markersOfView)).rawValue
  }

  /// The column that single points are labeled with; `nil` for none.
  package var labelColumn: String? { theme?.drawing.labelBy }

  /// The areas that are drawn in place of markers.
  package var drawnAreas: [ShapeFeature] { theme?.form == .area ? areas?.heldShapes ?? [] : [] }

  package var readCount: Int {
    streamed?.readCount ?? databaseCounts?.readCount ?? input.cells?.pointCount ?? features.points.count
  }
  package var pointCount: Int {
    streamed?.takenCount ?? databaseCounts?.takenCount ?? input.cells?.pointCount ?? input.coordinates.count
  }
  /// True if cells stand for the points.
  package var isOfCells: Bool { input.cells != nil }
  package var hasShapes: Bool { !shapes.isEmpty }

  /// The row of ``features`` that a point of ``input`` came from.
  package func row(_ index: Int) -> Int { rows.row(index) }
}

extension [Double] {
  /// Divides what a record weighs among its points, such as those of a multi-point.
  fileprivate mutating func shareAmongPoints(of features: FeatureTable, rows: [UInt32]?) {
    var index = 0
    for points in features.pointsOfOneRecord {
      while index < count, rows.row(index) < points.lowerBound { index += 1 }
      while index < count, rows.row(index) < points.upperBound {
        self[index] /= Double(points.count)
        index += 1
      }
    }
  }
}

/// The features of a table that take part in a source.
private struct PassingFeatures {
  /// The rows of points; `nil` where all take part.
  var rows: [UInt32]?
  var shapes: [ShapeFeature]
  var unplacedCount: Int
  var warnings = StyleWarnings()

  /// Chooses by filters; of cells they choose among lines and areas alone.
  ///
  /// - Parameter countsUnplaced: whether features without a place are counted: only the ids of the method radius need it.
  mutating func choose(
    of table: FeatureRows, _ filter: FeatureFilter?, _ rowFilter: CompiledRowFilter?, isOfCells: Bool,
    countsUnplaced: Bool
  ) {
    let features = table.table
    func passes(_ feature: any RecordedFeature) -> Bool {
      let isTaken = filter?.accepts(EvaluationContext(feature: feature), noting: &warnings) ?? true
      return isTaken && rowFilter?.accepts(feature, noting: &warnings) ?? true
    }
    if !isOfCells {
      var taken: [UInt32] = []
      // A table of 2^32 points would need 64 GiB for its coordinates alone.
      for index in 0..<features.points.count where passes(PointFeature(table, index)) {
        taken.append(UInt32(truncatingIfNeeded: index))
      }
      rows = taken
    }
    shapes = features.shapes.filter { passes(OutlineFeature($0, table.identity)) }
    if countsUnplaced {
      unplacedCount = (0..<unplacedCount).count { passes(UnplacedFeature(table: features, index: $0)) }
    }
  }
}

extension CompiledRowFilter {
  fileprivate func accepts(_ feature: any RecordedFeature, noting warnings: inout StyleWarnings) -> Bool {
    let row = NumericTextFeature(base: feature, numeric: setting.numericColumns, texts: setting.textColumns)
    return filter.accepts(EvaluationContext(feature: row), noting: &warnings)
  }
}

extension MarkerGroup {
  /// True if a marker holds a point that passes a filter of rows; members of cells are not known.
  package func holds(
    _ filter: CompiledRowFilter, _ marker: Marker, noting warnings: inout StyleWarnings
  ) -> Bool {
    !source.isOfCells
      && markers.members(of: marker).contains {
        filter.accepts(PointFeature(source.featureRows, source.row(Int($0))), noting: &warnings)
      }
  }
}

extension FeatureTable {
  /// The number of records that some points, by ascending rows, and shapes come from: those of a multi-point are one.
  fileprivate func recordCount(ofPoints rows: [UInt32], _ shapes: [ShapeFeature]) -> Int {
    let ofShapes = Set(shapes.map(\.recordNumber))
    var (count, last) = (ofShapes.count, 0)
    for row in rows {
      let record = recordNumber(ofPoint: Int(row))
      if record != last, !ofShapes.contains(record) { count += 1 }
      last = record
    }
    return count
  }
}
