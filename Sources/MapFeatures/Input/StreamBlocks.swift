import JSONDocument

/// The bytes of a stream as they arrive: a block that is being filled, and the finished ones before it, which are
/// kept only if properties are to be read from them.
///
/// A record is never cut by a block's end: what the last record lacks moves with it to the next block.
struct StreamBlocks {
  /// The block being filled.
  private(set) var block: StreamBlock
  /// How many bytes of it have arrived.
  private(set) var count = 0
  /// Where in it the first unread record begins.
  var front = 0
  /// Whether the stream has ended.
  private(set) var isComplete = false

  /// Whether blocks are kept; no longer once there are too many bytes in them.
  private(set) var keepsBytes: Bool
  private let mostKept: Int
  /// How many bytes are kept elsewhere of what was read.
  var countBesides = 0
  private var finished: [RecordBlocks.Entry] = []
  private var keptCount = 0
  /// Line ends, and characters since the last of them, in what was read and not kept.
  private var forgottenLines = 0
  private var forgottenColumns = 0
  private let blockSize: Int
  /// What is filled while the current block is read.
  private var ahead: BlockAhead?

  /// - Parameter mostKept: bytes, those kept elsewhere included, beyond which no block is kept.
  init(keepsBytes: Bool, mostKept: Int = .max, blockSize: Int = 1 << 20) {
    (self.keepsBytes, self.mostKept) = (keepsBytes, mostKept)
    self.blockSize = blockSize
    block = StreamBlock(offset: 0, capacity: blockSize, headroom: BlockAhead.headroom)
  }

  /// The bytes of the current block.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: block.base, count: count) }

  /// Whether no more bytes have room in it.
  var isFull: Bool { count == block.capacity }

  /// A block to be filled while the current one is read, which is full; what ``fill(newline:_:)`` goes on with. `nil` where
  /// finished blocks are kept.
  mutating func next() -> BlockAhead? {
    guard !keepsBytes else { return nil }
    let next = ahead ?? BlockAhead(capacity: blockSize)
    ahead = next
    return next
  }

  /// Waits for more bytes, at least one. Positions in the block are void afterwards, but for ``front``.
  ///
  /// - Parameter newline: what ends a line, for the places of later errors.
  mutating func fill(
    newline: UInt8, _ refill: (UnsafeMutableRawBufferPointer) throws(FeatureError) -> Int
  ) throws(FeatureError) {
    if let ahead, ahead.isFilled { return try take(ahead, newline: newline) }
    if count == block.capacity { turnOver(newline: newline) }
    let free = UnsafeMutableRawBufferPointer(start: block.base + count, count: block.capacity - count)
    let arrived = try refill(free)
    guard arrived >= 0, arrived <= free.count else {
      throw FeatureError(.unreadable("the stream cannot be read"))
    }
    count += arrived
    if arrived == 0 { isComplete = true }
  }

  /// Waits until twice as many bytes are there as now, or the stream ends.
  mutating func fillTwofold(
    newline: UInt8, _ refill: (UnsafeMutableRawBufferPointer) throws(FeatureError) -> Int
  ) throws(FeatureError) {
    let wanted = max(2 * (count - front), 1)
    repeat { try fill(newline: newline, refill) } while count - front < wanted && !isComplete
  }

  /// Goes on in another block, of twice the size where a record fills this one.
  private mutating func turnOver(newline: UInt8) {
    let rest = UnsafeRawBufferPointer(start: block.base + front, count: count - front)
    keptCount += front
    let givesUp = keepsBytes && keptCount + countBesides > mostKept
    if givesUp {
      keepsBytes = false
      for entry in finished { withExtendedLifetime(entry) { forget(entry.bytes, newline: newline) } }
      finished = []
    }
    // Memory of 16 MB and more goes back to the system at once where blocks are given up.
    let mayGiveUp = keepsBytes && mostKept < .max
    let usualSize = mayGiveUp && keptCount >= 1 << 24 ? max(1 << 24, blockSize) : blockSize
    let capacity = rest.count * 2 > block.capacity ? 2 * block.capacity : usualSize
    if keepsBytes {
      if front > 0 { finished.append(RecordBlocks.Entry(block: block, count: front)) }
    } else {
      forget(UnsafeRawBufferPointer(start: block.base, count: front), newline: newline)
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
  private mutating func take(_ ahead: BlockAhead, newline: UInt8) throws(FeatureError) {
    forget(UnsafeRawBufferPointer(start: block.base, count: front), newline: newline)
    let rest = UnsafeRawBufferPointer(start: block.base + front, count: count - front)
    let offset = block.offset + front
    (block, count) = ahead.exchange(for: block, after: rest)
    (block.offset, front) = (offset, 0)
    isComplete = ahead.hasEnded
    if let failure = ahead.failure { throw failure }
  }

  private mutating func forget(_ bytes: UnsafeRawBufferPointer, newline: UInt8) {
    let end = LineCounter(newline: newline).position(of: bytes.count, in: bytes)
    forgottenColumns = (end.line == 1 ? forgottenColumns : 0) + end.column - 1
    forgottenLines += end.line - 1
  }

  /// Line and column of a byte of the current block.
  func position(of place: Int, newline: UInt8) -> TextPosition {
    let counter = LineCounter(newline: newline)
    var position = counter.position(of: place, in: bytes)
    var (lines, columns) = (forgottenLines, forgottenColumns)
    for entry in finished {
      let end = counter.position(of: entry.count, in: entry.bytes)
      columns = (end.line == 1 ? columns : 0) + end.column - 1
      lines += end.line - 1
    }
    if position.line == 1 { position.column += columns }
    position.line += lines
    return position
  }

  /// What has arrived of the block being filled, to be read before more comes.
  var current: RecordBlocks { RecordBlocks([RecordBlocks.Entry(block: block, count: count)]) }

  /// All blocks, for properties to be read from; the last call.
  func kept() -> RecordBlocks {
    RecordBlocks(finished + [RecordBlocks.Entry(block: block, count: count)])
  }
}

/// A piece of memory that bytes arrive in.
///
/// `@unchecked Sendable`: written to by the one thread that reads the stream, before a table gets hold of it; never
/// afterwards.
final class StreamBlock: @unchecked Sendable {
  /// Where the bytes begin, and how many have room from there on.
  private(set) var base: UnsafeMutableRawPointer
  private(set) var capacity: Int
  /// Where in the stream the block begins.
  var offset: Int
  private let memory: UnsafeMutableRawPointer
  private let headroom: Int

  /// - Parameter headroom: how many bytes have room before the first.
  init(offset: Int, capacity: Int, headroom: Int = 0) {
    (self.offset, self.capacity, self.headroom) = (offset, capacity, headroom)
    memory = .allocate(byteCount: headroom + capacity, alignment: 16)
    base = memory + headroom
  }

  deinit { memory.deallocate() }

  /// Puts bytes before the first; false where they have no room.
  func prepend(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= base - memory else { return false }
    base -= bytes.count
    capacity += bytes.count
    UnsafeMutableRawBufferPointer(start: base, count: bytes.count).copyMemory(from: bytes)
    return true
  }

  /// Empties the block: the bytes that were put before the first have room there again.
  func empty() {
    capacity -= memory + headroom - base
    base = memory + headroom
  }
}

/// The block of a stream that is filled on one thread while others read the one before it.
final class BlockAhead {
  /// What a record may lack at the end of a block without all that follows being moved.
  static let headroom = 1 << 16

  private var block: StreamBlock
  private var count = 0
  /// Whether it was filled, and not yet taken.
  private(set) var isFilled = false
  /// Whether the stream has ended behind its bytes.
  private(set) var hasEnded = false
  /// Why the stream cannot be read behind its bytes.
  private(set) var failure: FeatureError?

  init(capacity: Int) {
    block = StreamBlock(offset: 0, capacity: capacity, headroom: BlockAhead.headroom)
  }

  /// Waits until the block is full or the stream ends.
  func fill(_ refill: (UnsafeMutableRawBufferPointer) throws(FeatureError) -> Int) {
    isFilled = true
    do throws(FeatureError) {
      while count < block.capacity, !hasEnded {
        let free = UnsafeMutableRawBufferPointer(start: block.base + count, count: block.capacity - count)
        let arrived = try refill(free)
        guard 0...free.count ~= arrived else { throw FeatureError(.unreadable("the stream cannot be read")) }
        count += arrived
        hasEnded = arrived == 0
      }
    } catch {
      failure = error
    }
  }

  /// Hands the block out and keeps another in its place.
  ///
  /// - Parameter rest: what stands before its bytes.
  /// - Returns: the block, and how many bytes are in it, those of the rest included.
  func exchange(for old: StreamBlock, after rest: UnsafeRawBufferPointer) -> (StreamBlock, count: Int) {
    var filled = (block, count: rest.count + count)
    if block.prepend(rest) {
      block = old
      block.empty()
    } else {
      let larger = StreamBlock(
        offset: 0, capacity: rest.count + block.capacity, headroom: BlockAhead.headroom)
      UnsafeMutableRawBufferPointer(start: larger.base, count: rest.count).copyMemory(from: rest)
      (larger.base + rest.count).copyMemory(from: block.base, byteCount: count)
      filled.0 = larger
      block.empty()
    }
    (count, isFilled) = (0, false)
    return filled
  }
}

/// The bytes of a stream that was read, in blocks that no record crosses.
struct RecordBlocks: Sendable {
  /// A block as far as it is filled with whole records.
  struct Entry: Sendable {
    var block: StreamBlock
    var count: Int

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: block.base, count: count) }
  }

  private let entries: [Entry]

  init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// Lends the block that holds a place of the stream, and the place in it.
  func withBytes<R>(at place: Int, _ body: (UnsafeRawBufferPointer, Int) -> R) -> R {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].block.offset <= place { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return body(UnsafeRawBufferPointer(start: nil, count: 0), 0) }
    let entry = entries[low - 1]
    return withExtendedLifetime(entry) { body(entry.bytes, place - entry.block.offset) }
  }

  /// The line that holds a place of the stream, from 1; `nil` where the bytes before it are gone.
  func line(of place: Int, newline: UInt8) -> Int? {
    guard entries.first?.block.offset == 0 else { return nil }
    let counter = LineCounter(newline: newline)
    return entries.reduce(1) { line, entry in
      let count = min(entry.count, place - entry.block.offset)
      guard count > 0 else { return line }
      return withExtendedLifetime(entry) {
        line + counter.newlines(UnsafeRawBufferPointer(rebasing: entry.bytes[..<count]))
      }
    }
  }

  /// All bytes in one piece, from the start of the stream.
  func joined() -> [UInt8] {
    var result: [UInt8] = []
    for entry in entries {
      withExtendedLifetime(entry) { result.append(contentsOf: entry.bytes) }
    }
    return result
  }
}

/// Where the bytes of records are.
enum RecordBytes: Sendable {
  case source(any ByteSource)
  case blocks(RecordBlocks)
  /// Places are numbers of rows.
  case numbered(any PointRows)

  /// Lends bytes that hold the whole record at a place of the input, and the place in them.
  func withBytes<R>(at place: Int, _ body: (UnsafeRawBufferPointer, Int) -> R) -> R {
    switch self {
    case .source(let source): source.withBytes { body($0, place) }
    case .blocks(let blocks): blocks.withBytes(at: place, body)
    case .numbered(let rows): rows.withRecord(place) { body($0, 0) }
    }
  }

  /// The line that holds a place of the input, from 1.
  ///
  /// - Complexity: O(*place*).
  func line(of place: Int, newline: UInt8) -> Int? {
    switch self {
    case .source(let source):
      source.withBytes { LineCounter(newline: newline).position(of: place, in: $0).line }
    case .blocks(let blocks): blocks.line(of: place, newline: newline)
    case .numbered: nil
    }
  }
}
