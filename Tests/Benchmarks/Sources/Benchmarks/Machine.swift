#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where the benchmarks keep their inputs and write their pictures; removed by `make clean`.
let folder = "build/bench"

/// Makes ``folder``.
func makeFolder() {
  mkdir("build", 0o777)
  mkdir(folder, 0o777)
}

/// Describes what is measured on, and how busy it is: another's load makes wall times long, and user times a little.
func reportMachine() {
  var loads = [0.0, 0.0, 0.0]
  let known = getloadavg(&loads, 3)
  let load = loads.prefix(Int(max(0, known))).map { rounded($0, 2) }.joined(separator: ", ")
  let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
  let commit = (try? output(of: "/usr/bin/env", ["git", "describe", "--always", "--dirty"])) ?? "unknown\n"
  report("\(processorName), \(cores) cores; commit \(commit.prefix { $0 != "\n" })")
  report("load average \(load.isEmpty ? "unknown" : load)")
  if known > 0, loads[0] > 0.5 {
    report("(others are at work here: trust user times and minima, and measure again when it is quiet)")
  }
}

private var processorName: String {
  #if canImport(Glibc)
    guard let lines = try? output(of: "/usr/bin/env", ["cat", "/proc/cpuinfo"]) else { return "unknown" }
    let line = lines.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line.flatMap { $0.split(separator: ":").last }.map { String($0.drop { $0 == " " }) } ?? "unknown"
  #else
    let name = try? output(of: "/usr/sbin/sysctl", ["-n", "machdep.cpu.brand_string"])
    return String((name ?? "unknown").prefix { $0 != "\n" })
  #endif
}

/// A number with so many decimals.
func rounded(_ value: Double, _ decimals: Int) -> String {
  var scale = 1.0
  for _ in 0..<decimals { scale *= 10 }
  let whole = Int((value * scale).rounded())
  guard decimals > 0 else { return String(whole) }
  let digits = String(abs(whole))
  let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
  return (whole < 0 ? "-" : "") + padded.dropLast(decimals) + "." + padded.suffix(decimals)
}
