/// Consecutive rows as columns: numbers, distinct texts, null and missing values.
public struct RowBatch: Sendable {
  /// The number of rows.
  public private(set) var count = 0
  private(set) var byteCount = 0
  private var columns: [PropertyColumn.Builder]
  private var identifiers: PropertyColumn.Builder

  /// A batch without rows.
  public init(columns names: [String]) { self.init(columns: names, mostCompared: 64) }

  init(columns names: [String], mostCompared: Int) {
    columns = names.map { PropertyColumn.Builder(name: $0, mostCompared: mostCompared) }
    identifiers = PropertyColumn.Builder(name: "", mostCompared: mostCompared)
  }

  /// Reads all remaining rows.
  ///
  /// - Throws: ``ResourceError``.
  public init(reading rows: any TableRows) throws(ResourceError) {
    self.init(columns: rows.columnNames)
    while try rows.next() { append(rowOf: rows) }
  }

  /// The names of the columns.
  public var columnNames: [String] { columns.map(\.column.name) }

  /// The value of a row in a column; `nil` where it has none.
  public subscript(row: Int, column: Int) -> PropertyValue? { columns[column].column[row] }

  func identifier(ofRow row: Int) -> PropertyValue? { identifiers.column[row] }

  /// Adds a row, a value a column.
  public mutating func append(_ values: [PropertyValue?]) {
    for (column, value) in values.enumerated() { columns[column].append(value, repeating: 1) }
    identifiers.append(nil, repeating: 1)
    count += 1
  }

  mutating func append(rowOf rows: any TableRows) {
    for column in columns.indices { columns[column].append(rows.value(column), repeating: 1) }
    identifiers.append(rows.identifier, repeating: 1)
    count += 1
  }

  mutating func append(_ other: RowBatch) {
    for column in columns.indices {
      columns[column].append(other.columns[column].column)
      byteCount += other.columns[column].column.byteCount
    }
    identifiers.append(other.identifiers.column)
    count += other.count
  }

  func records(from first: Int = 0, identifier: Int?) -> RowColumns {
    RowColumns(
      first: first, columns: columns.map(\.column),
      identifiers: identifier.map { columns[$0].column } ?? identifiers.column)
  }

  mutating func join() {
    for column in columns.indices { columns[column].join() }
    identifiers.join()
  }
}

final class BatchRows: TableRows {
  private let batch: RowBatch
  private var row = -1

  init(_ batch: RowBatch) { self.batch = batch }

  var columnNames: [String] { batch.columnNames }
  var identifier: PropertyValue? { batch.identifier(ofRow: row) }
  func value(_ column: Int) -> PropertyValue? { batch[row, column] }
  func next() -> Bool {
    row += 1
    return row < batch.count
  }
}

struct RowColumns: Sendable {
  let first: Int
  private(set) var columns: [PropertyColumn]
  let identifiers: PropertyColumn

  mutating func keep(without withheld: Set<String>, named name: (String) -> String) {
    columns.removeAll { withheld.contains($0.name) }
    for index in columns.indices { columns[index].name = name(columns[index].name) }
  }

  func identifier(at offset: Int) -> PropertyValue? {
    let value = identifiers[offset - first]
    return value == .null ? nil : value
  }

  func properties(at offset: Int) -> [(name: String, value: PropertyValue)] {
    columns.compactMap { column in column[offset - first].map { (column.name, $0) } }
  }

  func property(_ name: String, at offset: Int) -> PropertyValue? {
    columns.first { $0.name == name }?[offset - first]
  }
}
