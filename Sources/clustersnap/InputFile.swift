import Inflate
import MapFeatures

/// A file's bytes in memory's own clothes: mapped, read as they are touched, given back when they were scanned.
final class MappedFile: ByteSource {
  let count: Int
  // Never null, mapped read-only from init to deinit and never written: safe to share between threads.
  private nonisolated(unsafe) let base: UnsafeRawPointer

  /// Maps an open regular file of a known size above zero.
  init?(descriptor: Int32, count: Int) {
    guard let address = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), address != MAP_FAILED else {
      return nil
    }
    madvise(address, count, MADV_SEQUENTIAL)
    self.count = count
    self.base = UnsafeRawPointer(address)
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: base), count) }

  func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try body(UnsafeRawBufferPointer(start: base, count: count))
  }

  func release(_ range: Range<Int>) {
    let page = Int(getpagesize())
    let start = (range.lowerBound + page - 1) / page * page
    let end = range.upperBound / page * page
    if end > start {
      madvise(UnsafeMutableRawPointer(mutating: base) + start, end - start, MADV_DONTNEED)
    }
  }
}

/// Opens inputs and reads what is in them.
struct InputReader {
  /// The most bytes that a compressed input may unpack to.
  static let inflatedLimit = 4 << 30

  var options: ReadingOptions
  /// Whether only regular files will do, as for names that come from a document: a pipe there would hang the job.
  var takesOnlyFiles = false

  /// Reads the points, lines and areas of a file, or of standard input where the path is `-`.
  func read(_ path: String) throws(Failure) -> FeatureTable {
    let name = path == "-" ? "standard input" : path
    do throws(FeatureError) {
      return try table(path)
    } catch {
      let place = error.position.map { ":\($0.line):\($0.column)" } ?? ""
      throw .input("\(name)\(place): error: \(error)")
    }
  }

  private func table(_ path: String) throws(FeatureError) -> FeatureTable {
    if path == "-" && !takesOnlyFiles { return try readStream(STDIN_FILENO) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | (takesOnlyFiles ? O_NONBLOCK : 0))
    guard descriptor >= 0 else { throw FeatureError(.unreadable(systemErrorText())) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FeatureError(.unreadable(systemErrorText())) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw FeatureError(.unreadable("it is a folder; name a file"))
    case S_IFREG: break
    default:
      if takesOnlyFiles { throw FeatureError(.unreadable("it is no regular file; name one")) }
      return try readStream(descriptor)
    }
    guard status.st_size > 0 else { return try .read(ByteArray([UInt8]()), options: options) }
    guard let file = MappedFile(descriptor: descriptor, count: Int(status.st_size)) else {
      throw FeatureError(.unreadable(systemErrorText()))
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
      Result { () throws(InflateError) in try inflatedGzip(bytes, limit: InputReader.inflatedLimit) }
    }
    do throws(InflateError) {
      return ByteArray(try result.get())
    } catch {
      throw FeatureError(.unreadable("it cannot be unpacked: \(error)"))
    }
  }

  /// Reads a stream while it delivers; a compressed one is taken whole first.
  private func readStream(_ descriptor: Int32) throws(FeatureError) -> FeatureTable {
    var head = [UInt8](repeating: 0, count: 2)
    var headCount = 0
    while headCount < 2 {
      let count = try fill(&head, from: descriptor, at: headCount)
      if count == 0 { break }
      headCount += count
    }
    if headCount == 2, head == [0x1F, 0x8B] {
      var bytes = head
      var block = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = try fill(&block, from: descriptor)
        if count == 0 { break }
        bytes += block[..<count]
      }
      return try .read(try inflated(ByteArray(bytes)), options: options)
    }
    var pending = head[..<headCount]
    return try .read(options: options) { buffer throws(FeatureError) in
      guard pending.isEmpty else {
        let count = min(pending.count, buffer.count)
        for index in 0..<count { buffer[index] = pending[pending.startIndex + index] }
        pending = pending.dropFirst(count)
        return count
      }
      return try fill(buffer, from: descriptor)
    }
  }

  private func fill(_ block: inout [UInt8], from descriptor: Int32, at start: Int = 0) throws(FeatureError)
    -> Int
  {
    let outcome = block.withUnsafeMutableBytes { buffer in
      Result { () throws(FeatureError) in
        try fill(UnsafeMutableRawBufferPointer(rebasing: buffer[start...]), from: descriptor)
      }
    }
    return try outcome.get()
  }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32) throws(FeatureError)
    -> Int
  {
    while true {
      let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { throw FeatureError(.unreadable(systemErrorText())) }
    }
  }
}

/// Reads a whole small file: a style, a request.
///
/// - Parameter limit: larger files are refused before a byte is read.
func readDocument(_ path: String, limit: Int = 64 << 20) throws(Failure) -> [UInt8] {
  let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .input("\(path): error: cannot be read: \(systemErrorText())") }
  defer { if path != "-" { close(descriptor) } }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else {
    throw .input("\(path): error: cannot be read: \(systemErrorText())")
  }
  if status.st_mode & S_IFMT == S_IFDIR { throw .input("\(path): error: this is a folder; name a file") }
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = block.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if count < 0 && errno == EINTR { continue }
    guard count >= 0 else { throw .input("\(path): error: cannot be read: \(systemErrorText())") }
    if count == 0 { return bytes }
    bytes += block[..<count]
    guard bytes.count <= limit else {
      throw .input("\(path): error: the file is larger than \(limit >> 20) MB; that is no style or request")
    }
  }
}
