/// The point in an area of the plane that is farthest from its edge.
///
/// Squares are split, the most promising first, as in V. Agafonkin's polylabel (Garcia-Castellanos and
/// Lombardo, 2007).
///
/// - Parameters:
///   - rings: the outer edge and the holes.
///   - precision: a 64th of the smaller side is enough.
/// - Returns: `nil` without a vertex.
/// - Complexity: O(*vertices*) for each of some dozens of candidates, at most 800 million edges.
package func poleOfInaccessibility(of rings: [[WorldPoint]], precision: Double) -> WorldPoint? {
  guard let outer = rings.first, !outer.isEmpty else { return nil }
  let box = Extent(of: outer) { ($0.x, $0.y) }
  let (width, height) = (box.maxX - box.minX, box.maxY - box.minY)
  let middle = WorldPoint(x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2)
  let side = min(width, height)
  guard side > 0, max(width, height) < side * 1e5 else { return middle }
  let precision = max(precision, side / 64)
  // The most promising last; of equal ones the first to come.
  var queue: [Square] = []
  func push(_ square: Square) { queue.insert(square, at: queue.partitioningIndex { $0.most >= square.most }) }
  func square(_ center: WorldPoint, _ half: Double) -> Square {
    Square(center: center, half: half, depth: depth(of: center, in: rings))
  }
  var best = square(middle, 0)
  // Long areas are cut into some eighty squares at most.
  let step = max(side, max(width, height) / 80)
  var y = box.minY
  while y < box.maxY {
    var x = box.minX
    while x < box.maxX {
      push(square(WorldPoint(x: x + step / 2, y: y + step / 2), step / 2))
      x += step
    }
    y += step
  }
  let most = min(2000, max(16, 200_000_000 / rings.reduce(0) { $0 + $1.count }))
  var tries = 0
  while let next = queue.popLast(), tries < most {
    tries += 1
    if next.depth > best.depth { best = next }
    guard next.most - best.depth > precision else { continue }
    let half = next.half / 2
    for (dx, dy) in [(-half, -half), (half, -half), (-half, half), (half, half)] {
      push(square(WorldPoint(x: next.center.x + dx, y: next.center.y + dy), half))
    }
  }
  return best.center
}

private struct Square {
  let center: WorldPoint
  /// Half of the side, and distance of the middle from the edge; negative outside.
  let half, depth: Double
  /// Upper bound of the depth within the square.
  var most: Double { depth + half * 1.414_213_562_373_095_1 }
}

private func depth(of point: WorldPoint, in rings: [[WorldPoint]]) -> Double {
  var isInside = false
  var nearest = Double.infinity
  for ring in rings {
    guard var a = ring.last else { continue }
    for b in ring {
      if (a.y > point.y) != (b.y > point.y),
        point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x
      {
        isInside.toggle()
      }
      nearest = min(nearest, squaredDistance(point, a, b))
      a = b
    }
  }
  return (isInside ? 1 : -1) * nearest.squareRoot()
}

private func squaredDistance(_ point: WorldPoint, _ a: WorldPoint, _ b: WorldPoint) -> Double {
  let (dx, dy) = (b.x - a.x, b.y - a.y)
  let length = dx * dx + dy * dy
  let share = length > 0 ? min(1, max(0, ((point.x - a.x) * dx + (point.y - a.y) * dy) / length)) : 0
  let (x, y) = (point.x - a.x - share * dx, point.y - a.y - share * dy)
  return x * x + y * y
}
