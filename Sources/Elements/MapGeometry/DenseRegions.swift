/// Dense regions that hold 99 % of the points, or all but one, without outliers.
///
/// The points' box is cut into cells, per side half the square root of the number of points, 4 to 64.
/// Occupied cells that touch, or with one empty cell between, are a region; regions are taken by descending
/// count until 99 % are held. Their box is cut again until nothing is left out: an outlier makes cells too
/// large. Of 10 to 99 points one may be left out, of fewer none.
public struct DenseRegions: Sendable {
  /// The smallest box that holds the points that are kept; `nil` without points.
  public let box: BoundingBox?
  /// The number of points that are not kept.
  public let outsideCount: Int
  /// Rows that are kept of coordinates with counts; `nil` for single points.
  public let rows: [Int]?

  /// Coordinates and the number of points at each; `nil` if that is one.
  private struct Part {
    var coordinates = CoordinateTable()
    var rows, counts: [Int]?
    var pointCount: Int
  }

  /// Finds the regions, with at most eight cuts of O(*points*).
  ///
  /// - Parameter counts: points at each coordinate; `nil` for one.
  public init(of points: CoordinateTable, counts: [Int]? = nil) {
    let count = counts?.reduce(0, +) ?? points.count
    let least = count - (count < 10 ? 0 : max(1, count / 100))
    var kept = Part(
      coordinates: points, rows: counts == nil ? nil : Array(0..<points.count), counts: counts,
      pointCount: count)
    var box = BoundingBox(holding: points)
    for _ in 0..<8 {
      guard let whole = box, kept.pointCount > least else { break }
      let smaller = DenseRegions.densest(kept, in: whole, least: least)
      guard smaller.pointCount < kept.pointCount else { break }
      kept = smaller
      box = BoundingBox(holding: kept.coordinates)
    }
    (self.box, rows) = (box, kept.rows)
    outsideCount = count - kept.pointCount
  }

  private static func densest(_ part: Part, in box: BoundingBox, least: Int) -> Part {
    let points = part.coordinates
    let side = min(64, max(4, Int(Double(part.pointCount).squareRoot() / 2)))
    let cells = cells(of: points, in: box, side)
    var counts = [Int](repeating: 0, count: side * side)
    if let ofRows = part.counts {
      for (cell, count) in zip(cells, ofRows) { counts[Int(cell)] += count }
    } else {
      for cell in cells { counts[Int(cell)] += 1 }
    }
    let regions = regions(counts, side)
    var sums = [Int](repeating: 0, count: counts.count)
    for (cell, count) in counts.enumerated() where count > 0 { sums[regions[cell]] += count }
    // The largest first; of equally large ones the first in the order of cells.
    var isTaken = [Bool](repeating: false, count: counts.count)
    var sum = 0
    for region in sums.indices.filter({ sums[$0] > 0 }).sorted(by: { (-sums[$0], $0) < (-sums[$1], $1) })
    where sum < least {
      isTaken[region] = true
      sum += sums[region]
    }
    guard sum < part.pointCount else { return part }
    var taken = CoordinateTable()
    var kept: [Int] = []
    for (row, cell) in cells.enumerated() where isTaken[regions[Int(cell)]] {
      taken.longitudes.append(points.longitudes[row])
      taken.latitudes.append(points.latitudes[row])
      if part.rows != nil { kept.append(row) }
    }
    return Part(
      coordinates: taken, rows: part.rows.map { rows in kept.map { rows[$0] } },
      counts: part.counts.map { counts in kept.map { counts[$0] } }, pointCount: sum)
  }

  /// Cell of each point, row by row from the box's northwest corner.
  ///
  /// Comparing latitudes with row edges needs no sine or logarithm per point.
  private static func cells(of points: CoordinateTable, in box: BoundingBox, _ side: Int) -> [UInt16] {
    let (top, bottom) = (WorldPoint.y(ofLatitude: box.north), WorldPoint.y(ofLatitude: box.south))
    let edges = (1..<side).map { WorldPoint.latitude(ofY: top + (bottom - top) * Double($0) / Double(side)) }
    let (west, scale) = (box.longitudes.west, Double(side) / max(box.longitudes.width, 1e-9))
    return zip(points.longitudes, points.latitudes).map { longitude, latitude in
      var east = longitude - west
      if east < 0 { east += 360 }
      // The number of edges that lie north of the point or on its latitude.
      let row = edges.partitioningIndex { latitude > $0 }
      return UInt16(row * side + min(side - 1, Int(east * scale)))
    }
  }

  private static func regions(_ counts: [Int], _ side: Int) -> [Int] {
    var regions = [Int](repeating: -1, count: counts.count)
    for start in counts.indices where counts[start] > 0 && regions[start] < 0 {
      var queue = [start]
      regions[start] = start
      while let cell = queue.popLast() {
        let (row, column) = (cell / side, cell % side)
        for y in max(0, row - 2)...min(side - 1, row + 2) {
          for x in max(0, column - 2)...min(side - 1, column + 2) {
            let other = y * side + x
            if counts[other] > 0, regions[other] < 0 {
              regions[other] = start
              queue.append(other)
            }
          }
        }
      }
    }
    return regions
  }
}
