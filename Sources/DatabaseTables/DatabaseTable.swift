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

  private let database: Database
  private let columns: [Database.Column]
  /// The column of geometries; `nil` for a table whose places stand in columns of numbers.
  private let geometry: Int?
  private let key: Int?
  private let table: String

  /// Opens a database and chooses the table.
  ///
  /// - Parameters:
  ///   - path: the file's.
  ///   - table: the table; `nil` for the only one that holds features.
  /// - Returns: `nil` for an archive of tiles, which holds no features.
  /// - Throws: ``DatabaseError``.
  public init?(path: String, table: String?) throws(DatabaseError) {
    database = try Database(path: path)
    let tables = try database.tables()
    let features = try database.featureTables(among: tables)
    let names = features.isEmpty ? tables.map(\.name) : features.map(\.table)
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
    if tables.first(where: { $0.name == chosen })?.isVirtual == true { throw .virtual(chosen) }
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

  /// The table's rows, a feature or, without geometries, an object a line.
  ///
  /// Rows without a geometry have none in the result, either; readers skip them and report how many.
  ///
  /// - Parameter limit: more bytes than this are an error.
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(*rows* · *columns*).
  public func lines(limit: Int) throws(DatabaseError) -> [UInt8] {
    var text = LineText()
    let keys = columns.map { column -> [UInt8] in
      var json = JSONWriter()
      json.string(column.name)
      return json.bytes + [0x3A]
    }
    try database.rows(of: table, columns) { (row) throws(DatabaseError) in
      if let geometry {
        text.append(Pieces.feature)
        if let key, let id = row.integer(key) {
          text.append(Pieces.id)
          text.append(id)
        }
        text.append(Pieces.geometry)
        try GeoPackageGeometry.write(row.bytes(geometry), to: &text)
        text.append(Pieces.properties)
        write(row, keys, skipping: geometry, key, to: &text)
        text.append(byte: 0x7D)
      } else {
        write(row, keys, skipping: nil, nil, to: &text)
      }
      text.append(byte: 0x0A)
      if text.bytes.count > limit { throw .tooLarge(limit: limit) }
    }
    return text.bytes
  }

  private func write(
    _ row: Database.Row, _ keys: [[UInt8]], skipping first: Int?, _ second: Int?, to text: inout LineText
  ) {
    text.append(byte: 0x7B)
    var isFirst = true
    for index in keys.indices where index != first && index != second && row.isWritten(index) {
      if !isFirst { text.append(byte: 0x2C) }
      isFirst = false
      text.append(keys[index])
      row.write(index, to: &text)
    }
    text.append(byte: 0x7D)
  }

  /// What is the same in every line.
  private enum Pieces {
    static let feature = Array(#"{"type":"Feature""#.utf8)
    static let id = Array(#","id":"#.utf8)
    static let geometry = Array(#","geometry":"#.utf8)
    static let properties = Array(#","properties":"#.utf8)
  }
}

/// Why a database's table cannot be read.
public enum DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// SQLite refused, in its own words.
  case damaged(String)
  /// No table of the name; those there are.
  case noTable(String, among: [String])
  /// Which table is meant is open.
  case severalTables([String])
  /// There is no table.
  case empty
  /// A table whose rows a module of SQLite makes up.
  case virtual(String)
  /// Places in another reference system than longitude and latitude of WGS 84.
  case referenceSystem(String, table: String)
  /// A geometry that is none.
  case geometry(String)
  /// The table unpacks to more bytes than are kept.
  case tooLarge(limit: Int)

  /// What is wrong and what to do, in one line.
  public var description: String {
    switch self {
    case .damaged(let reason): "the database cannot be read: \(escapedForMessage(reason)); write it anew"
    case .noTable(let name, let names):
      "there is no table \(escapedForMessage(name)); "
        + (didYouMean(name, among: names).map { "did you mean \(escapedForMessage($0))?" }
          ?? "there \(names.count == 1 ? "is" : "are") \(listForMessage(names))")
    case .severalTables(let names):
      "the database has the tables \(listForMessage(names)); name one as FILE\(DatabaseTable.separator)\(escapedForMessage(names[0]))"
    case .empty: "the database has no table"
    case .virtual(let name): "\(escapedForMessage(name)) is a virtual table; write it as a plain one"
    case .referenceSystem(let system, let table):
      "the places of \(escapedForMessage(table)) are in \(escapedForMessage(system)), and EPSG:4326 is needed; "
        + "transform them, for example by ogr2ogr -t_srs EPSG:4326"
    case .geometry(let reason): "a geometry cannot be read: \(reason); write the file anew"
    case .tooLarge(let limit): "the table is larger than \(limit >> 20) MB as text; draw a part of it"
    }
  }
}
