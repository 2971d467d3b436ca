import MapFeatures
import Synchronization

/// Data that several requests draw from: each file is read once.
final class SharedData: Sendable {
  private let tables = Mutex<[String: Result<FeatureTable, Failure>]>([:])

  /// What is in a file, as it was read the first time. Whoever asks meanwhile waits.
  ///
  /// Files are told apart by where they lie and how they are read.
  func table(at path: String, reader: InputReader) throws(Failure) -> FeatureTable {
    let options = reader.options
    let how =
      "\(options.format?.rawValue ?? "") \(reader.takesOnlyFiles) \(options.longitudeColumn?.description ?? "")"
    let key =
      "\(canonicalPath(path)) \(how) \(options.latitudeColumn?.description ?? "") \(options.identifierColumn?.description ?? "")"
    return try tables.withLock { tables in
      if let known = tables[key] { return known }
      let read = Result { () throws(Failure) in try reader.read(path) }
      tables[key] = read
      return read
    }.get()
  }
}

/// A path with all links resolved, the same for one file however it is written; a file that is not there yet is told
/// by its folder.
func canonicalPath(_ path: String) -> String {
  if let resolved = realpath(path, nil) {
    defer { free(resolved) }
    return String(cString: resolved)
  }
  let slash = path.lastIndex(of: "/")
  let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  guard let resolved = realpath(folder, nil) else { return path }
  defer { free(resolved) }
  return String(cString: resolved) + "/" + (slash.map { String(path[path.index(after: $0)...]) } ?? path)
}
