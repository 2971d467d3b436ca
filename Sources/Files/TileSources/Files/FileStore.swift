import CPosix
import Parallel

/// Contents in files of one folder, up to a number of bytes; the least recently used go first.
///
/// Files appear whole or not at all. What cannot be read or written is not kept; nothing fails for it.
package final class FileStore: Sendable {
  private let folder: String
  private let budget: Int
  /// The files, each with its size in bytes as its cost.
  private let files = Mutex(RecentValues<String, String>())

  private static let ending = ".kept"

  /// A store with what it kept before.
  ///
  /// - Parameter budget: the most bytes that stay.
  /// - Throws: ``TileError`` for a folder that can neither be made nor written.
  package init(folder: String, budget: Int) throws(TileError) {
    (self.folder, self.budget) = (folder, budget)
    mkdir(folder, 0o700)
    guard access(folder, W_OK) == 0, let directory = opendir(folder) else {
      throw .unreadable(folder)
    }
    defer { closedir(directory) }
    var found: [(name: String, size: Int, time: timespec)] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      var status = stat()
      guard name.hasSuffix(FileStore.ending), stat(folder + "/" + name, &status) == 0, status.isFile else {
        continue
      }
      found.append((name, Int(status.st_size), status.modified))
    }
    found.sort { ($0.time.tv_sec, $0.time.tv_nsec, $0.name) < ($1.time.tv_sec, $1.time.tv_nsec, $1.name) }
    for file in found { note(file.name, file.size) }
  }

  /// Returns the bytes kept under a name of letters and digits; `nil` for none.
  package func bytes(of name: String) -> [UInt8]? {
    let name = name + FileStore.ending
    guard files.withLock({ $0.use(name) }) != nil else { return nil }
    return try? readFile(folder + "/" + name, name: name, limit: budget)
  }

  /// Keeps bytes under a name of letters and digits.
  package func keep(_ bytes: [UInt8], as name: String) {
    let file = name + FileStore.ending
    guard bytes.count <= budget / 4,
      StagedFile.put(bytes, at: folder + "/" + file, beside: folder + "/.part-")
    else { return }
    note(file, bytes.count)
  }

  private func note(_ name: String, _ size: Int) {
    let gone = files.withLock { files in
      files.update(name, default: name) { $1 = size }
      return files.trim(cost: budget)
    }
    for name in gone { unlink(folder + "/" + name) }
  }
}
