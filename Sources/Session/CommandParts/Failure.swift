package import MapSession

package enum ExitStatus {
  package static let done: Int32 = 0
  /// Pictures differ, and nothing else is wrong.
  package static let different: Int32 = 1
  /// Wrong usage, or an input, style or golden that is missing, unreadable, damaged or not comparable.
  package static let badInput: Int32 = 2
  /// An output cannot be written, or memory or disk gave out.
  package static let badOutput: Int32 = 3
}

package typealias Failure = SessionError

package func printed(_ text: String) throws(Failure) -> Int32 {
  try OutputFile(path: "-").write(Array(text.utf8))
  return ExitStatus.done
}

extension SessionError {
  package var status: Int32 { kind == .output ? ExitStatus.badOutput : ExitStatus.badInput }
}
