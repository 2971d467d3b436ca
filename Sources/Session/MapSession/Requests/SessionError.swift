public import JSONDocument
public import MapFeatures

/// Why a request is not answered: what is wrong and what to do, in one line, and where.
public struct SessionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Whose fault it is.
  public enum Kind: Hashable, Sendable {
    /// Something in the request, or in what it names, cannot be used.
    case input
    /// A result cannot be made or put where it belongs.
    case output
    /// The task was cancelled.
    case cancelled
  }

  /// Whose fault it is.
  public let kind: Kind
  /// The fault and what to do, its settings named and not spelled; `nil` where all problems were reported one by one as notes.
  public let text: SettingText?
  /// The spelling of the settings in ``message``.
  public var spelling = SettingSpelling(.members)
  /// The file, `file:line` or `file:line:column` that the message is about; `nil` for the request or the options.
  public let place: String?
  /// The fault for those who list what is wrong with a style; `nil` where it is about something else.
  public var diagnostic: Diagnostic?
  /// The input that cannot be read; `nil` where the error is about something else.
  public var unreadInput: Resource?
  /// Notes that were reported before; filled in by the methods of ``MapSession`` that return notes. A cancelled request has those of the
  /// stages that it had ended.
  public var notes: [SessionNote] = []

  /// An error with its message and the place that it is about.
  public init(_ kind: Kind, _ text: SettingText?, at place: String? = nil, diagnostic: Diagnostic? = nil) {
    (self.kind, self.text, self.diagnostic) = (kind, text, diagnostic)
    self.place = place.map(withoutSecrets)
  }

  /// The fault and what to do in one line; `nil` where all problems were reported one by one as notes.
  public var message: String? { text.map { withoutSecrets($0.spelled(spelling)) } }

  /// The location, the fault, and what to do, in one line.
  public var description: String {
    if let message { return place.map { "\($0): error: \(message)" } ?? message }
    return notes.first { $0.severity == .error }?.description ?? notes.first?.description
      ?? "the request cannot be answered"
  }

  /// Something in a style cannot be used.
  ///
  /// - Parameter style: the style as messages call it.
  public static func style(_ diagnostic: Diagnostic, in style: String) -> SessionError {
    let path = diagnostic.path.steps.isEmpty ? "" : diagnostic.path.dotted + ": "
    let message = diagnostic.text ?? SettingText(diagnostic.message)
    return SessionError(
      .input, "\(path)\(message) [\(diagnostic.code)]", at: placeText(style, diagnostic.position),
      diagnostic: diagnostic)
  }

  /// Something that was given cannot be used.
  public static func input(_ text: SettingText, at place: String? = nil) -> SessionError {
    SessionError(.input, text, at: place)
  }

  /// A result cannot be made.
  public static func output(_ text: SettingText, at place: String? = nil) -> SessionError {
    SessionError(.output, text, at: place)
  }

  /// The problems were reported one by one.
  public static let reported = SessionError(.input, nil)

  /// The task was cancelled.
  public static let cancelled = SessionError(.cancelled, "the task was cancelled")

  func spelled(_ spelling: SettingSpelling) -> SessionError {
    var error = self
    error.spelling = spelling
    error.diagnostic = diagnostic?.spelled(spelling)
    return error
  }

  /// The error with what was reported before it, too.
  package func after(_ notes: [SessionNote]) -> SessionError {
    var error = self
    error.notes = notes + self.notes
    return error
  }

  /// The error of a document that is no JSON.
  public static func notJSON(in name: String) -> (JSONError) -> SessionError {
    { .input("\($0.message) [json-syntax]", at: placeText(name, $0.position)) }
  }
}

/// `file:line:column`
func placeText(_ name: String?, _ position: TextPosition?) -> String? {
  name.map { name in position.map { "\(name):\($0.line):\($0.column)" } ?? name }
}

/// The session's error of what the loader could not open at a place.
func unread(_ place: String) -> (ResourceError) -> SessionError { { .input("\($0.reason)", at: place) } }
