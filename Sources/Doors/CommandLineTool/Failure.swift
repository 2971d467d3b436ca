import MapSession

/// The exit status of the command; DESIGN.md's numbers.
enum ExitStatus {
  static let done: Int32 = 0
  /// Pictures differ, and nothing else is wrong.
  static let different: Int32 = 1
  /// Wrong usage, or an input, style or golden that is missing, unreadable, damaged or not comparable.
  static let badInput: Int32 = 2
  /// An output cannot be written, or memory or disk gave out.
  static let badOutput: Int32 = 3
}

typealias Failure = SessionError

/// Writes a text to standard output; the status of success.
func printed(_ text: String) throws(Failure) -> Int32 {
  try OutputFile(path: "-").write(Array(text.utf8))
  return ExitStatus.done
}

extension SessionError {
  var status: Int32 { kind == .output ? ExitStatus.badOutput : ExitStatus.badInput }
}
