/// Why bytes cannot be inflated.
public enum InflateError: Error, Hashable, Sendable, CustomStringConvertible {
  case notCompressed, truncated, wrongChecksum
  /// `offset` is approximate; `reason` is zlib's or libzstd's.
  case damaged(offset: Int, reason: String)
  case trailingBytes(offset: Int)
  case tooLarge(limit: Int)
  case outOfMemory, noZstandard

  /// The fault and its remedy, in one line.
  public var description: String {
    switch self {
    case .notCompressed: "the data is neither gzip nor zlib; name a file made by gzip, or an uncompressed one"
    case .truncated: "the compressed data is cut off; download or compress the file again"
    case .wrongChecksum:
      "the compressed data is damaged (its checksum differs); download or compress the file again"
    case .damaged(let offset, let reason):
      "the compressed data is damaged near byte \(offset) (\(reason)); download or compress the file again"
    case .trailingBytes(let offset):
      "something follows the compressed data at byte \(offset); cut it off, or compress the file again"
    case .tooLarge(let limit):
      "the data inflates to more than \(limit) bytes; split the file, or uncompress it first"
    case .outOfMemory: "there is no memory to inflate the data; close other programs"
    case .noZstandard: "zstd data needs libzstd; install libzstd1 or zstd, or compress the file with gzip"
    }
  }
}
