import CommandParts
import GoldenCases
import Parallel
import TileSources

final class GoldenDisk: GoldenFiles {
  private static let limit = 1 << 28

  // One file at a time is half-written, so that an interrupt has one to remove.
  private let writing = Mutex(())

  func read(_ path: String) throws(GoldenError) -> [UInt8]? {
    // A pipe in a golden's place would hang the job: opened without waiting, and refused.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .unreadable(systemErrorText())
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(systemErrorText()) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw .isFolder
    case S_IFREG: break
    default: throw .unreadable("it is no regular file")
    }
    guard status.st_size <= GoldenDisk.limit else {
      throw .unreadable("it is larger than \(GoldenDisk.limit >> 20) MB")
    }
    guard let bytes = readBlock(of: Int(status.st_size), from: descriptor) else {
      throw .unreadable(systemErrorText())
    }
    return bytes
  }

  func write(_ bytes: [UInt8], to path: String) throws(GoldenError) {
    let file = OutputFile(path: path)
    let result = writing.withLock { _ in
      Result { () throws(Failure) in
        try file.check()
        try file.write(bytes)
      }
    }
    do throws(Failure) {
      try result.get()
    } catch {
      throw .notWritten(error.message ?? "the disk reports no reason")
    }
  }

  func identity(of path: String) -> String { canonicalPath(path) }
}
