import Foundation

/// The command that was built with these tests, run as a user runs it.
enum Running {
  /// What came of a run.
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// The folder of this checkout.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// - Parameters:
  ///   - words: what follows the command's name.
  ///   - input: standard input.
  ///   - folder: where it runs.
  ///   - environment: what is set beside what the tests were started with; empty is as good as not set.
  static func clustersnap(
    _ words: [String], input: String = "", in folder: URL = root, environment: [String: String] = [:]
  ) throws -> Outcome {
    let process = Process()
    let tests = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    process.executableURL = tests.deletingLastPathComponent().appending(path: "clustersnap")
    process.arguments = words
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (standardInput, output, errors) = (Pipe(), Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (standardInput, output, errors)
    try process.run()
    // What is asked here fits a pipe's buffer.
    try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    let outputBytes = try output.fileHandleForReading.readToEnd() ?? Data()
    let errorBytes = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: String(decoding: outputBytes, as: UTF8.self),
      errors: String(decoding: errorBytes, as: UTF8.self))
  }
}
