import Foundation

/// A sanitizer of addresses or threads that watches the tests and the commands they start.
public enum Sanitizer {
  /// The variables that set it: an environment that is otherwise empty keeps them.
  static let options = ProcessInfo.processInfo.environment.filter {
    ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key)
  }

  /// Whether one does: everything takes several times as long, and what was freed stays in memory for a while.
  public static let isWatching = !options.isEmpty
}
