import Synchronization

/// One line on the terminal for work that takes longer than half a second; cleared when the work is done.
final class Progress: Sendable {
  private struct State {
    var stage = ""
    var began = 0.0
    var lastShown = 0.0
    var isShown = false
  }

  private let state = Mutex(State())
  private let isOn: Bool

  /// A line where standard error is a terminal; nothing elsewhere, and nothing when quiet.
  init(isQuiet: Bool) {
    isOn = !isQuiet && isatty(STDERR_FILENO) == 1
  }

  /// Names the work that begins now.
  func begin(_ stage: String) {
    guard isOn else { return }
    state.withLock { state in
      state.stage = stage
      if state.began == 0 { state.began = monotonicSeconds() }
    }
  }

  /// Tells how far the work is, ten times a second at most.
  ///
  /// - Parameters:
  ///   - share: of the work, `0...1`; `nil` where the whole is not known.
  ///   - rows: read so far.
  func tell(share: Double?, rows: Int) {
    guard isOn else { return }
    let now = monotonicSeconds()
    state.withLock { state in
      guard now - state.began >= 0.5, now - state.lastShown >= 0.1 else { return }
      state.lastShown = now
      state.isShown = true
      let percent = share.map { " \(Int((min(1, max(0, $0)) * 100).rounded(.down))) %" } ?? ""
      let rate = (Double(rows) / (now - state.began) / 1e5).rounded(.down) / 10
      writeAll(
        Array("\r\u{1B}[K\(escapedStage(state.stage))\(percent), \(rows) rows, \(rate) M rows/s".utf8),
        to: STDERR_FILENO)
    }
  }

  /// Clears the line.
  func end() {
    guard isOn else { return }
    state.withLock { state in
      if state.isShown { writeAll(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO) }
      state.isShown = false
    }
  }

  private func escapedStage(_ stage: String) -> String {
    String(stage.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F })
  }
}

/// How long each stage of the work took.
struct StageClock {
  private var last = monotonicSeconds()
  private let began = monotonicSeconds()
  private var stages: [(name: String, seconds: Double)] = []

  /// Ends a stage; a stage met again adds up.
  mutating func mark(_ name: String) {
    let now = monotonicSeconds()
    if let index = stages.firstIndex(where: { $0.name == name }) {
      stages[index].seconds += now - last
    } else {
      stages.append((name, now - last))
    }
    last = now
  }

  /// `read 5.1 ms, cluster 2.0 ms, total 60.2 ms`.
  var text: String {
    (stages + [("total", monotonicSeconds() - began)])
      .map { "\($0.name) \(StageClock.milliseconds($0.seconds)) ms" }.joined(separator: ", ")
  }

  private static func milliseconds(_ seconds: Double) -> Double {
    (seconds * 1e4).rounded() / 10
  }
}
