import Dispatch
import Synchronization

/// What is done around waiting for what others build.
package enum BuildWaiting {
  /// Runs what it is given, which blocks the thread; a queue of threads may begin other work meanwhile.
  @TaskLocal package static var around: @Sendable (() -> Void) -> Void = { wait in wait() }
}

/// A value that is built by whoever needs it first; those who come meanwhile wait for it, and for nothing else.
///
/// No lock is held while it is built. What a build throws, all who waited get, and all who come later.
package final class BuildOnce<Value: Sendable, Failure: Error>: Sendable {
  private enum State {
    case idle
    case building
    case done(Result<Value, Failure>)
  }

  private let state = Mutex(State.idle)
  // Passed on by each who was let through.
  private let turnstile = DispatchSemaphore(value: 0)

  /// Nothing is built yet.
  package init() {}

  /// The value; `nil` before it is there, and where building it failed.
  package var current: Value? {
    let now = state.withLock { $0 }
    guard case .done(.success(let value)) = now else { return nil }
    return value
  }

  /// The value, built by this caller or waited for.
  package func value(_ build: () throws(Failure) -> Value) throws(Failure) -> Value {
    let before = state.withLock { state in
      let before = state
      if case .idle = state { state = .building }
      return before
    }
    switch before {
    case .done(let result): return try result.get()
    case .building: break
    case .idle:
      let result = Result { () throws(Failure) in try build() }
      state.withLock { $0 = .done(result) }
      turnstile.signal()
      return try result.get()
    }
    BuildWaiting.around {
      turnstile.wait()
      turnstile.signal()
    }
    let after = state.withLock { $0 }
    if case .done(let result) = after { return try result.get() }
    // The turnstile opens when there is a result; whoever came here all the same builds for itself.
    return try build()
  }
}
