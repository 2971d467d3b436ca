import Parallel

/// Reads points, lines and areas in chunks; reuses its threads' memory between blocks.
final class ChunkReader<Scanner: RecordScanner>: Sendable {
  /// `@unchecked Sendable`: used by one thread at a time, handed over by the lock of ``scanners``.
  private final class Worker: @unchecked Sendable {
    var scanner: Scanner

    init(_ scanner: Scanner) { self.scanner = scanner }
  }

  private let options: ReadingOptions
  private let keepsIdentifiers: Bool
  private let makeScanner: @Sendable () -> Scanner
  private let workers = Mutex<(all: [Worker], used: Int)>(([], 0))
  private let spare = Mutex<[Chunk]>([])

  init(
    _ options: ReadingOptions, keepsIdentifiers: Bool = false,
    _ makeScanner: @escaping @Sendable () -> Scanner
  ) {
    (self.options, self.keepsIdentifiers, self.makeScanner) = (options, keepsIdentifiers, makeScanner)
  }

  func read(
    _ bytes: UnsafeRawBufferPointer, _ pieces: PieceReader, origin: Int = 0, isFinal: Bool = true,
    to batches: PointBatches?, take: (Chunk) -> TableBuilder.Taken
  ) -> Chunk.Outcome {
    var outcome = Chunk.Outcome.complete
    defer { workers.withLock { $0.used = 0 } }
    pieces.read(with: worker) { worker, range in
      worker.scanner.boundary(bytes, near: range.lowerBound, before: range.upperBound)
    } scan: { worker, range, overshoot, wrong -> Chunk in
      let chunk =
        wrong ?? spare.withLock { $0.popLast() } ?? Chunk(options, keepsIdentifiers: keepsIdentifiers)
      chunk.origin = origin
      worker.scanner.scan(
        bytes, from: range.lowerBound, to: range.upperBound, isFinal: isFinal, overshoot: overshoot,
        into: chunk)
      return chunk
    } take: { chunk -> (left: (chunk: Chunk, before: TableBuilder.Taken)?, isLast: Bool) in
      let taken = take(chunk)
      outcome = taken.outcome
      let isLast = if case .complete = outcome { false } else { true }
      guard batches == nil else { return ((chunk, taken), isLast) }
      spare.withLock { $0.append(chunk) }
      return (nil, isLast)
    } follow: { taken, thread in
      batches?.deliver(taken.chunk, after: taken.before.points, taken.before.records, by: thread)
      spare.withLock { $0.append(taken.chunk) }
    }
    return outcome
  }

  private func worker() -> Worker {
    workers.withLock { workers in
      if workers.used == workers.all.count { workers.all.append(Worker(makeScanner())) }
      workers.used += 1
      return workers.all[workers.used - 1]
    }
  }
}

extension Chunk: InputPiece {
  var isAbandoned: Bool { if case .abandoned = outcome { true } else { false } }
}
