/// What one thread reads pieces of a stream's blocks with.
///
/// `@unchecked Sendable`: a piece is read by one thread, and threads are waited for before anyone else looks at it.
final class PieceReader<Scanner: RecordScanner>: @unchecked Sendable {
  private var scanner: Scanner
  /// What was read last.
  let chunk: Chunk

  init(_ scanner: Scanner, _ chunk: Chunk) {
    (self.scanner, self.chunk) = (scanner, chunk)
  }

  /// Gives memory back; the last call.
  func close() { scanner.close() }

  /// Reads the records that begin in `start..<stop`, where `start` begins one.
  func read(_ bytes: UnsafeRawBufferPointer, from start: Int, to stop: Int, isFinal: Bool) {
    scanner.scan(bytes, from: start, to: stop, isFinal: isFinal, overshoot: .max, into: chunk)
  }

  /// Reads the records that seem to begin in `place..<stop`.
  func readPiece(_ bytes: UnsafeRawBufferPointer, near place: Int, to stop: Int, isFinal: Bool) {
    guard let start = scanner.boundary(bytes, near: place, before: stop) else {
      chunk.reset(start: place)
      chunk.outcome = .abandoned
      return
    }
    scanner.scan(bytes, from: start, to: stop, isFinal: isFinal, overshoot: 1 << 20, into: chunk)
  }
}

extension Chunk {
  /// Whether nothing that was read counts.
  var isAbandoned: Bool { if case .abandoned = outcome { true } else { false } }
}
