import Dispatch
import MapContent
import Parallel

/// Runs blocking work on threads of its own, a few at once and the rest in order: the threads of Swift's tasks and of Dispatch
/// stay free.
///
/// Work that waits for what other work builds gives its place to the next meanwhile, and goes on before others begin. Else all who
/// waited for a table would draw at once. Work that is left behind because its task was cancelled gives its place away, too.
final class WorkQueue: Sendable {
  private struct Turn {
    let number: UInt64
    let job: @Sendable () -> Void
    /// Lets work go on that has begun; `nil` for work that begins.
    var resumption: DispatchSemaphore?
  }

  private struct State {
    var running: Set<UInt64> = []
    /// Work whose caller was cancelled, and that has not ended yet.
    var leftBehind: Set<UInt64> = []
    var waiting: [Turn] = []
    var lastNumber: UInt64 = 0
  }

  private let state = Mutex(State())
  private let width: Int
  /// So much work that was left behind gives its place away; more keeps it until it ends, so that threads are bounded.
  private static let mostLeftBehind = 64

  init(width: Int) { self.width = max(1, width) }

  /// Returns the result of work, which is given a sign whether the calling task was cancelled.
  ///
  /// A cancelled task goes on at once, with ``SessionError/cancelled``: what waits for its turn is not begun, what was begun ends by
  /// itself, and its result is dropped.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable (Cancellation) throws(SessionError) -> Value
  ) async throws(SessionError) -> Value {
    let (cancellation, reply) = (Cancellation(), Reply<Value>())
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let result: Result<Value, SessionError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        reply.wait(continuation)
        submit(number, cancellation) {
          if cancellation.isCancelled { return }
          reply.give(Result { () throws(SessionError) in try work(cancellation) })
        }
      }
    } onCancel: {
      cancellation.cancel()
      reply.give(.failure(.cancelled))
      leaveBehind(number)
    }
    return try result.get()
  }

  /// Begins work, or puts it behind what waits already.
  private func submit(_ number: UInt64, _ cancellation: Cancellation, _ job: @escaping @Sendable () -> Void) {
    let turn = Turn(number: number) { [self] in
      let waiting = BuildWaiting { [self] wait in
        if let next = leave(number) { start(next) }
        wait()
        resume(number, cancellation)
      }
      BuildWaiting.$current.withValue(waiting) { job() }
    }
    let starts = state.withLock { state in
      // Set before the work would be withdrawn.
      if cancellation.isCancelled { return false }
      guard state.running.count < width else {
        state.waiting.append(turn)
        return false
      }
      state.running.insert(number)
      return true
    }
    // Where the system starts no thread, the calling one does it.
    if starts, !startThread({ self.work(turn) }) { work(turn) }
  }

  /// Waits for a place to go on. Nobody holds one who waits for this work: it would have given it away.
  private func resume(_ number: UInt64, _ cancellation: Cancellation) {
    let place = DispatchSemaphore(value: 0)
    let waits = state.withLock { state in
      // Where several threads do one work, its place is for all of them.
      if cancellation.isCancelled || state.running.contains(number) { return false }
      guard state.running.count >= width else { return !state.running.insert(number).inserted }
      let first = state.waiting.firstIndex { $0.resumption == nil } ?? state.waiting.endIndex
      state.waiting.insert(Turn(number: number, job: {}, resumption: place), at: first)
      return true
    }
    if waits { place.wait() }
  }

  private func work(_ first: Turn) {
    var next: Turn? = first
    while let turn = next {
      turn.job()
      state.withLock { _ = $0.leftBehind.remove(turn.number) }
      next = leave(turn.number)
    }
  }

  /// Begins work on another thread; where the system starts none, one that is at work does it later.
  private func start(_ turn: Turn) {
    if startThread({ self.work(turn) }) { return }
    state.withLock { state in
      _ = state.running.remove(turn.number)
      state.waiting.insert(turn, at: 0)
    }
  }

  /// Gives a place away: to work that goes on, or to work that the caller begins.
  private func leave(_ number: UInt64) -> Turn? {
    state.withLock { state in
      state.running.remove(number)
      while state.running.count < width, !state.waiting.isEmpty {
        let next = state.waiting.removeFirst()
        state.running.insert(next.number)
        guard next.resumption != nil else { return next }
        release(next.number, &state)
        next.resumption?.signal()
      }
      return nil
    }
  }

  /// Lets all threads of a work go on that wait for its place.
  private func release(_ number: UInt64, _ state: inout State) {
    for turn in state.waiting where turn.number == number { turn.resumption?.signal() }
    state.waiting.removeAll { $0.number == number }
  }

  /// Takes work out that still waits for its turn, and gives the place away of work that nobody waits for any more.
  private func leaveBehind(_ number: UInt64) {
    let gives = state.withLock { state in
      release(number, &state)
      guard state.running.contains(number), state.leftBehind.count < WorkQueue.mostLeftBehind else {
        return false
      }
      state.leftBehind.insert(number)
      return true
    }
    if gives, let next = leave(number) { start(next) }
  }
}

/// A result that a task waits for; the first one counts.
private final class Reply<Value: Sendable>: Sendable {
  typealias Answer = Result<Value, SessionError>

  private enum State {
    case open
    case awaited(CheckedContinuation<Answer, Never>)
    case given(Answer)
    case taken
  }

  private let state = Mutex(State.open)

  /// Resumes a continuation with the result, as soon as there is one.
  func wait(_ continuation: CheckedContinuation<Answer, Never>) {
    let given: Answer? = state.withLock { state in
      guard case .given(let result) = state else {
        state = .awaited(continuation)
        return nil
      }
      state = .taken
      return result
    }
    if let given { continuation.resume(returning: given) }
  }

  /// Hands a result over.
  func give(_ result: Answer) {
    let awaiting: CheckedContinuation<Answer, Never>? = state.withLock { state in
      switch state {
      case .open: state = .given(result)
      case .awaited(let continuation):
        state = .taken
        return continuation
      case .given, .taken: break
      }
      return nil
    }
    awaiting?.resume(returning: result)
  }
}
