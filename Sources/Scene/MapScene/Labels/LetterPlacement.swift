import Drawing
import MapContent
import MapGround

/// Sets letters along a line.
///
/// Each letter stands with its middle on the line, turned as the segment there runs, as MapLibre has it. Distances from the anchor are
/// measured along the line, so letters keep their own distances in bends.
struct LetterPlacement {
  let line: MeasuredLine
  /// The anchor of the text, in points from the line's beginning.
  let distance: Double
  /// The offset of the text from its anchor: along the line, and to its right. It does not turn with the text.
  let offset: Point
  /// True if the text runs against the line, so that it is upright.
  let isReversed: Bool
  /// True if the text runs from top to bottom: ideographs on a line that is steeper than 45°.
  let isVertical: Bool
  /// The reach of the text before and behind its anchor.
  private let reach: ClosedRange<Double>
  /// True if letters stand upright in the picture instead of turning with the line.
  var keepsLettersLevel = false

  /// - Parameters:
  ///   - middles: the middles of the first and the last letter, seen from the position.
  ///   - keepsUpright: whether a text that would run from right to left is turned as a whole.
  ///   - canBeVertical: whether the text has letters that stand upright in a column.
  /// - Returns: `nil` where the line is too short for the first or the last letter.
  init?(
    along line: MeasuredLine, at distance: Double, offset: Point, middles: (first: Double, last: Double),
    reach: ClosedRange<Double>, keepsUpright: Bool, canBeVertical: Bool = false
  ) {
    self.line = line
    self.distance = distance + offset.x
    self.offset = offset
    self.reach = reach
    func position(_ way: Double) -> Point { line.point(at: distance + offset.x + way) }
    // A single letter has no direction of its own.
    let ends =
      middles.first < middles.last ? (middles.first, middles.last) : (reach.lowerBound, reach.upperBound)
    let (begin, end) = (position(ends.0), position(ends.1))
    isVertical = canBeVertical && keepsUpright && abs(end.y - begin.y) > abs(end.x - begin.x)
    let isReversed = keepsUpright && (isVertical ? begin.y > end.y : begin.x > end.x + 1e-9)
    self.isReversed = isReversed
    let ways = isReversed ? [-middles.first, -middles.last] : [middles.first, middles.last]
    for way in ways where !(0...line.length).contains(distance + offset.x + way) { return nil }
  }

  /// The position of a letter: the left end of its baseline, and its turn in degrees clockwise.
  ///
  /// - Parameters:
  ///   - start: its left end, seen from the text's position.
  ///   - baseline: how far its baseline lies below the line.
  func letter(from start: Double, advance: Double, baseline: Double) -> (origin: Point, rotation: Double) {
    let (center, angle) = position(start + advance / 2)
    let origin = Point(x: -advance / 2, y: baseline).rotated(by: angle)
    return (center + origin, angle)
  }

  /// A position of the text, and the direction in degrees clockwise of the segment that it lies on.
  private func position(_ middle: Double) -> (Point, Double) {
    let at = distance + (isReversed ? -middle : middle)
    let segment = line.segment(at: at)
    var center = line.point(at: at, on: segment)
    let along = line.direction(of: segment)
    if offset.y != 0 { center = center + Point(x: 0, y: offset.y).rotated(by: along) }
    return (center, keepsLettersLevel ? 0 : isReversed ? along + (along > 0 ? -180 : 180) : along)
  }

  /// Discs that together cover the text, from its beginning to its end.
  ///
  /// - Parameters:
  ///   - middle: how far the middle of the text lies below the line.
  func discs(middle: Double, radius: Double) -> [CollisionIndex.Disc] {
    let length = reach.upperBound - reach.lowerBound
    guard radius > 0, length.isFinite else { return [] }
    let count = max(1, min(1000, (length / radius).rounded(.up)))
    return (0..<Int(count)).map { index in
      let way = reach.lowerBound + (Double(index) + 0.5) * length / count
      let (center, angle) = position(way)
      return CollisionIndex.Disc(center: center + Point(x: 0, y: middle).rotated(by: angle), radius: radius)
    }
  }
}
