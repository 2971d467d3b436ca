import CZstd

/// Decompresses gzip, zlib or zstd data (RFC 8878, any number of frames) in pieces, into buffers of any size.
///
/// Memory is constant, but for a zstd window of at most 128 MB.
public final class Unpacker {
  private var deflate: InflateStream
  private var zstandard: OpaquePointer?
  private let limit: Int
  private var isInFrame = true
  private var consumed = 0

  /// - Parameter head: the first four bytes, if there are as many.
  /// - Throws: ``InflateError/notCompressed`` for other data, ``InflateError/noZstandard``.
  public convenience init(head: [UInt8]) throws(InflateError) {
    try self.init(Compression(of: head), limit: .max)
  }

  init(_ compression: Compression, limit: Int) throws(InflateError) {
    self.limit = limit
    deflate = try InflateStream(limit: limit)
    switch compression {
    case .gzip, .zlib: break
    case .zstd: zstandard = try Unpacker.openedZstandard(limit: limit)
    case .none: throw .notCompressed
    }
  }

  deinit { if let zstandard { zstd_close(zstandard) } }

  /// Decompresses as much of `input` as fits into `output`.
  ///
  /// - Returns: bytes consumed and written; 0 of both if more input is needed.
  /// - Throws: ``InflateError`` for damaged data.
  public func inflate(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, isFinal: Bool
  ) throws(InflateError) -> (consumed: Int, produced: Int) {
    guard let zstandard else { return try deflate.inflate(input, into: output) }
    if !isInFrame {
      if input.isEmpty || input.count < 4 && !isFinal { return (0, 0) }
      guard Compression(of: input) == .zstd else { throw .trailingBytes(offset: consumed) }
      isInFrame = true
    }
    let step = zstd_step(zstandard, input.baseAddress, input.count, output.baseAddress, output.count)
    consumed += step.taken
    if let fault = step.fault {
      throw error(String(cString: fault))
    }
    if step.is_frame_done { isInFrame = false }
    return (step.taken, step.written)
  }

  /// - Throws: ``InflateError/truncated``.
  public func finish() throws(InflateError) {
    if zstandard == nil {
      try deflate.finish()
    } else if isInFrame {
      throw .truncated
    }
  }

  private static func openedZstandard(limit: Int) throws(InflateError) -> OpaquePointer? {
    var stream: OpaquePointer?
    // The largest window worth its memory: no frame needs more than all that may come out of it. libzstd takes 10 and more; 27,
    // which is 128 MB, is what it takes unless asked otherwise.
    let windowLog = max(10, min(27, Int.bitWidth - max(0, limit - 1).leadingZeroBitCount))
    switch zstd_open(&stream, Int32(windowLog)) {
    case zstd_open_done: return stream
    case zstd_open_no_library: throw .noZstandard
    default: throw .outOfMemory
    }
  }

  private func error(_ fault: String) -> InflateError {
    switch fault {
    case "Restored data doesn't match checksum": .wrongChecksum
    case "Frame requires too much memory for decoding": .tooLarge(limit: limit)
    case "Allocation error : not enough memory": .outOfMemory
    default: .damaged(offset: consumed, reason: fault)
    }
  }
}
