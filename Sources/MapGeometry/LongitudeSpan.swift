/// An eastward sweep of longitudes: a western edge and a width.
///
/// Two wrapped edges cannot distinguish the whole world from a strip; a width can.
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
    let remainder = sweep.truncatingRemainder(dividingBy: 360)
    self.init(west: west, width: sweep >= 360 ? 360 : remainder < 0 ? remainder + 360 : remainder)
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

  /// The narrowest span that holds this one and a longitude; of two equally narrow ones that to the east.
  ///
  /// - Parameter longitude: degrees, finite, any number of turns.
  public func including(_ longitude: Double) -> LongitudeSpan {
    guard !contains(longitude) else { return self }
    // Reckoned as `contains` does, so that the new edge is inside to the last bit.
    let offset = Coordinate.wrappedLongitude(longitude) - west
    let east = offset < 0 ? offset + 360 : offset
    return east - width <= 360 - east
      ? LongitudeSpan(west: west, width: east) : LongitudeSpan(west: longitude, width: width + (360 - east))
  }

  /// The narrowest span that holds all `longitudes`: the world without its widest gap.
  ///
  /// - Parameter longitudes: degrees, finite, any number of turns.
  /// - Returns: `nil` without longitudes; the whole world, from -180, where no gap is wider than 0.01°. Of equally wide
  ///   gaps the one about the antimeridian is left out, else the westernmost.
  /// - Complexity: O(*n*).
  public static func narrowest(holding longitudes: [Double]) -> LongitudeSpan? {
    guard !longitudes.isEmpty else { return nil }
    var bins = LongitudeBins()
    bins.add(longitudes)
    return bins.narrowest
  }
}

/// The outermost longitudes of each part of the circle: only they can border a gap that is wider than such a part.
struct LongitudeBins: Sendable {
  private static let count = 36_000
  private var lowest = [Double](repeating: .infinity, count: LongitudeBins.count)
  private var highest = [Double](repeating: -.infinity, count: LongitudeBins.count)

  /// Adds longitudes in degrees, any number of turns; what is no number is left out.
  mutating func add(_ longitudes: [Double]) {
    for longitude in longitudes {
      let wrapped = Coordinate.wrappedLongitude(longitude)
      guard wrapped >= -180 else { continue }  // not a number
      let bin = min(LongitudeBins.count - 1, Int((wrapped + 180) * (Double(LongitudeBins.count) / 360)))
      lowest[bin] = min(lowest[bin], wrapped)
      highest[bin] = max(highest[bin], wrapped)
    }
  }

  /// The narrowest span that holds all longitudes, see ``LongitudeSpan/narrowest(holding:)``; of no width without any.
  var narrowest: LongitudeSpan {
    var borders: [Double] = []
    for bin in lowest.indices where lowest[bin] <= highest[bin] { borders += [lowest[bin], highest[bin]] }
    guard let first = borders.first, let last = borders.last else {
      return LongitudeSpan(west: -180, width: 0)
    }
    var (gap, west, east) = (first + 360 - last, first, last)
    for (left, right) in zip(borders, borders.dropFirst()) where right - left > gap {
      (gap, west, east) = (right - left, right, left)
    }
    // The margin covers the rounding of bins' edges.
    guard gap > 1.001 * 360 / Double(LongitudeBins.count) else {
      return LongitudeSpan(west: -180, width: 360)
    }
    // Reckoned as `contains` does, so that the eastern edge is inside to the last bit.
    return LongitudeSpan(west: west, width: east < west ? east - west + 360 : east - west)
  }
}
