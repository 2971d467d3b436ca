import JSONDocument
import MapClusters
import MapFeatures
import MapSettings

/// Reads columns of a table; one that decides several things is read once.
struct ColumnReader {
  let features: FeatureTable
  let rows: [UInt32]?
  let source: String
  private let order: CategoryOrder
  private var read: [ColumnValues] = []

  init(features: FeatureTable, rows: [UInt32]?, source: String, order: CategoryOrder) {
    (self.features, self.rows, self.source, self.order) = (features, rows, source, order)
  }

  func missing(_ name: String, _ setting: String) -> SnapshotError {
    .noColumn(source: source, setting: setting, column: name, known: features.propertyNames)
  }

  mutating func column(
    _ name: String?, _ setting: String, numeric: Bool = false, categories: Bool = false
  ) throws(SnapshotError) -> ColumnValues? {
    guard let name else { return nil }
    let known = read.first {
      $0.name == name && ($0.takesCategories == categories || categories && !$0.isNumeric)
    }
    guard
      let values = known
        ?? ColumnValues(name, of: features, rows: rows, takesCategories: categories, by: order)
    else { throw missing(name, setting) }
    if known == nil { read.append(values) }
    if numeric, !values.isNumeric {
      let example = (0..<(rows?.count ?? features.points.count)).lazy.compactMap { [rows, features] index in
        DataTheme.text(ofRow: rows.row(index), of: name, in: features)
      }.first
      throw .noNumbers(source: source, setting: setting, column: name, example: example)
    }
    return values
  }

  /// The column of small maps: its values, or the periods of its times.
  mutating func facet(_ drawing: ClusterOptions) throws(SnapshotError) -> ColumnValues? {
    guard let name = drawing.facetBy, let period = drawing.facetEvery else {
      return try column(drawing.facetBy, "facets", categories: true)
    }
    guard features.hasProperty(name) else { throw missing(name, "facets") }
    let (features, rows) = (features, rows)
    let count = rows?.count ?? features.points.count
    let times = try rethrowing(
      TimeColumn(
        name, of: source, rows: 0..<count, every: period, drawing.facetTimeFormat,
        value: { features.property(name, ofPoint: rows.row($0)) },
        record: { features.recordName(ofPoint: rows.row($0)) })
    ) { (problem: TimeProblem) in SnapshotError.times(source: source, problem) }
    return ColumnValues(name, times, of: count, called: period.name)
  }

  /// The numbers that bubbles show: those of a column, or what cells have of it.
  mutating func aggregate(_ wanted: ColumnAggregate?, _ cells: CellTable?) throws(SnapshotError)
    -> ColumnValues?
  {
    guard let cells, let wanted else { return try column(wanted?.column, "aggregate", numeric: true) }
    let counted =
      cells.numbers.isEmpty
      ? CountedNumbers(wanted, of: features, cells) : CountedNumbers(wanted, counted: cells.numbers)
    if let column = counted.missingColumn { throw missing(column, "aggregate") }
    if counted.badCount > 0 {
      throw .noNumbers(source: source, setting: "aggregate", column: wanted.column, example: nil)
    }
    if let (row, column) = counted.text {
      throw .noNumbers(
        source: source, setting: "aggregate", column: column,
        example: DataTheme.text(ofRow: row, of: column, in: features))
    }
    return ColumnValues(wanted.column, counted)
  }
}
