import CSystem
import Drawing

/// Walks along a line and gives a raster the edges of what the pen covers.
///
/// Left and right of the line an outline grows at the same time; together they are one area around each straight
/// stretch and each join, all of the same direction. Where a bend's inner side has room, the outline's edges meet in a point, so
/// that nothing is covered twice.
struct StrokeOutline {
  /// Half of the line's width in pixels, above 0.
  let reach: Double
  let cap: Stroke.Cap
  let join: Stroke.Join
  let miterLimit: Double
  private let raster: CoverageRaster
  /// The largest angle between two corners of an arc, in radians.
  private let arcStep: Double
  /// Its cosine: stretches that turn by less need no arc, and no angle.
  private let cosineOfArcStep: Double
  /// The cosine of the sharpest turn whose outer side is a point: beyond the miter limit it is cut, and a round one that is
  /// slight enough differs from a point by less than a hundredth of a pixel's area.
  private let leastPointedCosine: Double
  /// The corners of a round cap, from one side of the line to the other: how far ahead and how far aside.
  private let roundCap: [(ahead: Double, aside: Double)]
  private var stretches: [Stretch] = []
  private var left = CoverageRaster.Position(x: 0, y: 0)
  private var right = CoverageRaster.Position(x: 0, y: 0)

  /// The greatest distance of arcs from their circle, in pixels.
  private static let tolerance = 0.06

  init(_ stroke: Stroke, reach: Double, raster: CoverageRaster) {
    self.reach = reach
    (cap, join, miterLimit) = (stroke.cap, stroke.join, max(1, stroke.miterLimit))
    self.raster = raster
    arcStep = Self.arcStep(ofRadius: reach)
    cosineOfArcStep = cos(arcStep)
    switch join {
    case .bevel: leastPointedCosine = .infinity
    // The tip is 1 / cos(half the turn) half widths out.
    case .miter: leastPointedCosine = max(-0.999_999, 2 / (miterLimit * miterLimit) - 1)
    case .round: leastPointedCosine = Self.cosineOfSlightTurn(reach)
    }
    let count = max(2, Int((Double.pi / arcStep).rounded(.up)))
    roundCap =
      cap == .round
      ? (1..<count).map { step in
        let angle = Double.pi * Double(step) / Double(count)
        return (sin(angle), cos(angle))
      } : []
  }

  private static func arcStep(ofRadius radius: Double) -> Double {
    2 * acos(max(0, 1 - tolerance / max(radius, tolerance)))
  }

  /// The cosine of a turn whose pointed join covers a hundredth of a pixel more than the round one.
  ///
  /// At half a turn h the two differ by reach² · (tan h − h), which is at most 1.17 · reach² · h³ / 3 up to h = 0.6.
  private static func cosineOfSlightTurn(_ reach: Double) -> Double {
    let half = min(0.6, cbrt(3 * 0.01 / (reach * reach)) * 0.95)
    return cos(2 * half)
  }

  static func corners(ofRadius radius: Double) -> Int {
    max(12, Int((4 * Double.pi / arcStep(ofRadius: radius)).rounded(.up)))
  }

  /// The distance from the line within which the pen may cover pixels, in pixels.
  var extent: Double { reach * max(cap == .square ? 1.42 : 1, join == .miter ? miterLimit : 1) }

  private struct Stretch {
    let start: Point
    let length: Double
    let direction: Point
    var normal: Point { Point(x: -direction.y, y: direction.x) }
  }

  /// Adds the area around a line of corners in points, whose origin lies at `origin` in pixels.
  mutating func add(_ corners: UnsafeBufferPointer<Point>, scale: Double, origin: Point, isClosed: Bool) {
    guard let first = corners.first else { return }
    stretches.removeAll(keepingCapacity: true)
    var here = Point(x: first.x * scale + origin.x, y: first.y * scale + origin.y)
    let start = here
    for corner in corners.dropFirst() {
      extend(from: &here, to: Point(x: corner.x * scale + origin.x, y: corner.y * scale + origin.y))
    }
    if isClosed { extend(from: &here, to: start) }
    guard let last = stretches.last else { return addDot(start) }
    if isClosed, stretches.count > 1 {
      addRing()
    } else {
      addLine(last)
    }
  }

  @inline(__always) private mutating func extend(from here: inout Point, to next: Point) {
    let way = next - here
    let length = (way.x * way.x + way.y * way.y).squareRoot()
    // Shorter ones have no direction to speak of.
    guard length > 1.0 / 16 else { return }
    stretches.append(
      Stretch(start: here, length: length, direction: Point(x: way.x / length, y: way.y / length)))
    here = next
  }

  private mutating func addDot(_ center: Point) {
    guard cap == .round else { return }
    let stretch = Stretch(start: center, length: 0, direction: Point(x: 1, y: 0))
    stretches = [stretch]
    addLine(stretch)
  }

  private mutating func addLine(_ last: Stretch) {
    let first = stretches[0]
    let begin = position(first.start, first.normal, -reach)
    (left, right) = (begin, begin)
    addCap(first.start, from: first.normal, -1, back: first.direction, -1)
    for index in 1..<max(1, stretches.count) { addJoin(stretches[index - 1], stretches[index]) }
    let end = last.start + last.direction * last.length
    goLeft(position(end, last.normal, reach))
    addCap(end, from: last.normal, 1, back: last.direction, 1)
    // Both sides meet at the end of the last cap.
    raster.addEdge(from: left, to: right)
  }

  private mutating func addRing() {
    let (first, last) = (stretches[0], stretches[stretches.count - 1])
    // Both outlines begin in the middle of the first stretch.
    let middle = first.start + first.direction * (first.length / 2)
    let beginLeft = position(middle, first.normal, reach)
    let beginRight = position(middle, first.normal, -reach)
    (left, right) = (beginLeft, beginRight)
    for index in 1..<stretches.count { addJoin(stretches[index - 1], stretches[index]) }
    addJoin(last, first)
    goLeft(beginLeft)
    goRight(beginRight)
  }

  // MARK: Outline

  @inline(__always)
  private func position(_ point: Point, _ direction: Point, _ distance: Double) -> CoverageRaster.Position {
    CoverageRaster.position(point.x + direction.x * distance, point.y + direction.y * distance)
  }

  @inline(__always) private mutating func goLeft(_ next: CoverageRaster.Position) {
    raster.addEdge(from: left, to: next)
    left = next
  }

  /// The right outline is gone along backwards.
  @inline(__always) private mutating func goRight(_ next: CoverageRaster.Position) {
    raster.addEdge(from: next, to: right)
    right = next
  }

  /// Goes with the left outline around an end of the line, from one side to the other.
  private mutating func addCap(
    _ end: Point, from normal: Point, _ side: Double, back direction: Point, _ way: Double
  ) {
    let from = normal * side
    switch cap {
    case .butt: break
    case .square:
      for sign in [1.0, -1] { goLeft(position(end, from * sign + direction * way, reach)) }
    case .round:
      for corner in roundCap {
        goLeft(position(end, from * corner.aside + direction * (corner.ahead * way), reach))
      }
    }
    goLeft(position(end, from, -reach))
  }

  private mutating func addJoin(_ a: Stretch, _ b: Stretch) {
    let corner = b.start
    let cross = a.direction.x * b.direction.y - a.direction.y * b.direction.x
    let dot = a.direction.x * b.direction.x + a.direction.y * b.direction.y
    if abs(cross) < 1e-9, dot > 0 {
      goLeft(position(corner, b.normal, reach))
      goRight(position(corner, b.normal, -reach))
      return
    }
    let hasRoom = dot > -0.99 && reach * abs(cross) <= 0.5 * min(a.length, b.length) * (1 + dot)
    let isPointed = dot >= leastPointedCosine
    // Where a side's two edges cross.
    let (tip, distance) = (a.normal + b.normal, reach / (1 + dot))
    if hasRoom && isPointed {
      // Most bends: each side has one corner.
      goLeft(position(corner, tip, distance))
      goRight(position(corner, tip, -distance))
      return
    }
    // The bend's outer side is right of a turn towards the normal, else left.
    let outer = cross > 0 ? -reach : reach
    let isLeftOuter = cross <= 0
    // The inner side, if there is room, is where both outlines cross, else by way of the corner.
    if hasRoom {
      go(!isLeftOuter, position(corner, tip, isLeftOuter ? -distance : distance))
    } else {
      go(!isLeftOuter, position(corner, a.normal, -outer))
      go(!isLeftOuter, position(corner, a.normal, 0))
      go(!isLeftOuter, position(corner, b.normal, -outer))
    }
    if isPointed { return go(isLeftOuter, position(corner, tip, isLeftOuter ? distance : -distance)) }
    go(isLeftOuter, position(corner, a.normal, outer))
    switch join {
    case .bevel, .miter: break
    case .round:
      guard dot < cosineOfArcStep else { break }
      let turn = atan2(abs(cross), dot)
      let count = Int((turn / arcStep).rounded(.up))
      guard count > 1 else { break }
      let sign = cross > 0 ? 1.0 : -1
      for step in 1..<count {
        let angle = sign * turn * Double(step) / Double(count)
        let (cosine, sine) = (cos(angle), sin(angle))
        let normal = a.normal
        let turned = Point(x: normal.x * cosine - normal.y * sine, y: normal.x * sine + normal.y * cosine)
        go(isLeftOuter, position(corner, turned, outer))
      }
    }
    go(isLeftOuter, position(corner, b.normal, outer))
  }

  @inline(__always) private mutating func go(_ isLeft: Bool, _ next: CoverageRaster.Position) {
    if isLeft { goLeft(next) } else { goRight(next) }
  }
}
