public import GoldenCases
import MapSettings
public import Testing

/// Sets for a test or a suite which goldens it writes: `@Test(.goldens(record: .failed))`.
///
/// The environment variable `CLUSTERSNAP_RECORD` (`missing`, `failed`, `all`, `never`) wins where it is set, and where
/// `CI` is set nothing is ever written.
public struct GoldenRecordingTrait: TestTrait, SuiteTrait, TestScoping {
  /// The goldens that are written.
  public let mode: RecordMode
  /// Tests of a suite follow it.
  public var isRecursive: Bool { true }

  /// Lets the test run under the mode.
  ///
  /// - Throws: What the test throws.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await GoldenRecording.$mode.withValue(mode) { try await function() }
  }
}

extension Trait where Self == GoldenRecordingTrait {
  /// The goldens that the test writes.
  public static func goldens(record mode: RecordMode) -> GoldenRecordingTrait {
    GoldenRecordingTrait(mode: mode)
  }
}

enum GoldenRecording {
  @TaskLocal static var mode: RecordMode = .never

  /// The mode that the environment sets over a trait.
  ///
  /// - Throws: ``SettingError`` for a word that is no mode: a slip must not pass as "nothing".
  static func mode(environment: [String: String]) throws(SettingError) -> RecordMode {
    guard ["", "0", "false"].contains(environment["CI"] ?? "") else { return .never }
    guard let word = environment["CLUSTERSNAP_RECORD"], !word.isEmpty else { return mode }
    guard let mode = RecordMode(rawValue: word) else {
      let words = RecordMode.allCases.map(\.rawValue).joined(separator: ", ")
      throw SettingError("CLUSTERSNAP_RECORD=\(word) is none of \(words)")
    }
    return mode
  }
}
