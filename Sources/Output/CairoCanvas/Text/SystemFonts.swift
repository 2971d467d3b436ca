import Synchronization

/// Keeps threads apart where fonts of the desktop are used, whose faces Cairo shares among them.
enum SystemFonts {
  private static let areUsed = Atomic(false)
  private static let lock = Mutex(())

  static func begin() { areUsed.store(true, ordering: .sequentiallyConsistent) }

  /// Runs what asks Pango or Cairo for letters: beside other threads, unless a shaper of the process has used the desktop's
  /// fonts.
  static func apart<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    guard areUsed.load(ordering: .relaxed) else { return try body() }
    return try lock.withLock { _ throws(Failure) in try body() }
  }
}
