package import MapClusters
package import MapFeatures
package import MapGeometry
package import MapSettings
package import MapStyle
import Parallel
package import StyleSettings

/// The findings about points that were summed into cells while they were read.
package struct StreamedPoints: Sendable {
  package let readCount: Int
  package let takenCount: Int
  /// The views in which some of these lie.
  let shownIn: [Viewport]
  /// The number of them in each box that was asked about.
  let boxCounts: [(box: BoundingBox, count: Int)]
  /// The properties that the row filter looks at and no point has.
  package let missingFilterColumns: [String]
  /// The names of the first point's properties, where any were looked at.
  package let knownNames: [String]
  /// The warnings of the source's filter about them.
  package let warnings: StyleWarnings
  /// Notes about points without weights or with such that are too small, and without the number that sizes them.
  let notes: [String]
  /// Their box, where the view was fitted to them before they were read into its cells, or none of them lies in it.
  package var bounds: BoundingBox?
}

/// Chooses the points that take part in a source while they are read, as ``MapSource`` chooses them from a whole table.
///
/// Batches may come from several threads at once; what is found does not depend on their order.
package final class PointChooser: Sendable {
  private struct Findings {
    var readCount = 0, takenCount = 0
    var weights = MissingPoints(), smallWeights = MissingPoints(), numbers = MissingPoints()
    /// The views in which a point lies, one truth value each.
    var isShown: [Bool]
    /// The number of points in each box.
    var boxCounts: [Int]
    /// By where batches stand in the input.
    var warnings: [(base: Int, warnings: StyleWarnings)] = []
    var error: (base: Int, error: SnapshotError)?
    var known: (base: Int, names: [String])?
    /// The columns of the drawing that a point has.
    var columns: Set<String> = []
  }

  private let name: String
  private let clustering: SourceClustering
  private let filter: FeatureFilter?
  private let rowFilter: CompiledRowFilter?
  private let drawing: ClusterOptions
  private let identity: FeatureIdentity
  private let views: [Viewport]
  private let boxes: [BoundingBox]
  private let findings: Mutex<Findings>
  /// Of all points, for as long as none is in the first view.
  private let bounds = Mutex(PointBounds())

  /// A chooser for a source.
  ///
  /// - Parameters:
  ///   - filter: which features take part; `nil` for all.
  ///   - rowFilter: which of these take part beyond that; `nil` for all.
  ///   - drawing: what columns decide in pictures: numbers that bubbles show, and labels.
  ///   - views: those of which it is asked later whether points lie in them, the most likely first.
  ///   - boxes: those in which points are counted.
  package init(
    name: String, clustering: SourceClustering, filter: FeatureFilter?, rowFilter: CompiledRowFilter?,
    drawing: ClusterOptions = ClusterOptions(), identity: FeatureIdentity, views: [Viewport],
    boxes: [BoundingBox] = []
  ) {
    (self.name, self.clustering, self.filter) = (name, clustering, filter)
    (self.rowFilter, self.drawing, self.identity, self.views) = (rowFilter, drawing, identity, views)
    self.boxes = boxes
    findings = Mutex(Findings(isShown: views.map { _ in false }, boxCounts: boxes.map { _ in 0 }))
  }

  /// Forgets what was found: the input is read again from its beginning.
  package func restart() {
    findings.withLock {
      $0 = Findings(isShown: views.map { _ in false }, boxCounts: boxes.map { _ in 0 })
    }
    bounds.withLock { $0 = PointBounds() }
  }

  /// The points of a batch that take part, their rows in it (`nil` where all do), and the numbers that bubbles show in place of
  /// a count (`nil` where they show none).
  ///
  /// - Parameters:
  ///   - batch: points that follow one another in the input.
  ///   - base: how many points come before them.
  package func choose(
    _ batch: FeatureTable, after base: Int
  ) -> (input: ClusterInput, rows: [UInt32]?, numbers: [Double]?) {
    let source: MapSource
    var numbers: [Double]?
    do throws(SnapshotError) {
      source = try MapSource(
        id: name, name: name, features: batch, clustering: clustering, filter: filter, rowFilter: rowFilter,
        identity: identity, isPart: true)
      numbers = try self.numbers(of: source)
    } catch {
      findings.withLock { findings in
        if findings.error.map({ base < $0.base }) ?? true { findings.error = (base, error) }
      }
      return (ClusterInput(CoordinateTable()), nil, nil)
    }
    let missing = numbers?.indices.filter { numbers?[$0].isNaN == true } ?? []
    // Looked for until one is found in the view itself.
    let wanted = findings.withLock { findings in
      findings.isShown.first == false ? findings.isShown.indices.filter { !findings.isShown[$0] } : []
    }
    if wanted.contains(0) { bounds.withLock { $0.add(source.input.coordinates) } }
    let shown = wanted.filter { source.hasPoint(in: ViewFrame(views[$0])) }
    let counts = boxes.map { source.pointCount(in: $0) }
    findings.withLock { findings in
      findings.readCount += batch.points.count
      findings.takenCount += source.input.coordinates.count
      for index in shown { findings.isShown[index] = true }
      for (index, count) in counts.enumerated() { findings.boxCounts[index] += count }
      if !source.warnings.isEmpty { findings.warnings.append((base, source.warnings)) }
      findings.weights.add(source.missingWeights)
      findings.smallWeights.add(source.smallWeights)
      if let first = missing.first.map(source.row) {
        findings.numbers.add(
          MissingPoints(
            count: missing.count,
            first: (batch.recordNumber(ofPoint: first), batch.recordName(ofPoint: first))))
      }
      if base == 0, clustering.weight != nil || drawing.drawsByColumns || rowFilter != nil {
        findings.known = (base, batch.propertyNames)
      }
      let columns = drawing.drawnColumns + (rowFilter?.columns ?? [])
      for column in columns where !findings.columns.contains(column) && batch.hasProperty(column) {
        findings.columns.insert(column)
      }
    }
    return (source.input, source.rows, numbers)
  }

  /// The numbers that bubbles show in place of a count, not a number (`NaN`) where a point has none.
  private func numbers(of part: MapSource) throws(SnapshotError) -> [Double]? {
    guard let column = drawing.aggregate?.column else { return nil }
    return try (0..<part.input.coordinates.count).map { index throws(SnapshotError) in
      guard let number = part.features.property(column, ofPoint: part.row(index)).columnNumber else {
        throw .noNumbers(
          source: name, setting: "aggregate", column: column,
          example: DataTheme.text(ofRow: part.row(index), of: column, in: part.features))
      }
      return number
    }
  }

  /// The findings when all points have come.
  ///
  /// - Throws: the ``SnapshotError`` of the first batch that had one, as ``MapSource`` would.
  package func result() throws(SnapshotError) -> StreamedPoints {
    let findings = findings.withLock { $0 }
    if let (_, error) = findings.error { throw error }
    for (setting, column) in [("aggregate", drawing.aggregate?.column), ("labelBy", drawing.labelBy)] {
      guard let column, !findings.columns.contains(column), findings.readCount > 0 else { continue }
      throw .noColumn(source: name, setting: setting, column: column, known: findings.known?.names ?? [])
    }
    // Those that are left out are not among those that take part.
    let weighed = findings.takenCount - (clustering.missingWeight == .skip ? 0 : findings.weights.count)
    if let weight = clustering.weight, let known = findings.known?.names, !known.contains(weight),
      findings.weights.count > 0, weighed == 0
    {
      throw .noWeight(source: name, property: weight, known: known)
    }
    var warnings = StyleWarnings()
    for part in findings.warnings.sorted(by: { $0.base < $1.base }) { warnings.merge(part.warnings) }
    return StreamedPoints(
      readCount: findings.readCount, takenCount: findings.takenCount,
      shownIn: zip(views, findings.isShown).filter(\.1).map(\.0),
      boxCounts: zip(boxes, findings.boxCounts).map { ($0, $1) },
      missingFilterColumns: rowFilter?.columns.filter { !findings.columns.contains($0) } ?? [],
      knownNames: findings.known?.names ?? [], warnings: warnings,
      notes: [
        clustering.weightNote(findings.weights), clustering.smallWeightNote(findings.smallWeights),
        drawing.aggregate.flatMap { findings.numbers.sizeNote($0.column) },
      ].compactMap(\.self),
      bounds: findings.isShown.first == false ? bounds.withLock(\.box) : nil)
  }
}

/// The facts of a table whose points its database has counted in cells.
package struct DatabaseCounts: Hashable, Sendable {
  /// The engine, by the name that `clustersnap sql --dialect` has for it.
  package let engine: String
  /// The columns of the table; of the cells only those that single points keep.
  package let columns: [String]
  /// Those of longitudes and latitudes; empty where places are geometries.
  package let coordinateColumns: [String]
  /// The number of points in the table, in view or not, and of those that take part.
  package let readCount: Int, takenCount: Int

  package init(
    engine: String, columns: [String], coordinateColumns: [String], readCount: Int, takenCount: Int
  ) {
    (self.engine, self.columns, self.coordinateColumns) = (engine, columns, coordinateColumns)
    (self.readCount, self.takenCount) = (readCount, takenCount)
  }
}
