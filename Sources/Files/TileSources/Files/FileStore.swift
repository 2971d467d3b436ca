import CSystem
import Parallel

/// A least-recently-used store of files in one folder, limited in bytes.
///
/// Writes are atomic; failures are ignored.
package final class FileStore: Sendable {
  private let folder: String
  private let budget: Int
  private let files = Mutex(RecentValues<String, String>())

  private static let ending = ".kept"

  /// Opens the store with its present files.
  ///
  /// - Parameter budget: in bytes.
  /// - Throws: ``TileError`` for a folder that cannot be created or written.
  package init(folder: String, budget: Int) throws(TileError) {
    (self.folder, self.budget) = (folder, budget)
    mkdir(folder, 0o700)
    guard access(folder, W_OK) == 0, let directory = opendir(folder) else { throw .unreadable(folder) }
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

  package func bytes(of name: String) -> [UInt8]? {
    let name = name + FileStore.ending
    guard files.withLock({ $0.use(name) }) != nil else { return nil }
    return try? readFile(folder + "/" + name, name: name, limit: budget)
  }

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
