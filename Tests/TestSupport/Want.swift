import Foundation
public import Testing

/// What a test or suite wants of the machine: it is skipped where that is not installed, and names it; whatever it starts
/// sees nothing else of what is optional.
public struct Want: SuiteTrait, TestTrait, TestScoping {
  let libraries: Set<Library>
  let programs: Set<String>
  let isInProcess: Bool

  /// Also for the tests of a suite, so that these are skipped with it.
  public var isRecursive: Bool { true }

  @TaskLocal static var visibleLibraries: Set<Library> = []
  @TaskLocal static var visiblePrograms: Set<String> = []

  /// Skips a test where something is not installed.
  public func prepare(for test: Test) async throws {
    let missing =
      libraries.filter { $0.file == nil }.map(\.name) + programs.filter { Program.path($0) == nil }
    if missing.isEmpty { return }
    try await ConditionTrait.disabled("not installed: \(missing.sorted().joined(separator: ", "))")
      .prepare(for: test)
  }

  /// Surrounds a suite or a test, not each of its cases.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? self : nil }

  /// Runs a suite or a test with what it wants in sight.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if isInProcess, libraries.contains(where: { !$0.isVisible }) { return try runInItsOwnProcess(test) }
    try await Want.$visibleLibraries.withValue(Want.visibleLibraries.union(libraries)) {
      try await Want.$visiblePrograms.withValue(Want.visiblePrograms.union(programs)) { try await function() }
    }
  }

  /// Libraries that functions load are loaded once in a process: one that hides them cannot show them to some tests.
  private func runInItsOwnProcess(_ test: Test) throws {
    var environment = ["CLUSTERSNAP_TESTS_WANT": "1"]
    for name in ["CLUSTERSNAP_DATA", "CI"] { environment[name] = ProcessInfo.processInfo.environment[name] }
    let id = "\(test.id)"
    let name =
      test.isSuite
      ? id + "/" : String(id[..<(id.range(of: "/", options: .backwards)?.lowerBound ?? id.endIndex)])
    let filter = "^" + NSRegularExpression.escapedPattern(for: name)
    var (program, words) = (Workplace.tests, ["--testing-library", "swift-testing", "--filter", filter])
    #if !os(Linux)
      words += ["--test-bundle-path", program]
      program = CommandLine.arguments[0]
    #endif
    let run = try Want.$visibleLibraries.withValue(libraries) {
      try Workplace().start(words, environment: environment, program: program).wait(seconds: 300)
    }
    if run.status == 0 { return }
    let lines = (run.outputLines + run.lines).filter { $0.contains(" recorded an issue") }
    Issue.record(
      "in a process with \(libraries.map(\.name).sorted()), which ended with status \(run.status ?? -1): \(lines.prefix(20).joined(separator: "\n"))",
      sourceLocation: test.sourceLocation)
  }
}

extension Trait where Self == Want {
  /// Shows libraries and programs to what a test starts, and skips it where one is not installed.
  public static func wants(_ libraries: Library..., programs: [String] = []) -> Self {
    Want(libraries: Set(libraries), programs: Set(programs), isInProcess: false)
  }

  /// Shows libraries to functions that a test calls itself: it runs in a process of its own.
  public static func wantsInProcess(_ libraries: Library...) -> Self {
    Want(libraries: Set(libraries), programs: [], isInProcess: true)
  }
}
