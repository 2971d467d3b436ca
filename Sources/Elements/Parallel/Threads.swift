import CSystem
import struct Synchronization.Atomic

private let mostThreads = 64

/// Does `0..<count` on several threads, the calling one among them, and returns when all are done.
///
/// If the system starts no more threads, as under a container's limit, the present ones do all; Dispatch
/// would wait without end.
///
/// - Parameters:
///   - threads: most threads; `nil` for all.
///   - body: does one part, and must not wait for another.
public func eachInParallel(_ count: Int, threads: Int? = nil, _ body: (Int) -> Void) {
  let threads = min(threads ?? count, count, mostThreads)
  guard threads > 1 else { return (0..<count).forEach(body) }
  let next = Atomic(0)
  let work = {
    while case let part = next.wrappingAdd(1, ordering: .relaxed).oldValue, part < count { body(part) }
  }
  // Every thread is joined before this returns.
  withoutActuallyEscaping(work) { work in
    nonisolated(unsafe) let work = work
    var started: [pthread_t] = []
    while started.count < threads - 1, let thread = newThread({ work() }) { started.append(thread) }
    work()
    for thread in started { pthread_join(thread, nil) }
  }
}

/// Runs work on a thread of its own; `false` where the system starts none.
public func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  guard let thread = newThread(body) else { return false }
  pthread_detach(thread)
  return true
}

private final class ThreadBody {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func newThread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
  let given = Unmanaged.passRetained(ThreadBody(body))
  #if canImport(Darwin)
    var thread: pthread_t?
    let result = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, given.toOpaque())
  #else
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, given.toOpaque())
  #endif
  guard result == 0 else {
    given.release()
    return nil
  }
  return thread
}
