import CSQLite
import MapFeatures

final class Database {
  struct Table {
    let name: String
    let kind: Kind

    enum Kind { case plain, virtual, view }
  }

  typealias FeatureTable = (table: String, column: String, system: Int)

  struct Column {
    let name: String
    let isKey: Bool
    /// True for booleans, which SQLite stores as 0 and 1.
    var isLogical = false
  }

  private let file: ForeignDatabase
  private let watch: Watch
  private var computesValues = false
  var isCancelled: @Sendable () -> Bool { watch.isCancelled }
  let path: String

  /// Interrupts SQLite on cancellation, or if one row takes too long.
  private final class Watch {
    let isCancelled: @Sendable () -> Bool
    var begin: ContinuousClock.Instant?

    init(_ isCancelled: @escaping @Sendable () -> Bool) { self.isCancelled = isCancelled }

    var isOver: Bool {
      let now = ContinuousClock.now
      let begin = begin ?? now
      self.begin = begin
      return isCancelled() || begin.duration(to: now) > .seconds(Database.secondsPerRow)
    }
  }

  private static let secondsPerRow = 10
  /// Bytes of a value beside computed columns, which SQLite computes without a pause.
  static let longestBesideComputed = 1 << 20

  init(path: String, isCancelled: @escaping @Sendable () -> Bool) throws(ResourceError) {
    self.path = path
    let watch = Watch(isCancelled)
    self.watch = watch
    file = try ForeignDatabase(path, longestValue: 64 << 20, functions: ["->", "->>", "json_extract"])
    file.isOver = { watch.isOver }
    guard file.isOpen else { throw failure }
  }

  convenience init(again other: Database) throws(ResourceError) {
    try self.init(path: other.path, isCancelled: other.watch.isCancelled)
    if other.computesValues { limitValues() }
  }

  private func limitValues() {
    computesValues = true
    file.limit(values: Database.longestBesideComputed)
  }

  func tables() throws(ResourceError) -> [Table] {
    var tables: [Table] = []
    try run("SELECT name, sql, type FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name") {
      row in
      guard let name = row.text(0), tables.count < 10_000 else { return }
      let own = ["sqlite_", "gpkg_", "rtree_"]
      guard !own.contains(where: name.hasPrefix) else { return }
      let isVirtual = row.text(1)?.uppercased().hasPrefix("CREATE VIRTUAL") ?? false
      tables.append(Table(name: name, kind: row.text(2) == "view" ? .view : isVirtual ? .virtual : .plain))
    }
    return tables
  }

  func featureTables(among tables: [Table]) throws(ResourceError) -> [FeatureTable] {
    var isListed = false
    try run("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = 'gpkg_geometry_columns'") { row in
      isListed = row.text(0)?.uppercased().hasPrefix("CREATE VIRTUAL") == false
    }
    guard isListed else { return [] }
    var result: [FeatureTable] = []
    try run("SELECT table_name, column_name, srs_id FROM gpkg_geometry_columns ORDER BY table_name") { row in
      guard let table = row.text(0), let column = row.text(1), tables.contains(where: { $0.name == table })
      else { return }
      result.append((table, column, Int(row.integer(2) ?? 4326)))
    }
    return result
  }

  /// A reference system other than WGS 84 longitude and latitude; `nil` for that or an undefined one.
  func referenceSystem(_ number: Int) throws(ResourceError) -> String? {
    guard ![4326, 0, -1].contains(number) else { return nil }
    var name = "reference system \(number)"
    var isGeographic = false
    try run(
      "SELECT organization, organization_coordsys_id FROM gpkg_spatial_ref_sys WHERE srs_id = \(number)"
    ) { row in
      guard let organization = row.text(0), let code = row.integer(1) else { return }
      name = "\(organization.uppercased()):\(code)"
      isGeographic = ["EPSG:4326", "EPSG:4979", "OGC:84"].contains(name)
    }
    return isGeographic ? nil : name
  }

  func columns(of table: String) throws(ResourceError) -> [Column] {
    var columns: [(name: String, type: String, key: Int64)] = []
    try run("PRAGMA table_xinfo(\(Database.quoted(table)))") { row in
      columns.append((row.text(1) ?? "", row.text(2)?.uppercased() ?? "", row.integer(5) ?? 0))
      // Of the kinds of columns, 2 is one that is computed when it is read.
      if row.integer(6) == 2 { limitValues() }
    }
    let isSingle = columns.count { $0.key > 0 } == 1
    return columns.map {
      Column(
        name: $0.name, isKey: isSingle && $0.key > 0 && $0.type.hasPrefix("INT"),
        isLogical: $0.type == "BOOLEAN" || $0.type == "BOOL")
    }
  }

  func rows(of table: String, _ selected: [String], number: String?) throws(ResourceError) -> Rows {
    // The order of an index would be another one.
    let rows = "SELECT \(selected.joined(separator: ", ")) FROM \(Database.quoted(table)) NOT INDEXED"
    let condition = number.map { " WHERE \($0) BETWEEN ?1 AND ?2 ORDER BY \($0)" } ?? ""
    return try Rows(rows + condition, of: self)
  }

  /// Smallest and largest row number; `nil` without rows or numbers.
  func rowNumbers(of table: String, number: String) -> ClosedRange<Int>? {
    var result: ClosedRange<Int>?
    let quoted = Database.quoted(table)
    // Rows without numbers of their own make the statement an error.
    try? run("SELECT (SELECT min(\(number)) FROM \(quoted)), (SELECT max(\(number)) FROM \(quoted))") { row in
      // In a damaged file numbers may descend.
      if let first = row.integer(0), let last = row.integer(1), first <= last {
        result = Int(first)...Int(last)
      }
    }
    return result
  }

  private func run(_ text: String, _ body: (Row) throws(ResourceError) -> Void) throws(ResourceError) {
    let rows = try Rows(text, of: self)
    while let row = try rows.next() { try body(row) }
  }

  final class Rows {
    private let database: Database
    private let statement: OpaquePointer?
    private var isOver = false

    init(_ text: String, of database: Database) throws(ResourceError) {
      self.database = database
      var statement: OpaquePointer?
      let isPrepared = sqlite3_prepare_v2(database.file.handle, text, -1, &statement, nil) == SQLITE_OK
      self.statement = statement
      guard isPrepared else { throw database.failure }
    }

    deinit { sqlite3_finalize(statement) }

    func restart(at numbers: ClosedRange<Int>) {
      sqlite3_reset(statement)
      sqlite3_bind_int64(statement, 1, Int64(numbers.lowerBound))
      sqlite3_bind_int64(statement, 2, Int64(numbers.upperBound))
      isOver = false
    }

    func next() throws(ResourceError) -> Row? {
      if isOver { return nil }
      database.watch.begin = nil
      switch sqlite3_step(statement) {
      case SQLITE_ROW: return Row(statement: statement)
      case SQLITE_DONE:
        isOver = true
        return nil
      default: throw database.failure
      }
    }
  }

  private var failure: ResourceError {
    switch file.failure {
    case .stopped: watch.isCancelled() ? .cancelled : .tooSlow(Database.secondsPerRow)
    case .tooLong where computesValues:
      ResourceError(
        .unusable,
        "beside computed columns a value is longer than \(Database.longestBesideComputed >> 20) MB; write the computed ones into plain columns"
      )
    case .tooLong: .damaged("string or blob too big")
    case .function(let name): .function(name)
    case .other(let reason): .damaged(reason)
    }
  }

  static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }
}

extension Database {
  struct Row {
    let statement: OpaquePointer?

    func integer(_ index: Int32) -> Int64? {
      return sqlite3_column_type(statement, index) == SQLITE_INTEGER
        ? sqlite3_column_int64(statement, index) : nil
    }

    /// Number of a numeric column; NaN for null, `nil` for anything else.
    func double(_ index: Int32) -> Double? {
      switch sqlite3_column_type(statement, index) {
      case SQLITE_FLOAT, SQLITE_INTEGER: return sqlite3_column_double(statement, index)
      case SQLITE_NULL: return .nan
      default: return nil
      }
    }

    func value(_ index: Int32, isLogical: Bool) -> PropertyValue? {
      if isLogical, let number = integer(index), 0...1 ~= number { return .bool(number == 1) }
      switch sqlite3_column_type(statement, index) {
      case SQLITE_INTEGER: return PropertyValue(whole: sqlite3_column_int64(statement, index))
      case SQLITE_FLOAT:
        let number = sqlite3_column_double(statement, index)
        return number.isFinite ? .number(number) : .null
      case SQLITE_TEXT: return .string(text(index) ?? "")
      case SQLITE_BLOB:
        return placeDigits(of: bytes(index)).map { .string(String(decoding: $0, as: UTF8.self)) }
      default: return .null
      }
    }

    func text(_ index: Int32) -> String? {
      guard let text = sqlite3_column_text(statement, index) else { return nil }
      let count = Int(sqlite3_column_bytes(statement, index))
      return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    func bytes(_ index: Int32) -> UnsafeRawBufferPointer {
      guard sqlite3_column_type(statement, index) == SQLITE_BLOB else {
        return UnsafeRawBufferPointer(start: nil, count: 0)
      }
      let bytes = sqlite3_column_blob(statement, index)
      return UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, index)))
    }
  }
}
