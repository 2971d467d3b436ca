// The C library, under one name on every platform.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Darwin
#endif

/// The words of the C library for its last failure.
func systemErrorText() -> String {
  String(cString: strerror(errno))
}

/// Why the last `open` or `read` failed, and what to do.
func whyUnreadable() -> String {
  let advice =
    switch errno {
    case ENOENT, ENOTDIR, ENAMETOOLONG: "; check the name"
    case EACCES, EPERM: "; check its permissions"
    case EBADF: "; it is closed, so name a file"
    default: "; try again, or name another file"
    }
  return "cannot be read: " + systemErrorText() + advice
}

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

/// The columns of the terminal that standard error is; 80 where it does not say.
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

/// A path up to its last slash, slash included; empty for a bare name.
func folderPrefix(of path: String) -> String {
  path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
}
