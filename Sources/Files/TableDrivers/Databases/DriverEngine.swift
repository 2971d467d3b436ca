import CellSources
import JSONDocument
import MapFeatures

struct DriverEngine {
  private let engine: DriverAddress.Engine
  private let session: DriverSession
  private let dialect: SQLDialect

  init(_ address: DriverAddress, _ session: DriverSession) {
    (engine, self.session) = (address.engine, session)
    dialect = address.engine == .postgresql ? .postgresql : .duckdb
  }

  /// Makes the session read-only, with a statement limit of ten minutes by default, ended with this process.
  func prepare() throws(DriverError) {
    guard engine == .postgresql else { return }
    _ = try session.texts(
      """
      SELECT set_config(name, CASE name WHEN 'statement_timeout' THEN '600000' ELSE 'on' END, false) FROM pg_settings \
      WHERE name = 'default_transaction_read_only' OR name = 'statement_timeout' AND setting = '0'
      """)
    // Servers before 14 have no such setting, and some systems cannot look.
    _ = try? session.texts("SELECT set_config('client_connection_check_interval', '1000', false)")
  }

  func beginSnapshot() {
    let rules = engine == .postgresql ? " ISOLATION LEVEL REPEATABLE READ READ ONLY" : ""
    _ = try? session.texts("BEGIN TRANSACTION\(rules)")
  }

  /// Integer column that orders rows: PostgreSQL's primary key, or the row number; `nil` for views.
  func order(of relation: String, _ columns: [ArrowColumn]) -> String? {
    switch engine {
    case .postgresql:
      let keys = try? session.texts(
        """
        SELECT CAST(a.attname AS TEXT)
        FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
        WHERE i.indisprimary AND i.indnatts = 1 AND i.indrelid = to_regclass(\(dialect.literal(relation)))
          AND a.atttypid IN ('int2'::regtype, 'int4'::regtype, 'int8'::regtype)
        """)
      return keys?.first.map(dialect.quoted)
    case .duckdb:
      // A view has no such column; a column of this name may hold anything.
      guard !columns.contains(where: { $0.name.lowercased() == "rowid" }),
        (try? session.run("SELECT rowid FROM \(relation) LIMIT 0")) != nil
      else { return nil }
      return "rowid"
    case .parquet: return columns.contains { $0.name == "file_row_number" } ? nil : "file_row_number"
    }
  }

  func ordering(by order: String?) -> String {
    engine == .postgresql ? order.map { " ORDER BY \($0)" } ?? "" : ""
  }

  func relation(of address: DriverAddress) throws(DriverError) -> String {
    if engine == .parquet { return "read_parquet(\(dialect.literal(address.pattern)))" }
    if let table = address.table { return dialect.table(table) }
    let names = try tables()
    guard let only = names.first else { throw .empty }
    guard names.count == 1 else { throw .severalTables(names) }
    return dialect.table(only)
  }

  func columns(of relation: String, named name: String?) throws(DriverError) -> [ArrowColumn] {
    do throws(DriverError) {
      return try session.run("SELECT * FROM \(relation) LIMIT 0").columns
    } catch {
      guard let name, engine != .parquet, case .refused = error, let names = try? tables(),
        !names.contains(name)
      else { throw error }
      // It may be there for others.
      if engine == .postgresql,
        !((try? session.texts(
          "SELECT CAST(to_regclass(\(dialect.literal(relation))) AS TEXT)")) ?? []).isEmpty
      {
        throw error
      }
      let isKnown = names.contains { $0.split(separator: ".").last == name.split(separator: ".").last }
      throw isKnown && name.contains(".") ? error : .noTable(name, among: names)
    }
  }

  /// Quotes names for ``SQLDialect/table(_:)`` that hold a dot or begin with a quote.
  private func word(_ column: String) -> String {
    let needsQuotes = ["%.%", "\"%", "`%"].map { "\(column) LIKE '\($0)'" }.joined(separator: " OR ")
    return #"CASE WHEN \#(needsQuotes) THEN '"' || REPLACE(\#(column), '"', '""') || '"' ELSE \#(column) END"#
  }

  private func tables() throws(DriverError) -> [String] {
    guard engine == .postgresql else {
      return try session.texts(
        """
        SELECT CASE WHEN schema_name = 'main' THEN '' ELSE schema_name || '.' END || \(word("name")) FROM (
          SELECT schema_name, table_name AS name FROM duckdb_tables() WHERE NOT internal AND NOT temporary
          UNION ALL SELECT schema_name, view_name FROM duckdb_views() WHERE NOT internal AND NOT temporary
        ) names ORDER BY 1 LIMIT 10000
        """)
    }
    return try session.texts(
      """
      SELECT CAST(CASE WHEN pg_table_is_visible(c.oid) THEN '' ELSE n.nspname || '.' END || \(word("c.relname")) AS TEXT)
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p') AND NOT c.relispartition
        AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg_toast%'
        AND has_table_privilege(c.oid, 'SELECT')
        AND NOT EXISTS (SELECT 1 FROM pg_depend d
          WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
      ORDER BY 1 LIMIT 10000
      """)
  }

  /// Column in a `SELECT`, as text if it has no form here.
  func selection(_ column: ArrowColumn) -> String {
    let (name, value) = (dialect.quoted(column.name), dialect.quoted(path: column.path))
    if engine == .postgresql, column.meaning.lowercased() == "point" {
      // Its own text would be read as latitude and longitude.
      return "'POINT(' || (\(name))[0] || ' ' || (\(name))[1] || ')' AS \(name)"
    }
    guard column.isWritten else { return "CAST(\(value) AS VARCHAR) AS \(name)" }
    return value == name ? name : "\(value) AS \(name)"
  }

  /// Geometry as well-known binary in longitude and latitude, if the database can transform it.
  func selection(ofGeometry column: ArrowColumn) -> String {
    let name = dialect.quoted(column.name)
    return engine == .postgresql ? "ST_AsBinary(\(GeometryField.degrees(ofPostGIS: name))) AS \(name)" : name
  }

  func query(
    of relation: String, _ columns: [ArrowColumn], geometry: ArrowColumn?, order: String?
  ) -> ForeignQuery {
    var selected = columns.map { column in
      let (name, value) = (dialect.quoted(column.name), dialect.quoted(path: column.path))
      // JSON and the like cannot be compared, their text can.
      if column.kind == .text, !column.isTime { return "CAST(\(value) AS VARCHAR) AS \(name)" }
      return value == name ? name : "\(value) AS \(name)"
    }
    var source =
      engine == .parquet && order != nil ? relation.dropLast() + ", file_row_number = true)" : relation
    var (places, order): (ForeignQuery.Places?, String?) = (nil, order)
    if let field = geometry.flatMap({ field(of: $0, in: relation) }) {
      selected += ["\(field.longitude) AS cs_longitude", "\(field.latitude) AS cs_latitude"]
      if let isOther = field.isOther { selected.append("CASE WHEN \(isOther) THEN 1 ELSE 0 END AS cs_other") }
      places = .init(
        longitude: "cs_longitude", latitude: "cs_latitude", others: field.isOther == nil ? nil : "cs_other")
      if !field.prepared.isEmpty {
        let prepared = field.prepared + (order.map { ["\($0) AS cs_number"] } ?? [])
        source = "(SELECT *, \(prepared.joined(separator: ", ")) FROM \(source)) cs_prepared"
        if order != nil { order = "cs_number" }
      }
    }
    if let order { selected.append("\(order) AS cs_row") }
    let end = places == nil ? "" : dialect.barrierOfPlaces
    return ForeignQuery(
      dialect: dialect.rawValue,
      relation: "(SELECT \(selected.joined(separator: ", ")) FROM \(source)\(end)) cs_table",
      places: places,
      order: order == nil ? nil : "cs_row")
  }

  /// Field of a geometry column, if the database knows it.
  private func field(of column: ArrowColumn, in relation: String) -> GeometryField? {
    let name = dialect.quoted(column.name)
    if engine == .postgresql {
      let types = try? session.texts(
        """
        SELECT CAST(format_type(atttypid, atttypmod) AS TEXT) FROM pg_attribute
        WHERE attrelid = to_regclass(\(dialect.literal(relation))) AND attname = \(dialect.literal(column.name))
        """)
      return GeometryField(postGIS: name, type: types?.first)
    }
    // DuckDB has the type without its extension `spatial`, but not all functions. Bytes of a file may be geometries, too.
    let fields =
      column.isGeometry
      ? [GeometryField(name, dialect), GeometryField(wellKnownBinary: "ST_AsWKB(\(name))")]
      : [GeometryField(wellKnownBinary: name)]
    return fields.compactMap(\.self).first { field in
      let columns = (["*"] + field.prepared).joined(separator: ", ")
      let statement =
        "SELECT \(field.longitude) FROM (SELECT \(columns) FROM \(relation)) cs_prepared LIMIT 0"
      return (try? session.run(statement)) != nil
    }
  }

  func geometry(among columns: [ArrowColumn], in address: DriverAddress) throws(DriverError) -> Int? {
    guard engine == .parquet, let geo = try notes(ofFile: address.pattern) else {
      guard let found = columns.firstIndex(where: \.isGeometry) else { return nil }
      // PostGIS knows the reference system row by row.
      if engine != .postgresql {
        try DriverEngine.check((try? JSONText(parsing: columns[found].parameters))?.root["crs"])
      }
      return found
    }
    guard let name = geo["primary_column"]?.string, let column = geo["columns"]?[name],
      let found = columns.firstIndex(where: { $0.name == name && $0.isBinary })
    else { return nil }
    try DriverEngine.check(column["crs"])
    return found
  }

  /// GeoParquet metadata; `nil` for plain Parquet.
  private func notes(ofFile pattern: String) throws(DriverError) -> JSONValue? {
    let notes = try session.texts(
      "SELECT decode(value) FROM parquet_kv_metadata(\(dialect.literal(pattern))) WHERE decode(key) = 'geo'")
    return notes.first.flatMap { try? JSONText(parsing: $0) }?.root
  }

  private static func check(_ system: JSONValue?) throws(DriverError) {
    guard let system, !system.isNull else { return }
    var name = system.string ?? system["name"]?.string ?? "a reference system without a name"
    if let id = system["id"], let authority = id["authority"]?.string {
      name =
        authority.uppercased() + ":" + (id["code"]?.string ?? id["code"]?.number.map { "\(Int($0))" } ?? "")
    }
    guard ["EPSG:4326", "OGC:CRS84", "EPSG:4979", "OGC:CRS84H", ""].contains(name.uppercased()) else {
      throw .referenceSystem(name)
    }
  }
}
