public import Foundation
import Parallel
public import Testing

/// What became of a command.
public struct Outcome {
  /// The exit status; `nil` when a signal ended it.
  public let status: Int32?
  /// The signal that ended it.
  public let signal: Int32?
  /// What it wrote to standard output.
  public let output: Data
  /// What it wrote to standard error.
  public let errors: String

  /// Standard output as text.
  public var text: String { String(decoding: output, as: UTF8.self) }

  /// The lines of standard output, without empty ones.
  public var outputLines: [String] { text.split(separator: "\n").map(String.init) }

  /// The lines on standard error, without empty ones.
  public var lines: [String] { errors.split(separator: "\n").map(String.init) }

  /// Expects that all is done.
  @discardableResult
  public func succeeding(sourceLocation: SourceLocation = #_sourceLocation) -> Outcome {
    #expect(status == 0, "\(errors)", sourceLocation: sourceLocation)
    return self
  }

  /// Expects that all is done, and nothing reported.
  @discardableResult
  public func succeedingQuietly(sourceLocation: SourceLocation = #_sourceLocation) -> Outcome {
    #expect((status, errors) == (0, ""), sourceLocation: sourceLocation)
    return self
  }

  /// Expects the lines of standard error.
  public func reports(_ lines: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(self.lines == lines, sourceLocation: sourceLocation)
  }

  /// Expects the exit status and the lines of standard error.
  public func reports(
    _ status: Int32, _ lines: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(self.status == status, "\(errors)", sourceLocation: sourceLocation)
    #expect(self.lines == lines, sourceLocation: sourceLocation)
  }

  /// Expects the exit status and parts of standard error.
  public func reports(
    _ status: Int32, containing part: String, _ others: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let missing = ([part] + others).filter { !errors.contains($0) }
    #expect(
      self.status == status && missing.isEmpty, "no \(missing) in: \(errors)", sourceLocation: sourceLocation)
  }

  /// Standard output as JSON.
  public func json() throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: output) as? [String: Any])
  }
}

/// A command that was started.
public struct RunningCommand {
  /// Its process.
  public let process: pid_t
  let workplace: Workplace
  let out: String
  let err: String

  /// Waits for its end, a minute at most.
  public func wait(seconds: Double = 60) throws -> Outcome {
    let (status, signal) = try RunningCommand.wait(for: process, seconds: seconds)
    return Outcome(
      status: status, signal: signal, output: workplace.read(out) ?? Data(), errors: workplace.text(err))
  }

  /// Sends a signal and waits for the end, ten seconds at most.
  public func end(by signal: Int32) throws -> Outcome {
    kill(process, signal)
    return try wait(seconds: 10)
  }

  /// Waits for a process; ends it and fails when that takes too long.
  static func wait(for process: pid_t, seconds: Double) throws -> (status: Int32?, signal: Int32?) {
    let limit = TimeLimit(of: process, seconds: Sanitizer.isWatching ? 5 * seconds : seconds)
    var (info, status): (siginfo_t, Int32) = (siginfo_t(), 0)
    // Its number stays its own until it is reaped below, when nobody sends it a signal anymore.
    while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    if limit.lift() { Issue.record("the command did not end within \(seconds) seconds") }
    waitpid(process, &status, 0)
    return status & 0x7F == 0 ? (status >> 8 & 0xFF, nil) : (nil, status & 0x7F)
  }

  /// Starts a process with no signal blocked or ignored, whatever this process does with them, and without anything that
  /// need not be installed: the only way in which tests start one.
  ///
  /// - Parameters:
  ///   - environment: beside what hides; it wins.
  ///   - path: the folders in which programs are looked for.
  static func spawn(
    _ words: [String], environment: [String: String] = [:], path: String = "/nonexistent"
  ) throws -> pid_t {
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
    let environment = hiding(path: path).merging(environment) { _, own in own }
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var process: pid_t = 0
    let result = posix_spawn(&process, words[0], nil, &attributes, &arguments, &variables)
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: result) ?? .EIO) }
    return process
  }

  /// The whole environment of a process: every library that the test does not want is hidden, and there is no home.
  private static func hiding(path: String) -> [String: String] {
    var environment = Sanitizer.options
    environment["PATH"] = path
    for name in ["TMPDIR", "FONTCONFIG_FILE", "LLVM_PROFILE_FILE"] {
      environment[name] = ProcessInfo.processInfo.environment[name]
    }
    for library in Library.all {
      environment[library.variable] = Want.visibleLibraries.contains(library) ? library.file : ""
    }
    return environment
  }
}

/// Ends a process that takes too long.
private final class TimeLimit: Sendable {
  private enum State { case holds, exceeded, lifted }

  private let state = Mutex(State.holds)
  private let lifted = DispatchSemaphore(value: 0)

  init(of process: pid_t, seconds: Double) {
    Thread.detachNewThread { [self] in
      guard lifted.wait(timeout: .now() + seconds) == .timedOut else { return }
      state.withLock { state in
        guard state == .holds else { return }
        state = .exceeded
        kill(process, SIGKILL)
      }
    }
  }

  /// Sends no signal from now on; returns whether one was sent.
  func lift() -> Bool {
    lifted.signal()
    return state.withLock { state in
      defer { state = .lifted }
      return state == .exceeded
    }
  }
}
