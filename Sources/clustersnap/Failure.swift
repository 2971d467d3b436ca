import JSONDocument

/// How the command ends; DESIGN.md's numbers.
enum ExitStatus {
  /// All done.
  static let done: Int32 = 0
  /// Pictures differ, and nothing else is wrong.
  static let different: Int32 = 1
  /// Wrong usage, or an input, style or golden that is missing, unreadable, damaged or not comparable.
  static let badInput: Int32 = 2
  /// An output cannot be written, or memory or disk gave out.
  static let badOutput: Int32 = 3
}

/// Why the command ends without its result: one line for the reader, one number for the script.
struct Failure: Error {
  let status: Int32
  /// What is wrong and what to do; `nil` where every problem has been told already.
  let message: String?
  /// The file, `file:line` or `file:line:column` that the message is about; `nil` for the command line.
  let place: String?
  /// The same for those who list what is wrong with a style; `nil` where it is about something else.
  var diagnostic: Diagnostic?

  /// Something in a style cannot be used.
  ///
  /// - Parameter style: the style as messages call it.
  static func style(_ diagnostic: Diagnostic, in style: String) -> Failure {
    let place = diagnostic.position.map { "\(style):\($0.line):\($0.column)" }
    let path = diagnostic.path.steps.isEmpty ? "" : diagnostic.path.dotted + ": "
    return Failure(
      status: ExitStatus.badInput, message: "\(path)\(diagnostic.message) [\(diagnostic.code)]",
      place: place ?? style, diagnostic: diagnostic)
  }

  /// Something given to the command cannot be used.
  static func input(_ message: String, at place: String? = nil) -> Failure {
    Failure(status: ExitStatus.badInput, message: message, place: place)
  }

  /// A result cannot be put where it belongs.
  static func output(_ message: String, at place: String? = nil) -> Failure {
    Failure(status: ExitStatus.badOutput, message: message, place: place)
  }

  /// The problems have been told one by one.
  static let told = Failure(status: ExitStatus.badInput, message: nil, place: nil)
}
