/// Finds ends of fields and rows: the first stage of reading CSV.
///
/// Compares 64 bytes at a time with separator, line end and quote. Blocks with quotes are walked byte by
/// byte. Reads raw bytes: the last block is copied and padded.
struct FieldIndex {
  let separator, newline: UInt8

  /// Ends of fields, after the end of the preceding row.
  private(set) var ends: UnsafeMutablePointer<Int>
  private(set) var endCount = 1
  private var endCapacity: Int
  private var memory: Memory
  /// Index in ``ends`` of each row's last field.
  private(set) var rows: UnsafeMutablePointer<Int>
  private(set) var rowCount = 0

  private(set) var position = 0
  private(set) var isQuoted = false
  private(set) var openingQuote = 0
  private var closingQuote = -1

  init(separator: UInt8, newline: UInt8) {
    (self.separator, self.newline) = (separator, newline)
    endCapacity = 4096
    memory = Memory(capacity: endCapacity)
    (ends, rows) = (memory.ends, memory.rows)
  }

  private final class Memory {
    let ends, rows: UnsafeMutablePointer<Int>

    init(capacity: Int) { (ends, rows) = (.allocate(capacity: capacity), .allocate(capacity: capacity)) }

    deinit {
      ends.deallocate()
      rows.deallocate()
    }
  }

  mutating func restart(at start: Int) {
    position = start
    ends[0] = start - 1
    endCount = 1
    rowCount = 0
    isQuoted = false
    closingQuote = -1
  }

  /// Drops complete rows, but not the fields of the current one.
  mutating func dropRows() {
    guard rowCount > 0 else { return }
    let last = rows[rowCount - 1]
    let rest = endCount - last
    ends.update(from: ends + last, count: rest)
    endCount = rest
    rowCount = 0
  }

  mutating func closeRow(at end: Int) {
    reserve(1)
    ends[endCount] = end
    rows[rowCount] = endCount
    endCount += 1
    rowCount += 1
  }

  var lastRowEnd: Int { rowCount == 0 ? 0 : rows[rowCount - 1] }

  /// Searches in large steps up to `stop`, then in small ones for the row's end.
  mutating func search(_ base: UnsafeRawPointer, toward stop: Int, count: Int) {
    search(
      base, upTo: position < stop ? min(position + 16_384, stop) : min(position + 1024, count), count: count)
  }

  /// Searches at least up to `stop`, never beyond `count`.
  mutating func search(_ base: UnsafeRawPointer, upTo stop: Int, count: Int) {
    let length = stop - position
    guard length > 0 else { return }
    reserve(length + 64)
    let (separators, newlines) = (SIMD16<UInt8>(repeating: separator), SIMD16<UInt8>(repeating: newline))
    let quotes = SIMD16<UInt8>(repeating: 0x22)
    let lineEnd = newline
    var (position, endCount, rowCount) = (position, endCount, rowCount)
    while position < stop, count - position >= 64 {
      let block = base + position
      let a = block.loadUnaligned(as: SIMD16<UInt8>.self)
      let b = block.loadUnaligned(fromByteOffset: 16, as: SIMD16<UInt8>.self)
      let c = block.loadUnaligned(fromByteOffset: 32, as: SIMD16<UInt8>.self)
      let d = block.loadUnaligned(fromByteOffset: 48, as: SIMD16<UInt8>.self)
      let quoteMask = ((a .== quotes) .| (b .== quotes)) .| ((c .== quotes) .| (d .== quotes))
      let quoteBits = unsafeBitCast(quoteMask, to: SIMD2<UInt64>.self)
      if isQuoted || quoteBits[0] | quoteBits[1] != 0 {
        (self.position, self.endCount, self.rowCount) = (position, endCount, rowCount)
        searchQuoted(block, 64)
        (position, endCount, rowCount) = (self.position, self.endCount, self.rowCount)
        continue
      }
      var bits = FieldIndex.bits(
        (a .== separators) .| (a .== newlines), (b .== separators) .| (b .== newlines),
        (c .== separators) .| (c .== newlines), (d .== separators) .| (d .== newlines))
      while bits != 0 {
        let offset = bits.trailingZeroBitCount
        bits &= bits &- 1
        ends[endCount] = position &+ offset
        rows[rowCount] = endCount
        endCount &+= 1
        rowCount &+= block.load(fromByteOffset: offset, as: UInt8.self) == lineEnd ? 1 : 0
      }
      position &+= 64
    }
    (self.position, self.endCount, self.rowCount) = (position, endCount, rowCount)
    if position < stop { searchQuoted(base + position, count - position) }
  }

  /// Positions of the set bytes of four masks as bits 0...63.
  ///
  /// The masks' top bits are combined, and that 8×8 bit matrix is transposed (H. S. Warren, Hacker's Delight,
  /// §7-3).
  @inline(__always) private static func bits(
    _ a: SIMDMask<SIMD16<Int8>>, _ b: SIMDMask<SIMD16<Int8>>, _ c: SIMDMask<SIMD16<Int8>>,
    _ d: SIMDMask<SIMD16<Int8>>
  ) -> UInt64 {
    let (one, four) = (
      SIMD2<UInt64>(repeating: 0x0101_0101_0101_0101), SIMD2<UInt64>(repeating: 0x0404_0404_0404_0404)
    )
    let (sixteen, sixtyFour) = (
      SIMD2<UInt64>(repeating: 0x1010_1010_1010_1010), SIMD2<UInt64>(repeating: 0x4040_4040_4040_4040)
    )
    let woven =
      (unsafeBitCast(a, to: SIMD2<UInt64>.self) & one) | (unsafeBitCast(b, to: SIMD2<UInt64>.self) & four)
      | (unsafeBitCast(c, to: SIMD2<UInt64>.self) & sixteen)
      | (unsafeBitCast(d, to: SIMD2<UInt64>.self) & sixtyFour)
    var x = woven[0] | woven[1] &<< 1
    var t = (x ^ (x &>> 7)) & 0x00AA_00AA_00AA_00AA
    x ^= t ^ (t &<< 7)
    t = (x ^ (x &>> 14)) & 0x0000_CCCC_0000_CCCC
    x ^= t ^ (t &<< 14)
    t = (x ^ (x &>> 28)) & 0x0000_0000_F0F0_F0F0
    return x ^ t ^ (t &<< 28)
  }

  @inline(never) private mutating func searchQuoted(_ block: UnsafeRawPointer, _ length: Int) {
    let start = position
    for offset in 0..<length {
      let byte = block.load(fromByteOffset: offset, as: UInt8.self)
      if byte == 0x22 {
        let here = start + offset
        if isQuoted {
          isQuoted = false
          closingQuote = here
        } else if isBlank(block, from: ends[endCount - 1] + 1 - start, to: offset) {
          isQuoted = true
          openingQuote = here
        } else if here == closingQuote + 1 {
          isQuoted = true  // two quotes stand for one
        }
      } else if !isQuoted, byte == separator || byte == newline {
        ends[endCount] = start + offset
        rows[rowCount] = endCount
        endCount += 1
        rowCount += byte == newline ? 1 : 0
      }
    }
    position = start + length
  }

  /// True for blanks between two offsets; the first may precede the block.
  private func isBlank(_ block: UnsafeRawPointer, from start: Int, to end: Int) -> Bool {
    for offset in start..<end {
      let byte = block.load(fromByteOffset: offset, as: UInt8.self)
      if !CSVRow.isBlank(byte) || byte == separator { return false }
    }
    return true
  }

  /// Reserves `more` ends; each row has one, and one more is written in vain.
  private mutating func reserve(_ more: Int) {
    guard endCount + more + 1 > endCapacity else { return }
    let capacity = max(2 * endCapacity, endCount + more + 1)
    let larger = Memory(capacity: capacity)
    larger.ends.moveInitialize(from: ends, count: endCount)
    larger.rows.moveInitialize(from: rows, count: rowCount)
    (memory, ends, rows, endCapacity) = (larger, larger.ends, larger.rows, capacity)
  }
}
