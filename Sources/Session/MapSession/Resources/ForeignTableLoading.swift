import JSONDocument
import MapFeatures

// Tables that libraries of others read, by their rows.
extension TableLoader {
  /// The table that a library of others reads under a resource's name; `nil` for all that is read here.
  ///
  /// - Parameter isOfCells: whether its rows are cells, not points.
  func foreignTable(
    _ resource: Resource, isOfCells: Bool = false
  ) throws(FeatureError) -> (any ForeignTable)? {
    let held = inline[resource]
    // No text begins as a stream of Arrow does.
    if let held, !held.starts(with: [0xFF, 0xFF, 0xFF, 0xFF]) { return nil }
    do throws(ResourceError) {
      if let held { return try resources.table(ofArrow: held) }
      return try resources.foreignTable(resource, isCancelled: log.isCancelled)
    } catch {
      let address = DatabaseAddress(resource.name, isOfCells: isOfCells)
      throw FeatureError(.unusable(address?.reason(error) ?? error.reason))
    }
  }

  /// All rows: at their geometries where there are some and no columns are named, else at columns of numbers.
  func table(
    of foreign: any ForeignTable, _ options: ReadingOptions, into sink: (any PointSink)?
  ) throws(FeatureError) -> FeatureTable {
    guard options.decimal != .comma else {
      throw FeatureError(
        .unusable(
          "\(setting: "decimal", to: "comma") is for CSV and JSON; the columns of this table are numbers, leave it out"
        ))
    }
    let areFeatures = foreign.hasGeometry && options.longitudeColumn == nil && options.latitudeColumn == nil
    // Before any row is asked for: columns that are named and not there.
    let names = foreign.columns.map(\.name)
    var hasColumns = false
    if areFeatures {
      try options.checkIdentifier(among: names)
    } else {
      hasColumns = try options.placeColumns(among: names) != nil
    }
    if areFeatures || hasColumns,
      let numbered = try rethrowing(foreign.numbered(areFeatures: areFeatures), as: TableLoader.unreadable),
      let table = try FeatureTable.read(numbered, areFeatures: areFeatures, options: options, into: sink)
    {
      return table
    }
    let rows = try rethrowing(foreign.rows(areFeatures: areFeatures), as: TableLoader.unreadable)
    let fault = FeatureError(
      .unusable(
        "the table is larger than \(TableLoader.memoryLimit >> 20) MB as text; set a view with \(setting: "bbox"), so that its points are counted, or draw a part of it"
      ))
    do throws(FeatureError) {
      var table = try FeatureTable.read(
        rows, areFeatures: areFeatures, options: options, into: sink, limit: (TableLoader.memoryLimit, fault))
      if foreign.query != nil { table.columnNames = names }
      return table
    } catch {
      guard case .empty = error.problem else { throw error }
      throw FeatureError(.unreadable("the table has no row; expected at least one"))
    }
  }

  /// The rows that a statement answers, or all, in memory.
  func answer(of foreign: any ForeignTable, to statement: String? = nil) throws(FeatureError) -> RowBatch {
    guard let statement else {
      return try rethrowing(RowBatch(reading: foreign.rows(areFeatures: false)), as: TableLoader.unreadable)
    }
    return try rethrowing(RowBatch(reading: foreign.answer(to: statement)), as: TableLoader.unreadable)
  }

  static func unreadable(_ error: ResourceError) -> FeatureError { FeatureError(.unreadable(error.reason)) }
}
