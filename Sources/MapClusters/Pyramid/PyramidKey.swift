import MapGeometry

/// Numbers cells so that the four cells inside a larger one follow each other, at every zoom.
///
/// The cell of zoom 0 stands in front, row by row; behind it two bits a zoom, row before column (Morton order).
/// A coarser cell's key is the finer one's without its last two bits a zoom.
struct PyramidKey: Sendable {
  /// Columns, and rows, at zoom 0.
  let base: Int
  /// The finest zoom.
  let maximumZoom: Int

  /// Bits of a key.
  var bitCount: Int { 2 * maximumZoom + (base * base - 1).bitWidth - (base * base - 1).leadingZeroBitCount }

  /// Columns, and rows, at a zoom.
  func columns(atZoom zoom: Int) -> Int { base << zoom }

  /// The key of the finest cell that holds a point.
  @inline(__always)
  func callAsFunction(_ point: FixedWorldPoint) -> UInt64 {
    let shift = UInt64(32 &- maximumZoom)
    let column = (UInt64(point.x) &* UInt64(base)) >> shift
    let row = (UInt64(point.y) &* UInt64(base)) >> shift
    let zoom = UInt64(maximumZoom)
    let front = (row >> zoom) &* UInt64(base) &+ (column >> zoom)
    let mask = (1 as UInt64) << zoom &- 1
    return front << (2 &* zoom) | Self.spread(column & mask) | Self.spread(row & mask) << 1
  }

  /// The place of a finest cell in the grid of a zoom.
  @inline(__always)
  func place(_ key: UInt64, zoom: Int) -> (column: Int, row: Int) {
    let front = Int(key >> UInt64(2 * maximumZoom))
    let mask = (1 as UInt64) << UInt64(2 * maximumZoom) &- 1
    let column = (front % base) << maximumZoom | Int(Self.gather(key & mask))
    let row = (front / base) << maximumZoom | Int(Self.gather((key & mask) >> 1))
    return (column >> (maximumZoom - zoom), row >> (maximumZoom - zoom))
  }

  /// The coarsest zoom at which two finest cells are different ones; above ``maximumZoom`` where they are one.
  @inline(__always)
  func parting(_ a: UInt64, _ b: UInt64) -> Int {
    a == b ? maximumZoom &+ 1 : max(0, maximumZoom &- (63 &- (a ^ b).leadingZeroBitCount) >> 1)
  }

  /// Puts a zero before each of the lower 32 bits.
  @inline(__always)
  static func spread(_ value: UInt64) -> UInt64 {
    var bits = value
    bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
    bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333
    return (bits | bits << 1) & 0x5555_5555_5555_5555
  }

  /// Takes every other bit, from the lowest.
  @inline(__always)
  static func gather(_ value: UInt64) -> UInt64 {
    var bits = value & 0x5555_5555_5555_5555
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333
    bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF
    return (bits | bits >> 16) & 0x0000_0000_FFFF_FFFF
  }
}
