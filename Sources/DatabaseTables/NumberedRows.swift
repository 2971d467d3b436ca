import JSONDocument
public import MapFeatures

/// The rows of a table by their numbers, on a connection of its own: places as numbers, without a text in between.
///
/// Used by one thread at a time.
public final class NumberedRows: PointRowReader {
  /// The location of a row.
  public enum Place: Hashable, Sendable {
    /// At a point, in degrees as stored, finite.
    case point(longitude: Double, latitude: Double)
    /// Nowhere: its geometry is missing or empty.
    case none
    /// Nowhere: one of its columns is null.
    case missing(isLongitude: Bool)
    /// At something else than a point, or in a form that is read as text.
    case other
  }

  private let rows: Database.Rows
  private let isCancelled: @Sendable () -> Bool
  private let hasGeometry: Bool
  /// Where the values asked for stand in a row, and whether they are booleans; `nil` for those that the table lacks.
  private let columns: [(index: Int, isLogical: Bool)?]
  private var row: Database.Row?

  /// Opens the table once more.
  ///
  /// - Parameters:
  ///   - place: the columns of the degrees; `nil` for the table's geometries.
  ///   - values: the names of the columns whose values are read, too.
  /// - Throws: ``DatabaseError``.
  public init(
    of table: DatabaseTable, at place: (longitude: String, latitude: String)?, values: [String]
  ) throws(DatabaseError) {
    guard let number = table.numberName else { throw .damaged("its rows have no numbers") }
    var selected = place.map { [$0.longitude, $0.latitude] } ?? []
    if place == nil, let geometry = table.geometryName { selected.append(geometry) }
    hasGeometry = place == nil
    // Geometries are no properties, nor is what identifies features.
    let withheld = hasGeometry ? [table.geometryName, table.keyName] : [table.geometryName]
    var columns: [(index: Int, isLogical: Bool)?] = []
    let (names, areLogical) = (table.allNames, table.areLogical)
    for name in values {
      guard let column = names.firstIndex(of: name), !withheld.contains(name) else {
        columns.append(nil)
        continue
      }
      selected.append(name)
      columns.append((selected.count, areLogical[column]))
    }
    (self.columns, isCancelled) = (columns, table.database.isCancelled)
    rows = try Database(again: table.database)
      .numberedRows(of: table.table, selected, number: number)
  }

  /// Begins with the rows of some numbers.
  public func restart(at numbers: ClosedRange<Int>) { rows.restart(at: numbers) }

  /// The number of the next row; `nil` behind the last.
  ///
  /// - Throws: ``DatabaseError``.
  public func next() throws(DatabaseError) -> Int? {
    row = try rows.next()
    return row?.integer(0).map { Int($0) }
  }

  /// The location of the row at hand.
  public var place: Place {
    guard let row else { return .none }
    if hasGeometry { return GeoPackageGeometry.place(row.bytes(1)) }
    guard let longitude = row.double(1), let latitude = row.double(2) else { return .other }
    // SQLite keeps no number that is none: this is null.
    if longitude.isNaN { return .missing(isLongitude: true) }
    if latitude.isNaN { return .missing(isLongitude: false) }
    guard longitude.isFinite, latitude.isFinite else { return .other }
    // Without a sign of zero, which text has none of.
    return .point(longitude: longitude + 0, latitude: latitude + 0)
  }

  /// Reads rows in the order of their numbers.
  ///
  /// - Throws: ``ResourceError``.
  public func read(_ numbers: ClosedRange<Int>, into run: any PointRun) throws(ResourceError) -> Bool {
    if isCancelled() { throw .cancelled }
    restart(at: numbers)
    while let number = try rethrowing(try next(), as: ResourceError.init) {
      switch place {
      case .point(let longitude, let latitude):
        guard run.append(number, longitude: longitude, latitude: latitude) else { continue }
        for column in columns.indices { run.append(value(column), to: column) }
      case .none: run.skip(number, .nullGeometry)
      case .missing(let isLongitude): run.skip(number, .missing(isLongitude ? .longitude : .latitude))
      case .other: return false
      }
    }
    return true
  }

  /// A value of the row at hand, by its number among those asked for.
  public func value(_ index: Int) -> RowValue {
    guard let row, let column = columns[index] else { return .none }
    return row.value(column.index, isLogical: column.isLogical)
  }
}

extension DatabaseTable {
  /// What SQL calls the numbers of rows here; `nil` where columns have all names for them.
  var numberName: String? {
    let taken = Set(allNames.map { $0.lowercased() })
    return ["_rowid_", "rowid", "oid"].first { !taken.contains($0) }
  }

  /// The smallest and the largest number of a row; `nil` where rows have none, or there are none.
  public var rowNumbers: ClosedRange<Int>? {
    numberName.flatMap { database.rowNumbers(of: table, number: $0) }
  }

  /// Lines of single rows, by their numbers; see ``DatabaseLines/line(ofRow:)``.
  ///
  /// - Parameter areFeatures: whether rows are features where they have geometries; else these are left out.
  /// - Throws: ``DatabaseError``.
  public func numberedLines(areFeatures: Bool) throws(DatabaseError) -> DatabaseLines {
    guard let number = numberName else { throw .damaged("its rows have no numbers") }
    return DatabaseLines(
      self, areFeatures: areFeatures,
      rows: try database.numberedRows(of: table, allNames, number: number), firstColumn: 1)
  }
}

extension GeoPackageGeometry {
  /// The location of a geometry that is a point.
  static func place(_ blob: UnsafeRawBufferPointer) -> NumberedRows.Place {
    let body: UnsafeRawBufferPointer
    do throws(DatabaseError) {
      guard let found = try self.body(of: blob) else { return .none }
      body = found
    } catch {
      return .other
    }
    // Heights and measures follow the first two numbers; no reference system stands here.
    guard let header = BinaryGeometryHeader(body), header.type & 0x3FFF_0000 == 0, header.kind == 1,
      header.thousands < 4, body.count >= header.end + 8 * header.dimensions
    else { return .other }
    let position = header.position(body, at: header.end)
    let (longitude, latitude) = (position.x, position.y)
    if longitude.isNaN && latitude.isNaN { return .none }
    guard longitude.isFinite, latitude.isFinite else { return .other }
    return .point(longitude: longitude + 0, latitude: latitude + 0)
  }
}
