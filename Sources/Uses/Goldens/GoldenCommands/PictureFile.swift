import CairoCanvas
import CommandParts
import Drawing
import GoldenCases
import JSONDocument
import Parallel

struct PictureFile {
  /// As the user wrote it; `-` is standard input.
  let path: String
  let bytes: [UInt8]
  let header: PNGHeader

  var name: String { path == "-" ? "standard input" : path }

  /// The largest file read: sixteen bits a channel of as many pixels as are ever decoded.
  static let byteLimit = 1 << 29

  init(reading path: String) throws(Failure) {
    self.path = path
    let name = path == "-" ? "standard input" : path
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .input("\(whyUnreadable())", at: name) }
    defer { if path != "-" { close(descriptor) } }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .input("\(whyUnreadable())", at: name) }
    if status.st_mode & S_IFMT == S_IFDIR { throw .input("this is a folder; name a PNG", at: name) }
    let isRegular = status.st_mode & S_IFMT == S_IFREG
    guard !isRegular || status.st_size <= PictureFile.byteLimit else { throw PictureFile.tooLarge(name) }
    let head = try PictureFile.block(of: 4096, from: descriptor, name)
    do throws(PictureError) {
      // What is no picture is refused by its first bytes, however large or endless it is.
      header = try PNG.header(of: head)
    } catch {
      guard !GoldenJudge.isPointer(head) else {
        throw .input("this is a pointer of Git LFS; fetch the file with git lfs pull", at: name)
      }
      throw .input("\(error)", at: name)
    }
    if isRegular, head.count == 4096, lseek(descriptor, 0, SEEK_SET) == 0 {
      bytes = try PictureFile.block(of: Int(status.st_size), from: descriptor, name)
      return
    }
    var bytes = head
    while true {
      let block = try PictureFile.block(of: 1 << 20, from: descriptor, name)
      if block.isEmpty { break }
      bytes += block
      guard bytes.count <= PictureFile.byteLimit else { throw PictureFile.tooLarge(name) }
    }
    self.bytes = bytes
  }

  private static func tooLarge(_ name: String) -> Failure {
    .input("the file is larger than \(byteLimit >> 20) MB; no picture is", at: name)
  }

  private static func block(of count: Int, from descriptor: Int32, _ name: String) throws(Failure) -> [UInt8]
  {
    guard let bytes = readBlock(of: count, from: descriptor) else {
      throw .input("\(whyUnreadable())", at: name)
    }
    return bytes
  }

  func bitmap() throws(Failure) -> Bitmap {
    try rethrowing(PNG.decode(bytes)) { (error: PictureError) in
      Failure.input("\(error)", at: name)
    }
  }

  /// The pixels of two files, unpacked side by side; of two equal files once, for to know that they are sound.
  static func bitmaps(of first: PictureFile, _ second: PictureFile) throws(Failure) -> (
    Bitmap, Bitmap
  ) {
    if first.bytes.count == second.bytes.count,
      first.bytes.withUnsafeBytes({ a in
        second.bytes.withUnsafeBytes { b in
          a.baseAddress.flatMap { a0 in b.baseAddress.map { memcmp(a0, $0, a.count) == 0 } } ?? true
        }
      })
    {
      let bitmap = try first.bitmap()
      return (bitmap, bitmap)
    }
    return try bothAtOnce { index throws(Failure) in try (index == 0 ? first : second).bitmap() }
  }

  /// The frames of two files, which are read one at a time where there are several.
  static func frames(
    of first: PictureFile, _ second: PictureFile
  ) throws(Failure) -> (GoldenFrames, GoldenFrames) {
    let both = try bothAtOnce { index throws(Failure) in
      let file = index == 0 ? first : second
      return try rethrowing(GoldenFrames(file.bytes, as: .png)) { (error: GoldenError) in
        fault(error, at: file.name)
      }
    }
    if both.0.count > 1 || both.1.count > 1 { return both }
    let (expected, actual) = try bitmaps(of: first, second)
    return (GoldenFrames(expected), GoldenFrames(actual))
  }

  static func fault(_ error: GoldenError) -> Failure { fault(error, at: nil) }

  private static func fault(_ error: GoldenError, at name: String?) -> Failure {
    if case .damaged(let reason) = error { return .input("\(reason)", at: name) }
    return .input("\(error)", at: name)
  }

  static func pair(_ first: String, _ second: String) throws(Failure) -> (PictureFile, PictureFile) {
    try bothAtOnce { index throws(Failure) in try PictureFile(reading: index == 0 ? first : second) }
  }

  private static func bothAtOnce<Value: Sendable>(
    _ work: @Sendable (Int) throws(Failure) -> Value
  ) throws(Failure) -> (Value, Value) {
    let both = concurrentMap(2, threads: 2) { index in
      Result { () throws(Failure) in try work(index) }
    }
    return (try both[0].get(), try both[1].get())
  }
}
