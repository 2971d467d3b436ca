import JSONDocument

/// Input bytes: blocks of a stream as it arrives, kept only if properties will be read; or all bytes as one
/// block.
///
/// No record crosses a block's end: the incomplete last record moves to the next block.
struct InputBlocks {
  /// Fills a buffer from its start; returns the number of bytes, 0 at the end.
  typealias Refill = (UnsafeMutableRawBufferPointer) throws(FeatureError) -> Int

  private(set) var block: StreamBlock
  private(set) var count = 0
  var front = 0
  private(set) var isComplete = false
  var newline: UInt8 = 0x0A

  let source: (any ByteSource)?
  private let refill: Refill
  private(set) var keepsBytes: Bool
  private let mostKept: Int
  var countBesides = 0
  private var finished: [RecordBytes.Block] = []
  private var keptCount = 0
  private var forgotten = (lines: 0, columns: 0)
  private let blockSize: Int
  private var ahead: BlockAhead?

  init(keepsBytes: Bool, mostKept: Int, blockSize: Int, refill: @escaping Refill) {
    (self.keepsBytes, self.mostKept, self.blockSize) = (keepsBytes, mostKept, blockSize)
    (self.refill, source) = (refill, nil)
    block = StreamBlock(offset: 0, capacity: blockSize, headroom: BlockAhead.headroom)
  }

  init(_ bytes: UnsafeRawBufferPointer, of source: any ByteSource, keepsBytes: Bool) {
    (self.source, self.keepsBytes) = (source, keepsBytes)
    (mostKept, blockSize, refill) = (.max, 0, { _ in 0 })
    block = StreamBlock(borrowing: bytes) ?? StreamBlock(offset: 0, capacity: 0)
    (count, isComplete) = (bytes.count, true)
  }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: block.base, count: count) }

  var isFull: Bool { count == block.capacity }

  /// A function that fills the next block while the full current one is read; ``fill()`` takes over.
  /// `nil` if blocks are kept.
  mutating func fillingNext() -> (() -> Void)? {
    guard !keepsBytes else { return nil }
    let next = ahead ?? BlockAhead(capacity: blockSize)
    ahead = next
    return { [refill] in next.fill(refill) }
  }

  /// Waits for at least one byte. Invalidates offsets in the block, except ``front``.
  mutating func fill() throws(FeatureError) {
    if let ahead, ahead.isFilled { return try take(ahead) }
    if isFull { turnOver() }
    let arrived = try block.fill(behind: count, refill)
    count += arrived
    isComplete = arrived == 0
  }

  mutating func fillTwofold() throws(FeatureError) {
    let wanted = max(2 * (count - front), 1)
    repeat { try fill() } while count - front < wanted && !isComplete
  }

  /// Continues in a new block, twice as large if one record fills this one.
  private mutating func turnOver() {
    let rest = UnsafeRawBufferPointer(start: block.base + front, count: count - front)
    keptCount += front
    let givesUp = keepsBytes && keptCount + countBesides > mostKept
    if givesUp {
      keepsBytes = false
      for entry in finished { withExtendedLifetime(entry) { forget(entry.bytes) } }
      finished = []
    }
    // Memory of 16 MB and more goes back to the system at once where blocks are given up.
    let mayGiveUp = keepsBytes && mostKept < .max
    let usualSize = mayGiveUp && keptCount >= 1 << 24 ? max(1 << 24, blockSize) : blockSize
    let capacity = rest.count * 2 > block.capacity ? 2 * block.capacity : max(usualSize, 2 * rest.count)
    if keepsBytes {
      if front > 0 { finished.append(.init(block: block, count: front)) }
    } else {
      forget(UnsafeRawBufferPointer(start: block.base, count: front))
    }
    if keepsBytes || givesUp || capacity > block.capacity {
      let next = StreamBlock(offset: block.offset + front, capacity: capacity, headroom: BlockAhead.headroom)
      UnsafeMutableRawBufferPointer(start: next.base, count: capacity).copyMemory(from: rest)
      block = next
    } else {
      block.base.copyMemory(from: block.base + front, byteCount: rest.count)
      block.offset += front
    }
    (count, front) = (rest.count, 0)
  }

  private mutating func take(_ ahead: BlockAhead) throws(FeatureError) {
    forget(UnsafeRawBufferPointer(start: block.base, count: front))
    let rest = UnsafeRawBufferPointer(start: block.base + front, count: count - front)
    let offset = block.offset + front
    (block, count) = ahead.exchange(for: block, after: rest)
    (block.offset, front) = (offset, 0)
    isComplete = ahead.hasEnded
    if let failure = ahead.failure { throw failure }
  }

  private mutating func forget(_ bytes: UnsafeRawBufferPointer) {
    forgotten = passed(bytes, behind: forgotten)
  }

  private func passed(
    _ bytes: UnsafeRawBufferPointer, behind before: (lines: Int, columns: Int)
  ) -> (lines: Int, columns: Int) {
    let end = LineCounter(newline: newline).position(of: bytes.count, in: bytes)
    return (before.lines + end.line - 1, (end.line == 1 ? before.columns : 0) + end.column - 1)
  }

  func position(of offset: Int) -> TextPosition {
    var position = LineCounter(newline: newline).position(of: offset, in: bytes)
    let before = finished.reduce(forgotten) { passed($1.bytes, behind: $0) }
    if position.line == 1 { position.column += before.columns }
    position.line += before.lines
    return position
  }

  private var last: RecordBytes.Block { .init(block: block, count: count) }

  var current: RecordBytes { source.map { .source($0) } ?? .blocks([last]) }

  /// All bytes, for reading properties; the last call.
  func kept() -> RecordBytes { source.map { .source($0) } ?? .blocks(finished + [last]) }

  /// The whole input once it has arrived; `nil` if it is not kept.
  mutating func whole() throws(FeatureError) -> (any ByteSource)? {
    if let source { return source }
    guard keepsBytes else { return nil }
    while !isComplete { try fill() }
    return ByteArray(
      (finished + [last]).reduce(into: []) { all, block in
        withExtendedLifetime(block) { all += block.bytes }
      })
  }
}
