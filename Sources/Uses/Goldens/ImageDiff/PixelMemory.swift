import CSystem
import Drawing
import Parallel

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

  fileprivate init(base: UnsafeRawPointer, _ bitmap: Bitmap) {
    (self.base, width, height) = (base, bitmap.width, bitmap.height)
  }

  /// One pixel, its first byte (red) lowest.
  @inline(__always)
  subscript(index: Int) -> UInt32 {
    assert(index >= 0 && index < width * height)
    return UInt32(littleEndian: base.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
  }

  @inline(__always)
  func four(at index: Int) -> SIMD4<UInt32> {
    assert(index >= 0 && index + 4 <= width * height)
    let words = base.loadUnaligned(fromByteOffset: index &* 4, as: SIMD4<UInt32>.self)
    #if _endian(big)
      return SIMD4(words.x.byteSwapped, words.y.byteSwapped, words.z.byteSwapped, words.w.byteSwapped)
    #else
      return words
    #endif
  }

  func isSameMemory(as other: Pixels) -> Bool { base == other.base }

  func isEqual(to other: Pixels, from index: Int, count: Int) -> Bool {
    assert(index >= 0 && index + count <= width * height)
    return memcmp(base + index * 4, other.base + index * 4, count * 4) == 0
  }

  /// The pixels of up to 64 that equal as many elsewhere, one bit a pixel.
  @inline(__always)
  func equal(at index: Int, to other: Pixels, at otherIndex: Int, count: Int) -> UInt64 {
    guard count == 64 else { return equalSlowly(at: index, to: other, at: otherIndex, count: count) }
    return half(at: index, other, otherIndex) | half(at: index &+ 32, other, otherIndex &+ 32) &<< 32
  }

  @inline(__always)
  private func half(at index: Int, _ other: Pixels, _ otherIndex: Int) -> UInt64 {
    var found = SIMD4<UInt32>(repeating: 0)
    for step in 0..<8 {
      found |= lanes(four(at: index &+ step &* 4) .== other.four(at: otherIndex &+ step &* 4)) & weights(step)
    }
    return together(found)
  }

  private func equalSlowly(at index: Int, to other: Pixels, at otherIndex: Int, count: Int) -> UInt64 {
    var bits: UInt64 = 0
    for offset in 0..<count where self[index + offset] == other[otherIndex + offset] {
      bits |= 1 << UInt64(offset)
    }
    return bits
  }
}

// Lanes to bits. Four lanes are what every processor has; wider masks are taken apart by detours.

@inline(__always)
func lanes(_ mask: SIMDMask<SIMD4<Int32>>) -> SIMD4<UInt32> { unsafeBitCast(mask, to: SIMD4<UInt32>.self) }

/// The bits of the lanes of a step, each step's four behind those of the one before.
@inline(__always)
func weights(_ step: Int) -> SIMD4<UInt32> { SIMD4(1, 2, 4, 8) &<< UInt32(truncatingIfNeeded: 4 &* step) }

@inline(__always)
func together(_ lanes: SIMD4<UInt32>) -> UInt64 { UInt64(lanes.x | lanes.y | lanes.z | lanes.w) }

func withPixels<Result>(_ a: Bitmap, _ b: Bitmap, _ body: (Pixels, Pixels) -> Result) -> Result {
  a.pixels.withUnsafeBytes { first in
    b.pixels.withUnsafeBytes { second in
      guard let firstBase = first.baseAddress, let secondBase = second.baseAddress else {
        preconditionFailure("a bitmap has at least one pixel")
      }
      return body(Pixels(base: firstBase, a), Pixels(base: secondBase, b))
    }
  }
}

struct PixelRow {
  fileprivate let base: UnsafeMutableRawPointer

  @inline(__always)
  subscript(column: Int) -> UInt32 {
    get { UInt32(littleEndian: base.loadUnaligned(fromByteOffset: column &* 4, as: UInt32.self)) }
    nonmutating set { base.storeBytes(of: newValue.littleEndian, toByteOffset: column &* 4, as: UInt32.self) }
  }
}

func changeRows(
  of pixels: inout [UInt8], width: Int, threads: Int, _ body: (_ number: Int, PixelRow) -> Void
) {
  let height = pixels.count / width / 4
  pixels.withUnsafeMutableBytes { bytes in
    guard let base = bytes.baseAddress else { return }
    eachInParallel(height, threads: max(1, threads)) { body($0, PixelRow(base: base + $0 * width * 4)) }
  }
}
