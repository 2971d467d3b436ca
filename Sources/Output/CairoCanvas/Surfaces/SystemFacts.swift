import CSystem

/// Why no file can be opened at all, such as too many that are open; `nil` where one can.
func whyNoFileOpens() -> String? {
  let descriptor = open_file("/", O_RDONLY | O_CLOEXEC)
  guard descriptor < 0 else {
    closeDescriptor(descriptor)
    return nil
  }
  return "no file can be opened: \(String(cString: strerror(last_error()))); allow more open files"
}

/// The user's home as the system's user list has it, not as the environment has it; `nil` for users without.
func homeFolder() -> String? {
  #if os(Linux)
    nil
  #else
    getpwuid(getuid())?.pointee.pw_dir.map { String(cString: $0) }
  #endif
}

func closeDescriptor(_ descriptor: Int32) { _ = CSystem.close(descriptor) }
