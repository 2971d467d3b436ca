import MapGeometry

/// Finds the row of a latitude without projecting it, with the same answer as projecting it.
///
/// A table over equal slices of latitude names the northernmost row of each slice; a compare with the rows' southern
/// edges, found once by unprojecting, settles the rest. Only within a hair of an edge is a latitude projected.
final class RowTable {
  /// More rows than this are not worth a table.
  static let mostRows = 16_384
  /// Degrees about an edge within which only the projection decides: far above its error, far below a step of a point.
  static let hair = 1e-9

  private let axis: CellAxis
  private let north: Double
  private let binsPerDegree: Double
  private let lastBin: Int
  /// The row of every latitude north of the table by more than a hair.
  private let northRow: Int
  private let bins: UnsafeMutablePointer<Int32>
  /// The latitude of the southern edge of each row; of the last one that counts, too.
  private let edges: UnsafeMutablePointer<Double>

  /// A table for the rows that count on an axis, or `nil` where there are too many of them.
  init?(rows axis: CellAxis) {
    let count = axis.count
    guard count > 0, count <= RowTable.mostRows else { return nil }
    self.axis = axis
    edges = UnsafeMutablePointer<Double>.allocate(capacity: count)
    let first = RowTable.firstStep(of: 0, on: axis)
    for row in 0..<count {
      let step = RowTable.firstStep(of: row + 1, on: axis)
      // Below the world's lower edge, nothing follows.
      edges[row] =
        step >= Int64(worldSteps) ? -.infinity : WorldPoint.latitude(ofY: Double(step) / worldSteps)
    }
    // At the world's upper edge latitudes are clamped to it, below it the rows before follow.
    northRow = first == 0 ? axis.index(of: 0) : -1
    let top = WorldPoint.latitude(ofY: Double(first) / worldSteps)
    let bottom = max(-WorldPoint.maximumLatitude, edges[count - 1])
    north = top + RowTable.hair
    lastBin = max(256, count * 8) - 1
    binsPerDegree = Double(lastBin + 1) / max(1e-6, north - bottom)
    bins = UnsafeMutablePointer<Int32>.allocate(capacity: lastBin + 1)
    var row = 0
    for bin in 0...lastBin {
      let latitude = north - Double(bin) / binsPerDegree + RowTable.hair
      while row + 1 < count && latitude < edges[row] { row += 1 }
      bins[bin] = Int32(row)
    }
  }

  deinit {
    bins.deallocate()
    edges.deallocate()
  }

  /// The row of a latitude of `-90...90`, counted from the first that counts; outside `0..<count` elsewhere.
  @inline(__always) func row(of latitude: Double) -> Int {
    let depth = (north - latitude) * binsPerDegree
    // North of the rows, or so near their edge that only the projection decides.
    guard depth > 2 * RowTable.hair * binsPerDegree else { return projectedRow(of: latitude) }
    let bin = depth < Double(lastBin) ? Int(depth) : lastBin
    var row = Int(bins[bin])
    while latitude < edges[row] + RowTable.hair {
      if latitude > edges[row] - RowTable.hair { return projectedRow(of: latitude) }
      row &+= 1
      if row == axis.count { break }
    }
    return row
  }

  @inline(never) private func projectedRow(of latitude: Double) -> Int {
    if latitude > north + RowTable.hair { return northRow }
    return axis.index(of: FixedWorldPoint(WorldPoint(x: 0, y: WorldPoint.y(ofLatitude: latitude))).y)
  }

  /// The first step of the world that lies in a row, or one beyond the world; found by the rows' own rule.
  private static func firstStep(of row: Int, on axis: CellAxis) -> Int64 {
    (0..<Int64(worldSteps)).partitioningIndex {
      axis.cell(of: UInt32(truncatingIfNeeded: $0)) >= axis.first + row
    }
  }
}
