import CSystem
package import Drawing
package import MapFeatures
import MapGeometry

/// The lines and areas of a source on the flat world: projected once, drawn in any number of views.
package struct OutlineProjection: Sendable {
  private let xs: [Double]
  private let ys: [Double]
  /// By the path's number: the box about it, and for rings whether they run against ``OutlinePath/isBackward``'s direction.
  private var paths: [(box: Extent<Double>, isBackward: Bool)] = []

  /// Projects all positions; longitudes stay as read, so that a ring across the antimeridian stays in one piece.
  init(_ features: FeatureTable) {
    guard let shape = features.shapes.first else {
      (xs, ys) = ([], [])
      return
    }
    let xs = shape.longitudes.map { $0 / 360 + 0.5 }
    let ys = shape.latitudes.map(WorldPoint.y(ofLatitude:))
    paths = Array(repeating: (Extent<Double>(), false), count: shape.pathCountOfAll)
    for shape in features.shapes {
      for index in 0..<shape.pathCount {
        let range = shape.path(index)
        guard !range.isEmpty else { continue }
        var box = Extent<Double>()
        var doubled = 0.0
        for position in range {
          box.include(xs[position], ys[position])
          let last = position == range.lowerBound ? range.upperBound - 1 : position - 1
          doubled += (xs[position] - xs[last]) * (ys[position] + ys[last])
        }
        paths[shape.pathNumber(index)] = (box, shape.kind == .area && (doubled > 0) != shape.isHole(index))
      }
    }
    (self.xs, self.ys) = (xs, ys)
  }

  /// The paths of a shape as they appear in a view: every copy of the world, points too close to distinguish left
  /// out, not yet cut to the view.
  ///
  /// - Parameter margin: how far beyond what drawing is cut to paths are looked for, in worlds.
  package func paths(of shape: ShapeFeature, in view: ViewFrame, margin: Double = 0) -> [OutlinePath] {
    if let sheet = view.sheet {
      return (0..<shape.pathCount).flatMap { index in
        let positions = shape.coordinates(ofPath: index)
        return shape.kind == .line
          ? sheet.lines(positions, margin: margin)
          : sheet.rings(positions, isHole: shape.isHole(index), margin: margin)
      }
    }
    var found: [OutlinePath] = []
    let visible = view.clipWorld.grown(by: margin)
    let nearness = Nearness(view.viewport)
    for index in 0..<shape.pathCount {
      let (range, (bounds, isBackward)) = (shape.path(index), paths[shape.pathNumber(index)])
      guard !range.isEmpty, bounds.maxY >= visible.minY, bounds.minY <= visible.maxY else { continue }
      let lastCopy = (visible.maxX - bounds.minX).rounded(.down)
      var copy = (visible.minX - bounds.maxX).rounded(.up)
      while copy <= lastCopy {
        let isInside =
          bounds.minX + copy >= visible.minX && bounds.maxX + copy <= visible.maxX
          && bounds.minY >= visible.minY && bounds.maxY <= visible.maxY
        var outline = project(
          range, nearness, copy: copy, isInside: isInside, isHole: shape.isHole(index), in: view)
        outline.isBackward = isBackward
        if outline.points.count > 1 { found.append(outline) }
        copy += 1
      }
    }
    return found
  }

  /// Goes through the vertices of a shape on the flat world or on a sheet; what that hides is `nil`.
  func forEachVertex(of shape: ShapeFeature, on sheet: Sheet?, _ body: (WorldPoint?) -> Void) {
    for path in 0..<shape.pathCount {
      for index in shape.path(path) {
        guard let sheet else {
          body(WorldPoint(x: xs[index], y: ys[index]))
          continue
        }
        body(
          sheet.worldPoint(Coordinate(latitude: shape.latitudes[index], longitude: shape.longitudes[index])))
      }
    }
  }

  /// A path in a view: its ends, and those of its positions that are not near the one before. These depend on the zoom alone,
  /// so that every view of the zoom draws the same corners.
  private func project(
    _ range: Range<Int>, _ nearness: Nearness, copy: Double, isInside: Bool, isHole: Bool, in view: ViewFrame
  ) -> OutlinePath {
    let (size, origin) = (view.viewport.worldSize, view.origin)
    let isTurned = view.viewport.bearing != 0
    var points: [Point] = []
    points.reserveCapacity(min(range.count, 64))
    /// The positions on ±180°, and truth values, one a position, up to the last that lies where maps of the world are cut.
    var (onAntimeridian, onWorldEdge): ([(index: Int, isEast: Bool)], [Bool]) = ([], [])
    var (last, wasOnAntimeridian): (Int?, Bool) = (nil, false)
    for index in range {
      let isOnAntimeridian = isOnAntimeridian(index)
      // Between these lies what moves positions on ±180°: views decide.
      if let last, isOnAntimeridian == wasOnAntimeridian, index != range.upperBound - 1,
        nearness.holds(xs[index] - xs[last], ys[index] - ys[last])
      {
        continue
      }
      (last, wasOnAntimeridian) = (index, isOnAntimeridian)
      if isOnAntimeridian { onAntimeridian.append((points.count, xs[index] > 0.5)) }
      if isOnAntimeridian || ys[index] >= 1 || ys[index] <= 0 {
        onWorldEdge += Array(repeating: false, count: points.count - onWorldEdge.count) + [true]
      }
      points.append(Point(x: (xs[index] + copy - origin.x) * size, y: (ys[index] - origin.y) * size))
    }
    if isTurned {
      if !view.isSquare {
        let half = 0.5 / view.viewport.scale
        for (index, isEast) in onAntimeridian { points[index].x += isEast ? half : -half }
      }
      for index in points.indices { points[index] = view.turned(points[index]) }
    }
    if view.isSquare { align(&points, onAntimeridian.map(\.index), to: view.viewport) }
    let cutEdges = onWorldEdge.isEmpty ? [] : thin(&points, onWorldEdge, scale: view.viewport.scale)
    // The rectangle around a picture that is turned is larger than what drawing is cut to.
    return OutlinePath(
      points: points, isInside: isTurned ? points.allSatisfy(view.clip.contains) : isInside, isHole: isHole,
      cutEdges: cutEdges)
  }

  /// Leaves out of a path on the edge of the world what is near the position before now that those on ±180° were moved.
  ///
  /// - Returns: which edges are where the world was cut; see ``OutlinePath/cutEdges``.
  private func thin(_ points: inout [Point], _ onWorldEdge: [Bool], scale: Double) -> [Bool] {
    let nearest = 0.5 / scale
    var (kept, cutEdges): ([Point], [Bool]) = ([], [])
    var wasOnEdge = false
    for (index, point) in points.enumerated() {
      if let last = kept.last, abs(point.x - last.x) < nearest, abs(point.y - last.y) < nearest,
        index != points.count - 1
      {
        continue
      }
      let isOnEdge = index < onWorldEdge.count && onWorldEdge[index]
      cutEdges.append(isOnEdge && wasOnEdge)
      kept.append(point)
      wasOnEdge = isOnEdge
    }
    points = kept
    return cutEdges
  }

  /// Moves positions on ±180° onto the edges of pixels.
  private func align(_ points: inout [Point], _ indices: [Int], to viewport: Viewport) {
    let isUpright = viewport.bearing == 0 || viewport.bearing == 180
    for index in indices {
      if isUpright {
        points[index].x = (points[index].x * viewport.scale).rounded() / viewport.scale
      } else {
        points[index].y = (points[index].y * viewport.scale).rounded() / viewport.scale
      }
    }
  }

  /// True if a position lies on ±180°, where areas are cut in two. Such positions are drawn on the edge of a pixel:
  /// each half would cover part of the pixel they share, and what lies beneath would shine through as a hairline. In
  /// pictures whose edges do not run along the meridians each half reaches half a pixel beyond.
  private func isOnAntimeridian(_ index: Int) -> Bool { abs(abs(xs[index] - 0.5) - 0.5) < 1e-9 }
}

/// The nearness of world points in a picture: less than half a pixel in both directions.
private struct Nearness {
  private let worldSize, nearest, cosine, sine: Double

  init(_ viewport: Viewport) {
    (worldSize, nearest) = (viewport.worldSize, 0.5 / viewport.scale)
    (cosine, sine) = (cos(viewport.bearing * Double.pi / 180), sin(viewport.bearing * Double.pi / 180))
  }

  @inline(__always) func holds(_ dx: Double, _ dy: Double) -> Bool {
    let (x, y) = (dx * worldSize, dy * worldSize)
    guard sine != 0 else { return abs(x) < nearest && abs(y) < nearest }
    return abs(x * cosine + y * sine) < nearest && abs(y * cosine - x * sine) < nearest
  }
}

/// A line or a ring in the picture, not yet cut.
package struct OutlinePath: Sendable {
  /// Positions in points; a ring's last repeats its first.
  package let points: [Point]
  /// True if all of it lies in the rectangle that drawing is cut to.
  package let isInside: Bool
  package let isHole: Bool
  /// The edges, each by the position it leads to, at which an area is cut rather than ends: on the edge of the world
  /// or of the available tiles. Empty where none is.
  package let cutEdges: [Bool]
  /// True if a line begins where it is drawn from; `false` where it comes from beyond the tiles at hand.
  package let beginsInside: Bool
  /// True if a ring of a document runs against the direction that MapLibre gives it before anything follows it: outer rings
  /// clockwise as seen, holes the other way. Rings of tiles run as the tiles have them.
  ///
  /// - SeeAlso: geojson-vt, `rewind`.
  package var isBackward = false
  /// True for rings that tiles were joined to, which overlap nowhere.
  package var isStitched = false
  /// By how much the tiles that it comes from are drawn larger because there are none of closer zooms.
  package var overscaling: Double

  package init(
    points: [Point], isInside: Bool, isHole: Bool, cutEdges: [Bool], beginsInside: Bool = true,
    overscaling: Double = 1
  ) {
    (self.points, self.isInside, self.isHole, self.cutEdges) = (points, isInside, isHole, cutEdges)
    (self.beginsInside, self.overscaling) = (beginsInside, overscaling)
  }

  /// The path as lines, labels and patterns follow it: in MapLibre's direction, from the same first position.
  package var rewound: OutlinePath {
    guard isBackward else { return self }
    return OutlinePath(
      points: points.reversed(), isInside: isInside, isHole: isHole,
      // An edge belongs to the position it leads to.
      cutEdges: cutEdges.prefix(1) + cutEdges.dropFirst().reversed())
  }

  /// The pieces of a ring that are a real border; `nil` where all of the ring is.
  package var borders: [[Point]]? {
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
