import Drawing
import MapGeometry

/// Points or segments under a tree of boxes, for nearest neighbors.
struct SpatialShape: Sendable {
  enum Kind: Sendable {
    case points, lines, area
  }

  private struct Segment: Sendable {
    var a, b: Point
    var isPoint: Bool { a.x == b.x && a.y == b.y }
  }

  /// Degrees, as written, and also the shorter way around.
  private typealias Box = Extent<Double>

  private static let fanOut = 8

  private let kind: Kind
  private let segments: [Segment]
  /// A vertex of each part, which decides if the part lies inside an area.
  private let starts: [Point]
  /// Boxes of segments in groups, then boxes of boxes, up to one.
  private let levels: [[Box]]

  /// `nil` without coordinates.
  init?(_ kind: Kind, _ parts: [[Point]]) {
    var segments: [Segment] = []
    segments.reserveCapacity(parts.reduce(0) { $0 + $1.count })
    for part in parts {
      guard let first = part.first, let last = part.last else { continue }
      if kind == .points || part.count == 1 {
        segments += part.map { Segment(a: $0, b: $0) }
        continue
      }
      for (a, b) in zip(part, part.dropFirst()) { segments.append(Segment(a: a, b: b)) }
      if kind == .area, first.x != last.x || first.y != last.y { segments.append(Segment(a: last, b: first)) }
    }
    guard !segments.isEmpty else { return nil }
    (self.kind, self.segments) = (kind, segments)
    starts = parts.compactMap(\.first)
    var levels = [
      SpatialShape.grouped(
        segments.map { segment in
          let end = segment.a.x + Ruler.turned(segment.b.x - segment.a.x)
          return Box(
            minX: min(segment.a.x, segment.b.x, end), minY: min(segment.a.y, segment.b.y),
            maxX: max(segment.a.x, segment.b.x, end), maxY: max(segment.a.y, segment.b.y))
        })
    ]
    while let top = levels.last, top.count > 1 { levels.append(SpatialShape.grouped(top)) }
    self.levels = levels
  }

  private static func grouped(_ boxes: [Box]) -> [Box] {
    stride(from: 0, to: boxes.count, by: fanOut).map { start in
      boxes[start..<min(start + fanOut, boxes.count)].reduce(into: Box()) { $0.include($1) }
    }
  }

  private func children(of index: Int, level: Int) -> Range<Int> {
    let start = index * SpatialShape.fanOut
    return start..<min(start + SpatialShape.fanOut, level == 0 ? segments.count : levels[level - 1].count)
  }

  /// Meters to another shape; any number from the limit on if it is farther.
  func distance(to other: SpatialShape, _ ruler: Ruler, below limit: Double) -> Double {
    if overlaps(other) { return 0 }
    var best = limit * limit
    struct Pair {
      var own, others: (level: Int, index: Int)
      var gap: Double
    }
    let top = (level: levels.count - 1, index: 0)
    let otherTop = (level: other.levels.count - 1, index: 0)
    var pairs = [
      Pair(
        own: top, others: otherTop,
        gap: levels[top.level][0].squaredGap(to: other.levels[otherTop.level][0], ruler))
    ]
    while let pair = pairs.popLast() {
      guard pair.gap < best else { continue }
      let (own, others) = (pair.own, pair.others)
      if own.level == 0, others.level == 0 {
        for i in children(of: own.index, level: 0) {
          for j in other.children(of: others.index, level: 0) {
            best = min(best, SpatialShape.squaredDistance(segments[i], other.segments[j], ruler))
            if best == 0 { return 0 }
          }
        }
        continue
      }
      // The larger of both is opened; what is nearest comes last, and so is looked into first.
      let start = pairs.count
      if own.level >= others.level {
        let box = other.levels[others.level][others.index]
        for child in children(of: own.index, level: own.level) {
          let gap = levels[own.level - 1][child].squaredGap(to: box, ruler)
          if gap < best { pairs.append(Pair(own: (own.level - 1, child), others: others, gap: gap)) }
        }
      } else {
        let box = levels[own.level][own.index]
        for child in other.children(of: others.index, level: others.level) {
          let gap = box.squaredGap(to: other.levels[others.level - 1][child], ruler)
          if gap < best { pairs.append(Pair(own: own, others: (others.level - 1, child), gap: gap)) }
        }
      }
      pairs[start...].sort { $0.gap > $1.gap }
    }
    return best.squareRoot()
  }

  private static func squaredDistance(_ p: Segment, _ q: Segment, _ ruler: Ruler) -> Double {
    if p.isPoint { return ruler.squaredDistance(p.a, q.a, q.b) }
    if q.isPoint { return ruler.squaredDistance(q.a, p.a, p.b) }
    if cross(p, q) { return 0 }
    return min(
      ruler.squaredDistance(p.a, q.a, q.b), ruler.squaredDistance(p.b, q.a, q.b),
      ruler.squaredDistance(q.a, p.a, p.b), ruler.squaredDistance(q.b, p.a, p.b))
  }

  private static func cross(_ p: Segment, _ q: Segment) -> Bool {
    func side(_ a: Point, _ b: Point, _ c: Point) -> Double {
      (c.x - a.x) * (b.y - a.y) - (b.x - a.x) * (c.y - a.y)
    }
    let (first, second) = (side(q.a, q.b, p.a), side(q.a, q.b, p.b))
    guard (first > 0 && second < 0) || (first < 0 && second > 0) else { return false }
    let (third, fourth) = (side(p.a, p.b, q.a), side(p.a, p.b, q.b))
    return (third > 0 && fourth < 0) || (third < 0 && fourth > 0)
  }

  private func overlaps(_ other: SpatialShape) -> Bool {
    if other.kind == .area, starts.contains(where: other.contains) { return true }
    return kind == .area && other.starts.contains(where: contains)
  }

  /// True inside the area or on its edge, by counting edges to the east.
  private func contains(_ point: Point) -> Bool {
    var isInside = false
    var boxes = [(level: levels.count - 1, index: 0)]
    while let (level, index) = boxes.popLast() {
      let box = levels[level][index]
      guard box.minY <= point.y, point.y <= box.maxY, point.x <= box.maxX else { continue }
      for child in children(of: index, level: level) {
        guard level == 0 else {
          boxes.append((level - 1, child))
          continue
        }
        let (a, b) = (segments[child].a, segments[child].b)
        if SpatialShape.isOn(point, a, b) { return true }
        if (a.y > point.y) != (b.y > point.y), point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x {
          isInside.toggle()
        }
      }
    }
    return isInside
  }

  private static func isOn(_ point: Point, _ a: Point, _ b: Point) -> Bool {
    let (x1, y1, x2, y2) = (point.x - a.x, point.y - a.y, point.x - b.x, point.y - b.y)
    return x1 * y2 - x2 * y1 == 0 && x1 * x2 <= 0 && y1 * y2 <= 0
  }
}

extension Extent<Double> {
  /// Lower bound of the squared distance between boxes.
  fileprivate func squaredGap(to other: Extent, _ ruler: Ruler) -> Double {
    let (low, high) = (other.minX - maxX, other.maxX - minX)
    // The nearest multiple of a full turn is no distance.
    var dx = 0.0
    let turn = (low / 360).rounded(.up) * 360
    if turn > high { dx = min(turn - high, low - (turn - 360)) }
    let dy = max(0, other.minY - maxY, minY - other.maxY)
    let (x, y) = (dx * ruler.east, dy * ruler.north)
    return x * x + y * y
  }
}
