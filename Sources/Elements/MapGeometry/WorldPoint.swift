/// A point on the flat world: spherical Web Mercator on the unit square, x east, y **south**.
///
/// `x = longitude/360 + 1/2`, `y = 1/2 − ln tan(π/4 + latitude/2) / 2π`; the square's upper left corner is
/// (180° W, ``maximumLatitude`` N).
public struct WorldPoint: Hashable, Sendable {
  /// Latitude of the square's upper edge, degrees: `atan(sinh π)`.
  public static let maximumLatitude = 85.0511287798066

  /// East, `0..<1` for longitudes in `-180..<180`, and south, `0...1`, in worlds.
  public var x, y: Double

  /// A point of the flat world.
  @inlinable public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The world point of a coordinate, its latitude clamped to ±``maximumLatitude``; x is not wrapped.
  @inlinable public init(_ coordinate: Coordinate) {
    self.init(x: coordinate.longitude / 360 + 0.5, y: WorldPoint.y(ofLatitude: coordinate.latitude))
  }

  /// y of a latitude in degrees, clamped to ±``maximumLatitude``.
  ///
  /// `ln tan(π/4 + φ/2) = ½ ln((1 + sin φ)/(1 − sin φ))` is the fastest exact form measured (16 ns a point).
  @inlinable public static func y(ofLatitude latitude: Double) -> Double {
    let clamped = min(maximumLatitude, max(-maximumLatitude, latitude))
    let s = sine(clamped * (Double.pi / 180))
    return min(1, max(0, 0.5 - naturalLogarithm((1 + s) / (1 - s)) / (4 * Double.pi)))
  }

  /// The latitude in degrees of a y, `−90...90` for any y.
  public static func latitude(ofY y: Double) -> Double {
    arcTangent(hyperbolicSine((0.5 - y) * 2 * Double.pi)) * (180 / Double.pi)
  }

  /// The coordinate; its longitude is not wrapped.
  public var coordinate: Coordinate {
    Coordinate(latitude: WorldPoint.latitude(ofY: y), longitude: (x - 0.5) * 360)
  }
}

/// A world point in 32-bit steps, 2^32 = the world, 9 mm at the equator: what decides which cell holds a point.
public struct FixedWorldPoint: Hashable, Sendable {
  /// East from the antimeridian, wrapped into one world.
  public var x: UInt32
  /// South from the upper edge; the lower edge itself counts to the last step.
  public var y: UInt32

  /// A point in 32-bit steps.
  @inlinable public init(x: UInt32, y: UInt32) {
    self.x = x
    self.y = y
  }

  /// A finite world point in whole steps: x wrapped, y clamped.
  @inlinable public init(_ point: WorldPoint) {
    let turns = point.x - point.x.rounded(.down)
    // A tiny negative x can round up to a whole turn, hence the truncation to 32 bits.
    self.x = UInt32(truncatingIfNeeded: UInt64(turns * 4_294_967_296))
    self.y = UInt32(min(4_294_967_295, max(0, point.y * 4_294_967_296)))
  }

  /// The world point of a coordinate.
  @inlinable public init(_ coordinate: Coordinate) { self.init(WorldPoint(coordinate)) }
}

/// A part of the flat world: a corner and a size, in worlds. May start west of 0 or reach beyond 1.
public struct WorldRectangle: Hashable, Sendable {
  /// Western and northern edge, in worlds, not limited to the flat world.
  public var minX, minY: Double
  /// In worlds; the width may exceed 1.
  public var width, height: Double

  /// A rectangle from its upper left corner.
  public init(minX: Double, minY: Double, width: Double, height: Double) {
    (self.minX, self.minY, self.width, self.height) = (minX, minY, width, height)
  }

  package init(_ extent: Extent<Double>) {
    self.init(
      minX: extent.minX, minY: extent.minY, width: extent.maxX - extent.minX,
      height: extent.maxY - extent.minY)
  }

  /// Eastern edge, in worlds.
  public var maxX: Double { minX + width }
  /// Southern edge, in worlds.
  public var maxY: Double { minY + height }
  package var corners: [WorldPoint] {
    [(minX, minY), (maxX, minY), (maxX, maxY), (minX, maxY)].map { WorldPoint(x: $0.0, y: $0.1) }
  }

  /// The rectangle grown (shrunk, where negative) by a share of its own width and height on each side.
  public func expanded(by margin: Double) -> WorldRectangle {
    let (w, h) = (max(0, width * (1 + 2 * margin)), max(0, height * (1 + 2 * margin)))
    return WorldRectangle(minX: minX + (width - w) / 2, minY: minY + (height - h) / 2, width: w, height: h)
  }
}
