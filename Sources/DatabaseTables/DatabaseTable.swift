import CSQLite
import JSONDocument

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

  /// Whether rows have geometries.
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
public final class DatabaseLines {
  private let table: DatabaseTable
  private let areFeatures: Bool
  private let rows: Database.Rows
  private let firstColumn: Int
  /// The columns' names as JSON, a colon behind each, and where they end.
  private let keys: [UInt8]
  private let ends: [Int]
  private let areLogical: [Bool]
  private var text = LineText()
  /// How many bytes of ``text`` were handed out.
  private var given = 0

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
  /// - Throws: ``DatabaseError``.
  public func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(DatabaseError) -> Int {
    if given == text.count {
      text.removeAll()
      given = 0
      while text.count < buffer.count, try writeRow() {}
    }
    let count = min(buffer.count, text.count - given)
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: text.bytes[given..<given + count]))
    given += count
    return count
  }

  /// The line of a row by its number, without those before; `nil` where there is none. Of numbered rows only.
  public func line(ofRow number: Int) -> [UInt8]? {
    text.removeAll()
    rows.restart(at: number...number)
    return (try? writeRow()) == true ? taken() : nil
  }

  /// How many bytes were written so far.
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

/// Why a database's table cannot be read.
public enum DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// SQLite refused, in its own words.
  case damaged(String)
  /// A file that belongs to the database is no regular one.
  case irregular(String)
  /// No table of the name; those there are.
  case noTable(String, among: [String])
  /// Which table is meant is open.
  case severalTables([String])
  /// There is no table.
  case empty
  /// A table whose rows a module of SQLite makes up.
  case virtual(String)
  /// A computed column or a view calls a function that is not run.
  case function(String)
  /// A value is too long beside computed columns.
  case longBesideComputed
  /// One row takes too long.
  case tooSlow
  /// The caller was cancelled.
  case cancelled
  /// A view: a statement that is not run.
  case view(String)
  /// Places in another reference system than longitude and latitude of WGS 84.
  case referenceSystem(String, table: String)
  /// A geometry that is none.
  case geometry(String)
  /// The table unpacks to more bytes than are kept.
  case tooLarge(limit: Int)

  /// Seconds that SQLite may work on one row.
  static let secondsPerRow = 10

  /// What is wrong and what to do, in one line.
  public var description: String {
    switch self {
    case .damaged(let reason): "the database cannot be read: \(escapedForMessage(reason)); write it anew"
    case .irregular(let path):
      "its file \(escapedForMessage(path)) is no regular file in its place; replace or remove it"
    case .noTable(let name, let names):
      "there is no table \(escapedForMessage(name)); "
        + (didYouMean(name, among: names).map { "did you mean \(escapedForMessage($0))?" }
          ?? "there \(names.count == 1 ? "is" : "are") \(listForMessage(names))")
    case .severalTables(let names):
      "the database has the tables \(listForMessage(names)); name one as FILE\(DatabaseTable.separator)\(escapedForMessage(names[0]))"
    case .empty: "the database has no table"
    case .virtual(let name): "\(escapedForMessage(name)) is a virtual table; write it as a plain one"
    case .function(let name):
      "a computed column or view calls the function \(escapedForMessage(name)), which is not run in files; write its values into a plain column"
    case .longBesideComputed:
      "beside computed columns a value is longer than \(Database.longestBesideComputed >> 20) MB; write the computed ones into plain columns"
    case .tooSlow:
      "one row takes more than \(DatabaseError.secondsPerRow) seconds; write the values of computed columns into plain ones"
    case .cancelled: "the task was cancelled"
    case .view(let name):
      "\(escapedForMessage(name)) is a view, and views of files are not run; write its rows into a table, or pipe them in: "
        + "sqlite3 -csv -header FILE 'SELECT * FROM \"\(escapedForMessage(name))\"' | clustersnap render -"
    case .referenceSystem(let system, let table):
      "the places of \(escapedForMessage(table)) are in \(escapedForMessage(system)), and EPSG:4326 is needed; "
        + "transform them, for example by ogr2ogr -t_srs EPSG:4326"
    case .geometry(let reason): "a geometry cannot be read: \(reason); write the file anew"
    case .tooLarge(let limit): "the table is larger than \(limit >> 20) MB as text; draw a part of it"
    }
  }
}
