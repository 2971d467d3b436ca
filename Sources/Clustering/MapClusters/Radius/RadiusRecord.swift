/// One item of a level in 16 bytes, so that four of them fill a cache line.
struct RadiusRecord: BitwiseCopyable {
  /// East of Greenwich in 2^-30 worlds.
  var x: Int32
  /// South of the equator in 2^-30 worlds.
  var y: Int32
  /// Position in the order of the walk: a smaller rank comes first.
  var rank: UInt32
  /// The number of points, in 27 bits, and above it the level where the cluster's origin lives, 0 for a point.
  private var packed: UInt32

  private static let countMask: UInt32 = (1 << 27) - 1

  init(x: Int32, y: Int32, rank: UInt32) {
    self.x = x
    self.y = y
    self.rank = rank
    self.packed = 1
  }

  @inline(__always) var count: UInt32 { packed & Self.countMask }

  /// The level of the origin that the cluster formed about; 0 for a point.
  @inline(__always) var birthLevel: Int { Int(packed >> 27) }

  /// Takes in another item's points at a level. Counts stay below 2^27: there are at most 2^26 points.
  @inline(__always) mutating func gain(_ points: UInt32, atLevel level: Int) {
    packed = ((packed & Self.countMask) &+ points) | UInt32(truncatingIfNeeded: level) << 27
  }
}
