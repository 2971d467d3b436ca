import CSystem

/// Disk cache of answers, shared between processes by atomic writes.
///
/// Names are digests, because addresses may hold keys. Failures are ignored.
struct TileCache: Sendable {
  private let folder: String

  private static let mark = "clustersnap tile 2\n"

  init(folder: String) { self.folder = folder.hasSuffix("/") ? folder : folder + "/" }

  func entry(for address: String) -> (bytes: [UInt8], age: Int)? {
    let digest = SHA256.hexadecimal(address)
    let path = path(of: digest)
    var status = stat()
    guard stat(path, &status) == 0,
      let file = try? readFile(path, name: path, limit: TileLimits.storedBytes + 65_536)
    else { return nil }
    let head = Array((TileCache.mark + digest + "\n").utf8)
    guard file.starts(with: head), file.count > head.count else { return nil }
    return (Array(file[head.count...]), max(0, time(nil) - status.modified.tv_sec))
  }

  func keep(_ bytes: [UInt8], for address: String) {
    let digest = SHA256.hexadecimal(address)
    let path = path(of: digest)
    makeFolders(path)
    let head = Array((TileCache.mark + digest + "\n").utf8)
    StagedFile.put(head + bytes, at: path, beside: path + ".")
  }

  private func makeFolders(_ path: String) {
    var index = path.index(after: path.startIndex)
    while let slash = path[index...].firstIndex(of: "/") {
      mkdir(String(path[..<slash]), 0o700)
      index = path.index(after: slash)
    }
  }

  private func path(of digest: String) -> String {
    folder + digest.prefix(2) + "/" + digest.dropFirst(2) + ".tile"
  }
}
