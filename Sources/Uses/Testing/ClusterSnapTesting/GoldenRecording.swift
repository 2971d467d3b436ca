public import GoldenCases
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
  /// - Throws: ``UnknownRecordMode`` for a word that is no mode: a slip must not pass as "nothing".
  static func mode(environment: [String: String]) throws(UnknownRecordMode) -> RecordMode {
    guard ["", "0", "false"].contains(environment["CI"] ?? "") else { return .never }
    guard let word = environment["CLUSTERSNAP_RECORD"], !word.isEmpty else { return mode }
    guard let mode = RecordMode(rawValue: word) else { throw UnknownRecordMode(word: word) }
    return mode
  }
}

struct UnknownRecordMode: Error, CustomStringConvertible {
  let word: String

  var description: String {
    "CLUSTERSNAP_RECORD=\(word) is none of \(RecordMode.allCases.map(\.rawValue).joined(separator: ", "))"
  }
}
