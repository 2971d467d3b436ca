import Dispatch
import Synchronization

/// Runs blocking work on threads of its own, a few at once and the rest in order: the threads of Swift's tasks never wait.
final class WorkQueue: Sendable {
  private struct State {
    var running = 0
    var waiting: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())
  private let width: Int
  private let queue = DispatchQueue(label: "map session", attributes: .concurrent)

  /// - Parameter width: how much is done at once, at least 1.
  init(width: Int) {
    self.width = max(1, width)
  }

  /// What work returns; it is given a sign whether the calling task was cancelled.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable (Cancellation) throws(SessionError) -> Value
  ) async throws(SessionError) -> Value {
    let cancellation = Cancellation()
    let result: Result<Value, SessionError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        submit {
          let result = Result { () throws(SessionError) in
            if cancellation.isCancelled { throw .cancelled }
            return try work(cancellation)
          }
          continuation.resume(returning: result)
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
    return try result.get()
  }

  private func submit(_ job: @escaping @Sendable () -> Void) {
    let starts = state.withLock { state in
      guard state.running < width else {
        state.waiting.append(job)
        return false
      }
      state.running += 1
      return true
    }
    if starts { start(job) }
  }

  private func start(_ job: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      job()
      let next = state.withLock { state in
        if state.waiting.isEmpty {
          state.running -= 1
          return nil as (@Sendable () -> Void)?
        }
        return state.waiting.removeFirst()
      }
      if let next { start(next) }
    }
  }
}
