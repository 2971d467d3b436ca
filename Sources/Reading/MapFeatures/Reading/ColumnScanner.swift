import JSONDocument

/// Reads chosen columns from rows of separated values, one column at a time, with ends from ``FieldIndex``.
///
/// Reads raw bytes: fields lie inside `0..<count`.
final class ColumnScanner {
  struct Failure: Error {
    let problem: FeatureProblem
    let offset: Int
  }

  struct Stretch: Sendable {
    let start: Int
    var end: Int
    var failure: Failure?
    var isAbandoned = false
  }

  private(set) var run: ColumnTable.Run
  private let layout: CSVLayout
  private let requests: [ColumnTable.Request]
  /// Requests by column, so that the first bad field of a row is reported.
  private let order: [Int]
  private var index: FieldIndex
  private var rows: [Row] = []

  private struct Row {
    let head: Int, begin: Int
  }

  init(layout: CSVLayout, requests: [ColumnTable.Request]) {
    (self.layout, self.requests) = (layout, requests)
    order = requests.indices.sorted { requests[$0].column < requests[$1].column }
    index = FieldIndex(separator: layout.separator, newline: layout.newline)
    run = ColumnTable.Run(columns: requests.map { _ in ColumnTable.Values() })
  }

  func scan(_ bytes: UnsafeRawBufferPointer, from start: Int, to stop: Int, overshoot: Int) -> Stretch {
    run.reset()
    var stretch = Stretch(start: start, end: start)
    guard let base = bytes.baseAddress else { return stretch }
    let count = bytes.count
    index.restart(at: start)
    while stretch.end < stop {
      index.search(base, toward: stop, count: count)
      if index.position == count, index.ends[index.lastRowEnd] + 1 < count {
        index.closeRow(at: count)  // the last row, also where a quote is open
      }
      takeRows(base, bytes, stop: stop, into: &stretch)
      index.dropRows()
      if stretch.failure != nil || index.position == count { break }
      if index.position - stop > overshoot {
        stretch.isAbandoned = true
        break
      }
    }
    if stretch.failure != nil { run.cut() }
    stretch.end = min(stretch.end, count)
    return stretch
  }

  private func takeRows(
    _ base: UnsafeRawPointer, _ bytes: UnsafeRawBufferPointer, stop: Int, into stretch: inout Stretch
  ) {
    let expected = layout.names.count
    // In variables of this function: those of an object are asked for exclusive access at each use.
    let (fieldEnds, rowEnds, rowCount) = (index.ends, index.rows, index.rowCount)
    var rows = self.rows
    self.rows = []
    rows.removeAll(keepingCapacity: true)
    var (previous, end) = (0, stretch.end)
    var short: (row: Row, found: Int)?
    for row in 0..<rowCount where end < stop {
      let last = rowEnds[row]
      let rowEnd = fieldEnds[last]
      var begin = end
      while begin < min(rowEnd, bytes.count), bytes[begin] == 0x0A || bytes[begin] == 0x0D { begin += 1 }
      if begin < rowEnd {
        guard last - previous == expected else {
          short = (Row(head: previous, begin: begin), last - previous)
          break
        }
        rows.append(Row(head: previous, begin: begin))
      }
      end = rowEnd + 1
      previous = last
    }
    stretch.end = end
    for request in order {
      guard let bad = rows.withUnsafeBufferPointer({ take(request, base, bytes, $0) }) else { continue }
      rows.removeLast(rows.count - bad.row)
      stretch.failure = bad.failure
    }
    run.append(rows: rows.count) { rows[$0].begin }
    if stretch.failure == nil, let short {
      stretch.failure = failure(short.row, short.found, bytes)
    }
    self.rows = rows
  }

  /// Fault of a row of another length: its first bad field, or its length.
  private func failure(_ row: Row, _ found: Int, _ bytes: UnsafeRawBufferPointer) -> Failure {
    var values = ColumnTable.Values()
    for request in order where requests[request].column < found {
      let column = requests[request].column
      let start = column == 0 ? row.begin : index.ends[row.head + column] + 1
      let text = CSVRow(bytes: bytes, start: start, layout: layout).text(ofFieldAt: start)
      if !ColumnScanner.append(text, as: requests[request].kind, to: &values) {
        return badField(request, text, at: start)
      }
    }
    return Failure(problem: .rowLength(found: found, expected: layout.names.count), offset: row.begin)
  }

  private func badField(_ request: Int, _ text: String, at offset: Int) -> Failure {
    let (column, kind) = (requests[request].column, requests[request].kind)
    return Failure(problem: .badField(column: layout.names[column], text: text, kind), offset: offset)
  }

  /// Reads a column up to the first bad field: that row and those below are to be removed.
  private func take(
    _ request: Int, _ base: UnsafeRawPointer, _ bytes: UnsafeRawBufferPointer,
    _ rows: UnsafeBufferPointer<Row>
  ) -> (failure: Failure, row: Int)? {
    let (column, kind) = (requests[request].column, requests[request].kind)
    let (isFirst, hasReturns) = (column == 0, column == layout.names.count - 1 && layout.newline == 0x0A)
    let (ends, count) = (index.ends, rows.count)
    var odd: [Int] = []
    func field(_ row: Int) -> (start: Int, end: Int) {
      let fields = ends + rows[row].head
      let start = isFirst ? rows[row].begin : fields[column] &+ 1
      var end = fields[column &+ 1]
      if hasReturns, end > start, base.load(fromByteOffset: end &- 1, as: UInt8.self) == 0x0D { end &-= 1 }
      return (start, end)
    }
    switch kind {
    case .whole:
      run.columns[request].wholes.append(rows: count) { row in
        let (start, end) = field(row)
        let whole = FastWhole.value(base, start, end)
        if whole == FastWhole.none { odd.append(row) }
        return whole
      }
    case .number:
      run.columns[request].numbers.append(rows: count) { row in
        let (start, end) = field(row)
        let number = FastDecimal.value(base, start, end)
        if number.isNaN { odd.append(row) }
        return number
      }
    case .text: odd.append(contentsOf: 0..<count)
    }
    let first = run.count
    for row in odd {
      let (start, end) = field(row)
      let text = start == end ? "" : CSVRow(bytes: bytes, start: start, layout: layout).text(ofFieldAt: start)
      guard run.columns[request].set(text, as: kind, at: first + row) else {
        return (badField(request, text, at: start), row)
      }
    }
    return nil
  }

  static func append(_ text: String, as kind: ColumnKind, to values: inout ColumnTable.Values) -> Bool {
    switch kind {
    case .whole: values.wholes.append(ColumnTable.Values.none)
    case .number: values.numbers.append(.nan)
    case .text: break
    }
    return values.set(text, as: kind, at: (kind == .whole ? values.wholes.count : values.numbers.count) - 1)
  }
}

extension Array where Element: Numeric {
  @inline(__always) mutating func append(rows count: Int, _ value: (Int) -> Element) {
    let start = self.count
    append(contentsOf: repeatElement(0, count: count))
    withUnsafeMutableBufferPointer { numbers in
      for row in 0..<count { numbers[start &+ row] = value(row) }
    }
  }
}

extension ColumnTable.Values {
  /// Reads a field's text into a row; false if it does not fit the column. Texts are appended.
  fileprivate mutating func set(_ text: String, as kind: ColumnKind, at row: Int) -> Bool {
    let isEmpty = text.isEmpty || text == "NULL" || text == "null" || text == "\\N"
    switch kind {
    case .text: texts.append(isEmpty ? "" : text)
    case .number where isEmpty: numbers[row] = .nan
    case .whole where isEmpty: wholes[row] = ColumnTable.Values.none
    case .number:
      guard let number = Decimal.number(of: text), number.isFinite else { return false }
      numbers[row] = number
    case .whole:
      guard let whole = ColumnTable.Values.whole(text) else { return false }
      if let small = Int64(exactly: whole), small > ColumnTable.Values.isLarge {
        wholes[row] = small
      } else {
        large[row] = whole
        wholes[row] = ColumnTable.Values.isLarge
      }
    }
    return true
  }

  /// Whole number as databases write it: also `12.000`, and exact `1.2e3`.
  private static func whole(_ text: String) -> Int128? {
    if let whole = Int128(text) { return whole }
    // A quadbin as hexadecimal digits: its upper bits are those of a cell.
    if text.utf8.count == 16, text.hasPrefix("4"), let whole = Int128(text, radix: 16) { return whole }
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, parts[1].utf8.allSatisfy({ $0 == 0x30 }) { return Int128(parts[0]) }
    guard let number = Decimal.number(of: text), number.magnitude < 9_007_199_254_740_992 else { return nil }
    return Int128(exactly: number)
  }
}
