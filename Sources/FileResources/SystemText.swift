import MapFeatures

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The C library's words for its last failure.
public func systemErrorText() -> String {
  String(cString: strerror(errno))
}

/// Why the last `open` or `read` failed, and what to do.
public func whyUnreadable() -> String {
  let advice =
    switch errno {
    case ENOENT, ENOTDIR, ENAMETOOLONG: "; check the name"
    case EACCES, EPERM: "; check its permissions"
    case EBADF: "; it is closed, so name a file"
    default: "; try again, or name another file"
    }
  return "cannot be read: " + systemErrorText() + advice
}

/// A path with all links resolved, the same for one file however it is written; of a file that is not there yet its
/// folder is resolved.
public func canonicalPath(_ path: String) -> String {
  if let resolved = realpath(path, nil) {
    defer { free(resolved) }
    return String(cString: resolved)
  }
  var path = path
  while path.count > 1, path.hasSuffix("/") { path.removeLast() }
  let slash = path.lastIndex(of: "/")
  let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  guard let resolved = realpath(folder, nil) else { return path }
  defer { free(resolved) }
  return String(cString: resolved) + "/" + (slash.map { String(path[path.index(after: $0)...]) } ?? path)
}

extension ResourceError {
  /// A file that another program wrote to meanwhile: what was read is a mixture.
  static let changed = ResourceError(.unreadable, changedWhileRead)

  /// What the C library's last failure means for a file that was to be read.
  static func lastFailure() -> ResourceError {
    let kind: Kind = [ENOENT, ENOTDIR, ENAMETOOLONG].contains(errno) ? .missing : .unreadable
    return ResourceError(kind, whyUnreadable())
  }
}
