import struct Synchronization.Atomic

/// Ordered results of `0..<count`, computed on several threads, the calling one among them.
///
/// - Parameters:
///   - threads: most threads, the calling one included.
///   - makeWorker: makes a thread's state, such as scratch memory.
///   - work: computes one result on any thread, with that thread's worker; no lock is held.
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
public func concurrentMap<Output: Sendable>(_ count: Int, threads: Int, _ work: (Int) -> Output) -> [Output] {
  concurrentMap(count, threads: threads, worker: {}) { (_: inout Void, index) in work(index) }
}
