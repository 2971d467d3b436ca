import JSONDocument

/// What the command says on standard error: one line a problem.
struct Messages {
  /// Nothing but errors.
  var isQuiet = false
  /// Also what is merely good to know.
  var isVerbose = false
  /// Warnings end the command.
  var isStrict = false
  /// Who takes the lines instead of standard error, if anyone.
  var listener: MessageListener?
  /// Warnings told so far; not told ones count as well.
  private(set) var warningCount = 0

  /// Tells a failure.
  func error(_ text: String) {
    write(hasPlace(text) ? text : "clustersnap: error: " + text)
  }

  /// Tells a difference from what was asked for.
  mutating func warning(_ text: String) {
    warningCount += 1
    if !isQuiet || isStrict { write(hasPlace(text) ? text : "clustersnap: warning: " + text) }
  }

  /// Tells what is good to know.
  func info(_ text: String) {
    if isVerbose && !isQuiet { write("clustersnap: " + text) }
  }

  /// Tells what is wrong with a document.
  mutating func tell(_ diagnostics: [Diagnostic], of file: String) {
    for diagnostic in diagnostics {
      let text = diagnostic.text(file: file)
      switch diagnostic.severity {
      case .error: write(text)
      case .warning:
        warningCount += 1
        if !isQuiet || isStrict { write(text) }
      case .info: if isVerbose && !isQuiet { write(text) }
      }
    }
  }

  /// Under `--strict`, ends the command where there were warnings.
  func endIfStrict() throws(Failure) {
    guard isStrict, warningCount > 0 else { return }
    throw .input("\(warningCount) warning\(warningCount == 1 ? "" : "s") under --strict; nothing was written")
  }

  /// Texts that already say file, line and severity are told as they are.
  private func hasPlace(_ text: String) -> Bool {
    text.contains(": error: ") || text.contains(": warning: ")
  }

  private func write(_ text: String) {
    if let listener {
      listener.lines.append(escapedForMessage(text))
      return
    }
    writeAll(Array((escapedForMessage(text) + "\n").utf8), to: STDERR_FILENO)
  }
}

/// Keeps what is said, for those who tell it themselves. For one thread.
final class MessageListener {
  /// What was said, a line each.
  var lines: [String] = []
}

/// Writes bytes to an open file, whole; `false` where that fails.
@discardableResult
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  bytes.withUnsafeBytes { buffer in
    var offset = 0
    while offset < buffer.count {
      let written = write(descriptor, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
      if written < 0 && errno == EINTR { continue }
      if written <= 0 { return false }
      offset += written
    }
    return true
  }
}
