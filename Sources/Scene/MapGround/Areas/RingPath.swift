import CSystem
package import Drawing

extension Path {
  /// A sector of a ring: clockwise from one share of the turn to another, the first share being 12 o'clock.
  ///
  /// Arcs are Bézier curves of at most an eighth of the turn, which leave the circle by less than 5 millionths of its
  /// radius. Radii are in points; a whole turn gives two circles, a ring by the even-odd rule.
  package init(sectorAround center: Point, inner: Double, outer: Double, from start: Double, to end: Double) {
    self.init()
    guard end > start, outer > inner else { return }
    if end - start >= 1 {
      for radius in inner > 0 ? [outer, inner] : [outer] {
        move(to: Path.onCircle(center, radius, at: start))
        addArc(center: center, radius: radius, from: start, to: start + 1)
        close()
      }
      return
    }
    move(to: Path.onCircle(center, outer, at: start))
    addArc(center: center, radius: outer, from: start, to: end)
    if inner > 0 {
      line(to: Path.onCircle(center, inner, at: end))
      addArc(center: center, radius: inner, from: end, to: start)
    } else {
      line(to: center)
    }
    close()
  }

  /// Appends an arc from where the pen is; counterclockwise where `end` lies before `start`.
  ///
  /// - SeeAlso: a cubic's control points for an arc of angle δ lie `4/3 · tan(δ/4)` radii along the tangents.
  private mutating func addArc(center: Point, radius: Double, from start: Double, to end: Double) {
    let pieces = max(1, (abs(end - start) * 8 - 1e-9).rounded(.up))
    let step = (end - start) / pieces
    let reach = 4 / 3 * tan(step * 2 * Double.pi / 4) * radius
    var share = start
    for index in 1...Int(pieces) {
      let next = start + step * Double(index)
      let (from, to) = (Path.onCircle(center, radius, at: share), Path.onCircle(center, radius, at: next))
      let (leaving, arriving) = (Path.tangent(at: share), Path.tangent(at: next))
      curve(
        Point(x: from.x + reach * leaving.x, y: from.y + reach * leaving.y),
        Point(x: to.x - reach * arriving.x, y: to.y - reach * arriving.y), to: to)
      share = next
    }
  }

  private static func onCircle(_ center: Point, _ radius: Double, at share: Double) -> Point {
    let angle = share * 2 * Double.pi
    return Point(x: center.x + radius * sin(angle), y: center.y - radius * cos(angle))
  }

  private static func tangent(at share: Double) -> Point {
    let angle = share * 2 * Double.pi
    return Point(x: cos(angle), y: sin(angle))
  }
}
