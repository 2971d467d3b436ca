public import MapGeometry

/// Columns of numbers and texts of a table without points.
///
/// Rows come from separated values with a header, or from JSON objects in an array or in sequence, or arrays
/// after one with the names.
public struct ColumnTable: Sendable {
  /// A column to be read.
  public struct Request: Hashable, Sendable {
    /// Index among the names, from 0.
    public let column: Int
    /// The kind of its values.
    public let kind: ColumnKind

    /// A column by index among the names.
    public init(_ column: Int, _ kind: ColumnKind) { (self.column, self.kind) = (column, kind) }
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

    /// Empty field of whole numbers.
    static let none = Int64.min
    /// Number beyond 64 bits.
    @usableFromInline static let isLarge = Int64.min + 1

    /// A whole number as ``wholes`` holds it; `nil` for an empty field, and where ``large`` holds it.
    @inlinable public static func whole(_ value: Int64) -> Int128? { value > isLarge ? Int128(value) : nil }

    fileprivate mutating func cut(to rows: Int) {
      wholes.removeLast(max(0, wholes.count - rows))
      numbers.removeLast(max(0, numbers.count - rows))
      texts.removeLast(max(0, texts.count - rows))
      large = large.filter { $0.key < rows }
    }

    fileprivate mutating func reset() {
      wholes.removeAll(keepingCapacity: true)
      numbers.removeAll(keepingCapacity: true)
      texts.removeAll(keepingCapacity: true)
      large = [:]
    }
  }

  /// Rows that follow one another.
  public struct Run: Sendable {
    /// The columns in the order in which they were asked for.
    public internal(set) var columns: [Values]
    /// Offsets of rows: lower halves of all, the first and last whole.
    private(set) var offsets: (lows: [UInt32], first: Int, last: Int) = ([], 0, 0)
    /// The number of rows.
    public var count: Int { offsets.lows.count }

    init(columns: [Values]) { self.columns = columns }

    @inline(__always) mutating func append(rows count: Int, begin: (_ row: Int) -> Int) {
      guard count > 0 else { return }
      if offsets.lows.isEmpty { offsets.first = begin(0) }
      offsets.last = begin(count - 1)
      offsets.lows.append(rows: count) { UInt32(truncatingIfNeeded: begin($0)) }
    }

    mutating func cut() { for index in columns.indices { columns[index].cut(to: count) } }

    mutating func reset() {
      offsets = ([], 0, 0)
      for index in columns.indices { columns[index].reset() }
    }
  }

  /// The columns' names in the input's order; of JSON objects the members of the first thousand.
  public let names: [String]
  /// Why the row behind the last one cannot be read, and where; `nil` where all were read.
  public internal(set) var fault: FeatureError?
  let format: InputFormat
  let layout: CSVLayout?
  let source: Source
  var areArrays = false
  private var offsets = RecordOffsets()

  /// The source of a table.
  public enum Source: Sendable {
    case bytes(any ByteSource)
    case rows(RowBatch)
  }

  init(names: [String], format: InputFormat, layout: CSVLayout?, source: Source) {
    (self.names, self.format, self.layout, self.source) = (names, format, layout, source)
  }

  /// The number of rows.
  public var rowCount: Int { offsets.lows.count }

  mutating func append(_ offsets: (lows: [UInt32], first: Int, last: Int)) {
    offsets.lows.withUnsafeBufferPointer {
      self.offsets.append($0, from: offsets.first, through: offsets.last)
    }
  }

  mutating func reserve(rows: Int) { offsets.lows.reserveCapacity(rows) }

  /// Line in which a row begins, from 1, found in O(*bytes before it*); the row's number outside of text.
  public func line(ofRow row: Int) -> Int {
    guard row < rowCount else { return 1 }
    guard case .bytes(let source) = source else { return row + 1 }
    let newline = layout?.newline ?? 0x0A
    return source.withBytes { LineCounter(newline: newline).position(of: offsets[row], in: $0).line }
  }

  /// The rows as features at given coordinates; properties are read from records.
  ///
  /// - Parameters:
  ///   - identifier: column that names them.
  ///   - withheld: columns that are no properties.
  ///   - name: property's name of a typed row's column.
  public func features(
    at coordinates: CoordinateTable, identifier: String?, withholding withheld: Set<String>,
    name: (String) -> String = { $0 }
  ) -> FeatureTable {
    let records: RecordStore
    var (names, withheld) = (names, withheld)
    switch (source, layout) {
    case (.rows(let batch), _):
      var columns = batch.records(identifier: identifier.flatMap(names.firstIndex))
      // A property may have the name of a column that is none.
      columns.keep(without: withheld, named: name)
      (names, withheld) = (names.map(name), [])
      records = .columns(columns)
    case (.bytes(let source), var layout?):
      layout.identifier = identifier.flatMap(layout.names.firstIndex)
      records = .csv(.source(source), layout)
    case (.bytes(let source), nil):
      records = .rows(.source(source), JSONRows(identifier: identifier, names: areArrays ? names : []))
    }
    return FeatureTable(
      format: format, points: coordinates, skipped: SkippedRecords(total: rowCount), columnNames: names,
      offsets: offsets, records: records, withheld: withheld, missing: .ofDatabases)
  }
}
