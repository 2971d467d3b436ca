import CSystem
import MapGeometry

/// The flat world of radius clustering: spherical Mercator, y clamped to the square, x neither wrapped nor
/// clamped, and 30-bit integers counted from its middle.
///
/// Other code of the house clamps latitudes first; that differs in the last bit beyond ±85°, hence this.
enum RadiusProjection {
  /// Steps along the world's width.
  static let steps = 1 << 30

  /// The x of a longitude, in worlds from 180° W.
  @inline(__always) static func x(ofLongitude longitude: Double) -> Double { longitude / 360 + 0.5 }

  /// The y of a latitude, in worlds from the north; the poles' infinities end at 0 and 1, NaN stays.
  @inline(__always) static func y(ofLatitude latitude: Double) -> Double {
    let sine = sin(latitude * (Double.pi / 180))
    let y = 0.5 - 0.25 * log((1 + sine) / (1 - sine)) / Double.pi
    return y < 0 ? 0 : y > 1 ? 1 : y
  }

  /// The whole steps from the world's middle to a position in worlds, toward zero; limited to ±2^31 steps, beyond
  /// which no item lies.
  @inline(__always) static func fixed(_ position: Double) -> Int {
    Int(min(2_147_483_647, max(-2_147_483_648, (position - 0.5) * Double(steps))))
  }

  @inline(__always) static func record(
    _ point: Coordinate, rank: Int, wraps: Bool, with table: MercatorTable? = nil
  ) -> RadiusRecord {
    var x = Int((x(ofLongitude: point.longitude) - 0.5) * Double(steps))
    if wraps { x = Int(RadiusAssembler.wrapped(Int64(x))) }
    let y =
      table?.wholeSteps(ofLatitude: point.latitude, scale: Double(steps), origin: 0.5)
      ?? Int((y(ofLatitude: point.latitude) - 0.5) * Double(steps))
    return RadiusRecord(
      x: Int32(truncatingIfNeeded: x), y: Int32(truncatingIfNeeded: y), rank: UInt32(truncatingIfNeeded: rank)
    )
  }

  static func coordinate(x: Int32, y: Int32) -> Coordinate {
    let angle = Double(y) / Double(steps) * -2 * Double.pi
    return Coordinate(
      latitude: atan(exp(angle)) * 360 / Double.pi - 90, longitude: Double(x) / Double(steps) * 360)
  }
}
