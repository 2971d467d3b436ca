import MapGeometry

/// Between which latitudes the cells of a row lie.
///
/// Edges are found by a sine and an arc tangent each. Rows in order need them once; of others a table of 513 latitudes finds most
/// that lie inside.
struct RowEdges: Sendable {
  struct Span {
    let least, greatest: Double

    var middle: Double { (least + greatest) / 2 }

    init(_ degrees: Double) { (least, greatest) = (degrees, degrees) }

    init(_ least: Double, _ greatest: Double) { (self.least, self.greatest) = (least, greatest) }

    /// A number, and those between two others that may be rounded; alone where these are no numbers.
    @inline(__always) init(_ degrees: Double, and least: Double, _ greatest: Double) {
      // What is no number is neither less nor greater.
      let (west, east) = (least + RowEdges.rounding, greatest - RowEdges.rounding)
      self.init(west < degrees ? west : degrees, east > degrees ? east : degrees)
    }

    /// The span widened by rounding: it lies wherever a narrower one does.
    var rounded: Span { Span(least + RowEdges.rounding, greatest - RowEdges.rounding) }

    /// True if the span, which may be rounded, holds a number.
    func holds(_ degrees: Double) -> Bool {
      degrees >= least - RowEdges.rounding && degrees <= greatest + RowEdges.rounding
    }

    /// True if another one lies in the span, or outside by no more than engines differ.
    func holds(_ other: Span) -> Bool {
      other.least >= least - RowEdges.tolerance && other.greatest <= greatest + RowEdges.tolerance
    }
  }

  /// The most that means and boxes may be rounded, in degrees: to five decimals, or as 32-bit numbers of longitudes are.
  static let rounding = 1e-5
  /// The degrees by which a mean may lie outside its row: engines differ in their logarithms.
  private static let tolerance = 1e-6
  private static let parts = 512
  /// The latitude at 0, 1/512 … 1 of the world's height, and its slope per part. Cubic curves between them are off by less
  /// than 1e-7 degrees: the fourth derivative stays below 5e5, and that by 512^4 and 384 is 2e-8.
  private static let table: [(latitude: Double, slope: Double)] = (0...parts).map { part in
    let (y, step) = (Double(part) / Double(parts), 1.0 / 65536)
    let latitude = { (y: Double) in WorldPoint(x: 0, y: y).coordinate.latitude }
    return (latitude(y), (latitude(y + step) - latitude(y - step)) / (2 * step * Double(parts)))
  }

  /// The table in the memory of its owner: the shared one is checked for initialization at each use.
  private let table = RowEdges.table
  private var last = (row: -1, worldColumns: 0, south: 0.0, north: 0.0)
  /// Of the cells that were looked at last: a cell in degrees, and a row in parts of the table.
  private var side = (worldColumns: 0, degrees: 0.0, parts: 0.0)

  /// True if latitudes lie in a row of cells, or outside by no more than engines differ.
  @inline(__always) private mutating func holds(_ latitudes: Span, row: Int, of worldColumns: Int) -> Bool {
    if row == last.row, worldColumns == last.worldColumns {
      return latitudes.least >= last.south && latitudes.greatest <= last.north
    }
    return isIn(latitudes, row: row, of: worldColumns)
  }

  private mutating func isIn(_ latitudes: Span, row: Int, of worldColumns: Int) -> Bool {
    if row > 0, row + 1 < worldColumns, worldColumns > RowEdges.parts {
      let edges = self.latitudes(SIMD2(Double(row), Double(row + 1)) * side.parts)
      if latitudes.least >= edges[1], latitudes.greatest <= edges[0] { return true }
    }
    let edge = { (row: Int) in WorldPoint(x: 0, y: Double(row) / Double(worldColumns)).coordinate.latitude }
    last = (
      row, worldColumns, row + 1 == worldColumns ? -90 : edge(row + 1) - RowEdges.tolerance,
      row == 0 ? 90 : edge(row) + RowEdges.tolerance
    )
    return latitudes.least >= last.south && latitudes.greatest <= last.north
  }

  /// The first mean that is wrong of all between the least and the greatest longitude and latitude, by the column of its sum;
  /// `nil` where they lie in the cell, but for the difference of engines in their logarithms.
  @inline(__always) mutating func misplaced(
    _ longitudes: Span, _ latitudes: Span, inCell key: UInt64, of worldColumns: Int
  ) -> StaticString? {
    if side.worldColumns != worldColumns {
      let columns = Double(worldColumns)
      side = (worldColumns, 360 / columns, Double(RowEdges.parts) / columns)
    }
    let west = Double(UInt32(truncatingIfNeeded: key)) * side.degrees - 180
    guard longitudes.least >= west - RowEdges.tolerance,
      longitudes.greatest <= west + side.degrees + RowEdges.tolerance
    else { return "lon_e8" }
    return holds(latitudes, row: Int(key >> 32), of: worldColumns) ? nil : "lat_e8"
  }

  /// About the latitudes at two numbers of parts of the world's height from the north, inside of it.
  private func latitudes(_ parts: SIMD2<Double>) -> SIMD2<Double> {
    let (north, south) = (Int(parts[0]), Int(parts[1]))
    let (a, b) = (table[north], table[north + 1]), (c, d) = (table[south], table[south + 1])
    let t = parts - SIMD2(Double(north), Double(south))
    let start = SIMD2(a.latitude, c.latitude)
    let rise = SIMD2(b.latitude, d.latitude) - start
    let bend = (SIMD2(a.slope, c.slope) - rise) * (1 - t) - (SIMD2(b.slope, d.slope) - rise) * t
    return start + rise * t + t * (1 - t) * bend
  }
}
