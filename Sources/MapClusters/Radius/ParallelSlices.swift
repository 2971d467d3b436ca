import Parallel
import Synchronization

/// Shares loops out among threads.
///
/// A body may write through pointers, which the compiler cannot follow: `nonisolated(unsafe)` stands for the
/// promise that bodies running at once write to different elements, or atomically. Every call here returns
/// only when all its bodies have.
struct ParallelSlices: Sendable {
  /// Threads at most, at least 1.
  let threads: Int
  /// Loops shorter than this are not worth a thread.
  let worthwhile: Int
  /// The part of uneven work that a thread takes at a time.
  let chunk: Int

  /// The default lengths suit large sets; tests pass smaller ones, so that threads meet.
  init(threads: Int, worthwhile: Int = 20_000, chunk: Int = 1 << 14) {
    self.threads = threads
    self.worthwhile = worthwhile
    self.chunk = chunk
  }

  /// The number of slices of a loop.
  func count(for length: Int) -> Int { length < worthwhile ? 1 : threads }

  /// Runs equal consecutive slices of a loop; the slices' bounds depend on nothing but their number.
  func forEach(of length: Int, slices: Int, _ body: (_ slice: Int, _ range: Range<Int>) -> Void) {
    guard slices > 1 else { return body(0, 0..<length) }
    nonisolated(unsafe) let body = body
    eachInParallel(slices) { slice in
      body(slice, Self.slice(slice, of: slices, length: length))
    }
  }

  /// One of equal consecutive slices.
  static func slice(_ slice: Int, of slices: Int, length: Int) -> Range<Int> {
    length * slice / slices..<length * (slice + 1) / slices
  }

  /// Runs equal consecutive slices, as many as the length is worth.
  func forEach(of length: Int, _ body: (_ slice: Int, _ range: Range<Int>) -> Void) {
    forEach(of: length, slices: count(for: length), body)
  }

  /// Runs a loop whose parts take unequal time: each thread asks for ranges until none is left.
  func share(_ length: Int, _ body: (_ next: () -> Range<Int>?) -> Void) {
    guard count(for: length) > 1 else {
      var done = false
      return body {
        defer { done = true }
        return done || length == 0 ? nil : 0..<length
      }
    }
    nonisolated(unsafe) let body = body
    let taken = Atomic<Int>(0)
    eachInParallel(threads) { _ in
      body {
        let start = taken.wrappingAdd(chunk, ordering: .relaxed).oldValue
        return start < length ? start..<min(length, start + chunk) : nil
      }
    }
  }

  /// Runs `parts` pieces of work, each on one thread, where `length` makes it worth while.
  func shareOut(_ parts: Int, worthwhile length: Int, _ body: (_ part: Int) -> Void) {
    guard count(for: length) > 1 else { return (0..<parts).forEach(body) }
    nonisolated(unsafe) let body = body
    let taken = Atomic<Int>(0)
    eachInParallel(threads) { _ in
      while true {
        let part = taken.wrappingAdd(1, ordering: .relaxed).oldValue
        guard part < parts else { return }
        body(part)
      }
    }
  }
}
