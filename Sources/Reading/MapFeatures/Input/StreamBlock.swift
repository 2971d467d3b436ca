/// A piece of memory that bytes arrive in.
///
/// `@unchecked Sendable`: written to by the one thread that reads the stream, before a table gets hold of it; never
/// afterwards.
final class StreamBlock: @unchecked Sendable {
  /// The first byte, and the number of bytes that have room from there on.
  private(set) var base: UnsafeMutableRawPointer
  private(set) var capacity: Int
  var offset: Int
  private let memory: UnsafeMutableRawPointer
  private let headroom: Int
  private let isBorrowed: Bool

  /// - Parameter headroom: how many bytes have room before the first.
  init(offset: Int, capacity: Int, headroom: Int = 0) {
    (self.offset, self.capacity, self.headroom, isBorrowed) = (offset, capacity, headroom, false)
    memory = .allocate(byteCount: headroom + capacity, alignment: 16)
    base = memory + headroom
  }

  /// A block of bytes of somebody else's, which outlive it and are never written to; `nil` for none.
  init?(borrowing bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return nil }
    (offset, capacity, headroom, isBorrowed) = (0, bytes.count, 0, true)
    memory = UnsafeMutableRawPointer(mutating: start)
    base = memory
  }

  deinit { if !isBorrowed { memory.deallocate() } }

  /// Waits for more bytes behind the first ones.
  ///
  /// - Returns: how many have arrived; 0 at the end of the stream.
  func fill(behind count: Int, _ refill: InputBlocks.Refill) throws(FeatureError) -> Int {
    let free = UnsafeMutableRawBufferPointer(start: base + count, count: capacity - count)
    let arrived = try refill(free)
    guard 0...free.count ~= arrived else { throw FeatureError(.unreadable("the stream cannot be read")) }
    return arrived
  }

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
  /// Bytes that a record may lack at the end of a block without all that follows being moved.
  static let headroom = 1 << 16

  private var block: StreamBlock
  private var count = 0
  /// True if it was filled, and not yet taken.
  private(set) var isFilled = false
  private(set) var hasEnded = false
  /// The reason that the stream cannot be read behind its bytes.
  private(set) var failure: FeatureError?

  init(capacity: Int) {
    block = StreamBlock(offset: 0, capacity: capacity, headroom: BlockAhead.headroom)
  }

  func fill(_ refill: InputBlocks.Refill) {
    isFilled = true
    do throws(FeatureError) {
      while count < block.capacity, !hasEnded {
        let arrived = try block.fill(behind: count, refill)
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
