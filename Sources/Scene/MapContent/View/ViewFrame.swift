import CSystem
package import Drawing
package import MapGeometry
package import MapStyle

/// A view, and what of it drawing is cut to.
package struct ViewFrame: Sendable {
  /// The distance beyond the picture to which drawing goes, in points: wider than half of any line, so that cut
  /// edges stay unseen.
  package static let margin = 64.0

  package let viewport: Viewport
  /// The world point in the picture's upper left corner, were north up.
  package let origin: WorldPoint
  /// The picture's rectangle; of the ground of a view that is not one from straight above that around what is seen of it.
  package private(set) var picture: Rectangle
  /// The rectangle that drawing is cut to, in points.
  package private(set) var clip: Rectangle
  /// The area of drawing in worlds; of a picture that is turned the smallest rectangle along the meridians that holds it.
  package private(set) var clipWorld: WorldRectangle
  /// Of the ground of a view, that view; else `nil`.
  private var aslant: Viewport?
  /// The part of the picture's plane that the world takes, where it is shown once and leaves room beside it, in points.
  package let singleWorld: ClosedRange<Double>?
  /// True if the view is found by all points, so that padding keeps them off its edges.
  package var isFitted = true
  /// Points beyond the picture within which marks count as reaching into it, because they are to be moved.
  package var overscan = 0.0

  /// - Parameters:
  ///   - repeatsWorld: whether the world repeats where the picture is wider; else it is shown once. In pictures that are
  ///     turned, and in those not seen from straight above, it repeats.
  ///   - middle: where the middle of the only world is, in points from the picture's left edge; `nil` for the picture's.
  package init(_ viewport: Viewport, repeatsWorld: Bool = true, middle: Double? = nil) {
    self.viewport = viewport
    origin = viewport.worldOrigin
    picture = Rectangle(viewport.size)
    clip = picture.expanded(by: ViewFrame.margin)
    clipWorld = ViewFrame.world(of: viewport, margin: ViewFrame.margin)
    guard viewport.sheet == nil else {
      let left = -viewport.worldOrigin.x * viewport.worldSize
      singleWorld = viewport.bearing == 0 ? left...(left + viewport.worldSize) : nil
      return
    }
    // A box of all longitudes makes the world as wide as the picture.
    guard !repeatsWorld, viewport.bearing == 0, viewport.camera == nil,
      viewport.worldSize < picture.width + 1e-6
    else {
      singleWorld = nil
      return
    }
    let (middle, half) = (middle ?? picture.center.x, viewport.worldSize / 2)
    singleWorld = (middle - half)...(middle + half)
    clip = Rectangle(x: middle - half, y: clip.y, width: 2 * half, height: clip.height)
    let x = viewport.worldOrigin.x + middle / viewport.worldSize - 0.5
    clipWorld = WorldRectangle(minX: x, minY: clipWorld.minY, width: 1, height: clipWorld.height)
  }

  /// The ground of a view that is not one from straight above, as it is from there; else the view itself.
  package var ground: ViewFrame {
    guard let camera = viewport.camera else { return self }
    var ground = ViewFrame(viewport.fromAbove)
    func around(_ margin: Double) -> Rectangle {
      let corners = camera.corners(margin: margin)
      return Rectangle(
        x: corners[0].x, y: corners[0].y, width: corners[1].x - corners[0].x,
        height: corners[3].y - corners[0].y)
    }
    (ground.picture, ground.clip) = (around(0), around(ViewFrame.margin))
    // Walls beneath the lower edge rise into the picture.
    ground.clip.height += viewport.size.height / 4
    let corners = ground.clip.corners.map(ground.viewport.worldPoint)
    ground.clipWorld = WorldRectangle(Extent(of: corners) { ($0.x, $0.y) })
    (ground.aslant, ground.isFitted) = (viewport, isFitted)
    return ground
  }

  /// The picture grown by a margin in points, in worlds; of a picture that is turned no less than that.
  package func world(margin: Double) -> WorldRectangle {
    ViewFrame.world(of: aslant ?? viewport, margin: margin)
  }

  private static func world(of viewport: Viewport, margin: Double) -> WorldRectangle {
    if let rectangle = viewport.groundRectangle(margin: margin) { return rectangle }
    // A margin's corners lie farther out than its sides.
    let reach = viewport.bearing == 0 ? margin : margin * 2.0.squareRoot()
    return viewport.visibleWorldRectangle.grown(by: reach / viewport.worldSize)
  }

  /// The size of ``picture``.
  package var size: Size { Size(width: picture.width, height: picture.height) }

  /// No mark reaches farther from its point, in points.
  package static let farthestReach = 20_000.0

  /// The positions of a world point in the picture grown by a margin: once for every copy of the world, west to east.
  ///
  /// - Parameters:
  ///   - margin: points that count as part of the picture on every side, up to ``farthestReach``.
  ///   - shift: how far from the point lies what must appear.
  package func appearances(of point: WorldPoint, margin: Double, shift: Point = .zero) -> [Point] {
    let margin = min(margin, ViewFrame.farthestReach) + overscan
    guard viewport.bearing == 0, viewport.camera == nil, aslant == nil else {
      return turnedAppearances(of: point, margin: margin, shift: shift)
    }
    let y = (point.y - origin.y) * viewport.worldSize
    guard y + shift.y >= -margin, y + shift.y <= viewport.size.height + margin, shift.x.isFinite else {
      return []
    }
    if viewport.sheet != nil || singleWorld != nil {
      var x = (point.x - origin.x) * viewport.worldSize
      if viewport.sheet == nil, let singleWorld {
        // The copy that begins at the western edge of the one world.
        x += ((singleWorld.lowerBound - x) / viewport.worldSize).rounded(.up) * viewport.worldSize
      }
      return x + shift.x >= -margin && x + shift.x <= viewport.size.width + margin ? [Point(x: x, y: y)] : []
    }
    let (grown, west) = (margin / viewport.worldSize, origin.x - point.x - shift.x / viewport.worldSize)
    return copies(from: west - grown, to: west + viewport.size.width / viewport.worldSize + grown).map {
      Point(x: (point.x + $0 - origin.x) * viewport.worldSize, y: y)
    }
  }

  /// The copies of the world between two numbers of turns. A shift leads to other copies, not to more: counted in steps, loops end
  /// however far off they are.
  private func copies(from low: Double, to high: Double) -> some Sequence<Double> {
    let first = low.rounded(.up)
    let count = high.rounded(.down) - first + 1
    return stride(from: 0.0, to: .infinity, by: 1).lazy.prefix { $0 < count }.map { first + $0 }
  }

  /// The positions in a picture that is turned: looked for in the rectangle around it, and kept where they lie in it.
  private func turnedAppearances(of point: WorldPoint, margin: Double, shift: Point) -> [Point] {
    guard shift.x.isFinite, shift.y.isFinite else { return [] }
    let isFlat = viewport.camera == nil
    let back = isFlat ? turnedBack(vector: shift) : .zero
    let window = world(margin: isFlat ? margin : margin + shift.length)
    let (east, south) = (point.x + back.x / viewport.worldSize, point.y + back.y / viewport.worldSize)
    guard south >= window.minY, south <= window.maxY else { return [] }
    let (area, above) = (picture.expanded(by: margin), viewport.fromAbove)
    return copies(from: window.minX - east, to: window.maxX - east).compactMap { copy in
      // A sheet is shown once.
      guard viewport.sheet == nil || copy == 0 else { return nil }
      let world = WorldPoint(x: point.x + copy, y: point.y)
      // What is beyond the farthest is not drawn.
      if let camera = viewport.camera, camera.depth(above.project(world)) >= camera.farthest { return nil }
      let point = self.project(world)
      return area.contains(point + shift) ? point : nil
    }
  }
}

extension ViewFrame {
  /// The area beside the world of Mercator's plane, which where it repeats is that above and below it, and the edges of the world
  /// in the picture; both empty where there are none.
  package var besideWorld: (area: Path, edge: Path) {
    var (area, edge) = (Path(), Path())
    guard viewport.sheet == nil, viewport.bearing == 0, viewport.camera == nil else { return (area, edge) }
    let (left, right) = (singleWorld?.lowerBound ?? 0, singleWorld?.upperBound ?? picture.width)
    let top = -origin.y * viewport.worldSize
    let (bottom, picture) = (top + viewport.worldSize, picture)
    let world = Rectangle(
      x: max(0, left), y: max(0, top), width: min(picture.width, right) - max(0, left),
      height: min(picture.height, bottom) - max(0, top))
    guard world.width > 0, world.height > 0 else { return (area, edge) }
    let corners = world.corners
    let isInside = [top > 0.5, right < picture.width - 0.5, bottom < picture.height - 0.5, left > 0.5]
    for (number, isSeen) in isInside.enumerated() where isSeen {
      edge.addLine([corners[number], corners[(number + 1) % 4]])
    }
    guard !edge.isEmpty else { return (area, edge) }
    let sides = [
      Rectangle(x: 0, y: 0, width: picture.width, height: world.minY),
      Rectangle(x: 0, y: world.maxY, width: picture.width, height: picture.height - world.maxY),
      Rectangle(x: 0, y: world.minY, width: world.minX, height: world.height),
      Rectangle(x: world.maxX, y: world.minY, width: picture.width - world.maxX, height: world.height),
    ]
    for side in sides where side.width > 0 && side.height > 0 { area.add(side) }
    return (area, edge)
  }
}

// What of a picture turns with the map.
extension ViewFrame {
  /// Degrees clockwise by which what is drawn on the map is turned against a picture with north up.
  package var turn: Double { viewport.bearing == 0 ? 0 : -viewport.bearing }

  /// True if the picture's edges run along meridians and parallels, so that pixels of the map stay pixels.
  package var isSquare: Bool {
    viewport.bearing.truncatingRemainder(dividingBy: 90) == 0 && viewport.camera == nil && aslant == nil
  }

  /// The position of a world point in the picture; of a copy of the world one that is not wrapped.
  package func project(_ world: WorldPoint) -> Point { viewport.project(world) }

  /// The position in this picture of a point of the picture with north up.
  package func turned(_ point: Point) -> Point { viewport.turned(point) }

  /// A way on the map, right and down with north up, as a way in the picture.
  package func turned(vector: Point) -> Point {
    viewport.bearing == 0 ? vector : turned(picture.center + vector) - picture.center
  }

  private func turnedBack(vector: Point) -> Point {
    viewport.turnedBack(picture.center + vector) - picture.center
  }

  /// A translation as a way in the picture: `map` turns it with the map, `viewport` does not.
  package func way(_ translation: Point, _ anchor: RotationAlignment) -> Point {
    anchor == .viewport || translation == .zero ? translation : turned(vector: translation)
  }

  /// Degrees clockwise by which symbols at points are turned: those that are upright to the map turn with it.
  package func turn(of alignment: RotationAlignment) -> Double { alignment == .map ? turn : 0 }
}

extension WorldRectangle {
  package func grown(by margin: Double) -> WorldRectangle {
    WorldRectangle(
      minX: minX - margin, minY: minY - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}

/// Degrees without the whole turns of those who turn very often, which canvases do not count.
package func turn(_ degrees: Double) -> Double {
  abs(degrees) > 3600 ? degrees.truncatingRemainder(dividingBy: 360) : degrees
}

extension ViewFrame {
  /// The magnification of the map against the whole zoom below, `1..<2`.
  package var growth: Double { exp2(viewport.zoom - viewport.zoom.rounded(.down)) }

  /// The magnification of data against the last zoom that it is cut for, at least 1.
  package func overscaling(beyond lastZoom: Double) -> Double {
    exp2(max(0, viewport.zoom.rounded(.down) - lastZoom))
  }
}
