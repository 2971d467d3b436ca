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
    // A gap wider than half a degree is found by few parts, which stay in the cache. Where the first longitudes leave no part
    // empty there is none.
    let coarse = 720
    var first = LongitudeBins(coarse)
    first.add(longitudes.prefix(1 << 12))
    for parts in first.isFull ? [LongitudeBins.finest] : [coarse, LongitudeBins.finest] {
      var bins = LongitudeBins(parts)
      bins.add(longitudes[...])
      if let span = bins.narrowest { return span }
    }
    return LongitudeSpan(west: -180, width: 360)
  }
}

/// The outermost longitudes of each part of the circle: only they can border a gap that is wider than such a part.
struct LongitudeBins: Sendable {
  /// As many parts as a gap of 0.01° needs.
  static let finest = 36_000
  /// The lowest longitude of each part, and the highest with its sign turned: the least of both is found at once.
  private var outermost: [SIMD2<Double>]

  /// Parts of equal width, without a longitude.
  init(_ count: Int = LongitudeBins.finest) {
    outermost = [SIMD2<Double>](repeating: SIMD2(repeating: .infinity), count: count)
  }

  /// Whether each part holds a longitude.
  var isFull: Bool { outermost.allSatisfy { $0.x.isFinite } }

  /// Adds longitudes in degrees, any number of turns; what is no number is left out.
  mutating func add(_ longitudes: ArraySlice<Double>) {
    let (last, scale) = (outermost.count - 1, Double(outermost.count) / 360)
    for longitude in longitudes {
      let wrapped = Coordinate.wrappedLongitude(longitude)
      guard wrapped >= -180 else { continue }  // not a number
      let bin = min(last, Int((wrapped + 180) * scale))
      // Few longitudes are new at an edge: a branch that is hardly ever taken costs nothing, a minimum has to be waited for.
      let known = outermost[bin]
      if wrapped < known.x { outermost[bin].x = wrapped }
      if -wrapped < known.y { outermost[bin].y = -wrapped }
    }
  }

  /// The narrowest span that holds all longitudes, see ``LongitudeSpan/narrowest(holding:)``, of no width without any; `nil` where
  /// no gap is wider than a part.
  var narrowest: LongitudeSpan? {
    guard let first = outermost.first(where: { $0.x.isFinite })?.x,
      let last = outermost.last(where: { $0.x.isFinite }).map({ -$0.y })
    else { return LongitudeSpan(west: -180, width: 0) }
    var (gap, west, east) = (first + 360 - last, first, last)
    var left = last
    for part in outermost where part.x.isFinite {
      if part.x - left > gap { (gap, west, east) = (part.x - left, part.x, left) }
      left = -part.y
    }
    // The margin covers the rounding of parts' edges.
    guard gap > 1.001 * 360 / Double(outermost.count) else { return nil }
    // Reckoned as `contains` does, so that the eastern edge is inside to the last bit.
    return LongitudeSpan(west: west, width: east < west ? east - west + 360 : east - west)
  }
}
