/// Reads GeoJSON objects, one per line or between record separators (RFC 8142).
///
/// Broken records are skipped, except the last one: then the input was cut.
struct LineScanner: RecordScanner {
  let depthLimit: Int
  let isSequence: Bool
  var rows: JSONRows? = nil

  private var ending: UInt8 { isSequence ? 0x1E : 0x0A }

  func boundary(_ bytes: UnsafeRawBufferPointer, near offset: Int, before limit: Int) -> Int? {
    let ending = endOfRecord(bytes, from: offset - 1)
    let start = skipGap(bytes, from: ending)
    return start < limit ? start : nil
  }

  mutating func scan(
    _ bytes: UnsafeRawBufferPointer, from start: Int, to stop: Int, isFinal: Bool, overshoot: Int,
    into chunk: Chunk
  ) {
    chunk.reset(start: start)
    guard let base = bytes.baseAddress else { return }
    var position = start
    // One for all lines, for it learns how they are laid out.
    var parser = FeatureParser(
      json: JSONScanner(base: base, end: start, depthLimit: depthLimit), chunk: chunk, rows: rows)
    while true {
      position = skipGap(bytes, from: position)
      chunk.end = position
      if position >= stop || position == bytes.count { return }
      let end = endOfRecord(bytes, from: position)
      if end == bytes.count, !isFinal {
        chunk.outcome = .incomplete
        return
      }
      parser.json = JSONScanner(base: base, end: end, depthLimit: depthLimit)
      var behind = parser.takeRecord(position, depth: 0, allowsGeometry: true)
      if behind >= 0 {
        behind = parser.json.skipBlanks(behind)
        if behind < end { behind = parser.json.fail(.json(.trailingContent), at: behind) }
      }
      if behind < 0, case .json(let fault) = parser.json.problem, fault != .trailingContent {
        let isLast = skipGap(bytes, from: end) == bytes.count
        if isLast, !isFinal {
          chunk.outcome = .incomplete
          return
        }
        if !isLast {
          chunk.skip(offset: position, parser.json.problem, at: parser.json.problemOffset)
          behind = end
        }
      }
      if behind < 0 {
        chunk.outcome = .failed(parser.json.problem, offset: parser.json.problemOffset)
        return
      }
      position = end
      if position - stop > overshoot {
        chunk.outcome = .abandoned
        return
      }
    }
  }

  private func skipGap(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var position = start
    while position < bytes.count, bytes[position] <= 0x20,
      [0x20, 0x0A, 0x0D, 0x09, 0x1E].contains(bytes[position])
    {
      position += 1
    }
    return position
  }

  private func endOfRecord(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard let base = bytes.baseAddress else { return start }
    let wanted = SIMD16<UInt8>(repeating: ending)
    var position = start
    while bytes.count - position >= 16 {
      let mask = base.loadUnaligned(fromByteOffset: position, as: SIMD16<UInt8>.self) .== wanted
      let words = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
      if words[0] != 0 { return position + words[0].trailingZeroBitCount / 8 }
      if words[1] != 0 { return position + 8 + words[1].trailingZeroBitCount / 8 }
      position += 16
    }
    while position < bytes.count, bytes[position] != ending { position += 1 }
    return position
  }
}
