/// Rotation of a picture by its bearing.
@usableFromInline struct Turn: Hashable, Sendable {
  @usableFromInline let degrees: Double
  /// Exact for quarter turns, so that these move no pixel.
  @usableFromInline let sine, cosine: Double

  init(degrees: Double) {
    let turns = degrees - 360 * (degrees / 360).rounded(.down)
    // A tiny negative angle would round up to the full circle.
    self.degrees = turns < 360 ? turns : 0
    switch self.degrees {
    case 0: (sine, cosine) = (0, 1)
    case 90: (sine, cosine) = (1, 0)
    case 180: (sine, cosine) = (0, -1)
    case 270: (sine, cosine) = (-1, 0)
    case let angle:
      let radians = angle * (Double.pi / 180)
      (sine, cosine) = (MapGeometry.sine(radians), MapGeometry.cosine(radians))
    }
  }

  func bounds(width: Double, height: Double) -> (width: Double, height: Double) {
    (width * abs(cosine) + height * abs(sine), width * abs(sine) + height * abs(cosine))
  }

  /// Middle and size of the smallest rectangle around points that is upright in the turned picture.
  func bounds(of points: [WorldPoint]) -> (middle: WorldPoint, size: (width: Double, height: Double))? {
    let extent = Extent(of: points) { ($0.x * cosine + $0.y * sine, $0.y * cosine - $0.x * sine) }
    guard extent.minX <= extent.maxX else { return nil }
    let (x, y) = ((extent.minX + extent.maxX) / 2, (extent.minY + extent.maxY) / 2)
    return (
      WorldPoint(x: x * cosine - y * sine, y: y * cosine + x * sine),
      (extent.maxX - extent.minX, extent.maxY - extent.minY)
    )
  }
}
