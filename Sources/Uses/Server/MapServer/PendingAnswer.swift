import CSystem
import Parallel

/// A request that waits for its drawing.
public final class PendingAnswer: Sendable {
  private let server: MapServer
  let key: MapServer.Key
  let route: String
  let work: ServerWork
  let names: AnswerNames
  /// `nil` for a request with a body.
  let terms: CachePolicy?
  let state: AnswerState?
  private let isUnlessPresent: Bool

  init(
    server: MapServer, key: MapServer.Key, route: String, work: ServerWork, names: AnswerNames,
    terms: CachePolicy?, state: AnswerState?, isUnlessPresent: Bool
  ) {
    (self.server, self.key, self.route, self.work, self.names) = (server, key, route, work, names)
    (self.terms, self.state, self.isUnlessPresent) = (terms, state, isUnlessPresent)
  }

  /// The state for which markers of zooms are kept: without a version as long as others may keep the answer; `nil` for never.
  var levelState: String? {
    guard let state else { return nil }
    if state.isKnown { return state.text }
    return terms.flatMap { $0.seconds > 0 ? "\(time(nil) / $0.seconds)" : nil }
  }

  /// Draws, or waits for an equal request that is drawn.
  ///
  /// - Parameter finish: receives the answer, once, on any thread; never after ``cancel()``.
  public func start(_ finish: @escaping @Sendable (ServerAnswer) -> Void) {
    server.start(self) { [isUnlessPresent, server, route, names] answer in
      let answer = isUnlessPresent && answer.status == 200 ? answer.notModified : answer
      finish(server.finished(answer, route, names))
    }
  }

  func of(_ folder: SiteIndex) -> PendingAnswer {
    let state = folder.state(of: names)
    let terms = terms.map { _ in
      CachePolicy(of: key.target, state, names, server.options, encoding: key.encoding)
    }
    return PendingAnswer(
      server: server, key: key, route: route, work: work, names: names, terms: terms, state: state,
      isUnlessPresent: isUnlessPresent)
  }

  /// Waits no longer. A drawing that nobody waits for ends.
  public func cancel() { server.leave(self) }
}

final class Drawing: Sendable {
  struct Waiter: Sendable {
    let id: ObjectIdentifier
    let finish: @Sendable (ServerAnswer) -> Void
  }

  private struct State {
    var waiters: [Waiter] = []
    var task: Task<Void, Never>?
    var isOver = false
    var isEnded = false
  }

  let state: String
  private let inner = Mutex(State())

  init(state: String) { self.state = state }

  var hasWaiters: Bool { inner.withLock { !$0.waiters.isEmpty } }

  func join(_ waiter: Waiter) -> Bool {
    inner.withLock { state in
      guard !state.isOver, !state.isEnded else { return false }
      state.waiters.append(waiter)
      return true
    }
  }

  func hold(_ task: Task<Void, Never>) {
    let isEnded = inner.withLock { state in
      state.task = task
      return state.isEnded
    }
    if isEnded { task.cancel() }
  }

  func leave(_ id: ObjectIdentifier) {
    let isEmpty = inner.withLock { state in
      state.waiters.removeAll { $0.id == id }
      return state.waiters.isEmpty && !state.isOver
    }
    if isEmpty { end() }
  }

  func end() {
    let task = inner.withLock { state in
      state.isEnded = true
      return state.task
    }
    task?.cancel()
  }

  func close() -> [Waiter] {
    inner.withLock { state in
      state.isOver = true
      defer { state.waiters = [] }
      return state.waiters
    }
  }
}
