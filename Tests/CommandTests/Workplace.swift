import Foundation
import Testing

/// A folder of its own in which a test runs the real command; removed when the test is over.
final class Workplace {
  /// The folder, without a slash at its end.
  let folder: String

  init() throws {
    var template = Array("\(NSTemporaryDirectory())/clustersnap-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw POSIXError(.EIO) }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// A path in the folder.
  func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Writes a file.
  func write(_ name: String, _ text: String) throws { try write(name, Data(text.utf8)) }

  /// Writes a file, and the folders above it.
  func write(_ name: String, _ bytes: Data) throws {
    let url = URL(filePath: path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: url)
  }

  /// What a file holds; `nil` where there is none.
  func read(_ name: String) -> Data? { FileManager.default.contents(atPath: path(name)) }

  /// What a file holds as text.
  func text(_ name: String) -> String { String(decoding: read(name) ?? Data(), as: UTF8.self) }

  /// The names in the folder, without those the tests themselves make.
  var names: [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return all.filter { !$0.hasPrefix("told-") }.sorted()
  }

  /// Runs the command to its end.
  ///
  /// - Parameters:
  ///   - words: its arguments.
  ///   - redirections: for the shell; by default nothing is read, and what is told is kept.
  ///   - before: for the shell, run before the command: limits.
  ///   - environment: instead of the test's own.
  func run(
    _ words: [String], redirections: String = "", before: String = "", environment: [String: String]? = nil
  ) throws -> Outcome {
    try start(words, redirections: redirections, before: before, environment: environment).wait()
  }

  /// Runs a script, in which `"$0"` is the command, in the folder.
  func shell(_ script: String) throws -> Outcome {
    let (out, err) = ("told-out-shell", "told-err-shell")
    let process = try RunningCommand.spawn(
      ["/bin/sh", "-c", "cd '\(folder)' && {\n\(script)\n} </dev/null >\(out) 2>\(err)", Workplace.command])
    return try RunningCommand(process: process, workplace: self, out: out, err: err).wait()
  }

  /// Starts the command.
  func start(
    _ words: [String], redirections: String = "", before: String = "", environment: [String: String]? = nil
  ) throws -> RunningCommand {
    let number = UInt32.random(in: 0 ... .max)
    let (out, err) = ("told-out-\(number)", "told-err-\(number)")
    let script =
      "cd '\(folder)' && \(before.isEmpty ? ":" : before) && exec \"$0\" \"$@\" </dev/null >\(out) 2>\(err) "
      + redirections
    let process = try RunningCommand.spawn(
      ["/bin/sh", "-c", script, Workplace.command] + words, environment: environment)
    return RunningCommand(process: process, workplace: self, out: out, err: err)
  }

  /// The command, built beside the tests.
  static let command: String = {
    #if os(Linux)
      let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    #else
      let tests = Bundle.allBundles.map(\.bundlePath).first { $0.hasSuffix(".xctest") } ?? ""
    #endif
    return URL(filePath: tests).deletingLastPathComponent().appending(path: "clustersnap").path(
      percentEncoded: false)
  }()

  /// The folder of `Package.swift`.
  static let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path(percentEncoded: false)
}

/// What became of a command.
struct Outcome {
  /// The exit status; `nil` when a signal ended it.
  let status: Int32?
  /// The signal that ended it.
  let signal: Int32?
  /// What it wrote to standard output.
  let output: Data
  /// What it wrote to standard error.
  let told: String

  /// Standard output as text.
  var text: String { String(decoding: output, as: UTF8.self) }

  /// The lines on standard error.
  var lines: [String] { told.split(separator: "\n").map(String.init) }

  /// Standard output as JSON.
  func json() throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: output) as? [String: Any])
  }
}

/// A command that was started.
struct RunningCommand {
  let process: pid_t
  let workplace: Workplace
  let out: String
  let err: String

  /// Waits for its end, a minute at most.
  func wait(seconds: Double = 60) throws -> Outcome {
    let (status, signal) = try RunningCommand.wait(for: process, seconds: seconds)
    return Outcome(
      status: status, signal: signal, output: workplace.read(out) ?? Data(), told: workplace.text(err))
  }

  /// Sends a signal, and tells how it ended; it must within two seconds.
  func end(by signal: Int32) throws -> Outcome {
    kill(process, signal)
    return try wait(seconds: 2)
  }

  /// Waits for a process; ends it and fails when that takes too long.
  static func wait(for process: pid_t, seconds: Double) throws -> (status: Int32?, signal: Int32?) {
    let deadline = Date(timeIntervalSinceNow: seconds)
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      if Date() > deadline {
        kill(process, SIGKILL)
        waitpid(process, &status, 0)
        Issue.record("the command did not end within \(seconds) seconds")
        break
      }
      usleep(2000)
    }
    return status & 0x7F == 0 ? (status >> 8 & 0xFF, nil) : (nil, status & 0x7F)
  }

  /// Starts a process with no signal blocked or ignored, whatever this process does with them.
  static func spawn(_ words: [String], environment: [String: String]? = nil) throws -> pid_t {
    #if os(Linux)
      var attributes = posix_spawnattr_t()
    #else
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let environment = environment ?? ProcessInfo.processInfo.environment
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var process: pid_t = 0
    let result = posix_spawn(&process, words[0], nil, &attributes, &arguments, &variables)
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: result) ?? .EIO) }
    return process
  }
}

/// Small inputs.
enum Sample {
  /// Three points, two of them near each other.
  static let places = "id,lon,lat,name\n1,13.4,52.5,Mitte\n2,13.41,52.51,Pankow\n3,2.35,48.85,Paris\n"
}
