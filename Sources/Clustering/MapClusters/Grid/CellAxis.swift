/// One direction of a grid: which cell holds a position given in 32-bit steps of the world, and which cells count.
///
/// A position belongs to exactly one cell, found by one division and a floor. Nothing accumulates.
struct CellAxis: Hashable {
  enum Measure: Hashable {
    /// The world in equal shares: `⌊v · shares / 2^32⌋`, in integers.
    case shares(UInt64)
    /// Lengths in steps from the world's edge, the last cut short: `⌊v / length⌋`.
    case lengths(Double)
    /// Lengths in steps from a position, taken once round the world from `lead` steps before it where the axis wraps.
    case anchored(origin: Int64, lead: Int64, length: Double)
    /// Blocks about a position and its multiples, `(v − origin) / length` rounded half away from zero, of the copy of
    /// the world nearest to `center` where the axis wraps.
    case blocks(origin: Int64, center: UInt32, length: Double)
    /// Bands of the rows of hexagons, so many of which lie along the world.
    case bands(UInt64)
  }

  let measure: Measure
  /// True if the axis runs round the world.
  let wraps: Bool
  /// The first cell that counts; modulo ``period`` where cells repeat with the world.
  let first: Int
  let count: Int
  /// After how many cells the world repeats; 0 where it does not.
  var period = 0

  /// The cell of a position, on an axis that does not start at ``first``.
  @inline(__always) func cell(of position: UInt32) -> Int {
    switch measure {
    case .shares(let shares): return Int(truncatingIfNeeded: (UInt64(position) &* shares) &>> 32)
    case .lengths(let length): return Int(Double(position) / length)
    case .anchored(_, _, let length): return CellAxis.floored(Double(offset(of: position)) / length)
    case .blocks(_, _, let length):
      let blocks = Double(offset(of: position)) / length
      return blocks < 0 ? -Int(0.5 - blocks) : Int(blocks + 0.5)
    case .bands(let columns): return HexagonGrid.band(of: position, columns: columns)
    }
  }

  /// The cell of a position counted from ``first``; the cells that count are `0..<count`.
  @inline(__always) func index(of position: UInt32) -> Int {
    let relative = cell(of: position) &- first
    return relative < 0 ? relative &+ period : relative
  }

  /// Steps from the origin to a position, on the copy of the world that the axis looks at.
  @inline(__always) func offset(of position: UInt32) -> Int64 {
    switch measure {
    case .shares, .lengths, .bands: return Int64(position)
    case .anchored(let origin, let lead, _):
      let plain = Int64(position) &- origin
      return wraps ? Int64(UInt32(truncatingIfNeeded: plain &+ lead)) &- lead : plain
    case .blocks(let origin, let center, _):
      guard wraps else { return Int64(position) &- origin }
      return Int64(Int32(bitPattern: position &- center)) &+ (Int64(center) &- origin)
    }
  }

  @inline(__always) private static func floored(_ value: Double) -> Int {
    let whole = Int(value)
    return Double(whole) > value ? whole &- 1 : whole
  }
}
