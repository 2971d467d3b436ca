/// The camera of a pitched view, as MapLibre's: its field of view is 36.87°, so that it is 1.5 picture
/// heights away from the middle. Points on the ground are those of the unpitched picture. Up to ``pitches``
/// no horizon is visible: the upper edge shows ground at most 2.4 times as far away as the middle.
public struct Camera: Hashable, Sendable {
  /// The degrees between straight down and where the camera looks that pictures can have.
  public static let pitches = 0.0...60.0

  /// Degrees between straight down and where it looks.
  public let pitch: Double
  /// Points from the camera to the ground in the middle of the picture.
  public let distance: Double
  /// Greatest depth that is drawn, a hundredth more than that of the picture's upper edge, and the least, in
  /// points.
  public let farthest, nearest: Double
  @usableFromInline let middle: ScreenPoint
  @usableFromInline let sine, cosine: Double

  init(pitch: Double, size: ScreenSize) {
    self.pitch = pitch
    middle = ScreenPoint(x: size.width / 2, y: size.height / 2)
    distance = size.height * 1.5
    nearest = size.height / 50
    let radians = pitch * (Double.pi / 180)
    (sine, cosine) = (MapGeometry.sine(radians), MapGeometry.cosine(radians))
    farthest = 1.01 * distance / (1 - sine / cosine / 3)
  }

  /// The point on the ground beneath the camera.
  public var foot: ScreenPoint { ScreenPoint(x: middle.x, y: middle.y + distance * sine) }
  /// Points from the ground to the camera.
  public var height: Double { distance * cosine }

  /// Distance of a point on the ground along the camera's axis, in points, at least ``nearest``.
  @inlinable public func depth(_ ground: ScreenPoint, height: Double = 0) -> Double {
    max(nearest, distance - (ground.y - middle.y) * sine - height * cosine)
  }

  /// Screen point of a point on the ground, or above it.
  @inlinable public func project(_ ground: ScreenPoint, height: Double = 0) -> ScreenPoint {
    let factor = distance / depth(ground, height: height)
    return ScreenPoint(
      x: middle.x + (ground.x - middle.x) * factor,
      y: middle.y + ((ground.y - middle.y) * cosine - height * sine) * factor)
  }

  /// Point on the ground at a screen point, at most as far away as anything drawn.
  @inlinable public func ground(at point: ScreenPoint) -> ScreenPoint {
    let down = point.y - middle.y
    let slope = max(distance * cosine + down * sine, distance * distance * cosine / farthest)
    // What is beyond the farthest is moved onto it.
    let y = sine == 0 ? down : (distance - distance * distance * cosine / slope) / sine
    return ScreenPoint(x: middle.x + (point.x - middle.x) * distance * cosine / slope, y: middle.y + y)
  }

  /// Magnification of the ground at a screen point; 1 in the middle, more below.
  @inlinable public func growth(at point: ScreenPoint) -> Double {
    max(distance / farthest, 1 + (point.y - middle.y) * sine / (cosine * distance))
  }

  /// Corners of the visible ground with a margin in points: far left, far right, near right, near left.
  public func corners(margin: Double) -> [ScreenPoint] {
    let (right, bottom) = (2 * middle.x + margin, 2 * middle.y + margin)
    return [
      ScreenPoint(x: -margin, y: -margin), ScreenPoint(x: right, y: -margin),
      ScreenPoint(x: right, y: bottom), ScreenPoint(x: -margin, y: bottom),
    ].map { ground(at: $0) }
  }

  /// False if all corners of a convex area on the ground lie beyond one edge of the picture.
  func mayShow(_ corners: [ScreenPoint]) -> Bool {
    let ways = corners.map { ScreenPoint(x: $0.x - middle.x, y: $0.y - middle.y) }
    func isBeyond(_ distance: (ScreenPoint, _ depth: Double) -> Double) -> Bool {
      ways.allSatisfy { distance($0, (self.distance - $0.y * sine) / self.distance) <= 0 }
    }
    return !isBeyond { $0.x + middle.x * $1 } && !isBeyond { middle.x * $1 - $0.x }
      && !isBeyond { $0.y * cosine + middle.y * $1 } && !isBeyond { middle.y * $1 - $0.y * cosine }
  }
}

extension Viewport {
  /// The view from straight above.
  public var fromAbove: Viewport {
    var view = self
    view.camera = nil
    return view
  }

  /// Returns the view with another pitch, in degrees, as far as ``Camera/pitches`` go.
  public func pitched(by pitch: Double) -> Viewport {
    var view = self
    view.camera = pitch > 0 ? Camera(pitch: min(Camera.pitches.upperBound, pitch), size: size) : nil
    return view
  }

  /// The view from straight above of all the ground that the picture shows, at the same zoom; itself where it is one.
  public var aroundGround: Viewport {
    guard let camera else { return self }
    let corners = camera.corners(margin: 0)
    let (width, height) = (corners[1].x - corners[0].x, corners[3].y - corners[0].y)
    let middle = fromAbove.worldPoint(at: ScreenPoint(x: size.width / 2, y: corners[0].y + height / 2))
    return Viewport(self, about: middle, size: ScreenSize(width: width, height: height))
  }

  /// True if an area of the world may reach into the picture.
  public func mayShow(_ area: WorldRectangle) -> Bool {
    guard let camera else { return true }
    return camera.mayShow(area.corners.map { fromAbove.project($0) })
  }

  /// The smallest rectangle along meridians around the visible ground with a margin in points; `nil` without
  /// a pitch.
  public func groundRectangle(margin: Double) -> WorldRectangle? {
    guard let camera else { return nil }
    let corners = camera.corners(margin: margin).map(fromAbove.worldPoint)
    return WorldRectangle(Extent(of: corners) { ($0.x, $0.y) })
  }
}
