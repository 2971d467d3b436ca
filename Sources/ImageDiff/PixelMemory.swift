import Drawing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A picture's pixels as words, read without bounds checks.
///
/// This is the only file of the room that touches memory by address. Whoever asks must keep to the picture: indices
/// count pixels from the first, row by row, and a stretch must end within the picture.
///
/// `@unchecked Sendable`: the memory is only read, and ``withPixels(_:_:_:)`` keeps it in place and unchanged until
/// its body returns, which is after all threads are done.
struct Pixels: @unchecked Sendable {
  private let base: UnsafeRawPointer
  let width: Int
  let height: Int

  fileprivate init(base: UnsafeRawPointer, width: Int, height: Int) {
    self.base = base
    self.width = width
    self.height = height
  }

  /// One pixel, its first byte (red) lowest.
  @inline(__always)
  subscript(index: Int) -> UInt32 {
    assert(index >= 0 && index < width * height)
    return UInt32(littleEndian: base.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
  }

  /// Sixteen pixels, in the machine's own byte order.
  @inline(__always)
  fileprivate func sixteen(at index: Int) -> SIMD16<UInt32> {
    assert(index >= 0 && index + 16 <= width * height)
    return base.loadUnaligned(fromByteOffset: index &* 4, as: SIMD16<UInt32>.self)
  }

  /// Sixteen pixels, each with its first byte (red) lowest.
  @inline(__always)
  func group(at index: Int) -> SIMD16<UInt32> {
    let group = sixteen(at: index)
    #if _endian(big)
      return SIMD16(truncatingIfNeeded: (0..<16).reduce(into: group) { $0[$1] = $0[$1].byteSwapped })
    #else
      return group
    #endif
  }

  /// Whether two pictures are one and the same memory.
  func isSameMemory(as other: Pixels) -> Bool { base == other.base }

  /// Whether a stretch of pixels is the same in both.
  func isEqual(to other: Pixels, from index: Int, count: Int) -> Bool {
    assert(index >= 0 && index + count <= width * height)
    return memcmp(base + index * 4, other.base + index * 4, count * 4) == 0
  }

  /// Which of up to 64 pixels differ from as many elsewhere, one bit a pixel.
  @inline(__always)
  func differing(at index: Int, from other: Pixels, at otherIndex: Int, count: Int) -> UInt64 {
    guard count == 64 else { return differingSlowly(at: index, from: other, at: otherIndex, count: count) }
    let a = sixteen(at: index) ^ other.sixteen(at: otherIndex)
    let b = sixteen(at: index &+ 16) ^ other.sixteen(at: otherIndex &+ 16)
    let c = sixteen(at: index &+ 32) ^ other.sixteen(at: otherIndex &+ 32)
    let d = sixteen(at: index &+ 48) ^ other.sixteen(at: otherIndex &+ 48)
    let together = unsafeBitCast(a | b | c | d, to: SIMD8<UInt64>.self)
    let half = together.lowHalf | together.highHalf
    let quarter = half.lowHalf | half.highHalf
    guard quarter[0] | quarter[1] != 0 else { return 0 }
    return bits(a .!= 0) | bits(b .!= 0) &<< 16 | bits(c .!= 0) &<< 32 | bits(d .!= 0) &<< 48
  }

  private func differingSlowly(at index: Int, from other: Pixels, at otherIndex: Int, count: Int) -> UInt64 {
    var bits: UInt64 = 0
    for offset in 0..<count where self[index + offset] != other[otherIndex + offset] {
      bits |= 1 << UInt64(offset)
    }
    return bits
  }
}

/// A mask of sixteen lanes as sixteen bits, the first lane lowest.
@inline(__always)
func bits(_ mask: SIMDMask<SIMD16<Int32>>) -> UInt64 {
  let weights = SIMD16<Int32>(
    1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768)
  let picked = SIMD16<Int32>(repeating: 0).replacing(with: weights, where: mask)
  let half = picked.lowHalf &+ picked.highHalf
  let quarter = half.lowHalf &+ half.highHalf
  return UInt64(truncatingIfNeeded: quarter[0] &+ quarter[1] &+ quarter[2] &+ quarter[3])
}

/// Lends two pictures' pixels.
func withPixels<Result>(_ a: Bitmap, _ b: Bitmap, _ body: (Pixels, Pixels) -> Result) -> Result {
  a.pixels.withUnsafeBytes { first in
    b.pixels.withUnsafeBytes { second in
      guard let firstBase = first.baseAddress, let secondBase = second.baseAddress else {
        preconditionFailure("a bitmap has at least one pixel")
      }
      return body(
        Pixels(base: firstBase, width: a.width, height: a.height),
        Pixels(base: secondBase, width: b.width, height: b.height))
    }
  }
}

/// The bytes of a number of pixels, appended one by one. Those not appended are transparent black.
func withWords(count: Int, _ body: ((UInt32) -> Void) -> Void) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: count * 4) { buffer, initializedCount in
    let bytes = UnsafeMutableRawBufferPointer(buffer)
    var offset = 0
    body { word in
      guard offset < count * 4 else { return }
      bytes.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt32.self)
      offset += 4
    }
    for rest in offset..<count * 4 { bytes[rest] = 0 }
    initializedCount = count * 4
  }
}
