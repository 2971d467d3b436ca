import struct Synchronization.Atomic

/// The results of `0..<count`, each worked out once, on several threads, in order.
///
/// The calling thread is one of them: where no other can be started, it does all of the work.
///
/// - Parameters:
///   - count: how many results there are, at least 0.
///   - threads: how many are worked out at the same time at most; with 1 the calling thread does them in order.
///   - makeWorker: makes what one thread needs for all that it works out, such as scratch memory.
///   - work: works out one result; runs on any thread, with a worker that no other thread uses.
/// - Complexity: that of the work; no lock is held while it runs.
public func concurrentMap<Worker, Output: Sendable>(
  _ count: Int, threads: Int, worker makeWorker: () -> Worker, _ work: (inout Worker, Int) -> Output
) -> [Output] {
  guard threads > 1, count > 1 else {
    var worker = makeWorker()
    return (0..<count).map { work(&worker, $0) }
  }
  // Both are called by this call alone, which ends after them; every thread has a worker of its own.
  nonisolated(unsafe) let (makeWorker, work) = (makeWorker, work)
  let next = Atomic(0)
  let results = Mutex([Output?](repeating: nil, count: count))
  eachInParallel(min(threads, count)) { _ in
    var worker: Worker?
    while case let index = next.wrappingAdd(1, ordering: .relaxed).oldValue, index < count {
      var own = worker.take() ?? makeWorker()
      let output = work(&own, index)
      worker = own
      results.withLock { $0[index] = output }
    }
  }
  return results.withLock { $0.compactMap { $0 } }
}

/// As ``concurrentMap(_:threads:worker:_:)``, by threads that need nothing of their own.
public func concurrentMap<Output: Sendable>(
  _ count: Int, threads: Int, _ work: (Int) -> Output
) -> [Output] {
  concurrentMap(count, threads: threads, worker: {}) { (_: inout Void, index) in work(index) }
}
