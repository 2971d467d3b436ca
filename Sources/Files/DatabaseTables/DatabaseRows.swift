package import MapFeatures

package final class DatabaseRows: NumberedRows {
  package let columnNames: [String]
  private let rows: Database.Rows
  private let isCancelled: @Sendable () -> Bool
  /// Index of each column in a row, with true for booleans; `nil` for missing columns.
  private let columns: [(index: Int32, isLogical: Bool)?]
  private let geometryIndex, key: Int32?
  private var row: Database.Row?
  private var rowCount = 0

  /// - Parameters:
  ///   - names: columns to read; some may not exist.
  ///   - areFeatures: true if rows are features; their key is their identifier, not a property.
  ///   - isNumbered: true if rows are read by number.
  package init(
    of table: DatabaseTable, _ names: [String], areFeatures: Bool, isNumbered: Bool = false
  ) throws(ResourceError) {
    guard !isNumbered || table.numberName != nil else { throw .damaged("its rows have no numbers") }
    // What may stand before the columns; a number of SQL where there is nothing.
    var selected = [isNumbered ? table.numberName ?? "" : "0"]
    func select(_ column: Int?) -> Int32? {
      guard let column else { return nil }
      selected.append(Database.quoted(table.columns[column].name))
      return Int32(selected.count - 1)
    }
    geometryIndex = areFeatures ? select(table.geometry) : nil
    key = areFeatures ? select(table.key) : nil
    columnNames = names
    columns = names.map { name in
      let column = table.columns.firstIndex { $0.name == name }
      // Geometries are no properties, nor is what identifies features.
      guard let column, column != table.geometry, !areFeatures || column != table.key else { return nil }
      return select(column).map { ($0, table.columns[column].isLogical) }
    }
    isCancelled = table.database.isCancelled
    let database = isNumbered ? try Database(again: table.database) : table.database
    rows = try database.rows(of: table.table, selected, number: isNumbered ? selected[0] : nil)
  }

  package func restart(at numbers: ClosedRange<Int>) { rows.restart(at: numbers) }

  package func next() throws(ResourceError) -> Bool {
    if rowCount & 1023 == 0, isCancelled() { throw .cancelled }
    rowCount += 1
    row = try rows.next()
    return row != nil
  }

  package var number: Int { row?.integer(0).map { Int($0) } ?? 0 }

  package var identifier: PropertyValue? { key.flatMap { row?.integer($0) }.map { PropertyValue(whole: $0) } }

  package func value(_ column: Int) -> PropertyValue? {
    guard let column = columns[column] else { return nil }
    return row?.value(column.index, isLogical: column.isLogical)
  }

  package func number(_ column: Int) -> Double? {
    guard let column = columns[column], !column.isLogical else { return nil }
    return row?.double(column.index)
  }

  package func geometry() throws(ResourceError) -> UnsafeRawBufferPointer? {
    guard let row, let geometryIndex else { return nil }
    return try wellKnownBinary(ofGeoPackage: row.bytes(geometryIndex))
  }

  package func damagedGeometry(_ reason: String) -> ResourceError { .geometry(reason) }
}

extension DatabaseTable {
  /// SQL name of row numbers; `nil` if columns hide all of its names.
  fileprivate var numberName: String? {
    let taken = Set(columns.map { $0.name.lowercased() })
    return ["_rowid_", "rowid", "oid"].first { !taken.contains($0) }
  }

  package var rowNumbers: ClosedRange<Int>? {
    numberName.flatMap { database.rowNumbers(of: table, number: $0) }
  }
}
