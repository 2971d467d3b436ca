package import Drawing
package import MapFeatures
import MapGeometry

/// The lines and areas of a source on the flat world: projected once, drawn in any number of views.
package struct OutlineProjection: Sendable {
  private let xs: [Double]
  private let ys: [Double]
  /// By where each path begins; looked up, never iterated.
  private let boxes: [Int: Extent<Double>]
  /// The rings that run against ``OutlinePath/isBackward``'s direction, by where each begins; looked up, never iterated.
  private let backward: Set<Int>
  private let prepared = PreparedOutlines()

  var byteCount: Int { prepared.byteCount }

  /// Projects all positions; longitudes stay as read, so that a ring across the antimeridian stays in one piece.
  init(_ features: FeatureTable) {
    guard let shape = features.shapes.first else {
      (xs, ys, boxes, backward) = ([], [], [:], [])
      return
    }
    let xs = shape.longitudes.map { $0 / 360 + 0.5 }
    let ys = shape.latitudes.map(WorldPoint.y(ofLatitude:))
    var boxes: [Int: Extent<Double>] = [:]
    var backward: Set<Int> = []
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
        boxes[range.lowerBound] = box
        if shape.kind == .area, (doubled > 0) != shape.isHole(index) { backward.insert(range.lowerBound) }
      }
    }
    (self.xs, self.ys, self.boxes, self.backward) = (xs, ys, boxes, backward)
  }

  /// A path in a copy of the world that a view shows.
  private struct Sight {
    let index: Int
    let copy: Double
    let isInside: Bool
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
    var sights: [Sight] = []
    let visible = view.clipWorld.grown(by: margin)
    for index in 0..<shape.pathCount {
      let range = shape.path(index)
      guard !range.isEmpty, let bounds = boxes[range.lowerBound], bounds.maxY >= visible.minY,
        bounds.minY <= visible.maxY
      else { continue }
      let lastCopy = (visible.maxX - bounds.minX).rounded(.down)
      var copy = (visible.minX - bounds.maxX).rounded(.up)
      while copy <= lastCopy {
        let isInside =
          bounds.minX + copy >= visible.minX && bounds.maxX + copy <= visible.maxX
          && bounds.minY >= visible.minY && bounds.maxY <= visible.maxY
        sights.append(Sight(index: index, copy: copy, isInside: isInside))
        copy += 1
      }
    }
    guard !sights.isEmpty else { return [] }
    let zoom = OutlineZoom(view.viewport)
    let nearness = OutlineZoom.Nearness(zoom)
    let paths = prepared.paths(sights.map { shape.path($0.index) }, at: zoom) { prepare($0, nearness) }
    return zip(sights, paths).compactMap { sight, path in
      guard path.xs.count > 1 else { return nil }
      var outline = project(
        path, copy: sight.copy, isInside: sight.isInside, isHole: shape.isHole(sight.index), in: view)
      outline.isBackward = backward.contains(shape.path(sight.index).lowerBound)
      return outline
    }
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

  /// The rest of a path at a zoom: its ends, and those of its positions that are not near the one before.
  private func prepare(_ range: Range<Int>, _ nearness: OutlineZoom.Nearness) -> PreparedPath {
    var (xs, ys): ([Double], [Double]) = ([], [])
    var (onAntimeridian, onWorldEdge): ([Int], [Bool]) = ([], [])
    var wasOnAntimeridian = false
    for index in range {
      let (x, y, isOnAntimeridian) = (self.xs[index], self.ys[index], isOnAntimeridian(index))
      // Between these lies what moves positions on ±180°: views decide.
      if let lastX = xs.last, let lastY = ys.last, isOnAntimeridian == wasOnAntimeridian,
        index != range.upperBound - 1, nearness.holds(x - lastX, y - lastY)
      {
        continue
      }
      wasOnAntimeridian = isOnAntimeridian
      if isOnAntimeridian { onAntimeridian.append(xs.count) }
      if isOnAntimeridian || y >= 1 || y <= 0 {
        onWorldEdge += Array(repeating: false, count: xs.count - onWorldEdge.count) + [true]
      }
      xs.append(x)
      ys.append(y)
    }
    return PreparedPath(xs: xs, ys: ys, onAntimeridian: onAntimeridian, onWorldEdge: onWorldEdge)
  }

  private func project(
    _ path: PreparedPath, copy: Double, isInside: Bool, isHole: Bool, in view: ViewFrame
  ) -> OutlinePath {
    let (size, origin) = (view.viewport.worldSize, view.origin)
    let isTurned = view.viewport.bearing != 0
    var points: [Point] = []
    points.reserveCapacity(path.xs.count)
    for index in path.xs.indices {
      points.append(
        Point(x: (path.xs[index] + copy - origin.x) * size, y: (path.ys[index] - origin.y) * size))
    }
    if isTurned {
      if !view.isSquare {
        let half = 0.5 / view.viewport.scale
        for index in path.onAntimeridian { points[index].x += path.xs[index] > 0.5 ? half : -half }
      }
      for index in points.indices { points[index] = view.turned(points[index]) }
    }
    if view.isSquare { align(&points, path.onAntimeridian, to: view.viewport) }
    let cutEdges = path.onWorldEdge.isEmpty ? [] : thin(&points, path.onWorldEdge, scale: view.viewport.scale)
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

/// A line or a ring in the picture, not yet cut.
package struct OutlinePath {
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
