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

/// `read`, under a name that methods called `read` do not hide; an interrupted one is repeated.
package func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  while true {
    let some = read(descriptor, buffer, count)
    if some >= 0 || errno != EINTR { return some }
  }
}

/// Some bytes, at most `count` of them; none at the end, and `nil` where reading fails, for the reason in `errno`.
package func readBlock(of count: Int, from descriptor: Int32) -> [UInt8]? {
  var failed = false
  let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
    while filled < count {
      let some = systemRead(descriptor, buffer.baseAddress?.advanced(by: filled), count - filled)
      failed = some < 0
      if some <= 0 { break }
      filled += some
    }
  }
  return failed ? nil : bytes
}

/// The kind of a file, links followed, such as `S_IFDIR`; `nil` where none is found, for the reason in `errno`.
package func fileKind(_ path: String) -> mode_t? {
  var status = stat()
  return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
}

/// A variable of the environment; `nil` where it is not set, or empty.
package func environmentVariable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}

#if canImport(Glibc)
  private typealias LimitedResource = __rlimit_resource_t
  private let (openFiles, stack) = (
    LimitedResource(RLIMIT_NOFILE.rawValue), LimitedResource(RLIMIT_STACK.rawValue)
  )
#else
  private typealias LimitedResource = Int32
  private let (openFiles, stack) = (RLIMIT_NOFILE, RLIMIT_STACK)
#endif

/// Changes how many files may be open; the number that then may, or `nil` where the system does not know.
@discardableResult
package func changeOpenFiles(_ change: (inout rlimit) -> Void) -> Int? { changeLimit(openFiles, change) }

/// Changes the bytes that the first thread's stack may have; those that it then may have.
package func changeStack(_ change: (inout rlimit) -> Void) -> Int? { changeLimit(stack, change) }

private func changeLimit(_ resource: LimitedResource, _ change: (inout rlimit) -> Void) -> Int? {
  var limit = rlimit()
  guard getrlimit(resource, &limit) == 0 else { return nil }
  change(&limit)
  _ = setrlimit(resource, &limit)
  return Int(clamping: limit.rlim_cur)
}

/// Seconds on a clock that never jumps.
package func monotonicSeconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}

/// The columns of the terminal that a descriptor is; `nil` where it has no width.
package func terminalColumns(of descriptor: Int32) -> Int? {
  var size = winsize()
  #if canImport(Darwin)
    let request: UInt = 0x4008_7468  // TIOCGWINSZ, a macro that Swift does not see
  #else
    let request = UInt(TIOCGWINSZ)
  #endif
  guard ioctl(descriptor, request, &size) == 0, size.ws_col > 0 else { return nil }
  return Int(size.ws_col)
}
