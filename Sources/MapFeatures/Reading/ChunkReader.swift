import Parallel

/// Reads a whole input chunk by chunk, on one thread or several, with one and the same result.
///
/// Several threads work on guesses: each chunk but the first begins where a record *seems* to begin. The chunks are
/// taken over in order, and each must begin exactly where the one before it ended; a wrong guess (a line end inside
/// quotes, a feature's beginning inside a text) shows there, and the chunk is read again from the right place.
struct ChunkReader<Scanner: RecordScanner> {
  let source: any ByteSource
  /// Where the first record begins.
  let start: Int
  let options: ReadingOptions
  /// Bytes read at once: small enough for its points to stay in the second cache.
  var chunkSize = 1 << 18
  /// Where points go instead of the table; `nil` where the table keeps them.
  var batches: PointBatches?
  let makeScanner: @Sendable () -> Scanner

  /// Reads all, into `builder`. Returns how the last chunk ended, and where.
  func read(into builder: inout TableBuilder) -> (outcome: Chunk.Outcome, end: Int) {
    batches?.restart()
    let total = source.count - start
    let threads = min(options.threads, total / (4 * chunkSize))
    return threads > 1 ? readInParallel(threads, into: &builder) : readInOrder(into: &builder)
  }

  private func readInOrder(into builder: inout TableBuilder) -> (outcome: Chunk.Outcome, end: Int) {
    var scanner = makeScanner()
    defer { scanner.close() }
    let chunk = Chunk(options)
    var progress = ReadingProgress(source, options, start: start)
    var front = start
    while true {
      source.withBytes { bytes in
        scanner.scan(
          bytes, from: front, to: min(front + chunkSize, source.count), isFinal: true, overshoot: .max,
          into: chunk)
      }
      let before = (points: builder.pointCount, records: builder.recordCount)
      builder.append(chunk)
      batches?.deliver(chunk, after: before.points, before.records, by: 0)
      front = chunk.end
      if let excess = builder.excess {
        return (.failed(.tooManyPoints(limit: options.mostPoints), place: excess), front)
      }
      guard case .complete = chunk.outcome, front < source.count else { return (chunk.outcome, front) }
      progress.report(front, rows: builder.recordCount)
    }
  }

  private func readInParallel(
    _ threads: Int, into builder: inout TableBuilder
  ) -> (outcome: Chunk.Outcome, end: Int) {
    let takeover = Takeover(self, builder: builder)
    builder = TableBuilder()  // one owner, or every append would copy
    let work = Mutex(Work(options))
    let (end, count) = (source.count, (source.count - start + chunkSize - 1) / chunkSize)
    eachInParallel(threads) { worker in
      var scanner = makeScanner()
      defer { scanner.close() }
      while true {
        // What was taken over goes on first, so that little waits in memory.
        if let batches, let accepted = work.withLock({ $0.nextAccepted() }) {
          batches.deliver(accepted.chunk, after: accepted.points, accepted.records, by: worker)
          work.withLock { $0.giveBack(accepted.chunk) }
          continue
        }
        guard let (number, chunk) = work.withLock({ $0.claim(of: count) }) else { break }
        let place = start + number * chunkSize
        let stop = min(place + chunkSize, end)
        source.withBytes { bytes in
          if let begin = number == 0 ? start : scanner.boundary(bytes, near: place, before: stop) {
            scanner.scan(bytes, from: begin, to: stop, isFinal: true, overshoot: 1 << 20, into: chunk)
          } else {
            chunk.reset(start: place)
            chunk.outcome = .abandoned
          }
        }
        guard work.withLock({ $0.finish(number, chunk) }) else { continue }
        while let (number, chunk) = work.withLock({ $0.take() }) {
          let taken = takeover.take(chunk, upTo: min(start + (number + 1) * chunkSize, end))
          work.withLock { work in
            if taken.isOver { work.end() }
            if batches != nil, taken.isTaken {
              work.accept(.init(chunk: chunk, points: taken.points, records: taken.records))
            } else {
              work.giveBack(chunk)
            }
          }
        }
      }
    }
    builder = takeover.finish()
    return (takeover.outcome, takeover.front)
  }
}

/// What the threads share: who reads which chunk, and whose turn it is to be taken over.
private struct Work {
  /// The next chunk nobody has begun.
  private var next = 0
  /// Chunks read and not yet taken over, by number.
  private var finished: [Int: Chunk] = [:]
  /// The number of the chunk to be taken over next.
  private var front = 0
  private var isTaking = false
  private var isOver = false
  private var spare: [Chunk] = []
  /// Chunks that were taken over and whose points nobody has delivered yet, in order.
  private var accepted: [Accepted] = []
  private let options: ReadingOptions

  init(_ options: ReadingOptions) { self.options = options }

  /// A chunk to be read, and memory for it.
  mutating func claim(of count: Int) -> (Int, Chunk)? {
    guard next < count, !isOver else { return nil }
    defer { next += 1 }
    return (next, spare.popLast() ?? Chunk(options))
  }

  /// Puts down a chunk. Returns whether the caller is to take over what is there, since nobody else does.
  mutating func finish(_ number: Int, _ chunk: Chunk) -> Bool {
    finished[number] = chunk
    if isTaking { return false }
    isTaking = true
    return true
  }

  /// The next chunk in order, if it is there; otherwise the caller's duty ends.
  mutating func take() -> (Int, Chunk)? {
    guard !isOver, let chunk = finished.removeValue(forKey: front) else {
      isTaking = false
      return nil
    }
    defer { front += 1 }
    return (front, chunk)
  }

  mutating func giveBack(_ chunk: Chunk) { spare.append(chunk) }

  /// Nothing that comes later counts.
  mutating func end() { isOver = true }

  mutating func accept(_ chunk: Accepted) { accepted.append(chunk) }

  /// The first chunk whose points are to be delivered.
  mutating func nextAccepted() -> Accepted? { accepted.isEmpty ? nil : accepted.removeFirst() }

  /// A chunk that was taken over, and how many points and records lie before it.
  struct Accepted {
    let chunk: Chunk
    let points: Int, records: Int
  }
}

/// The table as far as it goes, and where it ends.
///
/// `@unchecked Sendable`: only the one thread that ``Work/finish(_:_:)`` or ``Work/take()`` lets take over touches
/// it, and the lock they are called under passes it on.
private final class Takeover<Scanner: RecordScanner>: @unchecked Sendable {
  private let reader: ChunkReader<Scanner>
  private var builder: TableBuilder
  private var scanner: Scanner
  private var progress: ReadingProgress
  private(set) var front: Int
  private(set) var outcome = Chunk.Outcome.complete

  init(_ reader: ChunkReader<Scanner>, builder: TableBuilder) {
    self.reader = reader
    self.builder = builder
    scanner = reader.makeScanner()
    front = reader.start
    progress = ReadingProgress(reader.source, reader.options, start: reader.start)
  }

  deinit { scanner.close() }

  /// Takes over a chunk, read again where its beginning was guessed wrong.
  ///
  /// - Returns: whether it was the last, whether any of it counts, and how many points and records lie before it.
  func take(_ chunk: Chunk, upTo stop: Int) -> (isOver: Bool, isTaken: Bool, points: Int, records: Int) {
    let (points, records) = (builder.pointCount, builder.recordCount)
    // A long record reached beyond it.
    guard front < stop else { return (false, false, points, records) }
    var isWrong = chunk.start != front
    if case .abandoned = chunk.outcome { isWrong = true }
    if isWrong {
      reader.source.withBytes {
        scanner.scan($0, from: front, to: stop, isFinal: true, overshoot: .max, into: chunk)
      }
    }
    builder.append(chunk)
    (front, outcome) = (chunk.end, chunk.outcome)
    if let excess = builder.excess {
      outcome = .failed(.tooManyPoints(limit: reader.options.mostPoints), place: excess)
    }
    progress.report(front, rows: builder.recordCount)
    if case .complete = outcome { return (false, true, points, records) }
    return (true, true, points, records)
  }

  /// Hands out the table; the last call.
  func finish() -> TableBuilder {
    defer { builder = TableBuilder() }
    return builder
  }
}

/// Reports progress to the caller, and to the source what is no longer needed.
struct ReadingProgress {
  private let source: any ByteSource
  private let options: ReadingOptions
  private var reported: Int

  init(_ source: any ByteSource, _ options: ReadingOptions, start: Int) {
    self.source = source
    self.options = options
    reported = start
  }

  /// Everything before `front` was read; reported every 4 MB.
  mutating func report(_ front: Int, rows: Int) {
    guard front - reported >= 1 << 22 else { return }
    source.release(reported..<front)
    options.progress?(front, rows)
    reported = front
  }
}
