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

  /// Recognizes the compression of bytes by their beginning.
  ///
  /// zlib has no signature but two bytes that divide by 31, which one of a thousand other beginnings does as well; no
  /// picture and no vector tile is among them.
  public init(of bytes: UnsafeRawBufferPointer) {
    let signature = FileSignature(of: bytes)
    if signature == .gzip {
      self = .gzip
    } else if signature == .zstandard || Zstandard.beginsSkippableFrame(bytes) {
      self = .zstd
    } else if bytes.count >= 2, bytes[0] & 0x8F == 8, (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0 {
      self = .zlib
    } else {
      self = .none
    }
  }

  /// Recognizes the compression of bytes by their beginning.
  public init(of bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { Compression(of: $0) }
  }
}

/// Inflates gzip, zlib or zstd data whole; other bytes are returned as they are.
///
/// - Parameters:
///   - limit: more bytes than this are an error, so that a bomb does no harm.
/// - Throws: ``InflateError`` for data that is damaged, cut off or too large, and for zstd without libzstd.
/// - Complexity: O(*output*).
public func inflated(_ bytes: UnsafeRawBufferPointer, limit: Int) throws(InflateError) -> [UInt8] {
  switch Compression(of: bytes) {
  case .gzip, .zlib: return try inflatedGzip(bytes, limit: limit)
  case .zstd: return try Zstandard.inflated(bytes, limit: limit)
  case .none:
    guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    return Array(bytes)
  }
}

/// Inflates gzip, zlib or zstd data whole; other bytes are returned as they are, without a copy.
///
/// - Parameters:
///   - limit: more bytes than this are an error, so that a bomb does no harm.
/// - Throws: ``InflateError`` for data that is damaged, cut off or too large, and for zstd without libzstd.
public func inflated(_ bytes: [UInt8], limit: Int) throws(InflateError) -> [UInt8] {
  if Compression(of: bytes) == .none, bytes.count <= limit { return bytes }
  let result: Result<[UInt8], InflateError> = bytes.withUnsafeBytes { buffer in
    do throws(InflateError) { return .success(try inflated(buffer, limit: limit)) } catch {
      return .failure(error)
    }
  }
  return try result.get()
}
