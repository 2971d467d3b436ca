public import JSONDocument
import MapFeatures
public import MapScene
import MapSettings

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
  /// What is wrong and what to do; `nil` where all problems were reported one by one as notes.
  public let message: String?
  /// The file, `file:line` or `file:line:column` that the message is about; `nil` for the request or the options.
  public let place: String?
  /// The same for those who list what is wrong with a style; `nil` where it is about something else.
  public var diagnostic: Diagnostic?
  /// What was reported before; filled in by the methods of ``MapSession`` that return notes. A cancelled request has those of the
  /// stages that it had ended.
  public var notes: [SessionNote] = []

  /// An error with its message and the place that it is about.
  public init(_ kind: Kind, _ message: String?, at place: String? = nil, diagnostic: Diagnostic? = nil) {
    self.init(kind, message, at: place, diagnostic: diagnostic, notes: [])
  }

  private init(
    _ kind: Kind, _ message: String?, at place: String?, diagnostic: Diagnostic?, notes: [SessionNote]
  ) {
    (self.kind, self.diagnostic) = (kind, diagnostic)
    (self.message, self.place) = (message.map(withoutSecrets), place.map(withoutSecrets))
    self.notes = notes
  }

  /// Where, what, and what to do, in one line.
  public var description: String {
    if let message { return place.map { "\($0): error: \(message)" } ?? message }
    return notes.first { $0.severity == .error }?.description ?? notes.first?.description
      ?? "the request cannot be answered"
  }

  /// Something in a style cannot be used.
  ///
  /// - Parameter style: the style as messages call it.
  public static func style(_ diagnostic: Diagnostic, in style: String) -> SessionError {
    let place = diagnostic.position.map { "\(style):\($0.line):\($0.column)" }
    let path = diagnostic.path.steps.isEmpty ? "" : diagnostic.path.dotted + ": "
    return SessionError(
      .input, "\(path)\(diagnostic.message) [\(diagnostic.code)]", at: place ?? style, diagnostic: diagnostic)
  }

  /// Something that was given cannot be used.
  public static func input(_ message: String, at place: String? = nil) -> SessionError {
    SessionError(.input, message, at: place)
  }

  /// A result cannot be made.
  public static func output(_ message: String, at place: String? = nil) -> SessionError {
    SessionError(.output, message, at: place)
  }

  /// The problems were reported one by one.
  public static let reported = SessionError(.input, nil)

  /// The task was cancelled.
  public static let cancelled = SessionError(.cancelled, "the task was cancelled")

  /// The same with members of documents in place of options of the command.
  var namingMembers: SessionError {
    SessionError(
      kind, message.map(MemberWords.ofRequests.text), at: place, diagnostic: diagnostic, notes: notes)
  }

  /// A document is no JSON.
  public static func notJSON(_ error: JSONError, in name: String) -> SessionError {
    .input("\(error.message) [json-syntax]", at: "\(name):\(error.position.line):\(error.position.column)")
  }
}

/// `file:line:column`
func placeText(_ name: String?, _ position: TextPosition?) -> String? {
  name.map { name in position.map { "\(name):\($0.line):\($0.column)" } ?? name }
}

/// What a body returns; an error of the loader becomes the session's, at a place.
func opening<Value>(
  _ place: String, _ body: () throws(ResourceError) -> Value
) throws(SessionError) -> Value {
  do throws(ResourceError) {
    return try body()
  } catch {
    throw .input(error.reason, at: place)
  }
}

/// What a body returns; a snapshot's error becomes the session's.
///
/// - Parameters:
///   - place: of what is drawn, in a document; `nil` for the options.
///   - origins: where settings were set: the message about one that does not fit names that place.
///   - inDocument: whether a document describes what is drawn; it does where there is a place.
/// - Throws: ``SessionError`` with the place and the words of the snapshot's.
public func snapshotting<Value>(
  at place: String? = nil, origins: SettingOrigins? = nil, inDocument: Bool = false,
  _ body: () throws(SnapshotError) -> Value
) throws(SessionError) -> Value {
  do throws(SnapshotError) {
    return try body()
  } catch {
    if case .clustering(let source, let reason) = error, let setting = reason.setting,
      let origin = origins?.origin(of: setting, source: source)
    {
      throw .input("\(origin.name): \(reason)", at: origin.place)
    }
    if let (source, setting, fault) = error.columnFault,
      let origin = origins?.origin(of: setting, source: source)
    {
      throw .input("\(origin.name): source \(source) \(fault)", at: origin.place)
    }
    guard inDocument || place != nil else { throw .input(error.description) }
    throw SessionError.input(error.memberDescription, at: place).namingMembers
  }
}
