import MapFeatures
import CommandParts
import GoldenCases
import JSONDocument
import Parallel

/// The pictures of a report, as files in its folder: `golden/`, `new/` and `difference/`.
///
/// Pictures are written while cases are compared, so that those of a thousand cases are never held at once.
final class ReportFolder: Sendable {
  private let folder: String
  private let state = Mutex(State())

  private struct State {
    var taken: Set<String> = []
    var rest = 64 << 20
    var failure: Failure?
  }

  /// A report's folder; pictures of a report that was there are removed.
  init(_ folder: String) {
    self.folder = folder
    guard let report = try? JSONText(parsing: GoldenDisk().read(folder + "/report.json") ?? []) else {
      return
    }
    for files in (report.root["cases"]?.elements ?? []).compactMap({ $0["files"] }) {
      for name in (files.members ?? []).compactMap(\.value.string) where ReportFolder.isOwn(name) {
        unlink(folder + "/" + name)
      }
    }
  }

  static func isOwn(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count > 1 && ["golden", "new", "difference"].contains(parts[0])
      && !parts.contains(where: { ["", ".", ".."].contains($0) })
  }

  var failure: Failure? { state.withLock { $0.failure } }

  @Sendable func store(_ pictures: GoldenOutcome.Pictures, of golden: GoldenCase) -> GoldenOutcome.Files {
    let name = state.withLock { state in
      // Nothing leads out of the folder; names that become one are numbered.
      let parts = golden.goldenPath.split(separator: "/").filter { $0 != "." }.map { $0 == ".." ? "_" : $0 }
      let stem = parts.dropLast().map { $0 + "/" }.joined()
      var (file, number) = (stem + (parts.last ?? ""), 1)
      while !state.taken.insert(file.lowercased()).inserted {
        number += 1
        file = "\(stem)\(number)-\(parts.last ?? "")"
      }
      return file
    }
    let isMet = pictures.actual == nil
    let isKept = state.withLock { state in
      guard isMet else { return true }
      state.rest -= pictures.expected?.count ?? 0
      return state.rest >= 0
    }
    var files = GoldenOutcome.Files()
    if isKept { files.golden = write(pictures.expected, "golden/" + name) }
    files.new = write(pictures.actual, "new/" + name)
    files.difference = write(
      pictures.difference, "difference/" + name + (name.hasSuffix(".png") ? "" : ".png"))
    files.markers = write(pictures.markers, "new/" + name + ".markers.json")
    return files
  }

  private func write(_ bytes: [UInt8]?, _ name: String) -> String? {
    guard let bytes else { return nil }
    do throws(Failure) {
      try ReportFolder.make(Resource.folder(of: folder + "/" + name))
      try OutputFile(path: folder + "/" + name).write(bytes)
      return name
    } catch {
      state.withLock { $0.failure = $0.failure ?? error }
      return nil
    }
  }

  static func make(_ path: String) throws(Failure) {
    var end = path.startIndex
    while end < path.endIndex {
      end = path[end...].dropFirst().firstIndex(of: "/") ?? path.endIndex
      let part = String(path[..<end])
      if mkdir(part, 0o777) != 0 && errno != EEXIST {
        throw .output("the folder cannot be made: \(systemErrorText()); name another place", at: part)
      }
    }
  }
}
