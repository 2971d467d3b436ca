import CSQLite
import JSONDocument
public import MapFeatures

/// A table of a GeoPackage, or of any SQLite database, as newline-delimited GeoJSON: what the readers of features take.
///
/// The file is opened for reading only and as unchanging. No view, virtual table or trigger of it is run: tables alone are
/// read, so that a foreign database cannot keep SQLite busy.
///
/// - SeeAlso: OGC 12-128r18, GeoPackage Encoding Standard 1.3, §2.1.
public struct DatabaseTable {
  /// What separates a file's path from the name of one of its tables, as GDAL and QGIS write it.
  public static let separator = "|layername="

  /// A path and the table in it that are written as one: `places.gpkg|layername=towns`.
  public static func split(_ path: String) -> (path: String, table: String?) {
    guard let range = path.firstRange(of: separator) else { return (path, nil) }
    return (String(path[..<range.lowerBound]), String(path[range.upperBound...]))
  }

  let database: Database
  private let columns: [Database.Column]
  /// The column of geometries; `nil` for a table whose places stand in columns of numbers.
  fileprivate let geometry: Int?
  fileprivate let key: Int?
  let table: String

  /// Opens a database and chooses the table.
  ///
  /// - Parameters:
  ///   - path: the file's.
  ///   - table: the table; `nil` for the only one that holds features.
  ///   - isCancelled: true if the caller was cancelled; asked on any thread, also while rows are read.
  /// - Returns: `nil` for an archive of tiles, which holds no features.
  /// - Throws: ``DatabaseError``.
  public init?(
    path: String, table: String?, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(DatabaseError) {
    database = try Database(path: path, isCancelled: isCancelled)
    let tables = try database.tables()
    let features = try database.featureTables(among: tables)
    let plain = tables.filter { $0.kind != .view }.map(\.name)
    let names = features.isEmpty ? plain.isEmpty ? tables.map(\.name) : plain : features.map(\.table)
    if table == nil, features.isEmpty, tables.contains(where: { $0.name == "metadata" }) { return nil }
    let chosen: String
    if let table {
      guard tables.contains(where: { $0.name == table }) else { throw .noTable(table, among: names) }
      chosen = table
    } else {
      guard let only = names.first else { throw .empty }
      guard names.count == 1 else { throw .severalTables(names) }
      chosen = only
    }
    switch tables.first(where: { $0.name == chosen })?.kind {
    case .virtual: throw .virtual(chosen)
    case .view: throw .view(chosen)
    case .plain, nil: break
    }
    let feature = features.first { $0.table == chosen }
    columns = try database.columns(of: chosen)
    if let feature {
      guard let index = columns.firstIndex(where: { $0.name == feature.column }) else {
        throw .damaged("its table \(chosen) has no column \(feature.column)")
      }
      if let system = try database.referenceSystem(feature.system) {
        throw .referenceSystem(system, table: chosen)
      }
      geometry = index
    } else {
      geometry = nil
    }
    key = columns.firstIndex { $0.isKey }
    self.table = chosen
  }

  /// True if rows have geometries.
  public var hasGeometry: Bool { geometry != nil }

  /// The names of all columns in order, but that of the geometries.
  public var columnNames: [String] { columns.indices.filter { $0 != geometry }.map { columns[$0].name } }

  /// The name of the column of geometries; `nil` where there is none.
  var geometryName: String? { geometry.map { columns[$0].name } }

  /// The column that is the row's identifier where rows are features, and then no property of it.
  var keyName: String? { key.map { columns[$0].name } }

  var allNames: [String] { columns.map(\.name) }

  /// Of ``allNames``, whether each is a column of booleans.
  var areLogical: [Bool] { columns.map(\.isLogical) }

  fileprivate func rows() throws(DatabaseError) -> Database.Rows { try database.rows(of: table, columns) }

  /// The table's rows, a feature or, without geometries, an object a line.
  ///
  /// Rows without a geometry have none in the result, either; readers skip them and report how many.
  ///
  /// - Parameter limit: more bytes than this are an error.
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(*rows* · *columns*).
  public func lines(limit: Int) throws(DatabaseError) -> [UInt8] {
    let lines = try DatabaseLines(self)
    while try lines.writeRow() {
      if lines.count > limit { throw .tooLarge(limit: limit) }
    }
    return lines.taken()
  }
}

/// The rows of a table as lines of text, written as they are asked for.
public final class DatabaseLines: ResourceStream {
  private let table: DatabaseTable
  private let areFeatures: Bool
  private let rows: Database.Rows
  private let firstColumn: Int
  /// The columns' names as JSON, a colon behind each, and where they end.
  private let keys: [UInt8]
  private let ends: [Int]
  private let areLogical: [Bool]
  private var text = LineText()

  /// The rows of a table from the first on; see ``DatabaseTable/lines(limit:)``.
  ///
  /// - Parameter areFeatures: whether rows are features where they have geometries; else these are left out.
  /// - Throws: ``DatabaseError``.
  public convenience init(_ table: DatabaseTable, areFeatures: Bool = true) throws(DatabaseError) {
    self.init(table, areFeatures: areFeatures, rows: try table.rows(), firstColumn: 0)
  }

  /// - Parameters:
  ///   - rows: the table's, all columns of them.
  ///   - firstColumn: what stands before the columns in each row.
  init(_ table: DatabaseTable, areFeatures: Bool, rows: Database.Rows, firstColumn: Int) {
    (self.table, self.areFeatures, self.rows, self.firstColumn) = (table, areFeatures, rows, firstColumn)
    var (keys, ends): ([UInt8], [Int]) = ([], [])
    for name in table.allNames {
      var json = JSONWriter()
      json.string(name)
      keys += json.takeBytes() + [0x3A]
      ends.append(keys.count)
    }
    (self.keys, self.ends, areLogical) = (keys, ends, table.areLogical)
  }

  /// Fills a buffer with lines from its start, as far as it goes; 0 at the end.
  ///
  /// - Throws: ``ResourceError``.
  public func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(ResourceError) -> Int {
    if table.database.isCancelled() { throw .cancelled }
    if text.isGiven {
      text.removeAll()
      while text.count < buffer.count, try rethrowing(try writeRow(), as: ResourceError.init) {}
    }
    return text.give(buffer)
  }

  /// The line of a row by its number, without those before; `nil` where there is none. Of numbered rows only.
  public func line(ofRow number: Int) -> [UInt8]? {
    text.removeAll()
    rows.restart(at: number...number)
    return (try? writeRow()) == true ? taken() : nil
  }

  /// The number of bytes written so far.
  fileprivate var count: Int { text.count }

  /// All that was written.
  fileprivate func taken() -> [UInt8] { Array(text.bytes) }

  /// Writes the next row; whether there was one.
  fileprivate func writeRow() throws(DatabaseError) -> Bool {
    guard let row = try rows.next() else { return false }
    if areFeatures, let geometry = table.geometry {
      text.append(#"{"type":"Feature""#)
      if let key = table.key, let id = row.integer(firstColumn + key) {
        text.append(#","id":"#)
        text.append(id)
      }
      text.append(#","geometry":"#)
      try GeoPackageGeometry.write(row.bytes(firstColumn + geometry), to: &text)
      text.append(#","properties":"#)
      write(row, skipping: geometry, table.key)
      text.append(byte: 0x7D)
    } else {
      write(row, skipping: table.geometry, nil)
    }
    text.append(byte: 0x0A)
    return true
  }

  private func write(_ row: Database.Row, skipping first: Int?, _ second: Int?) {
    text.append(byte: 0x7B)
    var (isFirst, start) = (true, 0)
    keys.withUnsafeBytes { keys in
      for index in ends.indices {
        let key = start..<ends[index]
        start = key.upperBound
        guard index != first, index != second, row.isWritten(firstColumn + index) else { continue }
        if !isFirst { text.append(byte: 0x2C) }
        isFirst = false
        text.append(UnsafeRawBufferPointer(rebasing: keys[key]))
        row.write(firstColumn + index, isLogical: areLogical[index], to: &text)
      }
    }
    text.append(byte: 0x7D)
  }
}
