import CMath
import Drawing
import MapGeometry

/// Degrees clockwise from east of a direction in the picture.
func degrees(_ x: Double, _ y: Double) -> Double { atan2(y, x) * 180 / .pi }

/// Degrees without the whole turns of those who turn very often, which canvases do not count.
func turn(_ degrees: Double) -> Double {
  abs(degrees) > 3600 ? degrees.truncatingRemainder(dividingBy: 360) : degrees
}

extension OutlineItem {
  /// For each area the place inside that is farthest from its edge, where a label has most room.
  ///
  /// - Complexity: O(*corners*) for each of some dozens of places tried an area.
  var labelPoints: [Point] {
    var places: [Point] = []
    var rings: [[Point]] = []
    func finish() {
      let pole = poleOfInaccessibility(
        of: rings.map { $0.map { WorldPoint(x: $0.x, y: $0.y) } }, precision: 1)
      if let pole { places.append(Point(x: pole.x, y: pole.y)) }
    }
    for path in paths {
      if !path.isHole {
        if !rings.isEmpty { finish() }
        rings = []
      }
      rings.append(path.points)
    }
    if !rings.isEmpty { finish() }
    return places
  }
}
