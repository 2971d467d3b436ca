import JSONDocument

/// The compression of bytes, as their beginning shows.
public enum Compression: String, Hashable, Sendable, CaseIterable {
  /// The gzip format, RFC 1952.
  case gzip
  /// The zlib format, RFC 1950.
  case zlib
  /// The Zstandard format, RFC 8878.
  case zstd
  /// Not at all, or in a way that the first bytes do not show (brotli has no signature).
  case none

  /// Recognizes the compression. zlib has only two bytes divisible by 31, as one of a thousand other
  /// beginnings; but no picture or vector tile is among them.
  public init(of bytes: UnsafeRawBufferPointer) {
    let signature = FileSignature(of: bytes)
    if signature == .gzip {
      self = .gzip
    } else if signature == .zstandard
      || bytes.count >= 4 && bytes[0] & 0xF0 == 0x50 && bytes[1...3].elementsEqual([0x2A, 0x4D, 0x18])
    {
      // Frames that hold nothing (0x184D2A5x) may stand before the others.
      self = .zstd
    } else if bytes.count >= 2, bytes[0] & 0x8F == 8, (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0 {
      self = .zlib
    } else {
      self = .none
    }
  }

  /// Recognizes the compression of bytes by their beginning.
  public init(of bytes: [UInt8]) { self = bytes.withUnsafeBytes { Compression(of: $0) } }
}

/// Decompresses gzip, zlib or zstd data; other bytes are returned as they are.
///
/// - Parameter limit: in bytes; more are an error.
/// - Throws: ``InflateError`` for damaged, truncated or too large data, and for zstd without libzstd.
public func inflated(_ bytes: UnsafeRawBufferPointer, limit: Int) throws(InflateError) -> [UInt8] {
  let compression = Compression(of: bytes)
  if compression != .none { return try unpacked(bytes, compression, limit: limit) }
  guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
  return Array(bytes)
}

/// Decompresses gzip, zlib or zstd data; other bytes are returned without a copy.
///
/// - Parameter limit: in bytes; more are an error.
/// - Throws: ``InflateError`` for damaged, truncated or too large data, and for zstd without libzstd.
public func inflated(_ bytes: [UInt8], limit: Int) throws(InflateError) -> [UInt8] {
  if Compression(of: bytes) == .none, bytes.count <= limit { return bytes }
  return try bytes.withUnsafeBufferPointer { bytes throws(InflateError) in
    try inflated(UnsafeRawBufferPointer(bytes), limit: limit)
  }
}

/// Decompresses data in blocks, so that the limit is checked before memory is allocated.
func unpacked(
  _ bytes: UnsafeRawBufferPointer, _ compression: Compression, limit: Int
) throws(InflateError) -> [UInt8] {
  let unpacker = try Unpacker(compression, limit: limit)
  var result: [UInt8] = []
  result.reserveCapacity(expectedSize(of: bytes, limit: limit))
  let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
  defer { block.deallocate() }
  var taken = 0
  while true {
    let step = try unpacker.inflate(
      UnsafeRawBufferPointer(rebasing: bytes[taken...]), into: block, isFinal: true)
    if step == (0, 0) { break }
    guard step.produced <= limit - result.count else { throw .tooLarge(limit: limit) }
    result += block[..<step.produced]
    taken += step.consumed
  }
  try unpacker.finish()
  return result
}

/// Size in a gzip file's last four bytes, capped: deflate shrinks to a 1032nd at best.
private func expectedSize(of bytes: UnsafeRawBufferPointer, limit: Int) -> Int {
  guard bytes.count >= 18, bytes[0] == 0x1F else { return 0 }
  let stated = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  let most = bytes.count.multipliedReportingOverflow(by: 1032)
  return min(stated, most.overflow ? .max : most.partialValue, max(0, limit), 1 << 28)
}
