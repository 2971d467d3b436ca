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
  /// The most memory held at once, megabytes; of a process since it began.
  var peak: Double
}

/// Several runs: the minimum is what the code needs, the median what the machine gave.
struct Costs {
  private(set) var runs: [Cost] = []

  /// The shortest run in seconds.
  var best: Double { runs.map(\.wall).min() ?? 0 }
  /// The run in the middle, in seconds.
  var median: Double { runs.isEmpty ? 0 : runs.map(\.wall).sorted()[runs.count / 2] }
  /// The least processor time, in seconds.
  var user: Double { runs.map(\.user).min() ?? 0 }
  /// The most memory held, megabytes.
  var peak: Double { runs.map(\.peak).max() ?? 0 }

  init(_ runs: [Cost] = []) {
    self.runs = runs
  }

  mutating func add(_ run: Cost) { runs.append(run) }

  /// `54.1 ms (median 57.0, user 61.2), 26 MB`.
  var text: String {
    guard !runs.isEmpty else { return "not measured" }
    return "\(rounded(best * 1000, 1)) ms (median \(rounded(median * 1000, 1)), "
      + "user \(rounded(user * 1000, 1))), \(rounded(peak, 0)) MB"
  }
}

/// Seconds on a clock that never jumps.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

func seconds(_ time: timeval) -> Double {
  Double(time.tv_sec) + Double(time.tv_usec) / 1e6
}

/// The unit that a system counts a process's memory in is not the same everywhere.
func megabytes(_ maximum: Int) -> Double {
  #if canImport(Glibc)
    Double(maximum) / 1024
  #else
    Double(maximum) / 1_048_576
  #endif
}

/// What this process used so far.
func ownUsage() -> (user: Double, peak: Double) {
  var usage = rusage()
  #if canImport(Glibc)
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  #else
    getrusage(RUSAGE_SELF, &usage)
  #endif
  return (seconds(usage.ru_utime), megabytes(Int(usage.ru_maxrss)))
}

/// Prints a line at once, even into a pipe.
func report(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}

/// Prints cells under each other: the first to the left, the others to the right.
func report(_ cells: [String], widths: [Int]) {
  var line = ""
  for (index, (cell, width)) in zip(cells, widths).enumerated() {
    let space = String(repeating: " ", count: max(0, width - cell.count))
    line += index == 0 ? cell + space : "  " + space + cell
  }
  while line.last == " " { line.removeLast() }
  report(line)
}
