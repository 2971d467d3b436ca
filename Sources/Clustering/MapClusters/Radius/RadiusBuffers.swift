import CSystem

// The memory of the radius index and the cell pyramid: the one place that allocates and frees by hand.
//
// Arrays cannot be written by several threads at once, nor read as atomics, nor left unset; they would be
// filled twice, and their pages do not go back to the system whole.
import Synchronization

private let hugePage = 1 << 21

/// Sole owner of a run of bytes, freed with it.
///
/// Large ones are fresh pages of their own: unlike the allocator's they go back to the system whole. After five indices
/// of a million points, one after the other, the peak was 177 MB; with aligned blocks of the allocator 367 MB, and 0.12 s
/// of system time a build instead of 0.02.
private final class PlainMemory: @unchecked Sendable {
  // Sendable: the address never changes; ``PlainBuffer`` documents who may write to what is there.
  let start: UnsafeMutableRawPointer
  let length: Int
  /// The function that frees the memory; `nil` where it is small and the allocator's.
  let mapping: (start: UnsafeMutableRawPointer, bytes: Int)?

  init(_ bytes: Int, alignment: Int) {
    length = max(1, bytes)
    let reserved = length + hugePage
    let flags = MAP_PRIVATE | MAP_ANON
    if length >= hugePage, let pages = map_pages(reserved, PROT_READ | PROT_WRITE, flags, -1) {
      start = pages + Int((0 &- UInt(bitPattern: pages)) & UInt(hugePage - 1))
      mapping = (pages, reserved)
      useLargePages(start, reserved - (start - pages))
    } else {
      start = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: alignment)
      mapping = nil
    }
  }

  deinit {
    if let mapping {
      _ = munmap(mapping.start, mapping.bytes)
    } else {
      start.deallocate()
    }
  }

  func trim(to bytes: Int) {
    guard let mapping else { return }
    let kept = start + (bytes + hugePage - 1) / hugePage * hugePage
    let rest = mapping.start + mapping.bytes - kept
    // Taken from the mapping's memory, not from the mapping: it stays one to give back.
    #if os(Linux)
      if rest > 0 { _ = madvise(kept, rest, 4 /* MADV_DONTNEED */) }
    #endif
  }
}

/// Asks for large pages where memory is not touched yet: two megabytes are then one fault instead of 512.
///
/// A hint: the system may ignore it; only time depends on it.
func useLargePages(_ start: UnsafeMutableRawPointer, _ bytes: Int) {
  #if os(Linux)
    // Whole large pages only, so that no neighbor in the allocator's memory is meant.
    let skipped = Int((0 &- UInt(bitPattern: start)) & UInt(hugePage - 1))
    let length = (bytes - skipped) / hugePage * hugePage
    if length > 0 { _ = madvise(start + skipped, length, 14 /* MADV_HUGEPAGE */) }
  #endif
}

func useLargePages<Element>(_ memory: UnsafeMutableBufferPointer<Element>) {
  if let start = memory.baseAddress { useLargePages(start, memory.count * MemoryLayout<Element>.stride) }
}

extension Array {
  /// Makes room for so many elements in all of an array without any, in large pages.
  package mutating func reserveLargePages(_ count: Int) {
    reserveCapacity(count)
    withUnsafeMutableBufferPointer { elements in
      if let start = elements.baseAddress { useLargePages(start, count * MemoryLayout<Element>.stride) }
    }
  }
}

/// A run of plain values that its owner shares, freed with it.
///
/// Sendable although its memory is mutable: the builder writes each element from one thread at a time and
/// publishes the buffer only when all threads have joined; afterwards nobody writes.
final class PlainBuffer<Element: BitwiseCopyable>: @unchecked Sendable {
  let base: UnsafeMutablePointer<Element>
  let count: Int
  private let memory: PlainMemory

  var byteCount: Int { memory.length }
  /// True if all bytes are zero until somebody writes: pages that come from the system are.
  let beginsAsZeros: Bool

  /// Memory for `count` elements, not yet set; `padding` more may be read, but mean nothing.
  ///
  /// - Parameter alignment: of the first element, in bytes; a line of the cache by default. Where memory comes and goes
  ///   with every view it is 16: allocators leave gaps about what is aligned to more, which grew a hundred views of
  ///   80,000 points from 34 MB to 50 MB.
  convenience init(count: Int, padding: Int = 0, alignment: Int = 64) {
    let memory = PlainMemory((count + padding) * MemoryLayout<Element>.stride, alignment: alignment)
    self.init(memory, count: count, padding: padding, beginsAsZeros: memory.mapping != nil)
  }

  /// Takes over the memory of a buffer that is done with, as its pages are dear; what it held means nothing.
  ///
  /// - Parameter done: the buffer; where it is too small, or there is none, the memory is new.
  convenience init<Other>(count: Int, padding: Int = 0, inPlaceOf done: PlainBuffer<Other>?) {
    let bytes = (count + padding) * MemoryLayout<Element>.stride
    guard let memory = done?.memory, bytes <= memory.length else {
      self.init(count: count, padding: padding)
      return
    }
    memory.trim(to: bytes)
    self.init(memory, count: count, padding: padding, beginsAsZeros: false)
  }

  private init(_ memory: PlainMemory, count: Int, padding: Int, beginsAsZeros: Bool) {
    self.memory = memory
    base = memory.start.bindMemory(to: Element.self, capacity: count + padding)
    self.beginsAsZeros = beginsAsZeros
    self.count = count
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    get { base[index] }
    set { base[index] = newValue }
  }
}

/// A stack that keeps its memory, for the inner loops: an append is a compare and a store.
struct RadiusStack<Element: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 256) {
    base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit { base.deallocate() }

  @inline(__always)
  subscript(index: Int) -> Element { base[index] }

  @inline(__always) mutating func append(_ element: Element) {
    if count == capacity { grow() }
    base[count] = element
    count &+= 1
  }

  @inline(__always) mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count &-= 1
    return base[count]
  }

  @inline(__always) mutating func truncate(to count: Int) { self.count = count }

  @inline(never) private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }
}

/// The owner of every item of a level, shared by the threads that look for them.
///
/// An owner is the slot of the origin that an item belongs to, an origin's own slot for itself, or ``none``.
/// Relaxed order is enough: an item once seen with another owner than itself is no origin, whoever of several
/// origins gets it in the end, and one seen as its own owner is an origin for good.
///
/// The table borrows a buffer's memory and binds it to atomics; ``release()`` binds it to plain numbers again, which
/// keep their values. In between nobody reads the buffer.
struct OwnerTable {
  static let none = UInt32.max
  private let cells: UnsafeMutablePointer<Atomic<UInt32>>
  private let count: Int

  /// A table in the memory of a buffer, whose values are lost; every range of it must be cleared before use.
  init(borrowing buffer: PlainBuffer<UInt32>) {
    count = buffer.count
    cells = UnsafeMutableRawPointer(buffer.base).bindMemory(to: Atomic<UInt32>.self, capacity: count)
  }

  func clear(_ range: Range<Int>) { for slot in range { (cells + slot).initialize(to: Atomic(Self.none)) } }

  /// Gives the memory back to its buffer as plain numbers; the table must not be used afterwards.
  func release() {
    // Atomics of integers have the size and bits of their values, and nothing to deinitialize.
    UnsafeMutableRawPointer(cells).bindMemory(to: UInt32.self, capacity: count)
  }

  @inline(__always)
  subscript(slot: UInt32) -> UInt32 {
    get { cells[Int(slot)].load(ordering: .relaxed) }
    nonmutating set { cells[Int(slot)].store(newValue, ordering: .relaxed) }
  }

  @inline(__always)
  func claim(_ slot: UInt32, for origin: UInt32, rank: UInt32, items: UnsafePointer<RadiusRecord>) {
    var owner = self[slot]
    while owner == Self.none || items[Int(owner)].rank > rank {
      let attempt = cells[Int(slot)].compareExchange(expected: owner, desired: origin, ordering: .relaxed)
      if attempt.exchanged { return }
      owner = attempt.original
    }
  }
}
