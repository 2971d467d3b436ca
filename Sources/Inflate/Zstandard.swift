import CZstd
import JSONDocument

/// Zstandard frames (RFC 8878), any number of them in a row, skippable ones among them.
enum Zstandard {
  static func beginsSkippableFrame(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= 4 && bytes[0] & 0xF0 == 0x50 && bytes[1] == 0x2A && bytes[2] == 0x4D && bytes[3] == 0x18
  }

  static func beginsFrame(_ bytes: UnsafeRawBufferPointer) -> Bool {
    FileSignature(of: bytes) == .zstandard || beginsSkippableFrame(bytes)
  }

  /// Opens a stream of libzstd, to be closed with `zstd_close`.
  static func opened(limit: Int) throws(InflateError) -> OpaquePointer? {
    var stream: OpaquePointer?
    switch zstd_open(&stream, windowLog(for: limit)) {
    case zstd_open_done: return stream
    case zstd_open_no_library: throw .noZstandard
    default: throw .outOfMemory
    }
  }

  /// The largest window worth its memory: no frame needs more than all that may come out of it. libzstd takes 10 and
  /// more; 27, which is 128 MB, is what it takes unless asked otherwise.
  private static func windowLog(for limit: Int) -> Int32 {
    Int32(max(10, min(27, Int.bitWidth - max(0, limit - 1).leadingZeroBitCount)))
  }

  static func error(_ fault: String, offset: Int, limit: Int) -> InflateError {
    switch fault {
    case "Restored data doesn't match checksum": .wrongChecksum
    case "Frame requires too much memory for decoding": .tooLarge(limit: limit)
    case "Allocation error : not enough memory": .outOfMemory
    default: .damaged(offset: offset, reason: fault)
    }
  }
}
