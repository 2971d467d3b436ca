public import Foundation

/// A folder of its own in which a test runs the real command; removed with the object.
public final class Workplace {
  /// The folder, without a slash at its end.
  public let folder: String

  /// A new folder among the temporary ones, with some files.
  public init(_ files: KeyValuePairs<String, String> = [:]) throws {
    var template = Array("\(NSTemporaryDirectory())/clustersnap-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw POSIXError(.EIO) }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for (name, text) in files { try write(name, text) }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// A path in the folder.
  public func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Writes a file.
  public func write(_ name: String, _ text: String) throws { try write(name, Data(text.utf8)) }

  /// Writes a file, and the folders above it.
  public func write(_ name: String, _ bytes: Data) throws {
    let url = URL(filePath: path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: url)
  }

  /// What a file holds; `nil` where there is none.
  public func read(_ name: String) -> Data? { FileManager.default.contents(atPath: path(name)) }

  /// What a file holds as text.
  public func text(_ name: String) -> String { String(decoding: read(name) ?? Data(), as: UTF8.self) }

  /// The names in the folder, without those the tests themselves make.
  public var names: [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return all.filter { !$0.hasPrefix("kept-") }.sorted()
  }

  /// Runs the command to its end, a minute at most.
  ///
  /// - Parameters:
  ///   - words: its arguments.
  ///   - input: standard input.
  ///   - other: where it runs, instead of this folder.
  ///   - redirections: for the shell; by default both outputs are kept.
  ///   - before: for the shell, run before the command: limits.
  ///   - environment: beside what hides every library and program that the test does not name; nothing of the test's own.
  public func run(
    _ words: [String], input: String = "", in other: String? = nil, redirections: String = "",
    before: String = "", environment: [String: String]? = nil
  ) throws -> Outcome {
    try start(
      words, input: input, in: other, redirections: redirections, before: before, environment: environment
    ).wait()
  }

  /// Runs the command with the words of a line, those with spaces in single quotes.
  public func run(
    _ line: String, input: String = "", in other: String? = nil, environment: [String: String]? = nil
  ) throws -> Outcome {
    try run(line.words, input: input, in: other, environment: environment)
  }

  /// Runs a script, in which `"$0"` is the command, in the folder or in another one.
  ///
  /// - Parameter programs: what the script calls beside the programs of POSIX; where it need not be installed, the test wants
  ///   it, which shows it, too.
  public func shell(
    _ script: String, in other: String? = nil, seconds: Double = 60, programs: [String] = [],
    environment: [String: String] = [:]
  ) throws -> Outcome {
    let (out, err) = ("kept-out-shell", "kept-err-shell")
    let process = try RunningCommand.spawn(
      [
        "/bin/sh", "-c",
        "cd '\(other ?? folder)' && {\n\(script)\n} </dev/null >'\(path(out))' 2>'\(path(err))'",
        Workplace.command,
      ], environment: environment, path: linking(programs))
    return try RunningCommand(process: process, workplace: self, out: out, err: err).wait(seconds: seconds)
  }

  /// A folder of links to the programs of scripts, to those that the test wants and to some more; nothing else is found.
  private func linking(_ programs: [String] = []) throws -> String {
    let folder = path("kept-programs")
    let isNew = mkdir(folder, 0o777) == 0
    for name in Want.visiblePrograms.union(programs + (isNew ? Program.ofScripts : [])) {
      if let file = Program.path(name) { symlink(file, "\(folder)/\(name)") }
    }
    return folder
  }

  /// Starts the command, or another program; parameters as for ``run(_:input:in:redirections:before:environment:)``.
  public func start(
    _ words: [String], input: String = "", in other: String? = nil, redirections: String = "",
    before: String = "", environment: [String: String]? = nil, program: String = Workplace.command
  ) throws -> RunningCommand {
    let number = UInt32.random(in: 0 ... .max)
    let (out, err) = ("kept-out-\(number)", "kept-err-\(number)")
    var source = "/dev/null"
    if !input.isEmpty {
      source = path("kept-in-\(number)")
      try write("kept-in-\(number)", input)
    }
    let script =
      "cd '\(other ?? folder)' && \(before.isEmpty ? ":" : before) && exec \"$0\" \"$@\" <'\(source)' "
      + ">'\(path(out))' 2>'\(path(err))' \(redirections)"
    let process = try RunningCommand.spawn(
      ["/bin/sh", "-c", script, program] + words, environment: environment ?? [:], path: linking())
    return RunningCommand(process: process, workplace: self, out: out, err: err)
  }

  /// The tests themselves.
  static let tests: String = {
    #if os(Linux)
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    #else
      Bundle.allBundles.map(\.bundlePath).first { $0.hasSuffix(".xctest") } ?? ""
    #endif
  }()

  /// The command, built beside the tests.
  public static let command = URL(filePath: tests).deletingLastPathComponent().appending(path: "clustersnap")
    .path(percentEncoded: false)

  /// The folder of `Package.swift`.
  public static let checkout = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().path(percentEncoded: false)
}
