/// Center, zoom, bearing, size in points, and pixels per point: all that positions a pixel.
public struct Viewport: Hashable, Sendable {
  /// Points per world width at zoom 0.
  public static let tileSize = 512.0
  /// The zooms a picture can have; below -2 the world is under 128 points wide, above 24 a point is under 5 mm.
  public static let zooms = -2.0...24.0
  /// Pixels per point that a picture can have.
  public static let scales = 0.5...10.0

  /// Middle of the picture; its longitude is in `-180..<180`.
  public let center: Coordinate
  /// The world is `512 · 2^zoom` points wide.
  public let zoom: Double
  /// The picture's size in points.
  public let size: ScreenSize
  /// Pixels per point, `0.5...10`.
  public let scale: Double
  /// The direction that is up, in degrees clockwise from north, `0..<360`.
  public let bearing: Double
  /// The camera of a view that is not one from straight above; `nil` for one that is.
  public internal(set) var camera: Camera?
  /// Degrees between straight down and where the camera looks.
  public var pitch: Double { camera?.pitch ?? 0 }
  /// The sheet whose plane the picture shows; `nil` for Mercator's. The center of a view of a sheet is a planar coordinate.
  public private(set) var sheet: Sheet?

  /// Points per world width.
  public let worldSize: Double
  let worldCenter: WorldPoint
  /// The world point in the upper left corner of the picture, were north up.
  public let worldOrigin: WorldPoint
  @usableFromInline let turn: Turn

  /// - Parameters:
  ///   - center: clamped to the flat world, longitude wrapped.
  ///   - zoom: in ``zooms``.
  ///   - size: in points, above 0.
  ///   - scale: pixels per point, in ``scales``.
  ///   - bearing: compass direction of up, in degrees: 90 puts east on top.
  ///   - pitch: degrees from straight down, in ``Camera/pitches``.
  /// - Throws: ``GeometryError`` for a number out of range.
  public init(
    center: Coordinate, zoom: Double, size: ScreenSize, scale: Double = 1, bearing: Double = 0,
    pitch: Double = 0
  ) throws(GeometryError) {
    _ = try Coordinate(checkedLatitude: center.latitude, longitude: center.longitude)
    for number in [zoom, size.width, size.height, scale, bearing, pitch] where !number.isFinite {
      throw .notFinite(number)
    }
    guard size.width > 0, size.height > 0 else { throw .emptySize(width: size.width, height: size.height) }
    guard Viewport.scales.contains(scale) else { throw .scaleOutOfRange(scale) }
    guard Viewport.zooms.contains(zoom) else { throw .zoomOutOfRange(zoom) }
    guard Camera.pitches.contains(pitch) else { throw .pitchOutOfRange(pitch) }
    camera = pitch == 0 ? nil : Camera(pitch: pitch, size: size)
    let limit = WorldPoint.maximumLatitude
    self.center = Coordinate(
      latitude: min(limit, max(-limit, center.latitude)),
      longitude: Coordinate.wrappedLongitude(center.longitude))
    (self.zoom, self.size, self.scale) = (zoom, size, scale)
    self.turn = Turn(degrees: bearing)
    self.bearing = turn.degrees
    self.worldSize = Viewport.tileSize * powerOfTwo(zoom)
    self.worldCenter = WorldPoint(self.center)
    self.worldOrigin = WorldPoint(
      x: worldCenter.x - size.width / worldSize / 2, y: worldCenter.y - size.height / worldSize / 2)
  }

  init(_ view: Viewport, about middle: WorldPoint, size: ScreenSize) {
    (center, zoom, self.size, scale) = (middle.coordinate, view.zoom, size, view.scale)
    (bearing, turn, sheet, worldSize) = (view.bearing, view.turn, view.sheet, view.worldSize)
    worldCenter = middle
    worldOrigin = WorldPoint(
      x: middle.x - size.width / worldSize / 2, y: middle.y - size.height / worldSize / 2)
  }

  /// The view moved by at most half a point, so that whole points of the world are those of the picture.
  ///
  /// - SeeAlso: MapLibre GL JS, which draws raster tiles and images with such a matrix (`alignedProjMatrix`).
  package var alignedToPoints: Viewport {
    func shift(_ center: Double, _ halves: Double) -> Double {
      let position = center * worldSize
      let shift = position - position.rounded() + halves
      return (shift - shift.rounded()) / worldSize
    }
    let (oddX, oddY) = (
      size.width.truncatingRemainder(dividingBy: 2) / 2, size.height.truncatingRemainder(dividingBy: 2) / 2
    )
    let middle = WorldPoint(
      x: worldCenter.x - shift(worldCenter.x, turn.cosine * oddX + turn.sine * oddY),
      y: worldCenter.y - shift(worldCenter.y, turn.cosine * oddY + turn.sine * oddX))
    return Viewport(self, about: middle, size: size)
  }

  /// Screen point of a world point.
  ///
  /// - Parameter copy: world copy: 0 holds the center, 1 is to the east.
  @inlinable public func project(_ point: WorldPoint, copy: Int = 0) -> ScreenPoint {
    let ground = turned(
      ScreenPoint(
        x: (point.x + Double(copy) - worldOrigin.x) * worldSize, y: (point.y - worldOrigin.y) * worldSize))
    guard let camera else { return ground }
    return camera.project(ground)
  }

  /// The screen point of one in the picture with north up: turned about the center by ``bearing``.
  @inlinable public func turned(_ point: ScreenPoint) -> ScreenPoint {
    guard turn.degrees != 0 else { return point }
    let (x, y) = (point.x - size.width / 2, point.y - size.height / 2)
    return ScreenPoint(
      x: x * turn.cosine + y * turn.sine + size.width / 2,
      y: y * turn.cosine - x * turn.sine + size.height / 2)
  }

  /// The screen point that one of this picture has with north up; the inverse of ``turned(_:)``.
  @inlinable public func turnedBack(_ point: ScreenPoint) -> ScreenPoint {
    guard turn.degrees != 0 else { return point }
    let (x, y) = (point.x - size.width / 2, point.y - size.height / 2)
    return ScreenPoint(
      x: x * turn.cosine - y * turn.sine + size.width / 2,
      y: y * turn.cosine + x * turn.sine + size.height / 2)
  }

  /// The screen point of a coordinate, in the copy of the world nearest to the center.
  public func project(_ coordinate: Coordinate) -> ScreenPoint {
    let point = WorldPoint(coordinate)
    return project(point, copy: Int(exactly: (worldCenter.x - point.x).rounded()) ?? 0)
  }

  /// World point at a screen point; x is not wrapped.
  @inlinable public func worldPoint(at point: ScreenPoint) -> WorldPoint {
    let point = turnedBack(camera.map { $0.ground(at: point) } ?? point)
    return WorldPoint(x: worldOrigin.x + point.x / worldSize, y: worldOrigin.y + point.y / worldSize)
  }

  /// Coordinate at a screen point; longitude in `-180..<180`.
  public func unproject(_ point: ScreenPoint) -> Coordinate { worldPoint(at: point).coordinate.wrapped }

  /// Visible part of the flat world, along meridians; wider than 1 if the world repeats.
  public var visibleWorldRectangle: WorldRectangle {
    if let rectangle = groundRectangle(margin: 0) { return rectangle }
    guard turn.degrees != 0 else {
      return WorldRectangle(
        minX: worldOrigin.x, minY: worldOrigin.y, width: size.width / worldSize,
        height: size.height / worldSize)
    }
    let bounds = turn.bounds(width: size.width, height: size.height)
    return WorldRectangle(
      minX: worldCenter.x - bounds.width / worldSize / 2, minY: worldCenter.y - bounds.height / worldSize / 2,
      width: bounds.width / worldSize, height: bounds.height / worldSize)
  }

  /// Returns the viewport on the plane of a sheet; `nil` for Mercator's.
  public func on(_ sheet: Sheet?) -> Viewport {
    var view = self
    view.sheet = sheet
    return view
  }

  /// The view about another center or at another zoom.
  ///
  /// - Throws: ``GeometryError`` for an invalid center or zoom.
  public func about(_ center: Coordinate, zoom: Double? = nil) throws(GeometryError) -> Viewport {
    let zoom = zoom ?? self.zoom
    return try Viewport(center: center, zoom: zoom, size: size, scale: scale, bearing: bearing, pitch: pitch)
      .on(sheet)
  }

  /// The way from a world point to another in worlds: on Mercator's plane the short way around.
  public func way(from own: WorldPoint, to other: WorldPoint) -> (east: Double, south: Double) {
    let east = other.x - own.x
    return (sheet == nil ? east - east.rounded() : east, other.y - own.y)
  }

  /// Visible box, its latitudes limited to the flat world; on a sheet from samples of the picture.
  public var boundingBox: BoundingBox {
    if let sheet, let shown = sheet.shown(in: self) {
      return BoundingBox(
        south: shown.latitudes.lowerBound, north: shown.latitudes.upperBound,
        longitudes: LongitudeSpan(
          west: sheet.center.longitude + shown.offsets.lowerBound,
          width: shown.offsets.upperBound - shown.offsets.lowerBound))
    }
    let visible = visibleWorldRectangle
    return BoundingBox(
      south: WorldPoint.latitude(ofY: min(1, max(0, visible.maxY))),
      north: WorldPoint.latitude(ofY: min(1, max(0, visible.minY))),
      longitudes: LongitudeSpan(west: (visible.minX - 0.5) * 360, width: visible.width * 360))
  }

  /// Meters on the ground under one point of the picture at a latitude: `cos φ · 2πR / worldSize`.
  public func metersPerPoint(atLatitude latitude: Double) -> Double {
    cosine(latitude * (Double.pi / 180)) * 2 * Double.pi * Geodesy.earthRadius / worldSize
  }
}
