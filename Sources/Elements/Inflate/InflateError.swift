/// Why bytes cannot be inflated.
public enum InflateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Neither gzip nor zlib, seen from the beginning.
  case notCompressed
  /// The bytes end in the middle.
  case truncated
  /// The inflated bytes are not those that were deflated: a checksum or a length differs.
  case wrongChecksum
  /// The bytes make no sense; `offset` is about where, `reason` is zlib's or libzstd's.
  case damaged(offset: Int, reason: String)
  /// Something follows the compressed data that is not compressed data.
  case trailingBytes(offset: Int)
  /// More comes out than is allowed.
  case tooLarge(limit: Int)
  /// No memory for the decoder's window.
  case outOfMemory
  /// There is no libzstd, which zstd data needs.
  case noZstandard

  /// The fault and its remedy, in one line.
  public var description: String {
    switch self {
    case .notCompressed:
      "the data is neither gzip nor zlib; name a file made by gzip, or an uncompressed one"
    case .truncated:
      "the compressed data is cut off; download or compress the file again"
    case .wrongChecksum:
      "the compressed data is damaged (its checksum differs); download or compress the file again"
    case .damaged(let offset, let reason):
      "the compressed data is damaged near byte \(offset) (\(reason)); download or compress the file again"
    case .trailingBytes(let offset):
      "something follows the compressed data at byte \(offset); cut it off, or compress the file again"
    case .tooLarge(let limit):
      "the data inflates to more than \(limit) bytes; split the file, or uncompress it first"
    case .outOfMemory:
      "there is no memory to inflate the data; close other programs"
    case .noZstandard:
      "zstd data needs libzstd; install libzstd1 or zstd, or compress the file with gzip"
    }
  }
}
