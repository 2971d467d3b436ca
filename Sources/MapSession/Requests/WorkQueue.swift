import Dispatch
import MapScene
import Synchronization

/// Runs blocking work on threads of its own, a few at once and the rest in order: the threads of Swift's tasks never wait.
///
/// Work that waits for what other work builds gives its place to the next meanwhile.
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
      BuildWaiting.$around.withValue({ [self] wait in
        leave()
        wait()
        // What it waited for is there: it goes on at once, beside those that were begun meanwhile.
        state.withLock { $0.running += 1 }
      }) {
        job()
      }
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
      return state.waiting.removeFirst()
    }
    if let next { start(next) }
  }

  /// Takes a place among those at work for as long as asynchronous work runs.
  func hold<Value: Sendable>(
    _ body: @Sendable () async throws(SessionError) -> Value
  ) async throws(SessionError) -> Value {
    await withCheckedContinuation { continuation in
      let begins = state.withLock { queue in
        guard queue.running < width else {
          queue.waiting.append { [self] in
            // The thread that brought it here goes; its place stays.
            state.withLock { $0.running += 1 }
            continuation.resume()
          }
          return false
        }
        queue.running += 1
        return true
      }
      if begins { continuation.resume() }
    }
    defer { leave() }
    return try await body()
  }
}
