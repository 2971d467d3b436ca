import CDrivers
import JSONDocument
import MapFeatures

class ArrowRowValues {
  /// Projects a position to longitude and latitude.
  typealias Move = (SIMD2<Double>) -> SIMD2<Double>?

  final let columnNames: [String]
  final var row: ArrowRows.Row?
  private final let all: [ArrowColumn]
  private final let columnCount: Int
  private final let indices: [Int?]
  private final let geometryIndex, identifierIndex: Int?
  private final let move: Move?
  private final let point = UnsafeMutableRawBufferPointer.allocate(byteCount: 21, alignment: 8)

  /// - Parameter geometry: geometry column of features; `nil` for plain rows.
  init(of all: [ArrowColumn], _ names: [String], _ indices: [Int?], geometry: Int?, move: Move?) {
    (self.all, columnNames, self.indices, geometryIndex, self.move) = (all, names, indices, geometry, move)
    columnCount = all.firstIndex { $0.path.count > 1 } ?? all.count
    identifierIndex =
      geometry == nil
      ? nil : all.indices.first { $0 != geometry && all[$0].isWritten && all[$0].name.lowercased() == "id" }
    point.copyBytes(from: [1, 1, 0, 0, 0])
  }

  deinit { point.deallocate() }

  final func value(_ column: Int) -> PropertyValue? { indices[column].map(property) }

  private final func property(_ index: Int) -> PropertyValue {
    value(at: index)?.property(all[index].form, all[index]) ?? .null
  }

  /// Members of structures follow the columns of batches.
  private final func value(at index: Int) -> ArrowValue? {
    index < columnCount ? row?.value(index) : row?.value(of: all[index])
  }

  final func number(_ column: Int) -> Double? {
    guard let index = indices[column] else { return nil }
    switch all[index].form {
    case .decimal(let bytes):
      let number = value(at: index)?.decimal(bytes: bytes) ?? .nan
      return number.isFinite ? number : .nan
    case .whole(let bytes, let isSigned) where bytes <= 4:
      return value(at: index).map { Double(Int64($0.whole(bytes: bytes, isSigned: isSigned))) } ?? .nan
    default: return value(column).typedNumber
    }
  }

  final var identifier: PropertyValue? { identifierIndex.map(property) }

  final func geometry() -> UnsafeRawBufferPointer? {
    guard let geometryIndex, let value = value(at: geometryIndex) else { return nil }
    switch all[geometryIndex].form {
    case .points(let perRow):
      point.baseAddress?.advanced(by: 5).copyMemory(from: [value.point(perRow: perRow)], byteCount: 16)
      return UnsafeRawBufferPointer(point)
    case .binary(let ends): return value.bytes(ends: ends)
    default: return value.viewed
    }
  }

  final func degrees(_ position: SIMD2<Double>) -> SIMD2<Double>? { move.map { $0(position) } ?? position }
}

final class ArrowTableRows: ArrowRowValues, TableRows {
  private let rows: ArrowRows
  private let failure: (DriverError) -> ResourceError

  init(
    _ rows: ArrowRows, geometry: Int?, move: Move? = nil, failure: @escaping (DriverError) -> ResourceError
  ) {
    (self.rows, self.failure) = (rows, failure)
    let all = rows.columns.withMembers
    let written = all.indices.filter { $0 != geometry && all[$0].isWritten }
    super.init(of: all, written.map { all[$0].name }, written, geometry: geometry, move: move)
  }

  func next() throws(ResourceError) -> Bool {
    row = try rethrowing(try rows.next(), as: failure)
    return row != nil
  }

  func damagedGeometry(_ reason: String) -> ResourceError {
    failure(.damaged("a geometry cannot be read: \(reason); write the file anew"))
  }
}

extension ArrowValue {
  func property(_ form: ArrowColumn.Form, _ column: ArrowColumn) -> PropertyValue {
    switch form {
    case .boolean: return .bool(boolean)
    case .whole(let bytes, let isSigned): return PropertyValue(whole: whole(bytes: bytes, isSigned: isSigned))
    case .decimal(let bytes):
      let number = decimal(bytes: bytes)
      return number.isFinite ? .number(number) : .null
    case .scaled(let bytes, let digits):
      guard bytes <= 16, (0...38).contains(digits) else {
        return Decimal.number(of: "\(digitText(bytes: bytes))e\(-digits)").map { .number($0) } ?? .null
      }
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
      return column.listed.flatMap { listed?.property($0, column) } ?? .null
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
