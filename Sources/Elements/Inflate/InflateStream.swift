import CZlib

/// Inflates gzip (RFC 1952, any number of members) or zlib (RFC 1950) data block by block.
///
/// Zero bytes after the last member of a gzip file are padding, as tape drives leave it.
struct InflateStream: ~Copyable {
  private enum Phase {
    case beginning, inside, betweenMembers, padding, ended
  }

  /// zlib keeps a pointer to its stream, which must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private let limit: Int
  private var phase = Phase.beginning
  private var isGzip = false
  private var memberBegin = 0
  private(set) var consumed = 0
  private(set) var produced = 0

  /// - Parameter limit: bytes of output, at most.
  /// - Throws: ``InflateError/outOfMemory``.
  init(limit: Int = .max) throws(InflateError) {
    self.limit = limit
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // The version is checked by its first letter, the size guards against another header's layout.
    let status = inflateInit2_(stream, 15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { throw .outOfMemory }
  }

  deinit {
    inflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Inflates as much of `input` as fits into `output`.
  ///
  /// If `output` is filled, call again with the rest of `input`, even if that is empty.
  ///
  /// - Returns: the bytes consumed and written.
  /// - Throws: ``InflateError`` for a damaged stream.
  mutating func inflate(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(InflateError) -> (consumed: Int, produced: Int) {
    var (taken, written) = (0, 0)
    while written < output.count {
      if phase != .inside {
        guard taken < input.count else { break }
        if try begin(with: input[taken]) { take(1, &taken) }
        continue
      }
      let step = try inflateOnce(
        UnsafeRawBufferPointer(rebasing: input[taken...]),
        UnsafeMutableRawBufferPointer(rebasing: output[written...]))
      take(step.consumed, &taken)
      written += step.produced
      produced += step.produced
      guard produced <= limit else { throw .tooLarge(limit: limit) }
      if step == (0, 0), phase == .inside { break }
    }
    return (taken, written)
  }

  /// - Throws: ``InflateError/truncated``, or ``InflateError/notCompressed`` if there was no data.
  func finish() throws(InflateError) {
    switch phase {
    case .beginning: throw .notCompressed
    case .inside: throw .truncated
    case .betweenMembers, .padding, .ended: return
    }
  }

  private mutating func take(_ count: Int, _ taken: inout Int) {
    taken += count
    consumed += count
  }

  private mutating func begin(with byte: UInt8) throws(InflateError) -> Bool {
    switch (phase, byte) {
    case (.beginning, 0x1F), (.betweenMembers, 0x1F):
      isGzip = true
      inflateReset2(stream, 15 + 16)
    case (.beginning, _) where byte & 0x0F == 8: inflateReset2(stream, 15)
    case (.beginning, _): throw .notCompressed
    case (.betweenMembers, 0), (.padding, 0):
      phase = .padding
      return true
    default: throw .trailingBytes(offset: consumed)
    }
    phase = .inside
    memberBegin = consumed
    return false
  }

  private mutating func inflateOnce(
    _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
  ) throws(InflateError) -> (consumed: Int, produced: Int) {
    let (inputCount, outputCount) = (UInt32(clamping: input.count), UInt32(clamping: output.count))
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = inputCount
    stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = outputCount
    let status = CZlib.inflate(stream, Z_NO_FLUSH)
    let step = (
      consumed: Int(inputCount - stream.pointee.avail_in),
      produced: Int(outputCount - stream.pointee.avail_out)
    )
    switch status {
    case Z_OK, Z_BUF_ERROR: return step
    case Z_STREAM_END:
      phase = isGzip ? .betweenMembers : .ended
      return step
    case Z_MEM_ERROR: throw .outOfMemory
    case Z_NEED_DICT: throw .damaged(offset: memberBegin, reason: "it needs a dictionary")
    default:
      let offset = consumed + step.consumed
      let reason = stream.pointee.msg.map { String(cString: $0) } ?? "zlib status \(status)"
      switch reason {
      case "incorrect header check" where memberBegin == 0: throw .notCompressed
      case "incorrect header check": throw .trailingBytes(offset: memberBegin)
      case "incorrect data check", "incorrect length check": throw .wrongChecksum
      default: throw .damaged(offset: offset, reason: reason)
      }
    }
  }
}
