// Words for what the C library reports, and paths: needed by most files of the command.
@_exported import FileResources

// The C library, under one name on every platform.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Darwin
#endif

/// `read`, under a name that methods called `read` do not hide.
func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

/// Seconds on a clock that never jumps.
func monotonicSeconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}

/// The columns of the terminal that standard error is; 80 where it has no width.
func terminalColumns() -> Int {
  var size = winsize()
  #if canImport(Darwin)
    let request: UInt = 0x4008_7468  // TIOCGWINSZ, a macro that Swift does not see
  #else
    let request = UInt(TIOCGWINSZ)
  #endif
  guard ioctl(STDERR_FILENO, request, &size) == 0, size.ws_col > 0 else { return 80 }
  return Int(size.ws_col)
}
