/// Inflates gzip or zlib data whole.
///
/// - Parameters:
///   - bytes: all of the data: one or more gzip members, or one zlib stream.
///   - limit: more bytes than this are an error, so that a bomb does no harm.
/// - Throws: ``InflateError`` for data that is damaged, cut off, too large or something else.
/// - Complexity: O(*output*).
public func inflatedGzip(_ bytes: UnsafeRawBufferPointer, limit: Int = .max) throws(InflateError) -> [UInt8] {
  var stream = try InflateStream(limit: limit)
  var result: [UInt8] = []
  result.reserveCapacity(expectedSize(of: bytes, limit: limit))
  // In blocks, so that a bomb is stopped before it takes its room.
  let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
  defer { block.deallocate() }
  var taken = 0
  while true {
    let step = try stream.inflate(UnsafeRawBufferPointer(rebasing: bytes[taken...]), into: block)
    result += block[..<step.produced]
    taken += step.consumed
    if step.produced < block.count { break }
  }
  try stream.finish()
  return result
}

/// Inflates gzip or zlib data whole.
///
/// - Throws: ``InflateError`` for data that is damaged, cut off, too large or something else.
public func inflatedGzip(_ bytes: [UInt8], limit: Int = .max) throws(InflateError) -> [UInt8] {
  let result: Result<[UInt8], InflateError> = bytes.withUnsafeBytes { buffer in
    do throws(InflateError) { return .success(try inflatedGzip(buffer, limit: limit)) } catch {
      return .failure(error)
    }
  }
  return try result.get()
}

/// Returns the size in a gzip file's last four bytes, as far as possible: deflate shrinks to a 1032nd at best.
private func expectedSize(of bytes: UnsafeRawBufferPointer, limit: Int) -> Int {
  guard bytes.count >= 18, bytes[0] == 0x1F else { return 0 }
  let stated = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  let most = bytes.count.multipliedReportingOverflow(by: 1032)
  return min(stated, most.overflow ? .max : most.partialValue, max(0, limit), 1 << 28)
}
