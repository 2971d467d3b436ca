import CDrivers
import DatabaseTables
package import MapFeatures

package final class SpatialTable: ForeignTable {
  /// Endings opened with GDAL, in lower case.
  private static let endings = [
    ".fgb", ".shp", ".shz", ".shp.zip", ".gpx", ".kml", ".kmz", ".osm", ".osm.pbf", ".xlsx", ".ods", ".gml",
    ".mif", ".dxf", ".gdb", ".gmt", ".topojson", ".arrow", ".feather",
  ]

  package let columns: [ForeignColumn]
  package let hasGeometry: Bool
  package var query: ForeignQuery? { nil }

  private let file: File
  private let isCancelled: @Sendable () -> Bool
  private let geometry: Int?

  private final class File {
    let pointer: OpaquePointer

    init(_ path: String, below root: String?) throws(DriverError) {
      try DriverLibrary.gdal.load { gdal_load($0, &$1) }
      var file: OpaquePointer?
      try DriverError.check(of: path) { gdal_open(path, root, &file, &$0) }
      guard let file else { throw .refused("") }
      pointer = file
    }

    deinit { gdal_close(pointer) }
  }

  package static func path(_ name: String) -> String? {
    let path = DatabaseTable.split(name).path
    return endings.contains(where: path.lowercased().hasSuffix) ? path : nil
  }

  /// Opens a file, and selects the layer in its address, or the only one with rows.
  package init(
    _ name: String, below root: String?, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ResourceError) {
    self.isCancelled = isCancelled
    let (path, layer) = DatabaseTable.split(name)
    do throws(DriverError) {
      let file = try File(path, below: root)
      self.file = file
      let columns = try SpatialTable.checked(file) { () throws(DriverError) in
        try SpatialTable.choose(layer, of: file.pointer)
        return try SpatialTable.rows(of: file).columns.withMembers
      }
      geometry = columns.firstIndex(where: \.isGeometry)
      hasGeometry = geometry != nil
      self.columns = columns.filter(\.isWritten).map { ForeignColumn($0.name, $0.kind) }
    } catch {
      throw SpatialTable.failure(error)
    }
  }

  package func rows(areFeatures: Bool) throws(ResourceError) -> any TableRows {
    do throws(DriverError) {
      let file = file
      let move: ArrowRowValues.Move = { position in
        var (x, y) = (position.x, position.y)
        return gdal_move(file.pointer, &x, &y) ? SIMD2(x, y) : nil
      }
      return ArrowTableRows(
        try SpatialTable.rows(of: file, isCancelled), geometry: areFeatures ? geometry : nil,
        move: gdal_moves(file.pointer) ? move : nil, failure: SpatialTable.failure)
    } catch {
      throw SpatialTable.failure(error)
    }
  }

  /// Returns a body's result, unless it needed a forbidden file: GDAL would go on without.
  private static func checked<Value>(
    _ file: File, _ body: () throws(DriverError) -> Value
  ) throws(DriverError) -> Value {
    let result = Result { () throws(DriverError) in try body() }
    try DriverError.check { gdal_refusal(file.pointer, &$0) }
    return try result.get()
  }

  /// Selects a layer by name, or the only one with rows; for OpenStreetMap the points.
  private static func choose(_ name: String?, of file: OpaquePointer) throws(DriverError) {
    let names = (0..<max(0, gdal_layer_count(file))).map { number in
      gdal_layer_name(file, number).map { String(cString: $0) } ?? ""
    }
    let number: Int
    if let name = name ?? (gdal_is_map(file) ? "points" : nil) {
      guard let found = names.firstIndex(of: name) else { throw .noTable(name, among: names) }
      number = found
    } else {
      let filled = names.indices.filter { gdal_has_rows(file, Int32($0)) }
      guard let only = filled.first else {
        var fault = driver_fault()
        if gdal_has_failed(&fault) { throw .unreadable(fault.words) }
        let counted = names.indices.map { gdal_counted_rows(file, Int32($0)) }.max() ?? 0
        throw counted > 0 ? .cutShort(rows: 0, of: Int(counted)) : .empty
      }
      guard filled.count == 1 else { throw .severalTables(filled.map { names[$0] }) }
      number = only
    }
    try DriverError.check { gdal_choose(file, Int32(number), &$0) }
  }

  private static func rows(
    of file: File, _ isCancelled: @escaping () -> Bool = { false }
  ) throws(DriverError) -> ArrowRows {
    try ArrowRows(
      of: file, expecting: Int(gdal_counted_rows(file.pointer, -1)), isCancelled: isCancelled
    ) { stream throws(DriverError) in
      try DriverError.check { gdal_rows(file.pointer, stream, &$0) }
    }
  }

  private static func failure(_ error: DriverError) -> ResourceError {
    switch error {
    case .refused(let reason), .damaged(let reason): Redaction.none.failure(.unreadable(reason))
    default: Redaction.none.failure(error)
    }
  }
}
