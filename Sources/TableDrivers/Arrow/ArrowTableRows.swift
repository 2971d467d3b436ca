import CDrivers
import JSONDocument
import MapFeatures

final class ArrowTableRows: TableRows {
  /// Brings a position to longitude and latitude; `nil` where it has none.
  typealias Move = (SIMD2<Double>) -> SIMD2<Double>?

  let columnNames: [String]
  private let rows: ArrowRows
  private let geometryIndex: Int?
  private let written: [Int]
  private let identifierColumn: Int?
  private let move: Move?
  private let failure: (DriverError) -> ResourceError
  private var row: ArrowRows.Row?

  /// - Parameters:
  ///   - geometry: the column of geometries as well-known binary; `nil` where places stand in columns.
  init(
    _ rows: ArrowRows, geometry: Int?, move: Move? = nil, failure: @escaping (DriverError) -> ResourceError
  ) {
    (self.rows, geometryIndex, self.move, self.failure) = (rows, geometry, move, failure)
    written = rows.columns.indices.filter { $0 != geometry && rows.columns[$0].isWritten }
    columnNames = written.map { rows.columns[$0].name }
    identifierColumn = geometry == nil ? nil : columnNames.firstIndex { $0.lowercased() == "id" }
  }

  func next() throws(ResourceError) -> Bool {
    row = try rethrowing(try rows.next(), as: failure)
    return row != nil
  }

  func value(_ column: Int) -> PropertyValue? {
    let column = written[column]
    return row?.value(column)?.property(rows.columns[column].form, rows.columns[column]) ?? .null
  }

  var identifier: PropertyValue? { identifierColumn.flatMap { value($0) } }

  func geometry() throws(ResourceError) -> UnsafeRawBufferPointer? {
    guard let geometryIndex, let value = row?.value(geometryIndex) else { return nil }
    return if case .binary(let ends) = rows.columns[geometryIndex].form {
      value.bytes(ends: ends)
    } else {
      value.viewed
    }
  }

  func degrees(_ position: SIMD2<Double>) -> SIMD2<Double>? { move.map { $0(position) } ?? position }

  func damagedGeometry(_ reason: String) -> ResourceError {
    failure(.damaged("a geometry cannot be read: \(reason); write the file anew"))
  }
}

extension ArrowValue {
  /// The value in the type of its column; null for what no property holds.
  func property(_ form: ArrowColumn.Form, _ column: ArrowColumn) -> PropertyValue {
    switch form {
    case .boolean: return .bool(boolean)
    case .whole(let bytes, let isSigned):
      return PropertyValue(whole: whole(bytes: bytes, isSigned: isSigned))
    case .decimal(let bytes):
      let number = decimal(bytes: bytes)
      return number.isFinite ? .number(number) : .null
    case .scaled(let bytes, let digits):
      let units = whole(bytes: bytes, isSigned: true)
      let (whole, rest) = units.quotientAndRemainder(
        dividingBy: (0..<digits).reduce(1) { unit, _ in unit * 10 })
      return rest == 0
        ? PropertyValue(whole: whole) : Decimal.number(of: "\(units)e-\(digits)").map { .number($0) } ?? .null
    case .text(let ends):
      let text = bytes(ends: ends)
      guard column.meaning == "numeric" else { return .string(String(decoding: text, as: UTF8.self)) }
      // Digits that a database hands out as text are a number, and its NaN and infinities are none.
      return PropertyValue(digits: text) ?? .null
    case .textView: return .string(String(decoding: viewed, as: UTF8.self))
    case .listed(let bytes, let isSigned):
      let listed = listed(whole(bytes: bytes, isSigned: isSigned))
      return column.texts.flatMap { listed?.property($0, column) } ?? .null
    case .day: return .string(CalendarText.day(Int64(whole(bytes: 4, isSigned: true))))
    case .time(let perSecond, let hasZone):
      let ticks = Int64(whole(bytes: 8, isSigned: true))
      return .string(CalendarText.time(ticks, perSecond: perSecond) + (hasZone ? "Z" : ""))
    case .timeOfDay(let bytes, let perSecond):
      let ticks = Int64(whole(bytes: bytes, isSigned: true))
      return .string(CalendarText.timeOfDay(ticks, perSecond: perSecond))
    case .binary, .binaryView, .points, .other: return .null
    }
  }
}
