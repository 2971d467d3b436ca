#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Why no file can be opened at all, such as too many that are open; `nil` where one can.
func whyNoFileOpens() -> String? {
  let descriptor = open("/", O_RDONLY | O_CLOEXEC)
  guard descriptor < 0 else {
    closeDescriptor(descriptor)
    return nil
  }
  return "no file can be opened: \(String(cString: strerror(errno))); allow more open files"
}

/// The user's home as the system's user list has it, not as the environment has it; `nil` for users without.
func homeFolder() -> String? {
  #if os(Linux)
    nil
  #else
    getpwuid(getuid())?.pointee.pw_dir.map { String(cString: $0) }
  #endif
}

/// Gives a file descriptor back.
func closeDescriptor(_ descriptor: Int32) {
  #if canImport(Glibc)
    _ = Glibc.close(descriptor)
  #elseif canImport(Musl)
    _ = Musl.close(descriptor)
  #else
    _ = Darwin.close(descriptor)
  #endif
}
