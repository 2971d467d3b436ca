import JSONDocument
import MapSession
import TileSources

/// What the command writes to standard error: one line a problem.
final class Messages {
  /// Nothing but errors.
  let isQuiet: Bool
  /// Also what is merely good to know.
  let isVerbose: Bool
  /// Warnings are errors.
  let isStrict: Bool
  /// Warnings so far, written or not.
  private(set) var warningCount = 0

  /// What is written: by default errors and warnings.
  init(isQuiet: Bool = false, isVerbose: Bool = false, isStrict: Bool = false) {
    self.isQuiet = isQuiet
    self.isVerbose = isVerbose
    self.isStrict = isStrict
  }

  /// A log whose notes are written at once.
  ///
  /// - Parameter progress: shows how far a request is.
  func log(_ progress: Progress) -> SessionLog {
    SessionLog(isStrict: isStrict, progress: { progress.show($0) }, listener: { self.report($0) })
  }

  private func report(_ note: SessionNote) {
    if let diagnostic = note.diagnostic, let file = note.file {
      report([diagnostic], of: file)
    } else {
      warning(note.message, at: note.place)
    }
  }

  /// Reports a failure, unless all of it has been reported.
  func report(_ failure: Failure) {
    if let message = failure.message { write("error", message, at: failure.place) }
  }

  /// Reports a difference from what was requested.
  ///
  /// - Parameter place: the file, `file:line` or `file:line:column` it is about; `nil` for the command line.
  func warning(_ text: String, at place: String? = nil) {
    warningCount += 1
    if isStrict { write("error", text, at: place) } else if !isQuiet { write("warning", text, at: place) }
  }

  /// Reports what is good to know.
  func info(_ text: String) {
    if isVerbose && !isQuiet { write("clustersnap: " + text) }
  }

  /// Reports what is wrong with a document; of one with errors the errors alone, for the rest follows from them.
  ///
  /// - Returns: whether there are errors.
  @discardableResult
  func report(_ diagnostics: [Diagnostic], of file: String) -> Bool {
    let hasErrors = diagnostics.contains { $0.severity == .error }
    for var diagnostic in diagnostics where !hasErrors || diagnostic.severity == .error {
      switch diagnostic.severity {
      case .error: break
      case .warning:
        warningCount += 1
        if isStrict { diagnostic.severity = .error } else if isQuiet { continue }
      case .info: if isQuiet || !isVerbose { continue }
      }
      write(diagnostic.text(file: file))
    }
    return hasErrors
  }

  /// Under `--strict`, ends the command where there were warnings.
  func endIfStrict() throws(Failure) {
    if isStrict && warningCount > 0 { throw .reported }
  }

  private func write(_ severity: String, _ text: String, at place: String?) {
    write("\(place ?? "clustersnap"): \(severity): \(text)")
  }

  private func write(_ text: String) {
    writeAll(Array((escapedForMessage(text) + "\n").utf8), to: STDERR_FILENO)
  }
}
