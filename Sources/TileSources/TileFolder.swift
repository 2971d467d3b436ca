#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Tiles in files whose names follow a template: `tiles/{z}/{x}/{y}.png`.
struct TileFolder {
  let template: String
  let isFlipped: Bool
  /// What no file may lie outside of, links resolved.
  let root: String

  /// - Parameter root: the folder that all files must lie below.
  init(template: String, isFlipped: Bool, root: String) throws(TileError) {
    guard let resolved = realpath(root.isEmpty ? "." : root, nil) else {
      throw .unreadable(name: root, reason: String(cString: strerror(errno)))
    }
    defer { free(resolved) }
    let path = String(cString: resolved)
    self.root = path == "/" ? path : path + "/"
    (self.template, self.isFlipped) = (template, isFlipped)
  }

  /// A tile's bytes; `nil` where there is no such file.
  func bytes(_ tile: TileAddress, ratio: String = "") throws(TileError) -> (bytes: [UInt8], name: String)? {
    let path = tile.filled(into: template, isFlipped: isFlipped, ratio: ratio)
    guard let resolved = realpath(path, nil) else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .unreadable(name: path, reason: String(cString: strerror(errno)))
    }
    defer { free(resolved) }
    guard String(cString: resolved).hasPrefix(root) else { throw .outside(name: path) }
    return (try readFile(String(cString: resolved), name: path, limit: TilePicture.byteLimit), path)
  }
}

/// Reads a regular file, whole.
func readFile(_ path: String, name: String, limit: Int) throws(TileError) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else { throw .unreadable(name: name, reason: String(cString: strerror(errno))) }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
    throw .unreadable(name: name, reason: "it is no regular file")
  }
  guard status.st_size <= limit else { throw .tooLarge(name: name, limit: limit) }
  var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
  var filled = 0
  while filled < bytes.count {
    let count = bytes.withUnsafeMutableBytes { buffer in
      read(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
    }
    if count < 0 && errno == EINTR { continue }
    guard count >= 0 else { throw .unreadable(name: name, reason: String(cString: strerror(errno))) }
    if count == 0 { break }
    filled += count
  }
  bytes.removeLast(bytes.count - filled)
  return bytes
}
