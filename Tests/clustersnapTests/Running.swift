import Foundation
import TestSupport

/// The command that was built with these tests, run as a user runs it.
enum Running {
  /// The folder of this checkout.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// - Parameters:
  ///   - words: what follows the command's name.
  ///   - input: standard input.
  ///   - folder: where it runs.
  ///   - environment: what is set; empty is as good as not set.
  static func clustersnap(
    _ words: [String], input: String = "", in folder: URL = root, environment: [String: String] = [:]
  ) throws -> Outcome {
    // All goldens of the repository take their time in a debug build.
    try Workplace().start(
      words, input: input, in: folder.path(percentEncoded: false), environment: environment
    ).wait(seconds: 600)
  }
}
