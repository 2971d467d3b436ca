import CSystem
package import Drawing
import MapGeometry

package struct MeasuredLine {
  /// The corners; no two neighbors are equal.
  package let points: [Point]
  /// The distance along the line to each corner, in points.
  package let distances: [Double]
  /// True if the line begins where it is drawn from; `false` where it comes from beyond the loaded area.
  package let beginsInside: Bool
  /// By how much the tiles that it comes from are drawn larger because there are none of closer zooms.
  package var overscaling = 1.0

  package init?(_ line: [Point], beginsInside: Bool = true) {
    var points: [Point] = []
    var distances: [Double] = []
    points.reserveCapacity(line.count)
    distances.reserveCapacity(line.count)
    var distance = 0.0
    for point in line {
      if let last = points.last {
        let length = (point - last).length
        guard length > 0 else { continue }
        distance += length
      }
      points.append(point)
      distances.append(distance)
    }
    guard points.count > 1, distance.isFinite else { return nil }
    (self.points, self.distances, self.beginsInside) = (points, distances, beginsInside)
  }

  package var length: Double { distances[distances.count - 1] }

  package func segment(at distance: Double) -> Int {
    max(0, distances.dropLast().partitioningIndex { !($0 <= distance) } - 1)
  }

  /// The point at a distance from the beginning; distances beyond the ends lie on the last segment, drawn longer.
  package func point(at distance: Double) -> Point { point(at: distance, on: segment(at: distance)) }

  package func point(at distance: Double, on segment: Int) -> Point {
    let (a, b) = (points[segment], points[segment + 1])
    let share = (distance - distances[segment]) / (distances[segment + 1] - distances[segment])
    return Point(x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y))
  }

  func part(_ span: ClosedRange<Double>) -> MeasuredLine? {
    let (first, last) = (segment(at: span.lowerBound), segment(at: span.upperBound))
    return MeasuredLine(
      [point(at: span.lowerBound, on: first)] + points[first + 1..<last + 1]
        + [point(at: span.upperBound, on: last)])
  }

  /// A segment's direction in degrees clockwise from east.
  package func direction(of segment: Int) -> Double {
    degrees(points[segment + 1].x - points[segment].x, points[segment + 1].y - points[segment].y)
  }

  /// By how many degrees the line turns at a corner that is none of its ends, `0...180`.
  package func turn(at corner: Int) -> Double {
    let (a, b, c) = (points[corner - 1], points[corner], points[corner + 1])
    let (ux, uy, vx, vy) = (b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y)
    return abs(degrees(ux * vx + uy * vy, ux * vy - uy * vx))
  }
}

/// Degrees clockwise from east of a direction in the picture.
func degrees(_ x: Double, _ y: Double) -> Double { atan2(y, x) * 180 / .pi }
