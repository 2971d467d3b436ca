import JSONDocument

/// Reads CSV rows: second stage, numbers from the fields found by ``FieldIndex``.
///
/// Reads raw bytes: fields lie inside `0..<count`, and eight-byte words are loaded only from offset 32 on.
struct CSVScanner: RecordScanner {
  private let layout: CSVLayout
  private let columns: Int
  private let (longitude, latitude): (Int, Int)
  /// True if a carriage return may follow a coordinate.
  private let hasLastCoordinate: Bool
  private let hasCoordinateTexts: Bool
  private let marks: UInt64
  private var index: FieldIndex

  init(layout: CSVLayout) {
    self.layout = layout
    columns = layout.names.count
    (longitude, latitude) = (layout.longitude, layout.latitude)
    hasCoordinateTexts = layout.hasCoordinateTexts
    marks = FastDecimal.marks(layout.decimal)
    hasLastCoordinate = max(longitude, latitude) == columns - 1 && layout.newline == 0x0A
    index = FieldIndex(separator: layout.separator, newline: layout.newline)
  }

  func boundary(_ bytes: UnsafeRawBufferPointer, near offset: Int, before limit: Int) -> Int? {
    layout.boundary(bytes, near: offset, before: limit)
  }

  mutating func scan(
    _ bytes: UnsafeRawBufferPointer, from start: Int, to stop: Int, isFinal: Bool, overshoot: Int,
    into chunk: Chunk
  ) {
    guard let base = bytes.baseAddress else { return }
    let count = bytes.count
    chunk.reset(start: start)
    index.restart(at: start)
    while true {
      index.search(base, toward: stop, count: count)
      if index.position == count, isFinal {
        if index.isQuoted {
          chunk.outcome = .failed(.unclosedQuote, offset: index.openingQuote)
          return
        }
        if index.ends[index.lastRowEnd] + 1 < count { index.closeRow(at: count) }
      }
      if !takeRows(base, bytes, stop: stop, into: chunk) { return }
      index.dropRows()
      if chunk.end >= stop { return }
      if index.position == count {
        if !isFinal { chunk.outcome = .incomplete }
        return
      }
      if index.position > stop, index.position - stop > overshoot {
        chunk.outcome = .abandoned
        return
      }
    }
  }

  /// Reads complete rows up to `stop`; false after a fault.
  @inline(__always) private mutating func takeRows(
    _ base: UnsafeRawPointer, _ bytes: UnsafeRawBufferPointer, stop: Int, into chunk: Chunk
  ) -> Bool {
    let (ends, rows) = (index.ends, index.rows)
    let (columns, longitude, latitude, marks) = (columns, longitude, latitude, marks)
    chunk.reserve(index.rowCount)
    let properties = chunk.properties
    let declared = properties?.fields(of: layout) ?? []
    var previous = 0
    var end = chunk.end
    for row in 0..<index.rowCount {
      if end >= stop { break }
      let last = rows[row]
      let fields = ends + previous
      var isPlain = last &- previous == columns && !hasCoordinateTexts
      if isPlain {
        let (x0, y0) = (fields[longitude] &+ 1, fields[latitude] &+ 1)
        var (x1, y1) = (fields[longitude &+ 1], fields[latitude &+ 1])
        if hasLastCoordinate {
          if longitude > latitude {
            if x1 > x0, base.load(fromByteOffset: x1 &- 1, as: UInt8.self) == 0x0D { x1 &-= 1 }
          } else if y1 > y0, base.load(fromByteOffset: y1 &- 1, as: UInt8.self) == 0x0D {
            y1 &-= 1
          }
        }
        let x = FastDecimal.value(base, x0, x1, marks: marks)
        let y = FastDecimal.value(base, y0, y1, marks: marks)
        // A number that was not read is NaN, and fails here.
        isPlain = x >= -180 && x < 180 && abs(y) <= 90
        if isPlain {
          chunk.appendReserved(longitude: x, latitude: y, offset: end)
          chunk.endRecord(offset: end, points: 1)
          if let properties {
            takeProperties(properties, declared, bytes, ends: fields)
          }
        }
      }
      if !isPlain,
        let problem = takeOddRow(
          bytes, at: end, ends: fields, fieldCount: last - previous, declared, into: chunk)
      {
        chunk.outcome = problem
        return false
      }
      end = ends[last] + 1
      previous = last
    }
    chunk.end = min(end, bytes.count)
    return true
  }

  /// Reads a row that is blank, quoted, of another length or out of range; returns a fatal fault.
  @inline(never) private func takeOddRow(
    _ bytes: UnsafeRawBufferPointer, at start: Int, ends: UnsafeMutablePointer<Int>, fieldCount: Int,
    _ declared: [Int], into chunk: Chunk
  ) -> Chunk.Outcome? {
    let rowEnd = ends[fieldCount]
    let isTerminated = rowEnd < bytes.count
    func field(_ column: Int) -> Range<Int> {
      let (from, to) = (ends[column] + 1, ends[column + 1])
      let isLast = column == fieldCount - 1 && layout.newline == 0x0A
      return from..<(isLast ? CSVRow.end(of: from..<to, in: bytes) : to)
    }
    if fieldCount == 1, field(0).allSatisfy({ bytes[$0] == 0x20 || bytes[$0] == 0x09 || bytes[$0] == 0x0D }) {
      return nil  // a blank line is no record
    }
    if ConflictMark.begins(in: bytes, at: start) {
      return .failed(.foreignContent(.gitConflict), offset: start)
    }
    if bytes[start] == 0x23, fieldCount != columns, !hasPlace(fieldCount, bytes, field) {
      return nil  // a comment is no record
    }
    if fieldCount > columns, (columns..<fieldCount).contains(where: { !field($0).isEmpty }) {
      chunk.skip(offset: start, .surplusFields(found: fieldCount, expected: columns))
      return nil
    }
    let isCut = !isTerminated && fieldCount < columns
    if isCut, layout.mustEndWhole {
      return .failed(.cutOff(found: fieldCount, expected: columns), offset: start)
    }
    if isCut, max(longitude, latitude) >= fieldCount - 1 {
      chunk.skip(offset: start, .cutOff(found: fieldCount, expected: columns))
      return nil
    }
    if isCut {
      chunk.skips.notes.append(SkipReason.cutOff(found: fieldCount, expected: columns).description)
    }
    let count = chunk.count
    let row = CSVRow(bytes: bytes, start: start, layout: layout)
    if hasCoordinateTexts {
      chunk.add(
        longitude < fieldCount ? row.text(ofFieldAt: ends[longitude] + 1) : "",
        layout.coordinateOrder, offset: start)
    } else {
      func coordinate(_ column: Int) -> CoordinateField {
        column < fieldCount ? CSVScanner.coordinate(bytes, field(column), layout.decimal) : .empty
      }
      chunk.add(coordinate(longitude), coordinate(latitude), layout.decimal, unit: layout.unit, offset: start)
      { axis in
        field(axis == .longitude ? longitude : latitude).lowerBound
      }
    }
    if let properties = chunk.properties, chunk.count > count {
      properties.pad(to: count)
      for (column, field) in declared.enumerated() where field >= 0 {
        properties.take(column, field: field, of: row)
      }
    }
    return nil
  }

  private func hasPlace(
    _ fieldCount: Int, _ bytes: UnsafeRawBufferPointer, _ field: (Int) -> Range<Int>
  ) -> Bool {
    [longitude, latitude].contains { column in
      guard column < fieldCount else { return false }
      return if case .number = CSVScanner.coordinate(bytes, field(column), layout.decimal) { true } else {
        false
      }
    }
  }

  @inline(never) private func takeProperties(
    _ properties: PropertyScan, _ declared: [Int], _ bytes: UnsafeRawBufferPointer,
    ends: UnsafeMutablePointer<Int>
  ) {
    for (column, field) in declared.enumerated() where field >= 0 {
      let start = ends[field] &+ 1
      var end = ends[field &+ 1]
      if field == columns &- 1, layout.newline == 0x0A, end > start, bytes[end &- 1] == 0x0D { end &-= 1 }
      properties.take(column, in: bytes, from: start, to: end, layout)
    }
  }

  enum CoordinateField: Hashable {
    case number(Double)
    case empty
    case otherDecimal(String)
    case other
  }

  static func coordinate(
    _ bytes: UnsafeRawBufferPointer, _ field: Range<Int>, _ decimal: DecimalMark
  ) -> CoordinateField {
    var field = trimmed(bytes, field)
    if field.count >= 2, bytes[field.lowerBound] == 0x22, bytes[field.upperBound - 1] == 0x22 {
      field = trimmed(bytes, field.lowerBound + 1..<field.upperBound - 1)
    }
    if field.isEmpty { return .empty }
    let content = UnsafeRawBufferPointer(rebasing: bytes[field])
    let number =
      decimal == .point ? Decimal.number(content) : decimal.pointed(content)?.withUnsafeBytes(Decimal.number)
    if let number { return .number(number) }
    let other = decimal == .point ? DecimalMark.comma.byte : DecimalMark.point.byte
    let isNumeric = content.allSatisfy { [0x2C, 0x2D, 0x2E].contains($0) || $0.isDigit }
    guard isNumeric, content.count(where: { $0 == other }) == 1, content.contains(where: \.isDigit) else {
      // Quotes for seconds are doubled in quotes.
      var text = String(decoding: content, as: UTF8.self)
      if content.contains(0x22) { text.replace("\"\"", with: "\"") }
      if MissingWords.usual.contains(text) { return .empty }
      return DegreesText.degrees(in: text, decimal).map { .number($0.degrees) } ?? .other
    }
    return .otherDecimal(String(decoding: content, as: UTF8.self))
  }

  static func coordinate(_ text: String, _ decimal: DecimalMark) -> CoordinateField {
    var text = text
    return text.withUTF8 { coordinate(UnsafeRawBufferPointer($0), 0..<$0.count, decimal) }
  }

  private static func trimmed(_ bytes: UnsafeRawBufferPointer, _ field: Range<Int>) -> Range<Int> {
    var (from, to) = (field.lowerBound, field.upperBound)
    while from < to, bytes[from] == 0x20 || bytes[from] == 0x09 { from += 1 }
    while from < to, bytes[to - 1] == 0x20 || bytes[to - 1] == 0x09 { to -= 1 }
    return from..<to
  }
}
