import Dispatch
import Parallel

/// The actions before and after waiting for a value that others build.
package struct BuildWaiting: Sendable {
  /// As whoever runs the work has it; by itself it only waits.
  ///
  /// A structure that holds a function: where the function itself is the task's value, optimized code of Swift 6.3 hands it
  /// over without its type, and the process ends.
  @TaskLocal package static var current = BuildWaiting { wait in wait() }

  /// Runs what it is given, which blocks the thread; a queue of threads may begin other work meanwhile.
  package let around: @Sendable (() -> Void) -> Void

  /// - Parameter around: runs what it is given, which blocks the thread.
  package init(_ around: @escaping @Sendable (() -> Void) -> Void) { self.around = around }
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

  package init() {}

  /// The value; `nil` before it is there, and where building it failed.
  package var current: Value? { try? outcome?.get() }

  /// The value, built by this caller or waited for.
  package func value(_ build: () throws(Failure) -> Value) throws(Failure) -> Value {
    if begin() {
      let result = Result { () throws(Failure) in try build() }
      finish(result)
      return try result.get()
    }
    if let result = result() { return try result.get() }
    // The turnstile opens when there is a result; whoever came here all the same builds for itself.
    return try build()
  }

  /// Takes the building over where nobody has begun it.
  ///
  /// - Returns: whether the caller builds: it must call ``finish(_:)`` then, whatever happens.
  package func begin() -> Bool {
    state.withLock { state in
      guard case .idle = state else { return false }
      state = .building
      return true
    }
  }

  /// Hands the result to all who wait for it. To be called once, by who has begun.
  package func finish(_ result: Result<Value, Failure>) {
    state.withLock { $0 = .done(result) }
    turnstile.signal()
  }

  /// Waits for the build that has begun and returns its result.
  package func result() -> Result<Value, Failure>? {
    if let result = outcome { return result }
    BuildWaiting.current.around {
      turnstile.wait()
      turnstile.signal()
    }
    return outcome
  }

  private var outcome: Result<Value, Failure>? {
    let now = state.withLock { $0 }
    guard case .done(let result) = now else { return nil }
    return result
  }
}
