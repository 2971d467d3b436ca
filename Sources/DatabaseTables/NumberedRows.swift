/// A value of a row, as it stands in JSON.
public enum DatabaseValue: Hashable, Sendable {
  /// Bytes that are no point: they have no form in JSON.
  case none
  /// Null, or a number that is not finite.
  case null
  /// True or false: 1 or 0 of a column that is declared BOOLEAN or BOOL.
  case logical(Bool)
  /// A number, finite.
  case number(Double)
  /// A whole number.
  case whole(Int64)
  /// A text; what was no UTF-8 is repaired.
  case text(String)
}

/// The rows of a table by their numbers, on a connection of its own: places as numbers, without a text in between.
///
/// Used by one thread at a time.
public final class NumberedRows {
  /// Where a row lies.
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
    self.columns = columns
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

  /// Where the row at hand lies.
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

  /// A value of the row at hand, by its place among those asked for.
  public func value(_ index: Int) -> DatabaseValue {
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
  /// Where a geometry lies that is a point.
  static func place(_ blob: UnsafeRawBufferPointer) -> NumberedRows.Place {
    let body: UnsafeRawBufferPointer
    do throws(DatabaseError) {
      guard let found = try self.body(of: blob) else { return .none }
      body = found
    } catch {
      return .other
    }
    guard body.count >= 5, body[0] <= 1 else { return .other }
    let isLittle = body[0] == 1
    let raw = body.loadUnaligned(fromByteOffset: 1, as: UInt32.self)
    let type = isLittle ? UInt32(littleEndian: raw) : UInt32(bigEndian: raw)
    // ISO counts dimensions in thousands, others set the two upper bits; heights and measures follow the first two numbers.
    guard type & 0x3FFF_0000 == 0, type & 0xFFFF % 1000 == 1, type & 0xFFFF < 4000 else { return .other }
    let hasHeight = type & 0x8000_0000 != 0 || [1, 3].contains(type & 0xFFFF / 1000)
    let hasMeasure = type & 0x4000_0000 != 0 || [2, 3].contains(type & 0xFFFF / 1000)
    guard body.count >= 5 + 8 * (2 + (hasHeight ? 1 : 0) + (hasMeasure ? 1 : 0)) else {
      return .other
    }
    func number(_ place: Int) -> Double {
      let bits = body.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      return Double(bitPattern: isLittle ? UInt64(littleEndian: bits) : UInt64(bigEndian: bits))
    }
    let (longitude, latitude) = (number(5), number(13))
    if longitude.isNaN && latitude.isNaN { return .none }
    guard longitude.isFinite, latitude.isFinite else { return .other }
    return .point(longitude: longitude + 0, latitude: latitude + 0)
  }
}
