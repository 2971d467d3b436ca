import MapFeatures
import MapGeometry

/// The names that other systems give cells, decoded.
enum CellNames {
  /// A cell of the quadbin index: 64 bits with a header, a mode, a zoom and the interleaved bits of x and y.
  ///
  /// - SeeAlso: CARTO, "Quadbin" (docs.carto.com): `0b0100_0001` in the upper bits of a cell, then 5 bits of zoom.
  static func tile(quadbin: Int64) -> TileID? {
    let bits = UInt64(bitPattern: quadbin)
    let zoom = Int(bits >> 52 & 0x1F)
    guard bits >> 59 == 0b01001, zoom <= 26 else { return nil }
    // What is finer than the zoom is all ones.
    let rest = UInt64(1) << UInt64(52 - 2 * zoom) - 1
    guard bits & rest == rest else { return nil }
    let interleaved = (bits & (1 << 52 - 1)) >> UInt64(52 - 2 * zoom)
    return TileID(zoom: zoom, column: evenBits(of: interleaved), row: evenBits(of: interleaved >> 1))
  }

  private static func evenBits(of bits: UInt64) -> Int {
    (0..<27).reduce(0) { $0 | Int(bits >> UInt64(2 * $1) & 1) << $1 }
  }

  /// A tile by its quadkey: a digit a zoom, 1 for east and 2 for south.
  static func tile(quadkey: String) -> TileID? {
    var (zoom, column, row) = (0, 0, 0)
    for digit in quadkey.utf8 {
      guard (0x30...0x33).contains(digit), zoom < 29 else { return nil }
      let bits = Int(digit - 0x30)
      (zoom, column, row) = (zoom + 1, column * 2 + (bits & 1), row * 2 + (bits >> 1))
    }
    return TileID(zoom: zoom, column: column, row: row)
  }

  /// The number of characters of a geohash that ``geohash(_:)`` has read.
  static func length(ofGeohash name: UInt128) -> Int { (UInt128.bitWidth - 1 - name.leadingZeroBitCount) / 5 }

  /// From where to where a geohash reaches in degrees, and its bits behind a one, five a character: no two have the same.
  static func geohash(
    _ text: String
  ) -> (longitudes: RowEdges.Span, latitudes: RowEdges.Span, name: UInt128)? {
    Geohash(text).map {
      (RowEdges.Span($0.west, $0.east), RowEdges.Span($0.south, $0.north), $0.name)
    }
  }
}
