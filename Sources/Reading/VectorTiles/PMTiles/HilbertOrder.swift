public import MapGeometry

extension TileID {
  /// End of ``archiveID``: all tiles of zooms 0 to 26.
  static let archiveIDs = firstArchiveID(ofZoom: PMTilesHeader.zooms.upperBound + 1)

  /// Number in PMTiles archives: count of tiles at lower zooms plus the index on the zoom's Hilbert curve;
  /// `nil` above 26.
  public var archiveID: UInt64? {
    guard PMTilesHeader.zooms.contains(zoom) else { return nil }
    var (x, y) = (UInt64(column), UInt64(row))
    var distance: UInt64 = 0
    for bit in (0..<UInt64(zoom)).reversed() {
      let side = (1 as UInt64) << bit
      let (right, lower) = (x >> bit & 1, y >> bit & 1)
      distance += (3 * right ^ lower) << (2 * bit)
      (x, y) = TileID.turned(x & (side - 1), y & (side - 1), side, right, lower)
    }
    return TileID.firstArchiveID(ofZoom: zoom) + distance
  }

  /// The tile of a number in PMTiles archives; `nil` for numbers of zooms above 26.
  public init?(archiveID: UInt64) {
    guard let zoom = PMTilesHeader.zooms.last(where: { TileID.firstArchiveID(ofZoom: $0) <= archiveID }),
      archiveID < TileID.archiveIDs
    else { return nil }
    var rest = archiveID - TileID.firstArchiveID(ofZoom: zoom)
    var (x, y) = (0 as UInt64, 0 as UInt64)
    for bit in 0..<UInt64(zoom) {
      let right = rest >> 1 & 1
      let lower = (rest ^ right) & 1
      (x, y) = TileID.turned(x, y, 1 << bit, right, lower)
      x += right << bit
      y += lower << bit
      rest >>= 2
    }
    self.init(zoom: zoom, column: Int(x), row: Int(y))
  }

  /// Tiles of all lower zooms: (4^zoom - 1) / 3.
  private static func firstArchiveID(ofZoom zoom: Int) -> UInt64 { ((1 << (2 * UInt64(zoom))) - 1) / 3 }

  private static func turned(
    _ x: UInt64, _ y: UInt64, _ side: UInt64, _ right: UInt64, _ lower: UInt64
  ) -> (UInt64, UInt64) {
    guard lower == 0 else { return (x, y) }
    return right == 1 ? (side - 1 - y, side - 1 - x) : (y, x)
  }
}
