/// The dense regions of points that together hold 99 % of them, or all but one, without what lies far from the bulk.
///
/// The box of the points is cut into cells, half as many along a side as the square root of the number of points, 4 to 64. Cells with points that touch, or with one empty cell between them, are a region;
/// regions are taken in the order of their points until 99 % are held. Their box is cut anew, until nothing is left out any more:
/// one point on the other side of the Earth makes cells so large that the rest falls into a few of them. Of 10 to 99 points
/// one may be left out, of fewer none.
public struct DenseRegions: Sendable {
  /// The smallest box that holds the points that are kept; `nil` without points.
  public let box: BoundingBox?
  /// How many points are not kept.
  public let outsideCount: Int

  /// Finds the regions.
  ///
  /// - Parameter points: in any order.
  /// - Complexity: O(*points*) for each of at most eight cuts.
  public init(of points: CoordinateTable) {
    let least = points.count - (points.count < 10 ? 0 : max(1, points.count / 100))
    var kept = Array(0..<points.count)
    var box = BoundingBox(holding: points)
    for _ in 0..<8 {
      guard let whole = box, kept.count > least else { break }
      let smaller = DenseRegions.densest(kept, of: points, in: whole, least: least)
      guard smaller.count < kept.count else { break }
      kept = smaller
      box = BoundingBox(holding: CoordinateTable(kept.lazy.map { points[$0] }))
    }
    self.box = box
    outsideCount = points.count - kept.count
  }

  /// The rows among some that lie in the largest regions, at least so many.
  private static func densest(
    _ rows: [Int], of points: CoordinateTable, in box: BoundingBox, least: Int
  ) -> [Int] {
    let side = min(64, max(4, Int(Double(rows.count).squareRoot() / 2)))
    let cells = rows.map { cell(of: points[$0], in: box, side) }
    var counts = [Int](repeating: 0, count: side * side)
    for cell in cells { counts[cell] += 1 }
    let regions = regions(counts, side)
    var sums: [Int: Int] = [:]
    for (cell, count) in counts.enumerated() where count > 0 { sums[regions[cell], default: 0] += count }
    // The largest first; of equally large ones the first in the order of cells.
    var taken: Set<Int> = []
    var sum = 0
    for (region, count) in sums.sorted(by: { (-$0.value, $0.key) < (-$1.value, $1.key) }) where sum < least {
      taken.insert(region)
      sum += count
    }
    return zip(rows, cells).compactMap { row, cell in taken.contains(regions[cell]) ? row : nil }
  }

  private static func cell(of point: Coordinate, in box: BoundingBox, _ side: Int) -> Int {
    let width = max(box.longitudes.width, 1e-9)
    var east = point.longitude - box.longitudes.west
    if east < 0 { east += 360 }
    let (top, bottom) = (WorldPoint.y(ofLatitude: box.north), WorldPoint.y(ofLatitude: box.south))
    let down = (WorldPoint.y(ofLatitude: point.latitude) - top) / max(bottom - top, 1e-12)
    let (column, row) = (Int(east / width * Double(side)), Int(down * Double(side)))
    return min(side - 1, max(0, row)) * side + min(side - 1, max(0, column))
  }

  /// The region of each cell with points, by the number of its first cell.
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
