import JSONDocument
import MapFeatures
import VectorTiles

/// The first bytes of an archive, and the file's version.
struct ArchivePart: Hashable, Sendable {
  /// 16 KiB, unless the file is shorter.
  let bytes: [UInt8]
  let fileSize: Int
  /// Entity tag, or empty.
  let version: String
}

protocol ArchiveRanges: Sendable {
  var name: String { get }
  /// True if rereading helps after the file has changed.
  var canRestart: Bool { get }

  /// - Parameter anew: true to bypass caches.
  func beginning(during load: TileLoad, anew: Bool) throws(TileError) -> ArchivePart

  /// Reads a range of the same file version beyond its beginning; all of it, or an error.
  func read(_ range: Range<Int>, of part: ArchivePart, during load: TileLoad) throws(TileError) -> [UInt8]
}

extension ArchiveRanges {
  func bytes(_ range: Range<Int>, of part: ArchivePart, during load: TileLoad) throws(TileError) -> [UInt8] {
    guard range.upperBound <= part.fileSize else {
      throw .archive(
        name: name, reason: "the PMTiles archive points behind the end of the file; download the file again")
    }
    if range.upperBound <= part.bytes.count { return Array(part.bytes[range]) }
    return try read(range, of: part, during: load)
  }
}

struct LocalRanges: ArchiveRanges {
  let name: String
  var canRestart: Bool { false }
  private let fileSize: Int
  private let bytes: @Sendable (Range<Int>) throws(TileError) -> [UInt8]

  init(_ file: OpenFile) {
    (name, fileSize) = (file.name, file.count)
    bytes = { range throws(TileError) in try file.bytes(range) }
  }

  init(_ source: any ByteSource, name: String) {
    (self.name, fileSize) = (name, source.withBytes { $0.count })
    bytes = { range in source.withBytes { Array(UnsafeRawBufferPointer(rebasing: $0[range])) } }
  }

  func beginning(during load: TileLoad, anew: Bool) throws(TileError) -> ArchivePart {
    let bytes = try bytes(0..<min(PMTilesHeader.firstRequest, fileSize))
    return ArchivePart(bytes: bytes, fileSize: fileSize, version: "")
  }

  func read(_ range: Range<Int>, of part: ArchivePart, during load: TileLoad) throws(TileError) -> [UInt8] {
    try bytes(range)
  }
}

/// A remote file, cached by address, entity tag and range.
struct WebRanges: ArchiveRanges {
  let address, name: String
  let client: WebClient
  var canRestart: Bool { true }

  init(_ address: String, client: WebClient) {
    (self.address, self.client) = (address, client)
    name = addressForMessage(address)
  }

  func beginning(during load: TileLoad, anew: Bool) throws(TileError) -> ArchivePart {
    let key = "beginning of \(address)"
    let kept = client.cache?.entry(for: key)
    if !anew, let kept, kept.age < client.options.freshSeconds, let part = ArchivePart(kept: kept.bytes) {
      return part
    }
    do throws(TileError) {
      let range = 0..<PMTilesHeader.firstRequest
      let (answer, fileSize) = try request(range, version: "", fileSize: nil, load)
      let part = ArchivePart(bytes: answer.bytes, fileSize: fileSize, version: answer.entityTag)
      client.cache?.keep(part.kept, for: key)
      return part
    } catch {
      // An old beginning is better than none: its parts may still be in the cache.
      if !anew, error.isPassing, let kept, let part = ArchivePart(kept: kept.bytes) { return part }
      throw error
    }
  }

  func read(_ range: Range<Int>, of part: ArchivePart, during load: TileLoad) throws(TileError) -> [UInt8] {
    // Without a tag nobody knows of which version a kept part would be.
    let key = part.version.isEmpty ? nil : "\(range) of \(part.version) of \(address)"
    if let key, let kept = client.cache?.entry(for: key), kept.bytes.count == range.count {
      return kept.bytes
    }
    let (answer, _) = try request(range, version: part.version, fileSize: part.fileSize, load)
    if let key { client.cache?.keep(answer.bytes, for: key) }
    return answer.bytes
  }

  private func request(
    _ range: Range<Int>, version: String, fileSize: Int?, _ load: TileLoad
  ) throws(TileError) -> (WebAnswer, fileSize: Int) {
    let answer = try client.answer(
      to: WebRequest(
        address: address, accept: "*/*", range: range, version: version, limit: range.count), during: load)
    switch answer.status {
    case 206: break
    case 200: throw .noRanges(name: name)
    case 412: throw .changed(name: name)
    // A file that became shorter, or one that never was as long as its header has it.
    case 416:
      throw fileSize == nil
        ? .archive(name: name, reason: "the file is empty; upload it again") : .changed(name: name)
    default: throw .status(name: name, answer.status)
    }
    if ["br", "gzip", "deflate", "zstd"].contains(answer.encoding) { throw .wrongRange(name: name) }
    guard let sent = WebRanges.sentRange(answer.contentRange), sent.range.lowerBound == range.lowerBound,
      sent.range.count == answer.bytes.count
    else { throw .wrongRange(name: name) }
    if !version.isEmpty, answer.entityTag != version { throw .changed(name: name) }
    if let fileSize, sent.fileSize != fileSize { throw .changed(name: name) }
    guard sent.range.upperBound == min(range.upperBound, sent.fileSize) else { throw .wrongRange(name: name) }
    return (answer, sent.fileSize)
  }

  /// Range and size of `bytes 0-16383/784681`.
  static func sentRange(_ header: String) -> (range: Range<Int>, fileSize: Int)? {
    guard header.hasPrefix("bytes ") else { return nil }
    let numbers = header.dropFirst(6).split(whereSeparator: { $0 == "-" || $0 == "/" }).map { Int($0) }
    guard numbers.count == 3, let first = numbers[0], let last = numbers[1], let size = numbers[2],
      first >= 0, last >= first, last < size
    else { return nil }
    return (first..<last + 1, size)
  }
}

extension ArchivePart {
  /// Cached form: size and tag on a line each, then the bytes.
  fileprivate var kept: [UInt8] { Array("\(fileSize)\n\(version)\n".utf8) + bytes }

  fileprivate init?(kept: [UInt8]) {
    let parts = kept.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let size = Int(String(decoding: parts[0], as: UTF8.self)) else { return nil }
    self.init(bytes: Array(parts[2]), fileSize: size, version: String(decoding: parts[1], as: UTF8.self))
  }
}
