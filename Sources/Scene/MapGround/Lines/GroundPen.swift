import CSystem
import Drawing

/// The area that a pen of a width covers on the ground: rings of one direction, to be filled together by the winding rule.
struct GroundPen {
  private let reach: Double
  private let cap: Stroke.Cap
  private let join: Stroke.Join
  private let dashes: DashPattern?
  /// The largest angle between two corners of an arc, in radians.
  private let arcStep: Double
  /// The cosine of the sharpest turn whose outer side is a point.
  private let leastPointed: Double

  init(_ stroke: Stroke, pixel: Double) {
    (reach, cap, join) = (stroke.width / 2, stroke.cap, stroke.join)
    dashes = stroke.dashes.isEmpty ? nil : DashPattern(lengths: stroke.dashes, phase: stroke.dashPhase)
    arcStep = max(0.1, 2 * acos(max(0, 1 - 0.06 * pixel / max(reach, 0.06 * pixel))))
    let limit = max(1, stroke.miterLimit)
    // Of a slight turn a point and an arc look alike.
    leastPointed = join == .miter ? max(-0.999, 2 / (limit * limit) - 1) : join == .round ? 0.97 : .infinity
  }

  func rings(along points: [Point], isClosed: Bool, near clip: Rectangle) -> [[Point]] {
    guard let dashes else { return rings(along: points, isClosed: isClosed) }
    guard let line = MeasuredLine(isClosed ? points + points.prefix(1) : points) else { return [] }
    return dashes.spans(on: line, shortest: cap == .butt ? 0 : 0.01, in: clip.expanded(by: reach)).flatMap {
      line.part($0).map { rings(along: $0.points, isClosed: false) } ?? []
    }
  }

  private struct Way {
    let direction: Point
    let length: Double
    var normal: Point { Point(x: -direction.y, y: direction.x) }
  }

  private func rings(along points: [Point], isClosed: Bool) -> [[Point]] {
    var corners: [Point] = []
    for point in points where corners.last.map({ ($0 - point).length > 1e-6 }) ?? true {
      corners.append(point)
    }
    if isClosed, corners.count > 1, (corners[0] - corners[corners.count - 1]).length <= 1e-6 {
      corners.removeLast()
    }
    guard corners.count > 1 else {
      guard cap == .round, let center = corners.first else { return [] }
      return [arc(center, from: Point(x: reach, y: 0), by: -2 * .pi)]
    }
    let isRing = isClosed && corners.count > 2
    let ways = corners.indices.dropLast(isRing ? 0 : 1).map { index in
      let way = corners[(index + 1) % corners.count] - corners[index]
      return Way(direction: way * (1 / way.length), length: way.length)
    }
    var (left, right): ([Point], [Point]) = ([], [])
    left.reserveCapacity(2 * corners.count)
    right.reserveCapacity(corners.count)
    if !isRing { left = end(corners[0], ways[0].direction * -1) }
    for index in corners.indices where isRing || index > 0 && index < ways.count {
      turn(corners[index], ways[(index + ways.count - 1) % ways.count], ways[index], &left, &right)
    }
    guard !isRing else { return [left, right.reversed()] }
    return [left + end(corners[corners.count - 1], ways[ways.count - 1].direction) + right.reversed()]
  }

  private func end(_ corner: Point, _ direction: Point) -> [Point] {
    let (ahead, aside) = (direction * reach, Point(x: -direction.y, y: direction.x) * reach)
    switch cap {
    case .butt: return [corner + aside, corner - aside]
    case .square: return [corner + aside + ahead, corner - aside + ahead]
    case .round: return arc(corner, from: aside, by: -.pi) + [corner - aside]
    }
  }

  private func arc(_ center: Point, from start: Point, by angle: Double) -> [Point] {
    let count = max(1, (abs(angle) / arcStep).rounded(.up))
    return (0..<Int(count)).map { step in
      let (s, c) = (sin(angle * Double(step) / count), cos(angle * Double(step) / count))
      return center + Point(x: start.x * c - start.y * s, y: start.x * s + start.y * c)
    }
  }

  private func turn(_ corner: Point, _ a: Way, _ b: Way, _ left: inout [Point], _ right: inout [Point]) {
    let cross = a.direction.x * b.direction.y - a.direction.y * b.direction.x
    let dot = a.direction.x * b.direction.x + a.direction.y * b.direction.y
    let tip = (a.normal + b.normal) * (reach / (1 + dot))
    let hasRoom = dot > -0.99 && reach * abs(cross) <= min(a.length, b.length) * (1 + dot)
    // A turn toward the normal has its outer side right.
    let side = cross > 0 ? -1.0 : 1
    let (from, to) = (a.normal * (reach * side), b.normal * (reach * side))
    let inner = hasRoom ? [corner - tip * side] : [corner - from, corner, corner - to]
    var outer: [Point]
    if dot >= leastPointed {
      outer = [corner + tip * side]
    } else if join == .round {
      outer = arc(corner, from: from, by: atan2(cross, dot)) + [corner + to]
    } else {
      outer = [corner + from, corner + to]
    }
    if cross > 0 {
      left += inner
      right += outer
    } else {
      left += outer
      right += inner
    }
  }
}
