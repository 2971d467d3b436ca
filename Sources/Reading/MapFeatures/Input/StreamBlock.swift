/// Memory that a stream is read into.
///
/// `@unchecked Sendable`: written only by the reading thread, before a table shares it.
final class StreamBlock: @unchecked Sendable {
  private(set) var base: UnsafeMutableRawPointer
  private(set) var capacity: Int
  var offset: Int
  private let memory: UnsafeMutableRawPointer
  private let headroom: Int
  private let isBorrowed: Bool

  /// - Parameter headroom: bytes reserved before the first.
  init(offset: Int, capacity: Int, headroom: Int = 0) {
    (self.offset, self.capacity, self.headroom, isBorrowed) = (offset, capacity, headroom, false)
    memory = .allocate(byteCount: headroom + capacity, alignment: 16)
    base = memory + headroom
  }

  /// Borrows immutable bytes that outlive the block; `nil` for none.
  init?(borrowing bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return nil }
    (offset, capacity, headroom, isBorrowed) = (0, bytes.count, 0, true)
    memory = UnsafeMutableRawPointer(mutating: start)
    base = memory
  }

  deinit { if !isBorrowed { memory.deallocate() } }

  /// Waits for more bytes.
  ///
  /// - Returns: the count received; 0 at the end of the stream.
  func fill(behind count: Int, _ refill: InputBlocks.Refill) throws(FeatureError) -> Int {
    let free = UnsafeMutableRawBufferPointer(start: base + count, count: capacity - count)
    let arrived = try refill(free)
    guard 0...free.count ~= arrived else { throw FeatureError(.unreadable("the stream cannot be read")) }
    return arrived
  }

  /// Prepends bytes into the headroom; false if they do not fit.
  func prepend(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= base - memory else { return false }
    base -= bytes.count
    capacity += bytes.count
    UnsafeMutableRawBufferPointer(start: base, count: bytes.count).copyMemory(from: bytes)
    return true
  }

  func empty() {
    capacity -= memory + headroom - base
    base = memory + headroom
  }
}

/// Fills one block on a thread while others read the one before it.
final class BlockAhead {
  /// Headroom for an incomplete record, so that the block need not be moved.
  static let headroom = 1 << 16

  private var block: StreamBlock
  private var count = 0
  private(set) var isFilled = false
  private(set) var hasEnded = false
  private(set) var failure: FeatureError?

  init(capacity: Int) { block = StreamBlock(offset: 0, capacity: capacity, headroom: BlockAhead.headroom) }

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

  /// Exchanges the filled block for an empty one.
  ///
  /// - Parameter rest: bytes to prepend.
  /// - Returns: the block, and its count of bytes with the rest.
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
