import MapGeometry

/// The bytes of a stream that was read, in blocks that no record crosses.
struct RecordBlocks: Sendable {
  struct Entry: Sendable {
    var block: StreamBlock
    var count: Int

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: block.base, count: count) }
  }

  private let entries: [Entry]

  init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// Lends the block that holds a place of the stream, and the place in it.
  func withBytes<R>(at place: Int, _ body: (UnsafeRawBufferPointer, Int) -> R) -> R {
    let next = entries.partitioningIndex { $0.block.offset > place }
    guard next > 0 else { return body(UnsafeRawBufferPointer(start: nil, count: 0), 0) }
    let entry = entries[next - 1]
    return withExtendedLifetime(entry) { body(entry.bytes, place - entry.block.offset) }
  }

  /// The line that holds a place of the stream, from 1; `nil` where the bytes before it are gone.
  func line(of place: Int, newline: UInt8) -> Int? {
    guard entries.first?.block.offset == 0 else { return nil }
    let counter = LineCounter(newline: newline)
    return entries.reduce(1) { line, entry in
      let count = min(entry.count, place - entry.block.offset)
      guard count > 0 else { return line }
      return withExtendedLifetime(entry) {
        line + counter.newlines(UnsafeRawBufferPointer(rebasing: entry.bytes[..<count]))
      }
    }
  }

  func joined() -> [UInt8] {
    var result: [UInt8] = []
    for entry in entries {
      withExtendedLifetime(entry) { result.append(contentsOf: entry.bytes) }
    }
    return result
  }
}

/// The bytes that records are read from.
enum RecordBytes: Sendable {
  case source(any ByteSource)
  case blocks(RecordBlocks)

  /// Lends bytes that hold the whole record at a place of the input, and the place in them.
  func withBytes<R>(at place: Int, _ body: (UnsafeRawBufferPointer, Int) -> R) -> R {
    switch self {
    case .source(let source): source.withBytes { body($0, place) }
    case .blocks(let blocks): blocks.withBytes(at: place, body)
    }
  }

  /// Lends a scanner of the record at a place of the input; `nil` where there are no bytes.
  func scanned<R>(at place: Int, _ body: (JSONScanner, Int) -> R?) -> R? {
    withBytes(at: place) { bytes, place in JSONScanner(bytes).flatMap { body($0, place) } }
  }

  /// The line that holds a place of the input, from 1.
  func line(of place: Int, newline: UInt8) -> Int? {
    switch self {
    case .source(let source):
      source.withBytes { LineCounter(newline: newline).position(of: place, in: $0).line }
    case .blocks(let blocks): blocks.line(of: place, newline: newline)
    }
  }
}
