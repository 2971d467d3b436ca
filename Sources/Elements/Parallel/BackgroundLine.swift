import Dispatch

/// A queue of work on a thread of its own, such as waiting for a disk; on the caller's if no thread can be
/// started.
public final class BackgroundLine: Sendable {
  private struct State {
    var waiting: [@Sendable () -> Void] = []
    var isRunning = false
  }

  private let state = Mutex(State())
  private let room: DispatchSemaphore
  private let most: Int

  /// - Parameter most: how many pieces may wait, the one that is being done included; at least 1.
  public init(most: Int) {
    self.most = most
    room = DispatchSemaphore(value: most)
  }

  /// Adds a piece of work; waits while too many are not done.
  public func add(_ piece: @escaping @Sendable () -> Void) {
    room.wait()
    let starts = state.withLock { state in
      state.waiting.append(piece)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if starts, !startThread({ self.run() }) { run() }
  }

  /// Returns when everything that was added is done.
  public func finish() {
    for _ in 0..<most { room.wait() }
    for _ in 0..<most { room.signal() }
  }

  private func run() {
    while true {
      let piece = state.withLock { state -> (@Sendable () -> Void)? in
        guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
        state.isRunning = false
        return nil
      }
      guard let piece else { return }
      piece()
      room.signal()
    }
  }
}
