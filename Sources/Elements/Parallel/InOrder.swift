import Dispatch

/// Computes `0..<count` on several threads, the calling one among them, and takes the results in order; any
/// thread continues with what is left of them.
///
/// - Parameters:
///   - threads: most threads, the calling one included; with 1 each result is taken before the next begins.
///   - ahead: results that may begin before they are taken, at least `threads`, by default twice as many.
///   - makeWorker: makes a thread's state.
///   - work: computes one result on any thread, with that thread's worker.
///   - take: takes one result, never two at once; returns what is left to do.
///   - follow: does the rest on any thread, given the thread's index.
/// - Throws: the first error in order, as on one thread. Nothing after it is taken.
public func inOrder<Worker, Output: Sendable, Taken: Sendable, Failure: Error>(
  _ count: Int, threads: Int, ahead: Int? = nil, worker makeWorker: () -> Worker,
  _ work: (inout Worker, Int) throws(Failure) -> Output,
  take: (Int, Output) throws(Failure) -> Taken?, follow: (Taken, _ thread: Int) -> Void
) throws(Failure) {
  guard threads > 1, count > 1 else {
    var worker = makeWorker()
    for index in 0..<count {
      if let taken = try take(index, try work(&worker, index)) { follow(taken, 0) }
    }
    return
  }
  // All four are called by this call alone, which ends after them; `take` by one thread at a time.
  nonisolated(unsafe) let (makeWorker, work, take, follow) = (makeWorker, work, take, follow)
  let threads = min(threads, count)
  let line = WaitingLine<Output, Taken, Failure>(count: count, threads: threads, ahead: ahead ?? 2 * threads)
  eachInParallel(threads) { thread in
    var worker: Worker?
    while let task = line.claim() {
      switch task {
      case .follow(let taken):
        follow(taken, thread)
        line.endFollowing()
      case .work(let index):
        var own = worker.take() ?? makeWorker()
        let result = Result { () throws(Failure) in try work(&own, index) }
        worker = own
        line.put(result, at: index) { index, output throws(Failure) in try take(index, output) }
      }
    }
  }
  if let error = line.failure { throw error }
}

/// ``inOrder(_:threads:ahead:worker:_:take:follow:)`` without workers and remaining work:
/// `try inOrder(views.count, threads: 4) { try draw(views[$0]) } take: { try write($1) }`.
///
/// - Throws: the first error in order.
public func inOrder<Output: Sendable, Failure: Error>(
  _ count: Int, threads: Int, ahead: Int? = nil, _ work: (Int) throws(Failure) -> Output,
  take: (Int, Output) throws(Failure) -> Void
) throws(Failure) {
  try inOrder(count, threads: threads, ahead: ahead, worker: {}) { (_: inout Void, index) throws(Failure) in
    try work(index)
  } take: { index, output throws(Failure) -> Never? in
    try take(index, output)
    return nil
  } follow: { _, _ in
  }
}

private final class WaitingLine<Output: Sendable, Taken: Sendable, Failure: Error>: Sendable {
  enum Task {
    case work(Int)
    case follow(Taken)
  }

  private struct State {
    var next = 0
    var waiting: [Int: Result<Output, Failure>] = [:]
    var front = 0
    var isTaking = false
    /// Taken results not yet handled, in order.
    var taken: [Taken] = []
    var failure: Failure?
  }

  private let state = Mutex(State())
  private let permits = DispatchSemaphore(value: 0)
  private let count, threads: Int

  init(count: Int, threads: Int, ahead: Int) {
    (self.count, self.threads) = (count, threads)
    for _ in 0..<max(ahead, threads) { permits.signal() }
  }

  var failure: Failure? { state.withLock { $0.failure } }

  /// The next task, taken results first; `nil` if none is left. Waits while too many results are pending.
  func claim() -> Task? {
    permits.wait()
    return state.withLock { state in
      if !state.taken.isEmpty { return .follow(state.taken.removeFirst()) }
      guard state.next < count, state.failure == nil else { return nil }
      defer { state.next += 1 }
      return .work(state.next)
    }
  }

  func endFollowing() { permits.signal() }

  func put(_ result: Result<Output, Failure>, at index: Int, take: (Int, Output) throws(Failure) -> Taken?) {
    let isMine = state.withLock { state in
      state.waiting[index] = result
      if state.isTaking { return false }
      state.isTaking = true
      return true
    }
    guard isMine else { return }
    while let (index, result) = following() {
      do throws(Failure) {
        if let taken = try take(index, try result.get()) { state.withLock { $0.taken.append(taken) } }
        permits.signal()
      } catch {
        state.withLock { state in
          state.failure = error
          state.waiting = [:]
        }
        // Nobody waits for results that do not come.
        for _ in 0..<threads { permits.signal() }
      }
    }
  }

  private func following() -> (Int, Result<Output, Failure>)? {
    state.withLock { state in
      guard state.failure == nil, let result = state.waiting.removeValue(forKey: state.front) else {
        state.isTaking = false
        return nil
      }
      defer { state.front += 1 }
      return (state.front, result)
    }
  }
}
