import CSystem
import Drawing
import MapContent

/// A line of some width as areas, one for each straight stretch, so that a picture or colors can follow it.
struct Ribbon {
  struct Stretch {
    let ring: [Point]
    /// The ends of its middle line as far as it is near the picture, without caps.
    let start: Point
    let end: Point
    let distances: (start: Double, end: Double)
    /// Degrees clockwise from east.
    let direction: Double
  }

  let line: MeasuredLine
  let isClosed: Bool
  let pen: Stroke
  /// The overlap of each stretch with the next one, in points, so that no gap shows between them.
  let overlap: Double

  private var half: Double { pen.width / 2 }

  /// A line without the corners at which it goes straight on: what lies on both sides of them is one stretch.
  static func straightened(_ line: [Point]) -> [Point] {
    guard var start = line.first else { return [] }
    var kept = [start]
    var last = start
    // The directions from the last corner kept that pass all those behind it, as slopes against the first way there.
    var (way, least, most) = (Point.zero, -Double.infinity, Double.infinity)
    for point in line.dropFirst() where point != last {
      let (dx, dy) = (point.x - start.x, point.y - start.y)
      let (along, across) = (dx * way.x + dy * way.y, dy * way.x - dx * way.y)
      let isAhead = along > (last.x - start.x) * way.x + (last.y - start.y) * way.y
      if isAhead, across >= least * along, across <= most * along {
        least = max(least, (across - Ribbon.straightness) / along)
        most = min(most, (across + Ribbon.straightness) / along)
      } else {
        if last != start { kept.append(last) }
        start = last
        let (dx, dy) = (point.x - start.x, point.y - start.y)
        let length = (point - start).length
        way = Point(x: dx / length, y: dy / length)
        (least, most) = (-Ribbon.straightness / length, Ribbon.straightness / length)
      }
      last = point
    }
    if last != start { kept.append(last) }
    return kept
  }

  /// So far beside a straight line a corner may lie that is none, in points.
  private static let straightness = 0.02

  func stretches(in clip: Rectangle) -> [Stretch] {
    let reach = clip.expanded(by: half * max(1.5, pen.miterLimit))
    return (0..<line.points.count - 1).compactMap { index in
      let (a, b) = (line.points[index], line.points[index + 1])
      guard let (start, end) = reach.clipped(a, b) else { return nil }
      func distance(to point: Point) -> Double {
        min(line.distances[index + 1], line.distances[index] + (point - a).length)
      }
      return Stretch(
        ring: ring(of: index), start: start, end: end, distances: (distance(to: start), distance(to: end)),
        direction: line.direction(of: index))
    }
  }

  private func direction(_ segment: Int) -> Point {
    let (a, b) = (line.points[segment], line.points[segment + 1])
    let length = line.distances[segment + 1] - line.distances[segment]
    return Point(x: (b.x - a.x) / length, y: (b.y - a.y) / length)
  }

  private func ring(of segment: Int) -> [Point] {
    let last = line.points.count - 2
    let way = direction(segment)
    let (a, b) = (line.points[segment], line.points[segment + 1])
    let previous = segment > 0 ? segment - 1 : isClosed ? last : nil
    let next = segment < last ? segment + 1 : isClosed ? 0 : nil
    var ring: [Point]
    if let previous {
      let corner = Corner(self, previous, segment)
      ring = [a + corner.left(way), a + corner.right(way)]
    } else {
      ring = end(at: a, facing: way * -1)
    }
    guard let next else { return ring + end(at: b, facing: way) }
    let corner = Corner(self, segment, next)
    let slip = way * overlap
    let wedge = corner.wedge(at: b)
    ring.append(b + corner.right(way) + slip)
    ring += corner.turnsRight ? wedge.reversed() : wedge
    ring.append(b + corner.left(way) + slip)
    return ring
  }

  private func end(at point: Point, facing way: Point) -> [Point] {
    let side = Point(x: -way.y * half, y: way.x * half)
    switch pen.cap {
    case .butt: return [point + side, point - side]
    case .square: return [point + side + way * half, point - side + way * half]
    case .round:
      let steps = max(4, Int(min(64, half * 2)))
      return (0...steps).map { step in
        point + side.rotated(by: -180 * Double(step) / Double(steps))
      }
    }
  }

  private struct Corner {
    /// From the corner to where the right sides meet; `nil` where each stretch ends straight.
    private let miter: Point?
    /// From the corner to where the inner sides of stretches meet that end straight outside; 0 where they are too short.
    private let inner: Point
    private let before: Point
    private let after: Point
    private let half: Double
    private let join: Stroke.Join
    let turnsRight: Bool

    init(_ ribbon: Ribbon, _ first: Int, _ second: Int) {
      (before, after) = (ribbon.direction(first), ribbon.direction(second))
      (half, join) = (ribbon.half, ribbon.pen.join)
      let cosine = before.x * after.x + before.y * after.y
      turnsRight = before.x * after.y - before.y * after.x > 0
      let distances = ribbon.line.distances
      let shortest = min(distances[first + 1] - distances[first], distances[second + 1] - distances[second])
      // 1 / cos of half the turn is how far a pointed corner reaches, in half widths.
      let reach = cosine > -1 ? 1 / ((1 + cosine) / 2).squareRoot() : .infinity
      let setback = half * max(0, (1 - cosine) / 2).squareRoot() * reach
      let isPointed = join == .miter ? reach <= max(1, ribbon.pen.miterLimit) : cosine > 0.98
      let scale = half / (1 + cosine)
      let meeting = Point(x: -(before.y + after.y) * scale, y: (before.x + after.x) * scale)
      miter = isPointed && setback <= shortest ? meeting : nil
      inner = setback <= shortest ? meeting * (turnsRight ? 1 : -1) : .zero
    }

    func right(_ way: Point) -> Point { miter ?? (turnsRight ? inner(way, 1) : beside(way, 1)) }

    func left(_ way: Point) -> Point {
      miter.map { $0 * -1 } ?? (turnsRight ? beside(way, -1) : inner(way, -1))
    }

    private func inner(_ way: Point, _ side: Double) -> Point { inner == .zero ? beside(way, side) : inner }

    private func beside(_ way: Point, _ side: Double) -> Point {
      Point(x: -way.y * half * side, y: way.x * half * side)
    }

    /// The fill of the outer side of a corner that is not pointed, from the stretch before it around to the one behind,
    /// and back to where the inner sides meet, or to the corner itself.
    func wedge(at corner: Point) -> [Point] {
      guard miter == nil else { return [] }
      let side = turnsRight ? -half : half
      let from = Point(x: -before.y * side, y: before.x * side)
      let to = Point(x: -after.y * side, y: after.x * side)
      var arc: [Point] = []
      if join == .round {
        let turn = degrees(before.x * after.x + before.y * after.y, before.x * after.y - before.y * after.x)
        let steps = max(2, Int(abs(turn) / 15))
        arc = (1..<steps).map { corner + from.rotated(by: turn * Double($0) / Double(steps)) }
      }
      return [corner + from] + arc + [corner + to, corner + inner]
    }
  }
}
