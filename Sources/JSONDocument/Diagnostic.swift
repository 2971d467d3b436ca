/// A report about a document: how bad it is, where it stands, what is wrong, what to do.
public struct Diagnostic: Hashable, Sendable {
  /// How bad it is.
  public enum Severity: String, Hashable, Sendable, Comparable {
    /// Good to know; shown on request.
    case info
    /// The result differs from what was asked for.
    case warning
    /// There is no result.
    case error

    /// From harmless to fatal.
    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

    private var rank: Int {
      switch self {
      case .info: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// How bad it is.
  public var severity: Severity
  /// A short stable name for the kind of fault, such as `unknown-property`.
  public var code: String
  /// The way to the value.
  public var path: JSONPath
  /// Where it stands; `nil` for what has no place in the text.
  public var position: TextPosition?
  /// What is wrong and what to do, in one line, without place and severity.
  public var message: String
  /// How often the same cause was met, at least 1.
  public var count: Int

  /// A report about a document.
  public init(
    _ severity: Severity, code: String, path: JSONPath, position: TextPosition?, message: String,
    count: Int = 1
  ) {
    self.severity = severity
    self.code = code
    self.path = path
    self.position = position
    self.message = withoutSecrets(message)
    self.count = count
  }
}
