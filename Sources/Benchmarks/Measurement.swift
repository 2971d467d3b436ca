#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What one run of something cost.
struct Cost {
  /// Seconds on the wall.
  var wall: Double
  /// Seconds of processor time in user mode, all threads.
  var user: Double
  /// The most memory held at once, megabytes; of this process since it began, or of a child.
  var peak: Double
}

/// Several runs, told as their minimum and median: the minimum is what the code needs, the median what the machine gave.
struct Costs {
  private let runs: [Cost]

  init(_ runs: [Cost]) {
    self.runs = runs
  }

  /// `54.1 ms (median 57.0, user 61.2), 26 MB`.
  var text: String {
    let walls = runs.map(\.wall).sorted()
    let users = runs.map(\.user).sorted()
    guard let best = walls.first, let user = users.first else { return "not measured" }
    let peak = runs.map(\.peak).max() ?? 0
    return
      "\(milliseconds(best)) ms (median \(milliseconds(walls[walls.count / 2])), user \(milliseconds(user))), \(Int(peak.rounded())) MB"
  }

  /// The shortest run in seconds.
  var best: Double { runs.map(\.wall).min() ?? 0 }
  /// The most memory held, megabytes.
  var peak: Double { runs.map(\.peak).max() ?? 0 }

  private func milliseconds(_ seconds: Double) -> Double { (seconds * 1e4).rounded() / 10 }
}

/// Seconds on a clock that never jumps.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

private func seconds(_ time: timeval) -> Double {
  Double(time.tv_sec) + Double(time.tv_usec) / 1e6
}

private func megabytes(_ maximum: Int) -> Double {
  #if canImport(Glibc)
    Double(maximum) / 1024
  #else
    Double(maximum) / 1_048_576
  #endif
}

/// Runs a piece of work several times in this process; its result is handed to `check`, untimed.
func measure<Result>(
  runs: Int = 5, _ work: () throws -> Result, check: (Result) throws -> Void = { _ in }
) rethrows -> Costs {
  var costs: [Cost] = []
  for _ in 0..<runs {
    let (wall, user) = (now(), ownUsage().user)
    let result = try work()
    let after = ownUsage()
    costs.append(Cost(wall: now() - wall, user: after.user - user, peak: after.peak))
    try check(result)
  }
  return Costs(costs)
}

private func ownUsage() -> (user: Double, peak: Double) {
  var usage = rusage()
  #if canImport(Glibc)
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  #else
    getrusage(RUSAGE_SELF, &usage)
  #endif
  return (seconds(usage.ru_utime), megabytes(Int(usage.ru_maxrss)))
}

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
    let cost = try runOnce(program, arguments)
    if run >= extraRuns { costs.append(cost) }
  }
  return Costs(costs)
}

private func runOnce(_ program: String, _ arguments: [String]) throws -> Cost {
  var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
  words.append(nil)
  defer { for word in words { free(word) } }
  var child = pid_t()
  let wall = now()
  guard posix_spawn(&child, program, nil, nil, words, environ) == 0 else {
    throw BenchmarkFailure(description: "\(program) cannot be started")
  }
  var status: Int32 = 0
  var usage = rusage()
  guard wait4(child, &status, 0, &usage) == child else {
    throw BenchmarkFailure(description: "\(program) was lost")
  }
  guard status == 0 else {
    throw BenchmarkFailure(
      description: "\(program) \(arguments.joined(separator: " ")) ended with status \(status >> 8)")
  }
  return Cost(wall: now() - wall, user: seconds(usage.ru_utime), peak: megabytes(Int(usage.ru_maxrss)))
}

/// Prints a line at once, even into a pipe.
func report(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}
