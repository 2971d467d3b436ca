/// The sum of weights and of weighted coordinates, in whole numbers: the same in any order, whoever sums.
///
/// Weights are rounded to 1e-6, coordinates to 1e-8 of a degree.
package struct WeightSum: Equatable, Sendable {
  /// The unit of a weight: so many make 1.
  static let unitsPerWeight = 1e6
  /// The largest sum of weights for which coordinates stay exact: times 180e8 and 1e6 it is a fifth of what 128 bits
  /// hold.
  static let limit = 1e21

  /// Of weights, and of weights times coordinates; the longitudes about the middle that the summing one chose.
  package var total: Int128
  package var latitudes: Int128
  package var longitudes: Int128

  @inlinable package init(total: Int128 = 0, latitudes: Int128 = 0, longitudes: Int128 = 0) {
    (self.total, self.latitudes, self.longitudes) = (total, latitudes, longitudes)
  }

  /// A weight in whole units, rounded half to even; from 2^51 units on cut, as fractions of units are then.
  @inline(__always) static func units(_ weight: Double) -> Int128 {
    let scaled = weight * unitsPerWeight
    guard scaled >= 2_251_799_813_685_248 else { return Int128(Int64(scaled.rounded(.toNearestOrEven))) }
    return Int128(min(scaled, limit * unitsPerWeight).rounded(.down))
  }

  static func weight(_ units: Int128) -> Double { units.double / unitsPerWeight }

  mutating func add(_ weight: Int128, latitude: Int64, longitude: Int64) {
    total += weight
    latitudes += weight * Int128(latitude)
    longitudes += weight * Int128(longitude)
  }

  mutating func add(_ other: WeightSum) {
    total += other.total
    latitudes += other.latitudes
    longitudes += other.longitudes
  }

  /// Returns the sum with its longitudes in another copy of the world.
  func moved(byTurns turns: Int64) -> WeightSum {
    WeightSum(
      total: total, latitudes: latitudes, longitudes: longitudes + total * Int128(turns * CellSum.turn))
  }
}

extension Int128 {
  /// The nearest double, halves to even. The library's own conversion takes 480 ns, this one 2.
  package var double: Double {
    let size = magnitude
    let high = UInt64(truncatingIfNeeded: size >> 64)
    let top: Double
    if high == 0 {
      top = Double(UInt64(truncatingIfNeeded: size))
    } else {
      // The upper 64 bits, and in the lowest of them whether anything lies below.
      let shift = 64 - high.leadingZeroBitCount
      let rest = size & (UInt128(1) << UInt128(shift) - 1)
      let bits = UInt64(truncatingIfNeeded: size >> UInt128(shift)) | (rest == 0 ? 0 : 1)
      top = Double(bits) * Double(sign: .plus, exponent: shift, significand: 1)
    }
    return self < 0 ? -top : top
  }
}

/// A weight as it is summed: rounded to 1e-6; one that is too large to be summed as it is, so that it is refused.
public func roundedWeight(_ weight: Double) -> Double {
  weight > WeightSum.limit ? weight : WeightSum.weight(WeightSum.units(weight))
}
