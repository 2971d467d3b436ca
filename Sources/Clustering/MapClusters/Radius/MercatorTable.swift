import MapGeometry

/// The flat world's y of latitudes by short series, for many points: a tenth of the time of a sine and a logarithm, and
/// the same whole steps.
///
/// A series alone would be off by a step now and then. Its error is known to be far below a thousandth of a step of 2^-32
/// worlds; only a result that is so near a whole number is found by projecting, which settles it. Whole
/// steps are exactly those found without this table.
///
/// Of the y of Mercator, `1/2 − gd⁻¹(φ)/2π`, the first derivative is `−sec φ / 2π`, and all further ones are polynomials
/// of tangent and secant. Six of them about the middle of each sixth of a degree leave, at 85°, where the nearest pole
/// of the function is 5° away, `(1/60)^7 / 7 / 2π < 2^-46` worlds.
final class MercatorTable: Sendable {
  /// So few points are projected sooner than the table is made.
  static let worthwhile = 4096
  /// The only one: it depends on nothing.
  static let shared = MercatorTable()

  /// The ends of the bins: their middles stay inside the flat world.
  private static let edge = 85.0
  /// From here on latitudes are always projected.
  private static let last = 84.99
  private static let binsPerDegree = 6.0
  private static let degreesPerBin = 1.0 / 6
  /// The distance to a whole step within which the series does not decide: twenty times its error in steps of 2^-32 worlds.
  private static let undecidedShare = 1.0 / 1024
  /// Seven terms and a gap, so that a series is one line of the cache.
  private static let stride = 8

  private let terms: PlainBuffer<Double>

  private init() {
    let bins = Int(2 * Self.edge * Self.binsPerDegree)
    terms = PlainBuffer(count: bins * Self.stride)
    for bin in 0..<bins {
      let degrees = Self.middle(of: bin)
      let (s, c) = (sine(degrees * .pi / 180), cosine(degrees * .pi / 180))
      let (secant, t) = (1 / c, (s / c) * (s / c))
      // Each derivative divided by the secant, and by the tangent where the power is odd.
      let derivatives = [
        1, s / c, 1 + 2 * t, (s / c) * (5 + 6 * t), 5 + 28 * t + 24 * t * t,
        (s / c) * (61 + 180 * t + 120 * t * t),
      ]
      terms[bin * Self.stride] = WorldPoint.y(ofLatitude: degrees)
      var factor = -secant / (2 * .pi)
      for (power, derivative) in derivatives.enumerated() {
        factor *= Double.pi / 180 / Double(power + 1)
        terms[bin * Self.stride + power + 1] = factor * derivative
      }
      terms[bin * Self.stride + 7] = 0
    }
  }

  @inline(__always)
  private static func middle(of bin: Int) -> Double { (Double(bin) + 0.5) * degreesPerBin - edge }

  /// The table where it is worth making, for so many points.
  static func table(for count: Int) -> MercatorTable? { count < worthwhile ? nil : shared }

  /// A latitude's y in worlds times `scale`, cut to a whole number toward zero, as if it had been projected.
  ///
  /// - Parameters:
  ///   - scale: steps of the world, at most 2^32.
  ///   - origin: what is taken from the y before it is scaled, in worlds.
  /// - Returns: `nil` where only projecting decides: near 85° and beyond, and within a hair of a whole number.
  @inline(__always) func wholeSteps(ofLatitude latitude: Double, scale: Double, origin: Double) -> Int? {
    guard abs(latitude) < Self.last else { return nil }
    let bin = Int((latitude + Self.edge) * Self.binsPerDegree)
    let offset = latitude - Self.middle(of: bin)
    let series = terms.base + bin &* Self.stride
    let high = series[4] + offset * (series[5] + offset * series[6])
    let y = series[0] + offset * (series[1] + offset * (series[2] + offset * (series[3] + offset * high)))
    let steps = (y - origin) * scale
    let whole = Int(steps)
    let rest = abs(steps - Double(whole))
    return rest > Self.undecidedShare && rest < 1 - Self.undecidedShare ? whole : nil
  }
}

extension FixedWorldPoint {
  @inline(__always) init(_ coordinate: Coordinate, with table: MercatorTable?) {
    guard let steps = table?.wholeSteps(ofLatitude: coordinate.latitude, scale: 4_294_967_296, origin: 0)
    else {
      self.init(coordinate)
      return
    }
    let x = coordinate.longitude / 360 + 0.5
    let turns = x >= 0 && x < 1 ? x : x - x.rounded(.down)
    self.init(
      x: UInt32(truncatingIfNeeded: UInt64(turns * 4_294_967_296)), y: UInt32(truncatingIfNeeded: steps))
  }
}
