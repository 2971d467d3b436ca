import JSONDocument

/// The bytes of an input: a stream as it arrives, in a block that is being filled and finished ones before it, which are kept only
/// if properties are to be read from them; or bytes that are all there, which are one complete block.
///
/// A record is never cut by a block's end: what the last record lacks moves with it to the next block.
struct InputBlocks {
  /// Fills a buffer from its start; returns the number of bytes, 0 at the end.
  typealias Refill = (UnsafeMutableRawBufferPointer) throws(FeatureError) -> Int

  private(set) var block: StreamBlock
  /// The number of its bytes that have arrived.
  private(set) var count = 0
  var front = 0
  private(set) var isComplete = false
  /// The byte that ends a line, for the positions of errors.
  var newline: UInt8 = 0x0A

  /// The input where all of its bytes are there; `nil` for a stream.
  let source: (any ByteSource)?
  private let refill: Refill
  /// True if blocks are kept; no longer once there are too many bytes in them.
  private(set) var keepsBytes: Bool
  private let mostKept: Int
  var countBesides = 0
  private var finished: [RecordBytes.Block] = []
  private var keptCount = 0
  /// Line ends, and characters since the last of them, in what was read and not kept.
  private var forgotten = (lines: 0, columns: 0)
  private let blockSize: Int
  /// The block that is filled while the current one is read.
  private var ahead: BlockAhead?

  init(keepsBytes: Bool, mostKept: Int, blockSize: Int, refill: @escaping Refill) {
    (self.keepsBytes, self.mostKept, self.blockSize) = (keepsBytes, mostKept, blockSize)
    (self.refill, source) = (refill, nil)
    block = StreamBlock(offset: 0, capacity: blockSize, headroom: BlockAhead.headroom)
  }

  /// Bytes that are all there.
  init(_ bytes: UnsafeRawBufferPointer, of source: any ByteSource, keepsBytes: Bool) {
    (self.source, self.keepsBytes) = (source, keepsBytes)
    (mostKept, blockSize, refill) = (.max, 0, { _ in 0 })
    block = StreamBlock(borrowing: bytes) ?? StreamBlock(offset: 0, capacity: 0)
    (count, isComplete) = (bytes.count, true)
  }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: block.base, count: count) }

  var isFull: Bool { count == block.capacity }

  /// Returns a function that fills a block while the current one, which is full, is read; ``fill()`` goes on with it.
  /// `nil` where finished blocks are kept.
  mutating func fillingNext() -> (() -> Void)? {
    guard !keepsBytes else { return nil }
    let next = ahead ?? BlockAhead(capacity: blockSize)
    ahead = next
    return { [refill] in next.fill(refill) }
  }

  /// Waits for more bytes, at least one. Positions in the block are void afterwards, but for ``front``.
  mutating func fill() throws(FeatureError) {
    if let ahead, ahead.isFilled { return try take(ahead) }
    if isFull { turnOver() }
    let arrived = try block.fill(behind: count, refill)
    count += arrived
    isComplete = arrived == 0
  }

  /// Waits until twice as many bytes are there as now, or the stream ends.
  mutating func fillTwofold() throws(FeatureError) {
    let wanted = max(2 * (count - front), 1)
    repeat { try fill() } while count - front < wanted && !isComplete
  }

  /// Goes on in another block, of twice the size where a record fills this one.
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
      let next = StreamBlock(
        offset: block.offset + front, capacity: capacity, headroom: BlockAhead.headroom)
      UnsafeMutableRawBufferPointer(start: next.base, count: capacity).copyMemory(from: rest)
      block = next
    } else {
      block.base.copyMemory(from: block.base + front, byteCount: rest.count)
      block.offset += front
    }
    (count, front) = (rest.count, 0)
  }

  /// Goes on in the block that was filled ahead, with the rest of this one put before its bytes.
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

  /// Line ends, and characters since the last of them, behind some bytes.
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

  /// The bytes that have arrived of the block being filled, to be read before more comes.
  var current: RecordBytes { source.map { .source($0) } ?? .blocks([last]) }

  /// All bytes, for properties to be read from; the last call.
  func kept() -> RecordBytes { source.map { .source($0) } ?? .blocks(finished + [last]) }

  /// The input with all of its bytes, once they have arrived; `nil` where they are not kept.
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
