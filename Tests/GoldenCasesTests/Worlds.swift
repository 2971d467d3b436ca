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

/// A made-up file format: width, height, then pixels.
struct PlainCodec: PictureCodec {
  func decode(_ bytes: [UInt8]) throws(GoldenError) -> Bitmap {
    guard bytes.count > 2,
      let bitmap = Bitmap(width: Int(bytes[0]), height: Int(bytes[1]), pixels: Array(bytes[2...]))
    else { throw .damaged("cut") }
    return bitmap
  }

  func encode(_ bitmap: Bitmap) throws(GoldenError) -> [UInt8] {
    [UInt8(bitmap.width), UInt8(bitmap.height)] + bitmap.pixels
  }
}

/// Draws what was set for each golden.
struct TableRenderer: GoldenRenderer {
  let table: [String: Result<GoldenActual, GoldenError>]

  func draw(_ document: CaseDocument) -> [Result<GoldenActual, GoldenError>] {
    document.cases.map { table[$0.goldenPath] ?? .failure(.notDrawn("no such place")) }
  }
}

/// A picture of one color.
func plain(_ gray: UInt8, width: Int = 4, height: Int = 3) -> [UInt8] {
  [UInt8(width), UInt8(height)] + [UInt8](repeating: gray, count: width * height * 4)
}

/// What is drawn when it looks like that.
func drawn(_ bytes: [UInt8]) -> Result<GoldenActual, GoldenError> {
  do throws(GoldenError) {
    return .success(.picture(try PlainCodec().decode(bytes)))
  } catch {
    return .failure(error)
  }
}
