import Drawing
import MapGeometry

/// A view, and what of it drawing is cut to.
struct ViewFrame: Sendable {
  /// How far beyond the picture drawing goes, in points: wider than half of any line, so that cut edges stay unseen.
  static let margin = 64.0

  let viewport: Viewport
  /// The world point in the picture's upper left corner.
  let origin: WorldPoint
  /// What drawing is cut to, in points.
  let clip: Rectangle
  /// The same in worlds.
  let clipWorld: WorldRectangle
  /// Points beyond the picture within which marks count as reaching into it, because they are to be moved.
  var overscan = 0.0

  init(_ viewport: Viewport) {
    self.viewport = viewport
    let visible = viewport.visibleWorldRectangle
    origin = WorldPoint(x: visible.minX, y: visible.minY)
    clip = Rectangle(x: 0, y: 0, width: viewport.size.width, height: viewport.size.height)
      .expanded(by: ViewFrame.margin)
    clipWorld = visible.grown(by: ViewFrame.margin / viewport.worldSize)
  }

  /// The picture grown by a margin in points, in worlds.
  func world(margin: Double) -> WorldRectangle {
    viewport.visibleWorldRectangle.grown(by: margin / viewport.worldSize)
  }

  /// The picture itself, in points.
  var picture: Rectangle {
    Rectangle(x: 0, y: 0, width: viewport.size.width, height: viewport.size.height)
  }

  /// No mark reaches farther from its point, in points.
  static let farthestReach = 20_000.0

  /// Where a world point appears in the picture grown by a margin: once for every copy of the world, west to east.
  ///
  /// - Parameters:
  ///   - point: the point.
  ///   - margin: points that count as part of the picture on every side, up to ``farthestReach``.
  ///   - shift: how far from the point lies what must appear.
  func appearances(of point: WorldPoint, margin: Double, shift: Point = .zero) -> [Point] {
    let margin = min(margin, ViewFrame.farthestReach) + overscan
    let y = (point.y - origin.y) * viewport.worldSize
    guard y + shift.y >= -margin, y + shift.y <= viewport.size.height + margin, shift.x.isFinite else {
      return []
    }
    let (grown, west) = (margin / viewport.worldSize, origin.x - point.x - shift.x / viewport.worldSize)
    // A shift leads to other copies, not to more: counted in steps, the loop ends however far off they are.
    let first = (west - grown).rounded(.up)
    let count = (west + viewport.size.width / viewport.worldSize + grown).rounded(.down) - first + 1
    var places: [Point] = []
    var step = 0.0
    while step < count {
      places.append(Point(x: (point.x + (first + step) - origin.x) * viewport.worldSize, y: y))
      step += 1
    }
    return places
  }
}

extension WorldRectangle {
  /// The rectangle grown on every side, in worlds.
  fileprivate func grown(by margin: Double) -> WorldRectangle {
    WorldRectangle(
      minX: minX - margin, minY: minY - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}
