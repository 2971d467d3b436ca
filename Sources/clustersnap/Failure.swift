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
  let message: String

  /// Something given to the command cannot be used.
  static func input(_ message: String) -> Failure {
    Failure(status: ExitStatus.badInput, message: message)
  }

  /// A result cannot be put where it belongs.
  static func output(_ message: String) -> Failure {
    Failure(status: ExitStatus.badOutput, message: message)
  }
}
