import JSONDocument

/// Reads the fields of chosen columns from rows of separated values. This file reads raw bytes.
struct ColumnScanner {
  /// Why rows cannot be read, and where.
  struct Failure: Error {
    let problem: FeatureProblem
    let place: Int
  }

  let bytes: UnsafeRawBufferPointer
  let layout: CSVLayout
  let requests: [ColumnTable.Request]

  /// The rows that begin in a range.
  func run(_ range: Range<Int>) -> Result<ColumnTable.Run, Failure> {
    var run = ColumnTable.Run(columns: requests.map { _ in ColumnTable.Values() })
    guard let base = bytes.baseAddress else { return .success(run) }
    // By the place of a field in its row: which request reads it.
    var requestAt = [Int](repeating: -1, count: layout.names.count)
    for (index, request) in requests.enumerated() { requestAt[request.column] = index }
    let expected = range.count / 40
    run.places.reserveCapacity(expected)
    let (separator, newline) = (layout.separator, layout.newline)
    var position = range.lowerBound
    while position < range.upperBound {
      let first = bytes[position]
      if first == 0x0A || first == 0x0D {
        position += 1
        continue
      }
      let start = position
      var field = 0
      while true {
        let request = field < requestAt.count ? requestAt[field] : -1
        let begin = position
        var isPlain = true
        if position < bytes.count, bytes[position] == 0x22 {
          isPlain = false
          position = CSVRow(bytes: bytes, at: start, layout: layout).field(at: begin).end
        } else {
          while position < bytes.count, bytes[position] != separator, bytes[position] != newline {
            position += 1
          }
        }
        if request >= 0 {
          let kind = requests[request].kind
          var end = position
          if end > begin, newline == 0x0A, bytes[end - 1] == 0x0D { end -= 1 }
          let isRead =
            isPlain && ColumnScanner.append(base, begin, end, as: kind, to: &run.columns[request])
          if !isRead {
            let text = CSVRow(bytes: bytes, at: start, layout: layout).text(ofFieldAt: begin)
            guard ColumnScanner.append(text, as: kind, to: &run.columns[request]) else {
              return .failure(
                Failure(
                  problem: .badField(column: layout.names[field], text: text, kind), place: begin))
            }
          }
        }
        field += 1
        guard position < bytes.count, bytes[position] == separator else { break }
        position += 1
      }
      guard field == layout.names.count else {
        return .failure(
          Failure(problem: .rowLength(found: field, expected: layout.names.count), place: start))
      }
      run.places.append(start)
      position += 1
    }
    return .success(run)
  }

  /// Reads a field in one of the usual forms; false where it is none of them.
  @inline(__always)
  private static func append(
    _ base: UnsafeRawPointer, _ start: Int, _ end: Int, as kind: ColumnKind,
    to values: inout ColumnTable.Values
  ) -> Bool {
    switch kind {
    case .whole:
      let isNegative = start < end && base.load(fromByteOffset: start, as: UInt8.self) == 0x2D
      var position = isNegative ? start &+ 1 : start
      // 18 digits fit 64 bits.
      guard position < end, end &- position <= 18 else { return false }
      var whole: Int64 = 0
      while position < end {
        let digit = base.load(fromByteOffset: position, as: UInt8.self) &- 0x30
        guard digit <= 9 else { return false }
        whole = whole &* 10 &+ Int64(digit)
        position &+= 1
      }
      values.wholes.append(isNegative ? -whole : whole)
      return true
    case .number:
      let number = start < end ? FastDecimal.value(base, start, end) : .nan
      guard number.isFinite else { return false }
      values.numbers.append(number)
      return true
    case .text: return false
    }
  }

  /// Reads a field's text; false where it is not what the column holds.
  static func append(
    _ text: String, as kind: ColumnKind, to values: inout ColumnTable.Values
  ) -> Bool {
    let isEmpty = text.isEmpty || text == "NULL" || text == "null" || text == "\\N"
    switch kind {
    case .text:
      values.texts.append(isEmpty ? "" : text)
    case .number:
      guard !isEmpty else {
        values.numbers.append(.nan)
        return true
      }
      guard let number = Decimal.number(of: text), number.isFinite else { return false }
      values.numbers.append(number)
    case .whole:
      guard !isEmpty else {
        values.wholes.append(ColumnTable.Values.none)
        return true
      }
      guard let whole = whole(text) else { return false }
      if let small = Int64(exactly: whole), small > ColumnTable.Values.isLarge {
        values.wholes.append(small)
      } else {
        values.large[values.wholes.count] = whole
        values.wholes.append(ColumnTable.Values.isLarge)
      }
    }
    return true
  }

  /// A whole number, as databases write it: also `12.000`, and `1.2e3` where that is exact.
  private static func whole(_ text: String) -> Int128? {
    if let whole = Int128(text) { return whole }
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, parts[1].utf8.allSatisfy({ $0 == 0x30 }) { return Int128(parts[0]) }
    guard let number = Decimal.number(of: text), number.magnitude < 9_007_199_254_740_992 else { return nil }
    return Int128(exactly: number)
  }
}
