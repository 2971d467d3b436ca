import MapGeometry

enum RecordBytes: Sendable {
  case source(any ByteSource)
  case blocks([Block])

  struct Block: Sendable {
    var block: StreamBlock
    var count: Int

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: block.base, count: count) }
  }

  /// Lends bytes that hold the record at an offset, and the offset in them.
  func withBytes<R>(at offset: Int, _ body: (UnsafeRawBufferPointer, Int) -> R) -> R {
    switch self {
    case .source(let source): return source.withBytes { body($0, offset) }
    case .blocks(let blocks):
      let next = blocks.partitioningIndex { $0.block.offset > offset }
      guard next > 0 else { return body(UnsafeRawBufferPointer(start: nil, count: 0), 0) }
      let found = blocks[next - 1]
      return withExtendedLifetime(found) { body(found.bytes, offset - found.block.offset) }
    }
  }

  /// Lends a scanner of the record at an offset; `nil` without bytes.
  func scanned<R>(at offset: Int, _ body: (JSONScanner, Int) -> R?) -> R? {
    withBytes(at: offset) { bytes, offset in JSONScanner(bytes).flatMap { body($0, offset) } }
  }

  /// Line of an offset, from 1; `nil` if bytes before it are gone.
  func line(of offset: Int, newline: UInt8) -> Int? {
    let counter = LineCounter(newline: newline)
    switch self {
    case .source(let source): return source.withBytes { counter.position(of: offset, in: $0).line }
    case .blocks(let blocks):
      guard blocks.first?.block.offset == 0 else { return nil }
      return blocks.reduce(1) { line, block in
        let count = min(block.count, offset - block.block.offset)
        guard count > 0 else { return line }
        return withExtendedLifetime(block) {
          line + counter.newlines(UnsafeRawBufferPointer(rebasing: block.bytes[..<count]))
        }
      }
    }
  }
}
