import Drawing
import MapContent

/// A line's dashes as canvases take them: lengths drawn and left out in turn, and how far into them a line begins.
struct DashPattern: Equatable {
  /// In points, an even number of them.
  let lengths: [Double]
  /// The offset into the lengths at which a line begins, in points.
  let phase: Double

}

extension DashPattern {
  /// The longest dash, in points; no picture is larger.
  private static let longest = 10_000.0

  /// The pattern of a style's list of lengths in line widths; `nil` for a solid line.
  ///
  /// An odd list is repeated as it is, unlike in SVG: its last dash and its first one join, so the line begins behind
  /// the last dash.
  init?(_ dashes: [Double], unit: Double) {
    let points = dashes.map { min($0 * unit, DashPattern.longest) }
    guard points.count > 1, points.contains(where: { $0 > 0 }) else { return nil }
    guard points.count % 2 == 1, let last = points.last else {
      self.init(lengths: points, phase: 0)
      return
    }
    self.init(lengths: [last + points[0]] + points[1..<points.count - 1], phase: last)
  }

  /// The offset into the pattern of a point on a line at a distance from its first corner, both in points.
  func phase(at distance: Double) -> Double {
    let period = lengths.reduce(0, +)
    let phase = (phase + distance).truncatingRemainder(dividingBy: period)
    // What differs by less than could be seen shares one stroke.
    return (phase * 1024).rounded() / 1024
  }

  /// Dashes that repeat within less look like a solid line, in points.
  private static let finest = 0.25

  /// The dashes of a line that reach into a rectangle, as ascending distances from the line's beginning in points;
  /// they are cut at its edge.
  ///
  /// Dashes shorter than `shortest` grow about their middle; dashes of length 0 are left out where this is 0.
  func spans(on line: MeasuredLine, shortest: Double, in clip: Rectangle) -> [ClosedRange<Double>] {
    let period = lengths.reduce(0, +)
    var spans: [ClosedRange<Double>] = []
    for part in OutlineItem.Piece(points: line.points, isClosed: false, side: 1).parts(in: clip) {
      guard let seen = MeasuredLine(part.piece.points) else { continue }
      let (begin, end) = (part.distance, min(line.length, part.distance + seen.length))
      guard period >= DashPattern.finest else {
        spans.append(begin...max(begin, end))
        continue
      }
      // Where the pattern that reaches into the part began.
      var position = begin - (phase + begin).truncatingRemainder(dividingBy: period)
      while position < end {
        for (index, length) in lengths.enumerated() {
          defer { position += length }
          let grown = max(0, shortest - length) / 2
          let (from, to) = (max(begin, position - grown), min(end, position + length + grown))
          if index % 2 == 0, from < to { spans.append(from...to) }
        }
      }
    }
    return spans
  }
}

extension OutlineItem.Piece {
  /// The parts of the piece in a rectangle, and how far from its first corner each begins, in points.
  func parts(in clip: Rectangle) -> [(piece: OutlineItem.Piece, distance: Double)] {
    guard points.contains(where: { !clip.contains($0) }) else { return [(self, 0)] }
    let line = isClosed ? points + points.prefix(1) : points
    var (segment, distance) = (0, 0.0)
    return clip.parts(of: line).map { part in
      while segment < part.segment {
        distance += (line[segment + 1] - line[segment]).length
        segment += 1
      }
      return (
        OutlineItem.Piece(points: part.points, isClosed: false, side: side),
        distance + (part.points[0] - line[segment]).length
      )
    }
  }
}

extension Rectangle {
  static let everywhere = Rectangle(x: -1e12, y: -1e12, width: 2e12, height: 2e12)
}
