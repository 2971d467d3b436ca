import CSystem
import JSONDocument
import MapFeatures

/// The C library's words for its last failure.
public func systemErrorText() -> String { String(cString: strerror(last_error())) }

/// Why the last `open` or `read` failed, and what to do.
public func whyUnreadable() -> String {
  let advice =
    switch last_error() {
    case ENOENT, ENOTDIR, ENAMETOOLONG: "; check the name"
    case EACCES, EPERM: "; check its permissions"
    case EBADF: "; it is closed, so name a file"
    default: "; try again, or name another file"
    }
  return "cannot be read: " + systemErrorText() + advice
}

extension ResourceError {
  static let changed = ResourceError(.unreadable, changedWhileRead)

  static func lastFailure() -> ResourceError {
    let kind: Kind = [ENOENT, ENOTDIR, ENAMETOOLONG].contains(last_error()) ? .missing : .unreadable
    return ResourceError(kind, SettingText(whyUnreadable()))
  }
}
