import Dispatch
import MapScene
import Parallel

/// Runs blocking work on threads of its own, a few at once and the rest in order: the threads of Swift's tasks never wait.
///
/// Work that waits for what other work builds gives its place to the next meanwhile.
final class WorkQueue: Sendable {
  /// Work that waits for its turn.
  private struct Waiting {
    let number: UInt64
    let job: @Sendable () -> Void
  }

  private struct State {
    var running = 0
    var waiting: [Waiting] = []
    var lastNumber: UInt64 = 0
  }

  private let state = Mutex(State())
  private let width: Int
  private let queue = DispatchQueue(label: "map session", attributes: .concurrent)

  /// - Parameter width: how much is done at once, at least 1.
  init(width: Int) {
    self.width = max(1, width)
  }

  /// What work returns; it is given a sign whether the calling task was cancelled.
  ///
  /// A cancelled task goes on at once, with ``SessionError/cancelled``: what waits for its turn is not begun, what was begun ends by
  /// itself, and its result is dropped.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable (Cancellation) throws(SessionError) -> Value
  ) async throws(SessionError) -> Value {
    try await answer { cancellation, reply in
      if cancellation.isCancelled { return }
      reply.give(Result { () throws(SessionError) in try work(cancellation) })
    }
  }

  /// What a job replies once it has its turn; a cancelled task goes on at once.
  private func answer<Value: Sendable>(
    _ job: @escaping @Sendable (Cancellation, Reply<Value>) -> Void
  ) async throws(SessionError) -> Value {
    let (cancellation, reply, number) = (Cancellation(), Reply<Value>(), nextNumber())
    let result: Result<Value, SessionError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        reply.wait(continuation)
        submit(number, cancellation) { job(cancellation, reply) }
      }
    } onCancel: {
      cancellation.cancel()
      withdraw(number)
      reply.give(.failure(.cancelled))
    }
    return try result.get()
  }

  private func nextNumber() -> UInt64 {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  /// Begins work, or puts it behind what waits already.
  private func submit(_ number: UInt64, _ cancellation: Cancellation, _ job: @escaping @Sendable () -> Void) {
    let starts = state.withLock { state in
      // Set before the work would be withdrawn.
      if cancellation.isCancelled { return false }
      guard state.running < width else {
        state.waiting.append(Waiting(number: number, job: job))
        return false
      }
      state.running += 1
      return true
    }
    if starts { start(job) }
  }

  /// Takes work out that still waits for its turn.
  private func withdraw(_ number: UInt64) {
    state.withLock { state in state.waiting.removeAll { $0.number == number } }
  }

  private func start(_ job: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      let waiting = BuildWaiting { [self] wait in
        leave()
        wait()
        // What it waited for is there: it goes on at once, beside those that were begun meanwhile.
        state.withLock { $0.running += 1 }
      }
      BuildWaiting.$current.withValue(waiting) { job() }
      leave()
    }
  }

  /// Gives a place to the next that waits for one.
  private func leave() {
    let next = state.withLock { state in
      if state.waiting.isEmpty || state.running > width {
        state.running -= 1
        return nil as (@Sendable () -> Void)?
      }
      return state.waiting.removeFirst().job
    }
    if let next { start(next) }
  }

  /// Takes a place among those at work for as long as asynchronous work runs.
  ///
  /// - Throws: ``SessionError/cancelled`` at once where the task is cancelled before its turn.
  func hold<Value: Sendable>(
    _ body: @Sendable () async throws(SessionError) -> Value
  ) async throws(SessionError) -> Value {
    try await answer { [self] (_, reply: Reply<Void>) in
      // The thread that brought it here goes; its place stays.
      state.withLock { $0.running += 1 }
      if !reply.give(.success(())) { leave() }
    }
    defer { leave() }
    return try await body()
  }
}

/// A result that a task waits for; the first one counts.
private final class Reply<Value: Sendable>: Sendable {
  private typealias Answer = Result<Value, SessionError>

  private enum State {
    case open
    case awaited(CheckedContinuation<Result<Value, SessionError>, Never>)
    case given(Result<Value, SessionError>)
    case taken
  }

  private let state = Mutex(State.open)

  /// Resumes a continuation with the result, as soon as there is one.
  func wait(_ continuation: CheckedContinuation<Result<Value, SessionError>, Never>) {
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
  ///
  /// - Returns: whether it is the first one.
  @discardableResult
  func give(_ result: Result<Value, SessionError>) -> Bool {
    let (isFirst, continuation) = state.withLock {
      state -> (Bool, CheckedContinuation<Result<Value, SessionError>, Never>?) in
      switch state {
      case .open:
        state = .given(result)
        return (true, nil)
      case .awaited(let continuation):
        state = .taken
        return (true, continuation)
      case .given, .taken: return (false, nil)
      }
    }
    continuation?.resume(returning: result)
    return isFirst
  }
}
