import Drawing

/// Pairs of circles that share some area, by a sweep from left to right.
///
/// - Parameter circles: middles and radii in points.
/// - Returns: indices, the lower one first, in ascending order.
/// - Complexity: O(*n* log *n* + *n* · *circles met by a vertical line*).
func meetingPairs(of circles: [(center: Point, radius: Double)]) -> [(Int, Int)] {
  let order = circles.indices.sorted {
    (circles[$0].center.x - circles[$0].radius, $0) < (circles[$1].center.x - circles[$1].radius, $1)
  }
  var (open, pairs): ([Int], [(Int, Int)]) = ([], [])
  for index in order {
    let circle = circles[index]
    open.removeAll { circles[$0].center.x + circles[$0].radius <= circle.center.x - circle.radius }
    for other in open {
      let way = circles[other].center - circle.center
      let near = circles[other].radius + circle.radius
      if way.x * way.x + way.y * way.y < near * near { pairs.append((min(index, other), max(index, other))) }
    }
    open.append(index)
  }
  return pairs.sorted { $0 < $1 }
}
