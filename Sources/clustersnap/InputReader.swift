import JSONDocument
import Inflate
import MapFeatures

/// Opens inputs and reads what is in them.
struct InputReader {
  /// The most bytes that a compressed input may unpack to, or a stream may deliver: they stay in memory, and so do 20
  /// bytes a point.
  static let memoryLimit = 512 << 20

  var options: ReadingOptions
  /// Whether the name comes from a document: then only a regular file will do, for a pipe there would hang the job.
  var takesOnlyFiles = false

  /// Reads the points, lines and areas of a file, or of standard input where the path is `-`.
  ///
  /// - Throws: what is wrong with the file, at its place in it.
  func read(_ path: String) throws(Failure) -> FeatureTable {
    do throws(FeatureError) {
      return try table(path)
    } catch {
      let name = path == "-" && !takesOnlyFiles ? "standard input" : path
      let place = error.position.map { ":\($0.line):\($0.column)" } ?? ""
      throw .input("\(error)", at: name + place)
    }
  }

  private func table(_ path: String) throws(FeatureError) -> FeatureTable {
    if path == "-" && !takesOnlyFiles { return try readStream(STDIN_FILENO) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | (takesOnlyFiles ? O_NONBLOCK : 0))
    guard descriptor >= 0 else { throw FeatureError(.unreadable(whyUnreadable())) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FeatureError(.unreadable(whyUnreadable())) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw FeatureError(.unreadable("this is a folder; name a file"))
    // The files of /proc and the like say they are empty and deliver all the same.
    case S_IFREG where status.st_size > 0: break
    case S_IFREG: return try readStream(descriptor)
    default:
      if takesOnlyFiles { throw FeatureError(.unreadable("this is no regular file; name one")) }
      return try readStream(descriptor)
    }
    guard let file = MappedFile(descriptor: descriptor, count: Int(status.st_size)) else {
      throw FeatureError(.unreadable(whyUnreadable()))
    }
    let isCompressed = file.withBytes { $0.count > 2 && $0[0] == 0x1F && $0[1] == 0x8B }
    if isCompressed { return try .read(try inflated(file), options: options) }
    let table = try FeatureTable.read(file, options: options)
    // What is left in memory was scanned; properties asked for later are read again from the page cache.
    file.release(0..<file.count)
    return table
  }

  private func inflated(_ source: any ByteSource) throws(FeatureError) -> ByteArray {
    let result = source.withBytes { bytes in
      Result { () throws(InflateError) in try inflatedGzip(bytes, limit: InputReader.memoryLimit) }
    }
    do throws(InflateError) {
      return ByteArray(try result.get())
    } catch {
      throw FeatureError(.unreadable("\(error)"))
    }
  }

  /// Reads a stream while it delivers; a compressed one is taken whole first.
  private func readStream(_ descriptor: Int32) throws(FeatureError) -> FeatureTable {
    var stream = InputStream(descriptor: descriptor)
    var head: [UInt8] = []
    while head.count < 2, let more = try stream.next() { head += more }
    if head.starts(with: [0x1F, 0x8B]) {
      while let more = try stream.next() { head += more }
      return try .read(try inflated(ByteArray(head)), options: options)
    }
    var pending = head[...]
    return try .read(options: options) { buffer throws(FeatureError) in
      guard pending.isEmpty else {
        let count = min(pending.count, buffer.count)
        buffer.copyBytes(from: pending.prefix(count))
        pending = pending.dropFirst(count)
        return count
      }
      return try stream.fill(buffer)
    }
  }
}

/// The bytes that an open pipe, device or terminal delivers, up to the limit.
private struct InputStream {
  let descriptor: Int32
  private var count = 0

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// The next bytes; `nil` at the end.
  mutating func next() throws(FeatureError) -> [UInt8]? {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    let outcome = block.withUnsafeMutableBytes { buffer in
      Result { () throws(FeatureError) in try fill(buffer) }
    }
    let filled = try outcome.get()
    return filled > 0 ? Array(block[..<filled]) : nil
  }

  /// Fills a buffer from its start as far as it goes; 0 at the end.
  mutating func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(FeatureError) -> Int {
    while true {
      let filled = systemRead(descriptor, buffer.baseAddress, buffer.count)
      if filled < 0 && errno == EINTR { continue }
      guard filled >= 0 else { throw FeatureError(.unreadable(whyUnreadable())) }
      count += filled
      guard count <= InputReader.memoryLimit else {
        throw FeatureError(
          .unreadable("the stream delivers more than \(InputReader.memoryLimit >> 20) MB; write it to a file")
        )
      }
      return filled
    }
  }
}

/// Reads a whole small file: a style, a request.
///
/// - Parameters:
///   - takesOnlyFiles: whether the name comes from a document: then only a regular file will do.
///   - limit: larger files are refused.
func readDocument(
  _ path: String, takesOnlyFiles: Bool = false, limit: Int = 64 << 20, first: Int = .max
) throws(Failure) -> [UInt8] {
  let isStandardInput = path == "-" && !takesOnlyFiles
  let name = isStandardInput ? "standard input" : path
  let descriptor =
    isStandardInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | (takesOnlyFiles ? O_NONBLOCK : 0))
  guard descriptor >= 0 else { throw .input(whyUnreadable(), at: name) }
  defer { if !isStandardInput { close(descriptor) } }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw .input(whyUnreadable(), at: name) }
  let kind = status.st_mode & S_IFMT
  if kind == S_IFDIR { throw .input("this is a folder; name a file", at: name) }
  if takesOnlyFiles && kind != S_IFREG { throw .input("this is no regular file; name one", at: name) }
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = block.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if count < 0 && errno == EINTR { continue }
    guard count >= 0 else { throw .input(whyUnreadable(), at: name) }
    bytes += block[..<count]
    if count == 0 || bytes.count >= first { return bytes.count > first ? Array(bytes[..<first]) : bytes }
    guard bytes.count <= limit else {
      throw .input("the file is larger than \(limit >> 20) MB; name a style or request", at: name)
    }
  }
}

/// Reads a request or a scenario as JSON.
///
/// - Parameter name: how it is called in messages.
func readJSON(_ path: String, name: String) throws(Failure) -> JSONText {
  let bytes = try readDocument(path)
  do throws(JSONError) {
    return try JSONText(parsing: bytes)
  } catch {
    throw .notJSON(error, in: name)
  }
}

extension Failure {
  /// What stands in a document's way of being JSON, with its place.
  static func notJSON(_ error: JSONError, in name: String) -> Failure {
    .input("\(error.message) [json-syntax]", at: "\(name):\(error.position.line):\(error.position.column)")
  }
}
