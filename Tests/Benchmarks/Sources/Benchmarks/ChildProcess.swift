#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A failed measurement: a program that does not run, or an answer that is wrong.
struct BenchmarkFailure: Error, CustomStringConvertible {
  let description: String
}

/// Runs a program to its end, several times.
///
/// - Parameter extraRuns: first runs that warm the page cache and are not counted.
func measure(program: String, _ arguments: [String], runs: Int, extraRuns: Int = 1) throws -> Costs {
  var costs: [Cost] = []
  for run in 0..<(runs + extraRuns) {
    let start = now()
    let child = try ChildProcess(program, arguments)
    let usage = try child.wait()
    let cost = Cost(wall: now() - start, user: usage.user, peak: usage.peak)
    if run >= extraRuns { costs.append(cost) }
  }
  return Costs(costs)
}

/// What a program writes to its standard output.
///
/// - Parameter isQuiet: whether its messages are swallowed.
func output(of program: String, _ arguments: [String], isQuiet: Bool = true) throws -> String {
  let child = try ChildProcess(program, arguments, readsOutput: true, isQuiet: isQuiet)
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = read(child.output, &block, block.count)
    guard count > 0 else { break }
    bytes += block.prefix(count)
  }
  close(child.output)
  _ = try child.wait()
  return String(decoding: bytes, as: UTF8.self)
}

/// A program that was started.
private struct ChildProcess {
  private let id: pid_t
  private let line: String
  /// Where its output can be read; -1 where it goes where ours goes.
  let output: Int32

  init(_ program: String, _ arguments: [String], readsOutput: Bool = false, isQuiet: Bool = false) throws {
    line = ([program] + arguments.map { $0.contains("\n") ? "…" : $0 }).joined(separator: " ")
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var ends: [Int32] = [-1, -1]
    if readsOutput {
      guard pipe(&ends) == 0 else { throw BenchmarkFailure(description: "there is no pipe left") }
      posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
      posix_spawn_file_actions_addclose(&actions, ends[0])
      posix_spawn_file_actions_addclose(&actions, ends[1])
    }
    if isQuiet { posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) }
    var child = pid_t()
    let status = posix_spawn(&child, program, &actions, nil, words, environ)
    if readsOutput { close(ends[1]) }
    guard status == 0 else {
      if readsOutput { close(ends[0]) }
      throw BenchmarkFailure(description: "\(program) cannot be started")
    }
    (id, output) = (child, ends[0])
  }

  /// Waits for its end, which must be a good one.
  func wait() throws -> (user: Double, peak: Double) {
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(id, &status, 0, &usage) == id else {
      throw BenchmarkFailure(description: "\(line) was lost")
    }
    guard status == 0 else {
      let end = status & 0x7f == 0 ? "status \(status >> 8)" : "signal \(status & 0x7f)"
      throw BenchmarkFailure(description: "\(line) ended with \(end)")
    }
    return (seconds(usage.ru_utime), megabytes(Int(usage.ru_maxrss)))
  }
}
