import CDrivers
import MapFeatures

@testable import TableDrivers

/// A stream of batches made by hand. What it hands out lives as long as the object.
final class ArrowFixture {
  /// A column: its format and its buffers.
  struct Column {
    var name = "a"
    let format: String
    var metadata: [(String, String)] = []
    var buffers: [[UInt8]?]
    var offset = 0
    var dictionary: [Column] = []
    var children: [Column] = []
    var length = 0
  }

  private var memory: [UnsafeMutableRawPointer] = []
  fileprivate var schema = ArrowSchema()
  fileprivate var batches: [ArrowArray] = []
  fileprivate var failure: UnsafeMutablePointer<CChar>?
  fileprivate var given = 0

  /// - Parameters:
  ///   - batches: columns of each batch, with the same formats.
  ///   - rows: of each batch.
  ///   - failure: what is reported behind the last batch; `nil` for an end.
  init(_ batches: [[Column]], rows: Int, offset: Int = 0, failure: String? = nil) {
    schema.format = text("+s")
    let columns = batches.first ?? []
    schema.n_children = Int64(columns.count)
    schema.children = list(columns.map { schema(of: $0) })
    schema.release = { $0?.pointee.release = nil }
    for batch in batches {
      var array = ArrowArray()
      array.length = Int64(rows)
      array.offset = Int64(offset)
      array.n_buffers = 1
      array.buffers = list([nil])
      array.n_children = Int64(batch.count)
      array.children = list(batch.map { self.array(of: $0, length: rows + offset) })
      array.release = { $0?.pointee.release = nil }
      self.batches.append(array)
    }
    self.failure = failure.map { UnsafeMutablePointer(mutating: text($0)) }
  }

  deinit { for one in memory { one.deallocate() } }

  /// The values of the first column, row by row.
  func values(isCancelled: @escaping () -> Bool = { false }) throws -> [PropertyValue?] {
    let rows = try rows(isCancelled: isCancelled)
    var values: [PropertyValue?] = []
    while try rows.next() { values.append(rows.value(0)) }
    return values
  }

  /// The rows of the batches.
  ///
  /// - Parameter geometry: the column of geometries.
  func rows(
    geometry: Int? = nil, isCancelled: @escaping () -> Bool = { false }
  ) throws -> any TableRows {
    let rows = try ArrowRows(of: self, isCancelled: isCancelled) { stream throws(DriverError) in
      self.open(stream)
    }
    return ArrowTableRows(rows, geometry: geometry) { Redaction.none.failure($0) }
  }

  /// The columns that the schema describes.
  func columns() throws -> [ArrowColumn] {
    try ArrowRows(of: self) { stream throws(DriverError) in self.open(stream) }.columns
  }

  /// The batches as a table that is held in memory.
  func table() throws -> ArrowTable {
    let stream = UnsafeMutablePointer<ArrowArrayStream>.allocate(capacity: 1)
    defer { stream.deallocate() }
    stream.initialize(to: ArrowArrayStream())
    open(stream)
    return try ArrowTable(taking: UnsafeMutableRawPointer(stream))
  }

  private func open(_ stream: UnsafeMutablePointer<ArrowArrayStream>) {
    stream.pointee.private_data = Unmanaged.passUnretained(self).toOpaque()
    stream.pointee.get_schema = { stream, schema in
      schema?.pointee = ArrowFixture.of(stream).schema
      return 0
    }
    stream.pointee.get_next = { stream, batch in
      let fixture = ArrowFixture.of(stream)
      defer { fixture.given += 1 }
      if fixture.given < fixture.batches.count { batch?.pointee = fixture.batches[fixture.given] }
      return fixture.given >= fixture.batches.count && fixture.failure != nil ? 5 : 0
    }
    stream.pointee.get_last_error = { UnsafePointer(ArrowFixture.of($0).failure) }
    stream.pointee.release = { $0?.pointee.release = nil }
  }

  private static func of(_ stream: UnsafeMutablePointer<ArrowArrayStream>?) -> ArrowFixture {
    guard let data = stream?.pointee.private_data else { preconditionFailure("a stream of another kind") }
    return Unmanaged<ArrowFixture>.fromOpaque(data).takeUnretainedValue()
  }

  // MARK: Memory

  private func bytes(_ bytes: [UInt8]) -> UnsafeMutableRawPointer {
    let place = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 16)
    place.copyMemory(from: bytes, byteCount: bytes.count)
    memory.append(place)
    return place
  }

  private func text(_ text: String) -> UnsafePointer<CChar> {
    UnsafePointer(bytes(Array(text.utf8) + [0]).assumingMemoryBound(to: CChar.self))
  }

  private func list<Element>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
    let place = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    place.initialize(from: elements, count: elements.count)
    memory.append(UnsafeMutableRawPointer(place))
    return place
  }

  private func schema(of column: Column) -> UnsafeMutablePointer<ArrowSchema>? {
    var schema = ArrowSchema()
    schema.format = text(column.format)
    schema.name = text(column.name)
    if !column.metadata.isEmpty {
      var notes = ArrowFixture.bytes([Int32(column.metadata.count)])
      for part in column.metadata.flatMap({ [$0.0, $0.1] }) {
        notes += ArrowFixture.bytes([Int32(part.utf8.count)]) + Array(part.utf8)
      }
      schema.metadata = UnsafePointer(bytes(notes).assumingMemoryBound(to: CChar.self))
    }
    schema.dictionary = column.dictionary.first.flatMap { self.schema(of: $0) }
    schema.n_children = Int64(column.children.count)
    schema.children = list(column.children.map { self.schema(of: $0) })
    return list([schema])
  }

  private func array(of column: Column, length: Int) -> UnsafeMutablePointer<ArrowArray>? {
    var array = ArrowArray()
    array.length = Int64(column.length > 0 ? column.length : length)
    array.offset = Int64(column.offset)
    array.null_count = -1
    array.n_buffers = Int64(column.buffers.count)
    array.buffers = list(column.buffers.map { $0.map { UnsafeRawPointer(bytes($0)) } })
    array.dictionary = column.dictionary.first.flatMap { self.array(of: $0, length: $0.length) }
    array.n_children = Int64(column.children.count)
    array.children = list(column.children.map { self.array(of: $0, length: length + column.offset) })
    return list([array])
  }

  /// Numbers as they lie in memory.
  static func bytes<Number>(_ numbers: [Number]) -> [UInt8] {
    numbers.withUnsafeBytes { Array($0) }
  }
}
