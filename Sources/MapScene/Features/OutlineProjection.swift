import Drawing
import MapFeatures
import MapGeometry

/// The lines and areas of a source on the flat world: projected once, drawn in any number of views.
struct OutlineProjection: Sendable {
  private let xs: [Double]
  private let ys: [Double]

  /// Projects all positions; longitudes stay as read, so that a ring across the antimeridian stays in one piece.
  init(_ features: FeatureTable) {
    guard let shape = features.shapes.first else {
      (xs, ys) = ([], [])
      return
    }
    xs = shape.longitudes.map { $0 / 360 + 0.5 }
    ys = shape.latitudes.map(WorldPoint.y(ofLatitude:))
  }

  /// The paths of a shape as they appear in a view: every copy of the world, points too close to distinguish left
  /// out, cut to the view.
  ///
  /// - Parameter margin: how far beyond what drawing is cut to paths are looked for, in worlds.
  func paths(of shape: ShapeFeature, in view: ViewFrame, margin: Double = 0) -> [OutlinePath] {
    var paths: [OutlinePath] = []
    for index in 0..<shape.pathCount {
      let range = shape.path(index)
      guard let bounds = bounds(of: range) else { continue }
      let visible = view.clipWorld.grown(by: margin)
      guard bounds.maxY >= visible.minY, bounds.minY <= visible.maxY else { continue }
      let firstCopy = (visible.minX - bounds.maxX).rounded(.up)
      let lastCopy = (visible.maxX - bounds.minX).rounded(.down)
      var copy = firstCopy
      while copy <= lastCopy {
        let isInside =
          bounds.minX + copy >= visible.minX && bounds.maxX + copy <= visible.maxX
          && bounds.minY >= visible.minY && bounds.maxY <= visible.maxY
        let path = project(range, copy: copy, isInside: isInside, isHole: shape.isHole(index), in: view)
        if path.points.count > 1 { paths.append(path) }
        copy += 1
      }
    }
    return paths
  }

  /// Goes through the corners of a shape, in their order.
  func forEachVertex(of shape: ShapeFeature, _ body: (WorldPoint) -> Void) {
    for path in 0..<shape.pathCount {
      for index in shape.path(path) { body(WorldPoint(x: xs[index], y: ys[index])) }
    }
  }

  /// The positions of a path in points, one nearer than half a pixel to the one before left out.
  private func project(
    _ range: Range<Int>, copy: Double, isInside: Bool, isHole: Bool, in view: ViewFrame
  ) -> OutlinePath {
    let nearest = 0.5 / view.viewport.scale
    let (size, origin) = (view.viewport.worldSize, view.origin)
    let isTurned = view.viewport.bearing != 0
    var points: [Point] = []
    points.reserveCapacity(min(range.count, 4096))
    var cutEdges: [Bool] = []
    var wasOnEdge = false
    for index in range {
      var point = Point(x: (xs[index] + copy - origin.x) * size, y: (ys[index] - origin.y) * size)
      if isTurned {
        if isOnAntimeridian(index), !view.isSquare { point.x += xs[index] > 0.5 ? nearest : -nearest }
        point = view.turned(point)
      }
      if isOnAntimeridian(index), view.isSquare {
        let isUpright = view.viewport.bearing == 0 || view.viewport.bearing == 180
        if isUpright {
          point.x = (point.x * view.viewport.scale).rounded() / view.viewport.scale
        } else {
          point.y = (point.y * view.viewport.scale).rounded() / view.viewport.scale
        }
      }
      if let last = points.last, abs(point.x - last.x) < nearest, abs(point.y - last.y) < nearest,
        index != range.upperBound - 1
      {
        continue
      }
      let isOnEdge = isOnWorldEdge(index)
      if isOnEdge && wasOnEdge {
        if cutEdges.isEmpty { cutEdges = Array(repeating: false, count: points.count) }
        cutEdges.append(true)
      } else if !cutEdges.isEmpty {
        cutEdges.append(false)
      }
      wasOnEdge = isOnEdge
      points.append(point)
    }
    // The rectangle around a picture that is turned is larger than what drawing is cut to.
    let isInside = isTurned ? points.allSatisfy(view.clip.contains) : isInside
    return OutlinePath(points: points, isInside: isInside, isHole: isHole, cutEdges: cutEdges)
  }

  /// Whether a position lies on ±180°, where areas are cut in two. Such positions are drawn on the edge of a pixel:
  /// each half would cover part of the pixel they share, and what lies beneath would shine through as a hairline. In
  /// pictures whose edges do not run along the meridians each half reaches half a pixel beyond.
  private func isOnAntimeridian(_ index: Int) -> Bool { abs(abs(xs[index] - 0.5) - 0.5) < 1e-9 }

  /// Whether a position lies where maps of the world are cut: on ±180° or at the flat world's lower edge.
  private func isOnWorldEdge(_ index: Int) -> Bool {
    isOnAntimeridian(index) || ys[index] >= 1 || ys[index] <= 0
  }

  private func bounds(of range: Range<Int>) -> (minX: Double, minY: Double, maxX: Double, maxY: Double)? {
    guard let first = range.first else { return nil }
    var (minX, minY, maxX, maxY) = (xs[first], ys[first], xs[first], ys[first])
    for index in range {
      minX = min(minX, xs[index])
      maxX = max(maxX, xs[index])
      minY = min(minY, ys[index])
      maxY = max(maxY, ys[index])
    }
    return (minX, minY, maxX, maxY)
  }
}

/// A line or a ring in the picture, not yet cut.
struct OutlinePath {
  /// Positions in points; a ring's last repeats its first.
  let points: [Point]
  /// Whether all of it lies in the rectangle that drawing is cut to.
  let isInside: Bool
  /// Whether it is a ring that cuts a hole.
  let isHole: Bool
  /// Which edges, each by the position it leads to, are where somebody cut an area, not where it ends: on the edge of
  /// the world or of the tiles at hand. Empty where none is.
  let cutEdges: [Bool]
  /// Whether a line begins where it is drawn from; `false` where it comes from beyond the tiles at hand.
  var beginsInside = true
  /// By how much the tiles that it comes from are drawn larger because there are none of closer zooms.
  var overscaling = 1.0

  /// The pieces of a ring that are a real border; `nil` where all of the ring is.
  var borders: [[Point]]? {
    guard cutEdges.contains(true) else { return nil }
    var pieces: [[Point]] = []
    var piece: [Point] = []
    for (index, point) in points.enumerated() {
      if cutEdges[index] {
        if piece.count > 1 { pieces.append(piece) }
        piece = []
      }
      piece.append(point)
    }
    if piece.count > 1 { pieces.append(piece) }
    return pieces
  }
}
