import JSONDocument
public import MapFeatures

/// A table of a GeoPackage (OGC 12-128r18, §2.1), or of any SQLite database.
///
/// The file is opened read-only and as immutable. Views, virtual tables and triggers never run, so that a
/// foreign database cannot keep SQLite busy.
public struct DatabaseTable {
  /// The separator of a file's path and the name of one of its tables, as GDAL and QGIS write it.
  public static let separator = "|layername="

  /// A path and the table in it that are written as one: `places.gpkg|layername=towns`.
  public static func split(_ path: String) -> (path: String, table: String?) {
    guard let range = path.firstRange(of: separator) else { return (path, nil) }
    return (String(path[..<range.lowerBound]), String(path[range.upperBound...]))
  }

  let database: Database
  let columns: [Database.Column]
  let geometry: Int?
  /// Identifier column of features; not a property.
  let key: Int?
  let table: String

  /// - Parameters:
  ///   - table: `nil` for the only one with features.
  ///   - isCancelled: called on any thread, also while rows are read.
  /// - Returns: `nil` for an archive of tiles.
  /// - Throws: ``ResourceError``.
  public init?(
    path: String, table: String?, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(ResourceError) {
    database = try Database(path: path, isCancelled: isCancelled)
    let tables = try database.tables()
    let features = try database.featureTables(among: tables)
    let plain = tables.filter { $0.kind != .view }.map(\.name)
    let names = features.isEmpty ? plain.isEmpty ? tables.map(\.name) : plain : features.map(\.table)
    if table == nil, features.isEmpty, tables.contains(where: { $0.name == "metadata" }) { return nil }
    var placed: [String] = []
    if let table {
      guard tables.contains(where: { $0.name == table }) else {
        let advice = nameAdvice(
          table, among: names, else: "there \(names.count == 1 ? "is" : "are") \(listForMessage(names))")
        throw ResourceError(.unusable, "there is no table \(escapedForMessage(table)); \(advice)")
      }
    } else if names.count > 1 {
      // Each table of features has coordinates.
      for name in features.isEmpty ? names : [] {
        let columns = try database.columns(of: name).map(\.name)
        if ReadingOptions().mayFindPlaces(among: columns) { placed.append(name) }
      }
      guard placed.count == 1 else {
        let names = placed.isEmpty ? names : placed
        throw ResourceError(
          .unusable,
          "the database has the tables \(listForMessage(names)); name one as FILE\(DatabaseTable.separator)\(escapedForMessage(names[0]))"
        )
      }
    }
    guard let chosen = table ?? placed.first ?? names.first else {
      throw ResourceError(.unusable, "the database has no table")
    }
    let shown = escapedForMessage(chosen)
    switch tables.first(where: { $0.name == chosen })?.kind {
    case .virtual: throw ResourceError(.unusable, "\(shown) is a virtual table; write it as a plain one")
    case .view:
      throw ResourceError(
        .unusable,
        "\(shown) is a view, and views of files are not run; write its rows into a table, or pipe them in: sqlite3 -csv -header FILE 'SELECT * FROM \"\(shown)\"' | clustersnap render -"
      )
    case .plain, nil: break
    }
    let feature = features.first { $0.table == chosen }
    columns = try database.columns(of: chosen)
    if let feature {
      guard let index = columns.firstIndex(where: { $0.name == feature.column }) else {
        throw .damaged("its table \(chosen) has no column \(feature.column)")
      }
      if let system = try database.referenceSystem(feature.system) {
        throw ResourceError(
          .unusable,
          "the places of \(shown) are in \(escapedForMessage(system)), and EPSG:4326 is needed; transform them, for example by ogr2ogr -t_srs EPSG:4326"
        )
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
}
