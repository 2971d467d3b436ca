import Drawing
import MapContent
import MapGround

/// The positions of labels along a line.
///
/// - SeeAlso: MapLibre GL JS, `get_anchors` and `check_max_angle`, whose rules these are.
struct LineAnchors {
  /// A point on a line that a label is centered at.
  struct Anchor: Equatable {
    let point: Point
    /// Points from the line's beginning.
    let distance: Double
    /// The direction of the line there, in degrees clockwise from east.
    let angle: Double
  }

  /// `symbol-spacing`: from one label's middle to the next one's, in points.
  var spacing: Double
  /// The label's length in points.
  var length: Double
  /// The size of the letters in points.
  var em: Double
  /// By how many degrees the line may turn within ``window`` ems; `nil` for icons alone, which no bend disturbs.
  var maximumAngle: Double?

  /// By how much the line's tiles are drawn larger because there are none of closer zooms, a power of two. The first
  /// label stands as much farther in, so that labels keep their places while zooming.
  var overscaling = 1.0

  /// A label's turns are summed over this many ems, about a letter.
  static let window = 0.6
  /// So many places outside the picture are tried to learn whether a line has any label at all.
  private static let mostTries = 256
  /// So many places in the picture are tried along one line: one that runs to and fro has more than could be seen.
  static let mostPlaces = 20_000

  /// The places along a line that lie in an area, from the line's beginning.
  ///
  /// They depend on the line alone, not on the area: another part of the same map has its labels at the same places.
  ///
  /// - Parameter isCutShort: becomes true where the line has more places than are tried.
  /// - Complexity: O(*corners* + *places in the area*), times the corners that a label lies on.
  func anchors(along line: MeasuredLine, in area: Rectangle, isCutShort: inout Bool) -> [Anchor] {
    guard length <= line.length else { return [] }
    let step = spacing - length < spacing / 4 ? length + spacing / 4 : spacing
    guard step > 0, step.isFinite else { return [] }
    let first = ((line.beginsInside ? length / 2 + 2 * em : step / 2) * overscaling)
      .truncatingRemainder(dividingBy: step)
    let found = anchors(along: line, in: area, from: first, step: step, &isCutShort)
    // Only a line that has no label anywhere, in the picture or not, is labeled from its middle on.
    guard found.isEmpty, line.beginsInside, !hasLabel(line, first: first, step: step) else { return found }
    return anchors(along: line, in: area, from: line.length / 2, step: step, &isCutShort)
  }

  private func anchors(
    along line: MeasuredLine, in area: Rectangle, from first: Double, step: Double, _ isCutShort: inout Bool
  ) -> [Anchor] {
    var found: [Anchor] = []
    var left = LineAnchors.mostPlaces
    places: for segment in 0..<line.points.count - 1 {
      guard let (from, to) = line.part(of: segment, in: area) else { continue }
      var number = max(0, ((from - first) / step).rounded(.up))
      while first + number * step < to {
        let distance = first + number * step
        number += 1
        left -= 1
        guard left >= 0 else {
          isCutShort = true
          break places
        }
        if fits(line, at: distance, on: segment) { found.append(anchor(line, at: distance, on: segment)) }
      }
    }
    return found
  }

  /// The middle of a line, where a label fits there.
  func center(of line: MeasuredLine) -> Anchor? {
    let middle = line.length / 2
    let segment = line.segment(at: middle)
    guard maximumAngle == nil || fits(line, at: middle, on: segment) else { return nil }
    return anchor(line, at: middle, on: segment)
  }

  private func hasLabel(_ line: MeasuredLine, first: Double, step: Double) -> Bool {
    var (distance, tries) = (first, 0)
    while distance < line.length, tries < LineAnchors.mostTries {
      if fits(line, at: distance, on: line.segment(at: distance)) { return true }
      distance += step
      tries += 1
    }
    return false
  }

  private func anchor(_ line: MeasuredLine, at distance: Double, on segment: Int) -> Anchor {
    Anchor(
      point: line.point(at: distance, on: segment), distance: distance, angle: line.direction(of: segment))
  }

  /// True if the line is long enough on both sides of a point, and bends little enough under the label.
  ///
  /// - Complexity: O(*corners under the label*).
  func fits(_ line: MeasuredLine, at distance: Double, on segment: Int) -> Bool {
    let (start, end) = (distance - length / 2, distance + length / 2)
    guard start >= 0, end <= line.length else { return false }
    guard let maximumAngle else { return true }
    var corner = segment + 1
    while corner > 1, line.distances[corner - 1] > start { corner -= 1 }
    var oldest = corner
    var sum = 0.0
    var turns: [Double] = []
    while corner < line.points.count - 1, line.distances[corner] < end {
      defer { corner += 1 }
      guard line.distances[corner] > start else {
        oldest = corner + 1
        continue
      }
      turns.append(line.turn(at: corner))
      sum += turns[turns.count - 1]
      while line.distances[corner] - line.distances[oldest] > LineAnchors.window * em {
        sum -= turns[turns.count - 1 - (corner - oldest)]
        oldest += 1
      }
      if sum > maximumAngle + 1e-9 { return false }
    }
    return true
  }
}

extension MeasuredLine {
  /// The distances between which a segment lies in an area; `nil` where it does not.
  fileprivate func part(of segment: Int, in area: Rectangle) -> (from: Double, to: Double)? {
    let (a, b) = (points[segment], points[segment + 1])
    let (start, end) = (distances[segment], distances[segment + 1])
    if area.contains(a), area.contains(b) { return (start, end) }
    guard let piece = area.clipped(line: [a, b]).first, let from = piece.first, let to = piece.last else {
      return nil
    }
    func distance(to point: Point) -> Double { min(end, start + (point - a).length) }
    return (from == a ? start : distance(to: from), to == b ? end : distance(to: to))
  }
}

/// The anchors of a layer's texts: the same text is not repeated within half a spacing.
struct RepeatedTexts {
  /// The least distance of the same text, in points.
  private let distance: Double
  /// The points of each text; looked up, never iterated.
  private var points: [String: PointGrid<Point>] = [:]

  init(distance: Double) { self.distance = max(distance, 0.01) }

  /// Notes a text at a point; false where the same text is nearer than the distance, measured straight.
  ///
  /// - Complexity: O(1) expected: no two points of a text in a square are near each other.
  mutating func take(_ text: String, at point: Point) -> Bool {
    let near = points[text]?.items(near: point) ?? []
    if near.contains(where: { ($0 - point).squaredLength < distance * distance }) { return false }
    points[text, default: PointGrid(side: distance)].add(point, at: point)
    return true
  }
}

/// Things by the squares of the picture's plane that their points lie in.
struct PointGrid<Item> {
  private struct Cell: Hashable {
    let column, row: Int
  }

  private let side: Double
  private var cells: [Cell: [Item]] = [:]  // looked up, never iterated

  /// - Parameter side: that of a square, in points.
  init(side: Double) { self.side = side }

  mutating func add(_ item: Item, at point: Point) { cells[cell(of: point), default: []].append(item) }

  /// The things within so many squares of a point's own, those of one square in the order in which they came.
  func items(near point: Point, cells count: Int = 1) -> [Item] {
    let middle = cell(of: point)
    var found: [Item] = []
    for row in middle.row - count...middle.row + count {
      for column in middle.column - count...middle.column + count {
        if let there = cells[Cell(column: column, row: row)] { found += there }
      }
    }
    return found
  }

  private func cell(of point: Point) -> Cell {
    // Far away squares are one: who lies there is compared for nothing, but never missed.
    func number(_ along: Double) -> Int { Int(min(1e9, max(-1e9, (along / side).rounded(.down)))) }
    return Cell(column: number(point.x), row: number(point.y))
  }
}
