/// Header of well-known binary.
///
/// - SeeAlso: OGC 06-103r4, §8; PostGIS for the reference system, and for heights and measures in the upper
/// bits.
package struct BinaryGeometryHeader {
  package let isLittle: Bool
  package let type: UInt32
  /// Number of the reference system, if named.
  package let system: UInt32?
  package let end: Int

  package init?(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) {
    guard offset + 5 <= bytes.count, bytes[offset] <= 1 else { return nil }
    let isLittle = bytes[offset] == 1
    func number(at offset: Int) -> UInt32 {
      let bits = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      return isLittle ? UInt32(littleEndian: bits) : UInt32(bigEndian: bits)
    }
    self.isLittle = isLittle
    type = number(at: offset + 1)
    guard type & 0x2000_0000 != 0 else {
      (system, end) = (nil, offset + 5)
      return
    }
    guard offset + 9 <= bytes.count else { return nil }
    (system, end) = (number(at: offset + 5), offset + 9)
  }

  /// 1 for a point to 7 for a collection.
  package var kind: Int { Int(type & 0xFFFF % 1000) }
  /// ISO's code of heights and measures, 0 to 3.
  package var thousands: Int { Int(type & 0xFFFF / 1000) }
  /// Numbers per position, with heights and measures.
  package var dimensions: Int {
    2 + (type & 0x8000_0000 != 0 || [1, 3].contains(thousands) ? 1 : 0)
      + (type & 0x4000_0000 != 0 || [2, 3].contains(thousands) ? 1 : 0)
  }

  static func pair(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> SIMD2<Double> {
    func number(at offset: Int) -> Double {
      Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
    }
    return SIMD2(number(at: offset), number(at: offset + 8))
  }

  package func position(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> SIMD2<Double> {
    func number(at offset: Int) -> Double {
      let bits = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      return Double(bitPattern: isLittle ? UInt64(littleEndian: bits) : UInt64(bigEndian: bits))
    }
    return SIMD2(number(at: offset), number(at: offset + 8))
  }
}
