import Parallel

/// Shares loops out among threads.
///
/// A body may write through pointers, which the compiler cannot follow: bodies that run at once write to different
/// elements, or atomically. Every call here returns only when all its bodies have.
struct ParallelSlices: Sendable {
  /// Threads at most, at least 1.
  let threads: Int
  /// Loops shorter than this are not worth a thread.
  let worthwhile: Int
  /// The part of uneven work that a thread takes at a time.
  let chunk: Int

  /// The default lengths suit large sets; tests pass smaller ones, so that threads meet.
  init(threads: Int, worthwhile: Int = 20_000, chunk: Int = 1 << 14) {
    self.threads = max(1, threads)
    self.worthwhile = worthwhile
    self.chunk = chunk
  }

  func count(for length: Int) -> Int { length < worthwhile ? 1 : threads }

  /// Runs equal consecutive slices of a loop, as many as its length is worth; their bounds depend on nothing but their
  /// number.
  func forEach(of length: Int, slices: Int? = nil, _ body: (_ slice: Int, _ range: Range<Int>) -> Void) {
    let slices = slices ?? count(for: length)
    eachInParallel(slices) { slice in
      body(slice, length * slice / slices..<length * (slice + 1) / slices)
    }
  }

  func map<Output: Sendable>(
    of length: Int, slices: Int? = nil, _ body: (_ range: Range<Int>) -> Output
  ) -> [Output] {
    let slices = slices ?? count(for: length)
    return concurrentMap(slices, threads: slices) { slice in
      body(length * slice / slices..<length * (slice + 1) / slices)
    }
  }

  func forEachChunk(of length: Int, _ body: (_ range: Range<Int>) -> Void) {
    eachInParallel((length + chunk - 1) / chunk, threads: count(for: length)) { part in
      body(part * chunk..<min(length, (part + 1) * chunk))
    }
  }
}
