import CMath
import Drawing
import MapGeometry
import MapGround

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
