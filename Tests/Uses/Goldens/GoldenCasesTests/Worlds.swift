import Drawing
import GoldenCases
import Parallel

/// Files in memory.
final class MemoryFiles: GoldenFiles {
  let contents: Mutex<[String: [UInt8]]>
  let folders: Set<String>
  let isClosed: Bool

  init(_ contents: [String: [UInt8]], folders: Set<String> = [], isClosed: Bool = false) {
    self.contents = Mutex(contents)
    self.folders = folders
    self.isClosed = isClosed
  }

  subscript(path: String) -> [UInt8]? { contents.withLock { $0[path] } }

  func read(_ path: String) throws(GoldenError) -> [UInt8]? {
    if folders.contains(path) { throw .isFolder }
    return contents.withLock { $0[path] }
  }

  func write(_ bytes: [UInt8], to path: String) throws(GoldenError) {
    if isClosed { throw .notWritten("closed") }
    contents.withLock { $0[path] = bytes }
  }

  func identity(of path: String) -> String { path.lowercased() }
}

/// The pictures of a report, by their goldens.
final class MemoryReport: Sendable {
  private let pictures = Mutex<[String: GoldenOutcome.Pictures]>([:])

  subscript(golden: String) -> GoldenOutcome.Pictures? { pictures.withLock { $0[golden] } }

  @Sendable func store(_ pictures: GoldenOutcome.Pictures, of golden: GoldenCase) -> GoldenOutcome.Files {
    self.pictures.withLock { $0[golden.goldenPath] = pictures }
    return GoldenOutcome.Files()
  }
}

/// A picture of one color, as a file.
func plain(_ gray: UInt8, width: Int = 4, height: Int = 3) -> [UInt8] {
  let pixels: [UInt8] = (0..<width * height).flatMap { _ in [gray, gray, gray, 255] }
  return Bitmap(width: width, height: height, pixels: pixels)
    .flatMap { try? GoldenJudge.bytes(of: .picture($0)) } ?? []
}

/// What is drawn when it looks like that.
func drawn(_ bytes: [UInt8]) -> Result<GoldenActual, GoldenError> {
  Result { () throws(GoldenError) in .picture(try bitmap(of: bytes)) }
}

func bitmap(of bytes: [UInt8]) throws(GoldenError) -> Bitmap {
  var frames = try GoldenFrames(bytes, as: .png)
  guard let first = try frames.next() else { throw .damaged("no frame") }
  return first.bitmap
}
