import CDrivers
import DatabaseTables
import JSONDocument
import MapFeatures

/// Rows of Arrow batches as lines of text, written as they are asked for: a JSON object a row, or a GeoJSON feature.
final class ArrowLines: ResourceStream {
  private let rows: ArrowRows
  /// The column of geometries; `nil` for objects.
  private let geometry: Int?
  private let written: [Int]
  /// The column that names features.
  private let identifier: Int?
  /// The columns' names as JSON, a colon behind each.
  private let keys: [[UInt8]]
  private let move: GeoPackageGeometry.Move?
  private let failure: (DriverError) -> ResourceError
  private var text = LineText()

  /// - Parameters:
  ///   - geometry: the column of geometries as well-known binary; `nil` where places stand in columns.
  ///   - move: brings a position to longitude and latitude.
  ///   - failure: what is reported of an error.
  init(
    _ rows: ArrowRows, geometry: Int?, move: GeoPackageGeometry.Move? = nil,
    failure: @escaping (DriverError) -> ResourceError
  ) {
    (self.rows, self.geometry, self.move, self.failure) = (rows, geometry, move, failure)
    written = rows.columns.indices.filter { $0 != geometry && rows.columns[$0].isWritten }
    identifier = written.first { rows.columns[$0].name.lowercased() == "id" }
    keys = rows.columns.map { column in
      var json = JSONWriter()
      json.string(column.name)
      return json.takeBytes() + [0x3A]
    }
  }

  func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(ResourceError) -> Int {
    if text.isGiven {
      text.removeAll()
      do throws(DriverError) {
        while text.count < buffer.count, let row = try rows.next() { try write(row) }
      } catch {
        throw failure(error)
      }
    }
    return text.give(buffer)
  }

  private func write(_ row: ArrowRows.Row) throws(DriverError) {
    guard let geometry else {
      writeObject(row)
      text.append(byte: 0x0A)
      return
    }
    text.append(#"{"type":"Feature""#)
    if let identifier, let value = row.value(identifier) {
      text.append(#","id":"#)
      write(value, rows.columns[identifier].form, rows.columns[identifier])
    }
    text.append(#","geometry":"#)
    if let value = row.value(geometry) {
      let bytes =
        switch rows.columns[geometry].form {
        case .binary(let ends): value.bytes(ends: ends)
        default: value.viewed
        }
      do throws(DatabaseError) {
        try GeoPackageGeometry.write(wellKnownBinary: bytes, to: &text, moving: move)
      } catch {
        throw .damaged("\(error)")
      }
    } else {
      text.append("null" as StaticString)
    }
    text.append(#","properties":"#)
    writeObject(row)
    text.append("}\n" as StaticString)
  }

  private func writeObject(_ row: ArrowRows.Row) {
    text.append(byte: 0x7B)
    for (number, column) in written.enumerated() {
      if number > 0 { text.append(byte: 0x2C) }
      text.append(keys[column])
      if let value = row.value(column) {
        write(value, rows.columns[column].form, rows.columns[column])
      } else {
        text.append("null" as StaticString)
      }
    }
    text.append(byte: 0x7D)
  }

  private func write(_ value: ArrowValue, _ form: ArrowColumn.Form, _ column: ArrowColumn) {
    switch form {
    case .boolean: text.append(value.boolean ? "true" : "false" as StaticString)
    case .whole(let bytes, let isSigned): write(value.whole(bytes: bytes, isSigned: isSigned))
    case .decimal(let bytes): text.append(value.decimal(bytes: bytes))
    case .scaled(let bytes, let digits): write(value.whole(bytes: bytes, isSigned: true), behindPoint: digits)
    case .text(let ends): write(value.bytes(ends: ends), isNumber: column.meaning == "numeric")
    case .textView: write(value.viewed, isNumber: false)
    case .listed(let bytes, let isSigned):
      if let listed = value.listed(value.whole(bytes: bytes, isSigned: isSigned)), let texts = column.texts {
        write(listed, texts, column)
      } else {
        text.append("null" as StaticString)
      }
    case .day: write(string: CalendarText.day(Int64(value.whole(bytes: 4, isSigned: true))))
    case .time(let perSecond, let hasZone):
      let ticks = Int64(value.whole(bytes: 8, isSigned: true))
      write(string: CalendarText.time(ticks, perSecond: perSecond) + (hasZone ? "Z" : ""))
    case .timeOfDay(let bytes, let perSecond):
      let ticks = Int64(value.whole(bytes: bytes, isSigned: true))
      write(string: CalendarText.timeOfDay(ticks, perSecond: perSecond))
    case .binary, .binaryView, .other: text.append("null" as StaticString)
    }
  }

  private func write(_ number: Int128) {
    if let number = Int64(exactly: number) {
      text.append(number)
    } else {
      text.append(Array("\(number)".utf8))
    }
  }

  /// A whole number as one with a point.
  private func write(_ number: Int128, behindPoint count: Int) {
    guard count > 0 else { return write(number) }
    var digits = Array("\(number.magnitude)".utf8)
    digits.insert(contentsOf: repeatElement(0x30, count: max(0, count + 1 - digits.count)), at: 0)
    digits.insert(0x2E, at: digits.count - count)
    while digits.last == 0x30 { digits.removeLast() }
    if digits.last == 0x2E { digits.removeLast() }
    text.append(number < 0 ? [0x2D] + digits : digits)
  }

  private func write(string: String) {
    text.append(byte: 0x22)
    text.append(Array(string.utf8))
    text.append(byte: 0x22)
  }

  /// A text; digits that a database hands out as text are a number, and its NaN and infinities are none.
  private func write(_ bytes: UnsafeRawBufferPointer, isNumber: Bool) {
    guard isNumber else {
      text.append(string: bytes)
      return
    }
    let isPlain =
      !bytes.isEmpty && bytes.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E }
    if isPlain { text.append(bytes) } else { text.append("null" as StaticString) }
  }
}
