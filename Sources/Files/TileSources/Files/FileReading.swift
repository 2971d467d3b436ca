import CSystem

/// A regular file, read instead of mapped: truncating a mapped file would end the process.
final class OpenFile: Sendable {
  private let descriptor: Int32
  let name: String
  let count: Int
  private let modified: timespec

  init(_ path: String, name: String) throws(TileError) {
    let descriptor = open_file(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(name) }
    (self.descriptor, self.name) = (descriptor, name)
    var status = stat()
    let isRegular = fstat(descriptor, &status) == 0 && status.isFile
    count = Int(status.st_size)
    modified = status.modified
    guard isRegular else { throw .unreadable(name: name, reason: "it is no regular file") }
  }

  deinit { close(descriptor) }

  func bytes(_ range: Range<Int>) throws(TileError) -> [UInt8] {
    var fault: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
      while filled < range.count {
        let count = pread(
          descriptor, buffer.baseAddress?.advanced(by: filled), range.count - filled,
          off_t(range.lowerBound + filled))
        if count < 0 && last_error() == EINTR { continue }
        if count < 0 { fault = last_error() }
        if count <= 0 { break }
        filled += count
      }
    }
    guard fault == 0 else { throw .unreadable(name, fault) }
    var status = stat()
    guard bytes.count == range.count, fstat(descriptor, &status) == 0, Int(status.st_size) == count,
      status.modified.tv_sec == modified.tv_sec, status.modified.tv_nsec == modified.tv_nsec
    else { throw .changed(name: name) }
    return bytes
  }
}

func readFile(_ path: String, name: String, limit: Int) throws(TileError) -> [UInt8] {
  let file = try OpenFile(path, name: name)
  guard file.count <= limit else { throw .tooLarge(name: name, limit: limit) }
  return try file.bytes(0..<file.count)
}

extension TileError {
  /// Error of a file for an `errno`, by default the last.
  static func unreadable(_ name: String, _ number: Int32 = last_error()) -> TileError {
    .unreadable(name: name, reason: String(cString: strerror(number)))
  }
}

/// A folder that files must lie below, links resolved.
struct FileRoot: Hashable, Sendable {
  private let path: String

  init(_ folder: String) throws(TileError) {
    guard let resolved = realpath(folder.isEmpty ? "." : folder, nil) else { throw .unreadable(folder) }
    defer { free(resolved) }
    let path = String(cString: resolved)
    self.path = path == "/" ? path : path + "/"
  }

  /// Resolved path; `nil` if there is no file.
  func resolve(_ path: String) throws(TileError) -> String? {
    guard let resolved = realpath(path, nil) else {
      if last_error() == ENOENT || last_error() == ENOTDIR {
        // A link that leads nowhere does not show what is missing elsewhere.
        guard holds(canonicalPath(path)) else { throw .outside(name: path) }
        return nil
      }
      throw .unreadable(path)
    }
    defer { free(resolved) }
    let file = String(cString: resolved)
    guard holds(file) else { throw .outside(name: path) }
    return file
  }

  private func holds(_ file: String) -> Bool { (file + "/").hasPrefix(path) }
}
