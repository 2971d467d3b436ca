import CSystem
import Drawing
import MapContent

extension OutlineItem.Piece {
  /// The piece that runs beside this one, `distance` points to the right of the pen's way.
  ///
  /// Corners on the outer side follow the join: pointed up to the limit in distances and cut beyond, cut, or round;
  /// slight ones are pointed with each. On the inner side the edges meet where they are long enough to.
  func parallel(
    at distance: Double, join: Stroke.Join = .round, miterLimit: Double = 2
  ) -> OutlineItem.Piece {
    // Nothing is opened, so there is one.
    parallels(at: distance, join: join, miterLimit: miterLimit, opensSharpCorners: false).first ?? self
  }

  /// The pieces that run beside this one: one, unless sharp corners are left open on their inner side.
  ///
  /// - Parameter opensSharpCorners: whether edges meet on the inner side no farther off than pointed corners reach, two
  ///   distances at least; beyond, each runs on to the corner, as in interactive maps.
  func parallels(
    at distance: Double, join: Stroke.Join, miterLimit: Double, opensSharpCorners: Bool
  ) -> [OutlineItem.Piece] {
    guard distance != 0 else { return [self] }
    var corners: [Point] = []
    for point in points where point != corners.last { corners.append(point) }
    if isClosed, corners.count > 1, corners.first == corners.last { corners.removeLast() }
    guard corners.count > (isClosed ? 2 : 1) else { return [self] }
    let edges = corners.indices.dropLast(isClosed ? 0 : 1).map { index in
      Edge(corners[index], corners[(index + 1) % corners.count])
    }
    // No corner is pointed farther than any picture reaches.
    let outer = Outer(join, min(miterLimit, max(1.42, 10_000 / abs(distance))), opensSharpCorners)
    var result: [Point] = []
    var breaks: [Int] = []
    result.reserveCapacity(corners.count + 8)
    for index in corners.indices {
      let corner = corners[index]
      if !isClosed && index == 0 {
        result.append(edges[0].beside(corner, distance))
      } else if !isClosed && index == corners.count - 1 {
        result.append(edges[edges.count - 1].beside(corner, distance))
      } else {
        let (a, b) = (edges[(index + edges.count - 1) % edges.count], edges[index])
        turn(corner, a, b, distance, outer, &result)
        if outer.isOpen(a, b, distance) { breaks.append(result.count - 1) }
      }
    }
    guard !breaks.isEmpty else { return [OutlineItem.Piece(points: result, isClosed: isClosed, side: side)] }
    var parts = zip([0] + breaks, breaks + [result.count]).map { Array(result[$0..<$1]) }
    // A ring that is open somewhere begins there.
    if isClosed, parts.count > 1 {
      let first = parts.removeFirst()
      parts[parts.count - 1] += first
    }
    return parts.filter { $0.count > 1 }.map { OutlineItem.Piece(points: $0, isClosed: false, side: side) }
  }

  /// The pieces at `half` points on both sides of a third one, which runs `distance` points to the right of the pen's
  /// way.
  ///
  /// They may become one closed piece if no corner is open, by half circles around both ends.
  func pair(
    around half: Double, at distance: Double, join: Stroke.Join, miterLimit: Double, opensSharpCorners: Bool,
    isJoined: Bool
  ) -> [OutlineItem.Piece] {
    let sides = [distance - half, distance + half].map {
      parallels(at: $0, join: join, miterLimit: miterLimit, opensSharpCorners: opensSharpCorners)
    }
    guard isJoined, !isClosed, sides.allSatisfy({ $0.count == 1 }), let left = sides[0].first,
      let right = sides[1].first, let from = left.points.first, let to = right.points.first, from != to,
      let leftEnd = left.points.last, let rightEnd = right.points.last
    else { return sides.flatMap(\.self) }
    let ring =
      right.points + Self.halfCircle(from: rightEnd, to: leftEnd) + left.points.reversed()
      + Self.halfCircle(from: from, to: to)
    return [OutlineItem.Piece(points: ring, isClosed: true, side: side)]
  }

  /// The points between two on the half circle over them that runs against the clock.
  private static func halfCircle(from start: Point, to end: Point) -> [Point] {
    let middle = Point(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)
    return (1..<24).map { start.rotated(by: -7.5 * Double($0), about: middle) }
  }

  func extended(by distance: Double) -> OutlineItem.Piece {
    guard !isClosed, let first = points.first, let last = points.last,
      let second = points.first(where: { $0 != first }),
      let beforeLast = points.last(where: { $0 != last })
    else { return self }
    func beyond(_ end: Point, from inner: Point) -> Point {
      end + (end - inner) * (distance / (end - inner).length)
    }
    var piece = self
    piece.points[0] = beyond(first, from: second)
    piece.points[points.count - 1] = beyond(last, from: beforeLast)
    return piece
  }

  private struct Edge {
    let dx: Double
    let dy: Double
    let length: Double

    init(_ a: Point, _ b: Point) {
      let (x, y) = (b.x - a.x, b.y - a.y)
      length = (x * x + y * y).squareRoot()
      (dx, dy) = (x / length, y / length)
    }

    func beside(_ point: Point, _ distance: Double) -> Point {
      Point(x: point.x - dy * distance, y: point.y + dx * distance)
    }
  }

  private struct Outer {
    /// The cosine of the sharpest turn that is pointed.
    let sharpest: Double
    let isRound: Bool
    private let sharpestInner: Double

    init(_ join: Stroke.Join, _ miterLimit: Double, _ opensSharpCorners: Bool) {
      isRound = join == .round
      let reach = max(2, join == .miter ? miterLimit : 0)
      sharpestInner = opensSharpCorners ? 2 / (reach * reach) - 1 : -.infinity
      // A pointed corner reaches 1 / cos(turn / 2) distances out.
      sharpest =
        switch join {
        // The usual `line-round-limit`, 1.05: less is not seen.
        case .round: 2 / (1.05 * 1.05) - 1
        case .bevel: 0.97
        case .miter: max(-0.999, min(0.97, 2 / max(1, miterLimit * miterLimit) - 1))
        }
    }

    func isOpen(_ a: Edge, _ b: Edge, _ distance: Double) -> Bool {
      let sine = a.dx * b.dy - a.dy * b.dx
      return sine * distance > 0 && a.dx * b.dx + a.dy * b.dy < sharpestInner - 1e-9
    }
  }

  private func turn(
    _ corner: Point, _ a: Edge, _ b: Edge, _ distance: Double, _ outer: Outer, _ result: inout [Point]
  ) {
    let cosine = a.dx * b.dx + a.dy * b.dy
    let sine = a.dx * b.dy - a.dy * b.dx
    let isInner = sine * distance > 0
    // Half of the turn: its tangent is how far along an edge, in distances, the parallels meet.
    let setback = cosine > -0.999_999 ? abs(distance * sine / (1 + cosine)) : .infinity
    let meets = setback <= min(a.length, b.length) && !outer.isOpen(a, b, distance)
    if isInner ? meets : cosine >= outer.sharpest - 1e-9 {
      let factor = distance / (1 + cosine)
      result.append(Point(x: corner.x - (a.dy + b.dy) * factor, y: corner.y + (a.dx + b.dx) * factor))
      return
    }
    result.append(a.beside(corner, distance))
    if !isInner && outer.isRound {
      let angle = atan2(sine, cosine)
      let steps = max(2, Int((abs(angle) / 0.26).rounded(.up)))
      let start = result[result.count - 1]
      for step in 1..<steps {
        result.append(start.rotated(by: angle * Double(step) / Double(steps) * 180 / .pi, about: corner))
      }
    }
    result.append(b.beside(corner, distance))
  }

  /// The reach of the sharpest corner's miter, in half widths; 1 without corners.
  var sharpestMiter: Double {
    var least = 1.0
    let count = points.count
    guard count > 2 else { return 1 }
    for index in points.indices {
      if !isClosed && (index == 0 || index == count - 1) { continue }
      let (a, b, c) = (points[(index + count - 1) % count], points[index], points[(index + 1) % count])
      let (ux, uy, vx, vy) = (b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y)
      let lengths = ((ux * ux + uy * uy) * (vx * vx + vy * vy)).squareRoot()
      if lengths > 0 { least = min(least, (ux * vx + uy * vy) / lengths) }
    }
    // 1 / cos(half of the turn).
    return least > -1 ? 1 / ((1 + least) / 2).squareRoot() : .infinity
  }
}
