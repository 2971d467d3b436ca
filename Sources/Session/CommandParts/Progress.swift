import JSONDocument
package import MapSession
import Parallel
import TileSources

/// One line on the terminal for work that takes longer than half a second; cleared when the work is done.
package final class Progress: Sendable {
  private struct State {
    /// The current stage; `nil` between stages, when messages may be written.
    var stage: String?
    var began = 0.0
    var share: Double?
    var rows = 0
    var isShown = false
  }

  private let state = Mutex(State())
  private let isOn: Bool
  /// A line where standard error is a terminal; nothing elsewhere, and nothing when quiet.
  package init(isQuiet: Bool) {
    isOn = !isQuiet && isatty(STDERR_FILENO) == 1
    guard isOn else { return }
    // Where the system starts no thread there is no line.
    _ = startThread { [weak self] in
      usleep(500_000)
      while let progress = self {
        progress.show()
        usleep(100_000)
      }
    }
  }

  package func during<Result>(
    _ stage: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard isOn else { return try body() }
    state.withLock { $0 = State(stage: stage, began: monotonicSeconds()) }
    defer { clear() }
    return try body()
  }

  package func show(_ progress: SessionProgress) {
    switch progress {
    case .reading(let name):
      guard isOn else { return }
      state.withLock { $0 = State(stage: "reading \(name)", began: monotonicSeconds()) }
    case .rows(let rows, let share): update(share: share, rows: rows)
    case .clustering(let source): enter("clustering \(source)")
    case .drawing: enter("drawing")
    case .idle: clear()
    }
  }

  package func clear() {
    guard isOn else { return }
    state.withLock { state in
      if state.isShown { writeAll(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO) }
      state = State()
    }
  }

  package func enter(_ stage: String) {
    guard isOn else { return }
    state.withLock { state in
      guard state.stage != stage else { return }
      (state.stage, state.began, state.share, state.rows) = (stage, monotonicSeconds(), nil, 0)
    }
  }

  /// Notes the stage's share of the work, `0...1`; `nil` where the whole is not known.
  package func update(share: Double?, rows: Int) {
    guard isOn else { return }
    state.withLock { state in
      state.share = share
      state.rows = rows
    }
  }

  private func show() {
    state.withLock { state in
      guard let stage = state.stage else { return }
      let elapsed = monotonicSeconds() - state.began
      var facts = ""
      if let share = state.share.map({ min(1, max(0, $0)) }) {
        facts = "  \(Int((share * 100).rounded(.down))) %"
        if let left = SessionProgress.timeLeft(share: share, elapsed: elapsed) { facts += "  \(left) left" }
      }
      if state.rows > 0 {
        let rate = Double(state.rows) / max(0.001, elapsed)
        facts += "  \(state.rows) rows  \(decimalText(of: rate / 1e6, decimals: 1)) M rows/s"
      }
      // A line that wraps could not be cleared.
      let room = max(0, (terminalColumns(of: STDERR_FILENO) ?? 80) - 1 - facts.count)
      let name = escapedForMessage(withoutSecrets(stage))
      let shown = name.count <= room ? name : String(name.prefix(max(0, room - 1))) + "…"
      state.isShown = true
      writeAll(Array("\r\u{1B}[K\(shown)\(facts)".utf8), to: STDERR_FILENO)
    }
  }
}

package struct StageClock {
  private var last = monotonicSeconds()
  private let began = monotonicSeconds()
  private var stages: [(name: String, seconds: Double)] = []

  package init() {}

  package mutating func mark(_ name: String) {
    let now = monotonicSeconds()
    stages.append((name, now - last))
    last = now
  }

  package mutating func add(_ name: String, _ duration: Duration) {
    stages.append((name, duration / .seconds(1)))
    last = monotonicSeconds()
  }

  /// `read 5.1 ms, cluster 2.0 ms, total 60.2 ms`.
  package var text: String {
    (stages + [("total", monotonicSeconds() - began)])
      .map { "\($0.name) \(decimalText(of: $0.seconds * 1e3, decimals: 1)) ms" }.joined(separator: ", ")
  }
}
