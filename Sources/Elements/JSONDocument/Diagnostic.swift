/// A report about a document: how bad it is, where it stands, what is wrong, what to do.
public struct Diagnostic: Hashable, Sendable {
  /// The severity of the diagnostic.
  public enum Severity: String, Hashable, Sendable, Comparable {
    /// Good to know; shown on request.
    case info
    /// The result differs from the request.
    case warning
    /// There is no result.
    case error

    /// From harmless to fatal.
    public static func < (a: Severity, b: Severity) -> Bool { a != b && (a == .info || b == .error) }
  }

  /// The severity of the diagnostic.
  public var severity: Severity
  /// A short stable name for the kind of fault, such as `unknown-property`.
  public var code: String
  /// The way to the value.
  public var path: JSONPath
  /// The position; `nil` for a diagnostic without one in the text.
  public var position: TextPosition?
  /// The error and its remedy, in one line, without position and severity.
  public var message: String
  /// The message with its settings named, not spelled; `nil` where it names none.
  public private(set) var text: SettingText?
  /// The number of occurrences of the same cause, at least 1.
  public var count: Int

  /// A report about a document.
  public init(
    _ severity: Severity, code: String, path: JSONPath, position: TextPosition?, message: String,
    count: Int = 1
  ) {
    (self.severity, self.code, self.path, self.position) = (severity, code, path, position)
    self.message = withoutSecrets(message)
    self.count = count
  }

  /// A report whose message names settings; it spells them as documents do, until ``spelled(_:)``.
  public init(
    _ severity: Severity, code: String, at location: SourceLocation? = nil, naming text: SettingText
  ) {
    self.init(
      severity, code: code, path: location?.path ?? JSONPath(), position: location?.position,
      message: text.description)
    self.text = text
  }

  /// The report with the settings of its message spelled for a door.
  public func spelled(_ spelling: SettingSpelling) -> Diagnostic {
    guard let text else { return self }
    var diagnostic = self
    diagnostic.message = withoutSecrets(text.spelled(spelling))
    diagnostic.text = nil
    return diagnostic
  }
}
