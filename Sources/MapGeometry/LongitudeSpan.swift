/// An eastward sweep of longitudes: a western edge and a width.
///
/// Two wrapped edges cannot tell the whole world from a strip; a width can.
public struct LongitudeSpan: Hashable, Sendable {
  /// Western edge in degrees, always in `-180..<180`.
  public let west: Double
  /// Degrees swept eastward, always in `0...360`.
  public let width: Double

  /// Creates the span that runs east from `west` to `east`.
  ///
  /// `(170, -170)` is the 20° across the antimeridian. `(-200, 200)` is the whole world:
  /// a request of 360° or more covers every longitude.
  ///
  /// - Parameters:
  ///   - west: degrees, any finite number of turns.
  ///   - east: degrees, likewise.
  /// - Throws: ``GeometryError/notFinite(_:)`` with the offending number.
  /// - SeeAlso: RFC 7946 §5.2, on boxes that cross the antimeridian.
  public init(from west: Double, to east: Double) throws(GeometryError) {
    for degrees in [west, east] where !degrees.isFinite { throw .notFinite(degrees) }
    let sweep = east - west
    self.init(west: west, width: sweep >= 360 ? 360 : sweep - 360 * (sweep / 360).rounded(.down))
  }

  /// A span of finite numbers, its edge wrapped and its width limited to `0...360`.
  init(west: Double, width: Double) {
    self.west = Coordinate.wrappedLongitude(west)
    self.width = min(360, max(0, width))
  }

  /// Eastern edge in degrees; above 180 where the span crosses the antimeridian.
  public var east: Double { west + width }

  /// The longitude halfway along the span, in `-180..<180`.
  public var middle: Double { Coordinate.wrappedLongitude(west + width / 2) }

  /// Whether `longitude`, any number of turns, lies in the span, edges included.
  public func contains(_ longitude: Double) -> Bool {
    let offset = Coordinate.wrappedLongitude(longitude) - west
    return (offset < 0 ? offset + 360 : offset) <= width
  }

  /// The narrowest span that holds all `longitudes`: the world without its widest gap.
  ///
  /// - Parameter longitudes: degrees, finite, any number of turns.
  /// - Returns: `nil` without longitudes. Of equally wide gaps the westernmost is left out.
  /// - Complexity: O(*n* log *n*).
  public static func narrowest(holding longitudes: some Sequence<Double>) -> LongitudeSpan? {
    let sorted = longitudes.map(Coordinate.wrappedLongitude).sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    var (gap, west) = (first + 360 - last, first)
    for (left, right) in zip(sorted, sorted.dropFirst()) where right - left > gap {
      (gap, west) = (right - left, right)
    }
    return LongitudeSpan(west: west, width: 360 - gap)
  }
}
