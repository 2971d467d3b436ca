import CSystem

struct FileState: Equatable {
  let device, inode: UInt64
  let size: Int
  let modified: Int

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int(status.st_size)
    modified = Int(status.modified.tv_sec) &* 1_000_000_000 &+ Int(status.modified.tv_nsec)
  }

  func isOutdated(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && FileState(status) != self
  }

  /// True if the file was written to since; a removed or replaced one stays readable.
  func isOutdated(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    let now = FileState(status)
    return now.inode == inode && now.device == device && now != self
  }
}
