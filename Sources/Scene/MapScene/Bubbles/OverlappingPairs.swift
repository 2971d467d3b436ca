import Drawing
import MapContent

/// Pairs of circles that share some area; `nil` where they are more than a limit.
///
/// - Parameters:
///   - circles: middles and radii in points; those not finite meet nothing.
///   - isFixed: true for circles that never move, by index: pairs of two of them are left out; empty for none.
/// - Returns: indices, the lower one first, in ascending order.
/// - Complexity: O(*n* log *n* + *pairs* log *pairs*), and no more pairs than the limit.
func overlappingPairs(
  of circles: [CollisionIndex.Disc], fixed isFixed: [Bool] = [], limit: Int = .max
) -> [(Int, Int)]? {
  if circles.count <= fewCircles { return pairsAmongFew(circles, isFixed, limit: limit) }
  var grid = CircleGrid(count: circles.count)
  var pairs: [(Int, Int)] = []
  // The larger ones stand in the grid already when a circle looks around.
  let order = circles.indices.sorted { (-circles[$0].radius, $0) < (-circles[$1].radius, $1) }
  for index in order {
    let circle = circles[index]
    guard circle.center.x.isFinite, circle.center.y.isFinite, circle.radius.isFinite else { continue }
    grid.forEachNear(circle.center) { other in
      let near = circles[other].radius + circle.radius
      if (circles[other].center - circle.center).squaredLength < near * near,
        isFixed.isEmpty || !isFixed[index] || !isFixed[other]
      {
        pairs.append((min(index, other), max(index, other)))
      }
      return pairs.count <= limit
    }
    guard pairs.count <= limit else { return nil }
    grid.insert(index, circle.center, circle.radius)
  }
  return pairs.sorted { $0 < $1 }
}

/// So many circles are compared each with each: for the bubbles of views, 155 on average, with a fifth of the grid's instructions.
private let fewCircles = 400

/// The pairs of few circles, each compared with each.
///
/// - Complexity: O(*n*²).
private func pairsAmongFew(_ circles: [CollisionIndex.Disc], _ isFixed: [Bool], limit: Int) -> [(Int, Int)]? {
  var pairs: [(Int, Int)] = []
  for (lower, circle) in circles.enumerated() {
    guard circle.center.x.isFinite, circle.center.y.isFinite, circle.radius.isFinite else { continue }
    for upper in lower + 1..<max(lower + 1, circles.count) {
      let way = circles[upper].center - circle.center
      let near = circles[upper].radius + circle.radius
      guard way.x * way.x + way.y * way.y < near * near, near.isFinite,
        isFixed.isEmpty || !isFixed[lower] || !isFixed[upper]
      else { continue }
      pairs.append((lower, upper))
    }
    guard pairs.count <= limit else { return nil }
  }
  return pairs
}

/// Circles by their middles, in a grid for each size: cells of a power of two that no circle in them is wider than.
///
/// A circle that meets another at least as large then has its middle beside the other one's cell.
private struct CircleGrid {
  private struct Cell: Hashable {
    let level: Int32
    let column: Int32
    let row: Int32
  }

  /// The circle that was put into a cell last.
  private var heads: [Cell: Int32] = [:]
  /// The circle that was put into the same cell before; -1 for none.
  private var earlier: [Int32]
  /// From the largest cells down.
  private var levels: [Int32] = []

  init(count: Int) { earlier = Array(repeating: -1, count: count) }

  mutating func insert(_ index: Int, _ center: Point, _ radius: Double) {
    let level = Int32(clamping: min(max(radius * 2, 1), 1e300).exponent + 1)
    if levels.last != level { levels.append(level) }
    let cell = CircleGrid.cell(of: center, level)
    earlier[index] = heads[cell] ?? -1
    heads[cell] = Int32(clamping: index)
  }

  /// Calls for all circles in the cells around a point, until the closure returns false.
  func forEachNear(_ center: Point, _ body: (Int) -> Bool) {
    for level in levels {
      let middle = CircleGrid.cell(of: center, level)
      for row in (middle.row - 1)...(middle.row + 1) {
        for column in (middle.column - 1)...(middle.column + 1) {
          var next = heads[Cell(level: level, column: column, row: row)] ?? -1
          while next >= 0 {
            guard body(Int(next)) else { return }
            next = earlier[Int(next)]
          }
        }
      }
    }
  }

  private static func cell(of center: Point, _ level: Int32) -> Cell {
    let size = Double(sign: .plus, exponent: Int(level), significand: 1)
    // Far away cells are one: who lies there is compared for nothing, but never missed.
    func number(_ along: Double) -> Int32 { Int32(min(1e9, max(-1e9, (along / size).rounded(.down)))) }
    return Cell(level: level, column: number(center.x), row: number(center.y))
  }
}
