import CDrivers

final class ArrowRows {
  let columns: [ArrowColumn]
  private let stream: UnsafeMutablePointer<ArrowArrayStream>
  private let batch: UnsafeMutablePointer<ArrowArray>
  private let owner: AnyObject
  private let isCancelled: () -> Bool
  private var row = -1
  /// Rows so far, and the expected count; negative if unknown.
  private var rowCount = 0
  private let expectedCount: Int
  private var isOver = false

  init(
    of owner: AnyObject, expecting expectedCount: Int = -1, isCancelled: @escaping () -> Bool = { false },
    _ open: (UnsafeMutablePointer<ArrowArrayStream>) throws(DriverError) -> Void
  ) throws(DriverError) {
    (self.owner, self.expectedCount, self.isCancelled) = (owner, expectedCount, isCancelled)
    stream = .allocate(capacity: 1)
    stream.initialize(to: ArrowArrayStream())
    batch = .allocate(capacity: 1)
    batch.initialize(to: ArrowArray())
    do throws(DriverError) {
      try open(stream)
      columns = try ArrowRows.columns(of: stream)
    } catch {
      // A class that is not complete runs no `deinit`.
      arrow_release_stream(stream)
      stream.deallocate()
      batch.deallocate()
      throw error
    }
  }

  deinit {
    arrow_release_batch(batch)
    arrow_release_stream(stream)
    batch.deallocate()
    stream.deallocate()
  }

  static func columns(
    of stream: UnsafeMutablePointer<ArrowArrayStream>
  ) throws(DriverError) -> [ArrowColumn] {
    var schema = ArrowSchema()
    guard arrow_schema(stream, &schema) else { throw failure(of: stream) }
    defer { arrow_release_schema(&schema) }
    guard schema.format.map({ String(cString: $0) }) == "+s", schema.n_children >= 0 else {
      throw .damaged("its rows are no table")
    }
    return (0..<Int(schema.n_children)).compactMap { index in
      schema.children?[index].map { ArrowColumn($0.pointee, at: index) }
    }
  }

  static func failure(of stream: UnsafeMutablePointer<ArrowArrayStream>) -> DriverError {
    .refused(arrow_error(stream).map { String(cString: $0) } ?? "the rows end early")
  }

  func next() throws(DriverError) -> Row? {
    if isOver { return nil }
    row += 1
    while row >= Int(batch.pointee.length) {
      arrow_release_batch(batch)
      batch.pointee = ArrowArray()
      row = 0
      if isCancelled() {
        isOver = true
        throw .cancelled
      }
      guard arrow_next(stream, batch) else {
        isOver = true
        throw ArrowRows.failure(of: stream)
      }
      guard batch.pointee.release != nil else {
        isOver = true
        if rowCount < expectedCount { throw .cutShort(rows: rowCount, of: expectedCount) }
        return nil
      }
      try ArrowRows.check(batch.pointee, columns)
      rowCount += Int(batch.pointee.length)
    }
    return Row(children: batch.pointee.children, row: row + Int(batch.pointee.offset))
  }

  static func check(_ array: ArrowArray, _ columns: [ArrowColumn]) throws(DriverError) {
    guard array.length >= 0, array.offset >= 0, Int(array.n_children) == columns.count else {
      throw .damaged("its batches differ from their schema")
    }
    for column in columns.flatMap({ [$0] + $0.members }) where !column.isWhole(in: array) {
      throw .damaged("its column \(column.name) differs from its schema")
    }
  }

  struct Row {
    let children: UnsafeMutablePointer<UnsafeMutablePointer<ArrowArray>?>?
    let row: Int

    func value(_ column: Int) -> ArrowValue? {
      guard let array = children?[column] else { return nil }
      return ArrowValue(array, at: row)
    }

    /// The value of a member of a structure; `nil` also where the structure is null.
    func value(of member: ArrowColumn) -> ArrowValue? {
      var (children, row, value) = (children, row, ArrowValue?.none)
      for step in member.steps {
        guard let array = children?[step], let found = ArrowValue(array, at: row) else { return nil }
        (children, row, value) = (array.pointee.children, row + Int(array.pointee.offset), found)
      }
      return value
    }
  }
}

extension [ArrowColumn] {
  /// The columns, and behind them the members of structures.
  var withMembers: [ArrowColumn] { self + flatMap(\.members) }
}

extension ArrowColumn {
  /// True if a batch has the column with the rows and buffers that it needs.
  fileprivate func isWhole(in batch: ArrowArray) -> Bool {
    var (array, rows) = (batch, batch.length)
    for step in steps {
      rows += array.offset
      guard step < Int(array.n_children), let child = array.children?[step]?.pointee, child.length >= rows,
        child.offset >= 0
      else { return false }
      array = child
    }
    return array.n_buffers >= bufferCount && (array.n_buffers == 0 || array.buffers != nil)
      && holdsPoints(of: array) && holdsList(of: array)
  }

  private var bufferCount: Int64 { ArrowColumn.bufferCount(form) }

  private static func bufferCount(_ form: Form) -> Int64 {
    switch form {
    case .text, .binary: 3
    case .other: 0
    case .points: 1
    default: 2
    }
  }

  /// True unless a dictionary lacks the buffers of its form.
  private func holdsList(of array: ArrowArray) -> Bool {
    guard form != .other, let listed, let list = array.dictionary?.pointee else { return true }
    return list.offset >= 0 && list.n_buffers >= ArrowColumn.bufferCount(listed)
      && (list.n_buffers == 0 || list.buffers != nil)
  }

  /// True unless a batch lacks coordinates of points.
  private func holdsPoints(of array: ArrowArray) -> Bool {
    guard case .points(let perRow) = form else { return true }
    let end = (array.length + array.offset) * Int64(perRow ?? 1)
    let count = perRow == nil ? 2 : 1
    return array.n_children >= count
      && (0..<count).allSatisfy { index in
        guard let child = array.children?[index]?.pointee else { return false }
        return child.length >= end && child.offset >= 0 && child.n_buffers >= 2 && child.buffers != nil
      }
  }
}
