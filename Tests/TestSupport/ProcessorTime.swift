import Foundation

/// The seconds that this thread computes in `body`.
///
/// Unlike the time that passes, other programs and other tests on the same machine do not lengthen it; work that `body` hands
/// to other threads is not in it.
public func processorSeconds(_ body: () throws -> Void) rethrows -> Double {
  let start = threadSeconds()
  try body()
  return threadSeconds() - start
}

private func threadSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
