public import JSONDocument
import Parallel
import struct Synchronization.Atomic

/// Something worth knowing about a request that is answered all the same.
public struct SessionNote: Hashable, Sendable, CustomStringConvertible {
  /// The severity.
  public let severity: Diagnostic.Severity
  /// The fault and what to do, in one line.
  public let message: String
  /// The file, `file:line` or `file:line:column` it is about; `nil` for the request or the options.
  public let place: String?
  /// The location in a document; `nil` for a note about no document.
  public let diagnostic: Diagnostic?
  /// The document of ``diagnostic``.
  public let file: String?

  init(_ message: String, at place: String?, severity: Diagnostic.Severity) {
    (self.severity, self.message) = (severity, withoutSecrets(message))
    (self.place, diagnostic, file) = (place.map(withoutSecrets), nil, nil)
  }

  /// A note about a document.
  package init(_ diagnostic: Diagnostic, of file: String) {
    let file = withoutSecrets(file)
    (severity, message, self.diagnostic, self.file) = (
      diagnostic.severity, diagnostic.message, diagnostic, file
    )
    place = placeText(file, diagnostic.position)
  }

  /// Place, severity and message in one line.
  public var description: String { line() }

  /// The note in one line: place, severity, message.
  ///
  /// - Parameter asError: whether it is called an error whatever it is, as a strict request has it.
  public func line(asError: Bool = false) -> String {
    if var diagnostic, let file {
      if asError { diagnostic.severity = .error }
      return diagnostic.text(file: file)
    }
    let severity = asError ? Diagnostic.Severity.error : severity
    return escapedForMessage("\(place ?? "clustersnap"): \(severity.rawValue): \(message)")
  }
}

/// The progress of a request.
public enum SessionProgress: Hashable, Sendable {
  /// A file is being read.
  case reading(name: String)
  /// Rows read so far, and the share of the file, `0...1`; `nil` where its size is not known.
  case rows(Int, share: Double?)
  /// The points of a source are being clustered.
  case clustering(source: String)
  /// Marks and labels are being placed and drawn.
  case drawing
  /// A stage has ended; messages may be shown.
  case idle

  /// The time that a stage still takes at its pace so far, such as `12 s` or `3 min`.
  ///
  /// - Parameters:
  ///   - share: what is done, `0...1`.
  ///   - elapsed: seconds since the stage began.
  /// - Returns: `nil` while too little is done to know: less than a second, or less than 5 %.
  public static func timeLeft(share: Double, elapsed: Double) -> String? {
    guard share >= 0.05, share < 1, elapsed >= 1 else { return nil }
    let seconds = (elapsed * (1 - share) / share).rounded(.up)
    return seconds < 100 ? "\(Int(seconds)) s" : "\(Int(min(9999, (seconds / 60).rounded()))) min"
  }
}

/// The notes that are reported while one request is answered, in order. Used by one thread at a time.
public final class SessionLog {
  /// True if a warning ends the request.
  public let isStrict: Bool
  /// All notes so far.
  public private(set) var notes: [SessionNote] = []
  /// Receives how far the request is, on any thread, never twice at once.
  public let progress: (@Sendable (SessionProgress) -> Void)?

  private let listener: ((SessionNote) -> Void)?
  /// The sign of the request's task; `nil` for a request that nobody cancels.
  var cancellation: Cancellation?
  private(set) var spelling: SettingSpelling

  /// An empty log.
  ///
  /// - Parameters:
  ///   - isStrict: whether a warning ends the request.
  ///   - given: the spelling of settings that are set over documents; advised ones are spelled likewise without a document.
  ///   - progress: receives how far the request is.
  ///   - listener: receives each note at once.
  public init(
    isStrict: Bool = false, spelling given: SettingSpelling.Form = .arguments,
    progress: (@Sendable (SessionProgress) -> Void)? = nil, listener: ((SessionNote) -> Void)? = nil
  ) {
    (self.isStrict, self.progress, self.listener) = (isStrict, progress, listener)
    spelling = SettingSpelling(given)
  }

  /// Spells advised settings as members from now on, for there is a document.
  public func readsDocument() { spelling.advised = .members }

  /// True while notes that were reported already are passed over.
  var passesOverRepeats = false

  /// Reports a difference from what was requested.
  ///
  /// - Parameter place: the file, `file:line` or `file:line:column` it is about; `nil` for the options.
  public func warning(_ text: SettingText, at place: String? = nil) { note(.warning, text, at: place) }

  /// Reports what came of something that was requested: no difference from it, but a figure that only the data has.
  func information(_ text: SettingText, at place: String? = nil) { note(.info, text, at: place) }

  func note(_ severity: Diagnostic.Severity, _ text: SettingText, at place: String?) {
    add(SessionNote(text.spelled(spelling), at: place, severity: severity))
  }

  /// Reports what is wrong with a document; of one with errors the errors alone, for the rest follows from them.
  ///
  /// - Returns: whether there are errors.
  @discardableResult public func report(_ diagnostics: [Diagnostic], of file: String) -> Bool {
    let hasErrors = diagnostics.contains { $0.severity == .error }
    for diagnostic in diagnostics where !hasErrors || diagnostic.severity == .error {
      add(SessionNote(diagnostic.spelled(spelling), of: file))
    }
    return hasErrors
  }

  /// Ends a strict request where there were warnings.
  ///
  /// - Throws: ``SessionError/reported`` where there were any.
  public func endIfStrict() throws(SessionError) {
    if isStrict && notes.contains(where: { $0.severity == .warning }) { throw .reported }
  }

  /// True if the request's task was cancelled; for other threads.
  package var isCancelled: @Sendable () -> Bool { { [cancellation] in cancellation?.isCancelled == true } }

  /// Calls a handler when the request's task is cancelled, at once where it was, maybe twice.
  package func whenCancelled(_ handler: @escaping @Sendable () -> Void) {
    cancellation?.whenCancelled(handler)
  }

  /// Ends the request where its task was cancelled.
  ///
  /// - Throws: ``SessionError/cancelled``.
  package func checkCancelled() throws(SessionError) { if isCancelled() { throw .cancelled } }

  /// An error as messages of this request spell it.
  package func spelled(_ error: SessionError) -> SessionError { error.spelled(spelling) }

  private func add(_ note: SessionNote) {
    if passesOverRepeats, notes.contains(note) { return }
    notes.append(note)
    listener?(note)
  }
}

final class Cancellation: Sendable {
  private let flag = Atomic(false)
  private let handler = Mutex<(@Sendable () -> Void)?>(nil)

  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  func cancel() {
    flag.store(true, ordering: .relaxed)
    handler.withLock { $0 }?()
  }

  /// Calls a handler when the task is cancelled, at once where it was, maybe twice.
  func whenCancelled(_ handler: @escaping @Sendable () -> Void) {
    self.handler.withLock { $0 = handler }
    if isCancelled { handler() }
  }
}
