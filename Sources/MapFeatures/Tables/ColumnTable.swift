public import MapGeometry

/// Some columns of a table whose rows are no points: numbers and texts as they stand, row by row.
///
/// Rows come from separated values with a header, from an array of JSON objects, or from JSON objects one after the
/// other. Blank lines are no rows.
public struct ColumnTable: Sendable {
  /// A column to be read.
  public struct Request: Hashable, Sendable {
    /// Its place among the names, from 0.
    public let column: Int
    /// What its fields are read as.
    public let kind: ColumnKind

    /// A column by its place among the names.
    public init(_ column: Int, _ kind: ColumnKind) {
      (self.column, self.kind) = (column, kind)
    }
  }

  /// A column's values in a run of rows.
  public struct Values: Sendable {
    /// Whole numbers; the least one where a field is empty, the next where ``large`` holds it.
    public internal(set) var wholes: [Int64] = []
    /// Whole numbers beyond 64 bits, by row of the run.
    public internal(set) var large: [Int: Int128] = [:]
    /// Decimal numbers; not a number where a field is empty.
    public internal(set) var numbers: [Double] = []
    /// Texts; empty where a field is.
    public internal(set) var texts: [String] = []

    /// What stands for an empty field of whole numbers.
    static let none = Int64.min
    /// What stands for a whole number that 64 bits do not hold.
    @usableFromInline static let isLarge = Int64.min + 1

    /// A whole number as ``wholes`` holds it; `nil` for an empty field, and where ``large`` holds it.
    @inlinable
    public static func whole(_ value: Int64) -> Int128? { value > isLarge ? Int128(value) : nil }
  }

  /// Rows that follow one another.
  public struct Run: Sendable {
    /// The columns in the order in which they were asked for.
    public internal(set) var columns: [Values]
    /// Where each row begins in the input.
    var places: [Int] = []
    /// The number of rows.
    public var count: Int { places.count }
  }

  /// The columns' names in the input's order; of JSON objects the members of the first one.
  public let names: [String]
  /// All rows in the input's order.
  public let runs: [Run]
  let format: InputFormat
  let layout: CSVLayout?
  let source: any ByteSource

  /// The number of rows.
  public var rowCount: Int { runs.reduce(0) { $0 + $1.count } }

  /// The line in which a row begins, from 1.
  ///
  /// - Complexity: O(*bytes before it*).
  public func line(ofRow row: Int) -> Int {
    var left = row
    for run in runs {
      if left < run.count {
        let newline = layout?.newline ?? 0x0A
        return source.withBytes { LineCounter(newline: newline).position(of: run.places[left], in: $0).line }
      }
      left -= run.count
    }
    return 1
  }

  /// The rows as features that lie at given places and read their other properties from their records.
  ///
  /// - Parameters:
  ///   - places: one a row.
  ///   - identifier: the column that names them.
  ///   - withheld: columns that are no properties.
  public func features(
    at places: CoordinateTable, identifier: String?, withholding withheld: Set<String>
  ) -> FeatureTable {
    let records: RecordStore
    if var layout {
      layout.identifier = identifier.flatMap(layout.names.firstIndex)
      records = .csv(.source(source), layout)
    } else {
      records = .rows(.source(source), JSONRows(identifier: identifier))
    }
    var recordPlaces = RecordPlaces()
    for run in runs where run.count > 0 {
      let lows = run.places.map { UInt32(truncatingIfNeeded: $0) }
      lows.withUnsafeBufferPointer {
        recordPlaces.append($0, from: run.places[0], through: run.places[run.count - 1])
      }
    }
    var table = FeatureTable(
      format: format, points: places, shapes: [], skipped: SkippedRecords(total: rowCount), notes: [],
      columnNames: names, columns: [], places: recordPlaces, numbers: RecordNumbers(), records: records)
    table.withheld = withheld
    return table
  }
}
