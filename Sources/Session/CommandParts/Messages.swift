import Arguments
package import JSONDocument
package import MapSession
import TileSources

package enum ReportForm: String, CaseIterable, ExpressibleByArgument {
  case text, json

  /// The form of problems that a command line sets, whether or not the rest of it can be read.
  package init(in words: [String]) {
    self = .text
    for (index, word) in words.enumerated() {
      if word == "--" { return }
      if word == "--diagnostics", index + 1 < words.count {
        self = ReportForm(rawValue: words[index + 1]) ?? self
      } else if word.hasPrefix("--diagnostics=") {
        self = ReportForm(rawValue: String(word.dropFirst(14))) ?? self
      }
    }
  }
}

package struct Messages {
  /// Nothing but errors.
  package var isQuiet = false
  /// Also what is merely good to know.
  package var isVerbose = false
  /// Warnings are errors.
  package var isStrict = false
  package var form = ReportForm.text

  package init(
    isQuiet: Bool = false, isVerbose: Bool = false, isStrict: Bool = false, form: ReportForm = .text
  ) {
    (self.isQuiet, self.isVerbose, self.isStrict) = (isQuiet, isVerbose, isStrict)
    self.form = form
  }

  package func log(_ progress: Progress) -> SessionLog {
    SessionLog(
      isStrict: isStrict, spelling: .options, progress: { progress.show($0) },
      listener: { note in
        progress.clear()
        self.report(note)
      })
  }

  private func report(_ note: SessionNote) {
    if let diagnostic = note.diagnostic, let file = note.file {
      report([diagnostic], of: file)
    } else if note.severity == .info {
      if !isQuiet { write(.info, note.message, at: note.place, code: "info") }
    } else {
      warning(note.message, at: note.place)
    }
  }

  package func report(_ failure: Failure) {
    guard let message = failure.message else { return }
    if form == .json, let diagnostic = failure.diagnostic {
      write(diagnostic, of: Messages.file(of: failure.place, at: diagnostic.position))
    } else {
      write(.error, message, at: failure.place, code: failure.kind == .output ? "output" : "input")
    }
  }

  package func warning(_ text: String, at place: String? = nil) {
    if isStrict {
      write(.error, text, at: place, code: "warning")
    } else if !isQuiet {
      write(.warning, text, at: place, code: "warning")
    }
  }

  package func info(_ text: String) { if isVerbose { notice(text) } }

  package func notice(_ text: String) {
    guard !isQuiet else { return }
    switch form {
    case .text: write("clustersnap: " + text)
    case .json: write(.info, text, at: nil, code: "info")
    }
  }

  /// Reports what is wrong with a document; of one with errors the errors alone, for the rest follows from them. True
  /// if there are errors.
  @discardableResult package func report(_ diagnostics: [Diagnostic], of file: String) -> Bool {
    let hasErrors = diagnostics.contains { $0.severity == .error }
    for var diagnostic in diagnostics where !hasErrors || diagnostic.severity == .error {
      switch diagnostic.severity {
      case .error: break
      case .warning: if isStrict { diagnostic.severity = .error } else if isQuiet { continue }
      case .info: if isQuiet || !isVerbose { continue }
      }
      write(diagnostic, of: file)
    }
    return hasErrors
  }

  package static func line(_ diagnostic: Diagnostic, of file: String, _ form: ReportForm) -> [UInt8] {
    let diagnostic = diagnostic.spelled(SettingSpelling(.options))
    switch form {
    case .text: return Array((diagnostic.text(file: file) + "\n").utf8)
    case .json:
      var json = JSONWriter()
      diagnostic.write(to: &json, file: file)
      return json.takeBytes() + [0x0A]
    }
  }

  private func write(_ diagnostic: Diagnostic, of file: String) {
    writeAll(Messages.line(diagnostic, of: file, form), to: STDERR_FILENO)
  }

  private func write(_ severity: Diagnostic.Severity, _ text: String, at place: String?, code: String) {
    switch form {
    case .text: write("\(place ?? "clustersnap"): \(severity.rawValue): \(text)")
    case .json: writeAll(diagnosticLine(severity, code: code, place: place, message: text), to: STDERR_FILENO)
    }
  }

  private static func file(of place: String?, at position: TextPosition?) -> String {
    let suffix = position.map { ":\($0.line):\($0.column)" } ?? ""
    guard let place else { return "clustersnap" }
    return place.hasSuffix(suffix) ? String(place.dropLast(suffix.count)) : place
  }

  private func write(_ text: String) {
    writeAll(Array((escapedForMessage(withoutSecrets(text)) + "\n").utf8), to: STDERR_FILENO)
  }
}
