import Drawing
import MapGeometry
import MapStyle

/// What a symbol layer draws: a point, an area at the place in it that is farthest from its edge, or a line.
struct SymbolItem {
  /// A line that a symbol runs along.
  struct Line {
    /// Degrees clockwise from east, where the symbol stands.
    let angle: Double
    /// In points.
    let length: Double
    /// How much of it is straight, its middle being where the symbol stands, in points.
    let straight: Double

    /// The same direction or its opposite, whichever reads from left to right.
    var uprightAngle: Double {
      angle > 90 ? angle - 180 : angle <= -90 ? angle + 180 : angle
    }
  }

  /// Where it stands.
  private enum Place {
    case world(WorldPoint)
    case picture([(Point, Line?)])
  }

  /// Its number among its source's, to tell which marks belong together.
  let index: Int
  let feature: any StyleFeature
  let subject: Subject?
  private let place: Place

  private init(index: Int, feature: any StyleFeature, subject: Subject?, place: Place) {
    (self.index, self.feature, self.subject, self.place) = (index, feature, subject, place)
  }

  /// Whether it is a point of the data.
  var isPoint: Bool {
    if case .world = place { true } else { false }
  }

  /// Where it appears in the picture grown by a margin, or would if it were shifted.
  func places(in frame: ViewFrame, margin: Double, shift: Point) -> [(point: Point, line: Line?)] {
    switch place {
    case .world(let point):
      return frame.appearances(of: point, margin: margin, shift: shift).map { ($0, nil) }
    case .picture(let places):
      // Along a line the shift is turned as the line runs.
      let area = frame.picture.expanded(by: margin + max(abs(shift.x), abs(shift.y)))
      return places.filter { area.contains($0.0) }.map { ($0.0, $0.1) }
    }
  }

  /// What a layer draws of a source's points, lines and areas.
  static func items(
    of points: [PointItem], _ outlines: [OutlineItem], _ layer: ResolvedLayer, in drawing: inout LayerDrawing
  ) -> [SymbolItem] {
    let placement = layer.value(.symbolPlacement, in: drawing.context(), noting: &drawing.warnings)
    var items: [SymbolItem] = []
    if placement == .point {
      items = points.map { point in
        SymbolItem(
          index: point.index, feature: point.feature, subject: point.subject, place: .world(point.place))
      }
    }
    for (index, outline) in outlines.enumerated() {
      let places: [(Point, Line?)] =
        switch (placement, outline.kind) {
        case (.point, .area): outline.labelPoints.map { ($0, nil) }
        case (.point, .line): outline.paths.compactMap { $0.points.first.map { ($0, nil) } }
        case (.line, _), (.lineCenter, _): outline.paths.compactMap(\.middle)
        }
      items.append(
        SymbolItem(
          index: points.count + index, feature: outline.feature, subject: nil, place: .picture(places)))
    }
    return items
  }
}

extension OutlinePath {
  /// The place halfway along, and the line's direction there.
  fileprivate var middle: (Point, SymbolItem.Line?)? {
    var lengths: [Double] = []
    var total = 0.0
    for (a, b) in zip(points, points.dropFirst()) {
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      lengths.append((dx * dx + dy * dy).squareRoot())
      total += lengths[lengths.count - 1]
    }
    guard total > 0 else { return nil }
    var rest = total / 2
    for (index, length) in lengths.enumerated() {
      if length > 0 && rest <= length {
        let (a, b) = (points[index], points[index + 1])
        let share = rest / length
        return (
          Point(x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y)),
          SymbolItem.Line(
            angle: degrees(b.x - a.x, b.y - a.y), length: total,
            straight: 2
              * min(straight(from: index, rest, back: true), straight(from: index, rest, back: false)))
        )
      }
      rest -= length
    }
    return nil
  }

  /// How far the line runs on as the edge before corner `index + 1` does, to within three points, from a place on it.
  ///
  /// - Parameters:
  ///   - index: the corner before the place.
  ///   - way: points from that corner to the place.
  ///   - back: whether toward the line's start.
  private func straight(from index: Int, _ way: Double, back: Bool) -> Double {
    let (a, b) = (points[index], points[index + 1])
    let (x, y) = (b.x - a.x, b.y - a.y)
    let length = (x * x + y * y).squareRoot()
    var corner = back ? index : index + 1
    var reached = 0.0
    while points.indices.contains(corner) {
      let (dx, dy) = (points[corner].x - a.x, points[corner].y - a.y)
      let along = ((dx * x + dy * y) / length - way) * (back ? -1 : 1)
      guard abs(dx * y - dy * x) / length <= 3, along >= reached else { return reached }
      reached = along
      corner += back ? -1 : 1
    }
    return reached
  }
}
