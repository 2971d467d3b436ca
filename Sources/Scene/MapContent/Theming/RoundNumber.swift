import CSystem
import MapGeometry

// Numbers with few digits, as readers of legends want them.
extension Double {
  /// The number with at most so many significant digits.
  ///
  /// - Parameters:
  ///   - digits: `1...15`.
  ///   - rule: to which side; what has no more digits already stays as it is, whatever the rule.
  package func withDigits(_ digits: Int, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero)
    -> Double
  {
    guard self != 0, isFinite else { return self }
    // Powers of ten are exact up to 10^22; numbers beyond have more digits than are distinguished.
    let power = digits - 1 - Int(log10(magnitude).rounded(.down))
    guard abs(power) <= 22 else { return self }
    let unit = pow(10, Double(abs(power)))
    let scaled = power >= 0 ? self * unit : self / unit
    // A decimal number is binary only nearly: 0.29 is 28.999999999999996 hundredths.
    let nearest = scaled.rounded()
    let rounded = abs(scaled - nearest) <= 1e-12 * abs(nearest) ? nearest : scaled.rounded(rule)
    return power >= 0 ? rounded / unit : rounded * unit
  }
}

extension Double {
  /// The number of the kind 1, 2 or 5 times a power of ten that has the nearest ratio to this one, above 0.
  package var nearestOneTwoFive: Double {
    let power = pow(10, log10(self).rounded(.down))
    let limits = [2, 10, 50].map { (square: Double) in square.squareRoot() }
    return [1, 2, 5, 10][limits.count { $0 * power <= self }] * power
  }

  /// The nearest number whose second digit is 0 or 5, and has no more.
  fileprivate var withHalfDigits: Double {
    let step = pow(10, log10(magnitude).rounded(.down)) / 2
    return (self / step).rounded() * step
  }
}

extension ClassScale {
  /// Limits of classes with as few digits as leave every number in its class.
  ///
  /// A limit moves by a twentieth of the narrower of its two classes at most. Where numbers are so dense that this takes
  /// more than three digits, a fiftieth of the numbers at most may change their class instead.
  ///
  /// - Parameters:
  ///   - breaks: ascending, between the least number and the greatest.
  ///   - isRound: whether one to three digits may move it by a quarter of that class, and a twentieth of the numbers at most
  ///     into another one.
  /// - Complexity: O(*limits* · log *numbers*).
  static func shortened(_ breaks: [Double], of sorted: [Double], isRound: Bool = false) -> [Double] {
    guard let least = sorted.first, let most = sorted.last else { return breaks }
    return breaks.indices.map { index in
      let limit = breaks[index]
      let below = index > 0 ? breaks[index - 1] : least
      let above = index + 1 < breaks.count ? breaks[index + 1] : most
      let room = (above > limit ? min(limit - below, above - limit) : limit - below) / 20
      let rank = sorted.partitioningIndex { $0 >= limit }
      let round =
        [limit.withDigits(1), limit.withHalfDigits.withDigits(2)] + (2...3).map { limit.withDigits($0) }
      if isRound,
        let round = round.first(where: { round in
          abs(round - limit) <= 5 * room
            && abs(sorted.partitioningIndex { $0 >= round } - rank) <= sorted.count / 20
        })
      {
        return round
      }
      /// The first of some numbers of digits that leaves the limit near, and at most so many numbers in another class.
      func short(
        _ digits: ClosedRange<Int>, moving count: Int,
        _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero
      ) -> Double? {
        digits.lazy.map { limit.withDigits($0, rule) }.first { short in
          abs(short - limit) <= room && abs(sorted.partitioningIndex { $0 >= short } - rank) <= count
        }
      }
      // The mean of many numbers has more digits than they have: a limit just below it parts the same numbers.
      return short(1...3, moving: 0) ?? short(1...3, moving: 0, .down)
        ?? short(2...3, moving: sorted.count / 50) ?? short(4...4, moving: 0)
        ?? short(1...15, moving: 0, .down) ?? limit
    }
  }
}
