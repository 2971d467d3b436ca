import CairoCanvas
import CommandParts
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
    let step = isRegular ? max(1, Int(status.st_size) - head.count) : 1 << 20
    var bytes = head
    while case let block = try PictureFile.block(of: step, from: descriptor, name), !block.isEmpty {
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

  /// The frames of two files, pictures unpacked side by side, equal ones once.
  static func frames(
    of first: PictureFile, _ second: PictureFile
  ) throws(Failure) -> (GoldenFrames, GoldenFrames) {
    if first.bytes == second.bytes {
      let frames = try first.frames()
      return (frames, frames)
    }
    return try bothAtOnce { index throws(Failure) in try (index == 0 ? first : second).frames() }
  }

  private func frames() throws(Failure) -> GoldenFrames {
    try rethrowing(GoldenFrames(bytes, as: .png)) { (error: GoldenError) in
      Failure.input("\(error.reason)", at: name)
    }
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
