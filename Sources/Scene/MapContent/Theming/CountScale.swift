import MapSettings
package import MapStyle

/// The counts of markers as expressions see them where points weigh.
///
/// Steps of styles are made for counts of points: 10, 100, 1000. Sums of populations would all lie beyond them, so that
/// styles that draw single points by their weights read `clustersnap:count`, which has a unit of its own: a power of ten by
/// which the greatest sum in view lies between 10,000 and 100,000. `point_count`, which single points lack, and what is
/// written keep the sums.
package struct CountScale {
  /// The count in the scale's unit, of clusters and of single points that are drawn as clusters of one.
  package static let property = "clustersnap:count"
  /// The count as it is written, of the same markers.
  package static let text = "clustersnap:count_abbreviated"

  /// The least count of the decade whose color a count has, see ``CountClasses``.
  package static let classProperty = "clustersnap:count_class"

  /// The divisor of counts: 1, or a power of ten.
  package let unit: Double

  package static let plain = CountScale(unit: 1)

  package func count(of weight: Double) -> Double { unit == 1 ? weight : weight / unit }

  /// ``text`` of a sum: a number below 1000, else text such as `1.2k`; below 1000, too, where numbers
  /// have a format of their own.
  static func abbreviation(of weight: Double, _ numbers: NumberFormat, _ unit: String? = nil) -> StyleValue {
    weight < 1000 && numbers == NumberFormat() && weight == weight.rounded() && unit == nil
      ? .number(weight) : .string(withUnit(numbers.count(weight), unit))
  }
}

/// A number as text with a unit behind it: signs such as `%` right behind, others with a blank that ends no line.
///
/// A unit of more than three letters stands in legends alone: small bubbles would have no room for their numbers.
func withUnit(_ number: String, _ unit: String?) -> String {
  guard let unit, (1...3).contains(unit.count) else { return number }
  return ["%", "‰", "°", "′", "″"].contains(unit) ? number + unit : "\(number)\u{A0}\(unit)"
}

extension CountScale {
  init(of sums: some Sequence<Double>) {
    var unit = 1.0
    let greatest = sums.max() ?? 0
    while greatest / unit > 100_000, greatest.isFinite { unit *= 10 }
    self.init(unit: unit)
  }
}

/// The classes of counts that color bubbles: decades, or quantiles where one decade would hold most of these.
package struct CountClasses {
  package static let decades = CountClasses(scale: ClassScale(breaks: [10, 100, 1000, 10_000]))
  /// The share of bubbles that one decade may hold.
  private static let most = 0.7

  /// Up to four limits, in the unit of ``CountScale``.
  package let scale: ClassScale

  /// The least count of the decade whose color a count has: 1 to 10,000.
  package func value(of count: Double) -> StyleValue {
    .number(([1] + CountClasses.decades.scale.breaks)[scale.index(of: count)])
  }
}

extension CountClasses {
  /// The limits of quantiles are rounded to 1, 2 or 5 times a power of ten.
  package init(of counts: [Double]) {
    self = .decades
    var shares = Array(repeating: 0, count: 5)
    for count in counts { shares[scale.index(of: count)] += 1 }
    guard shares.contains(where: { Double($0) > CountClasses.most * Double(counts.count) }) else { return }
    let sorted = counts.sorted()
    var breaks: [Double] = []
    for part in 1..<5 {
      let limit = sorted[part * sorted.count / 5].nearestOneTwoFive
      if limit > breaks.last ?? sorted[0], limit <= sorted[sorted.count - 1] { breaks.append(limit) }
    }
    if !breaks.isEmpty { self.init(scale: ClassScale(breaks: breaks)) }
  }
}

/// The numbers that size markers as expressions see them: as a share of the greatest magnitude in view, `clustersnap:size`.
package struct SizeScale {
  /// The share: 1 or -1 for the greatest marker in view, below 0 for negative numbers. Markers without a number have none.
  package static let property = "clustersnap:size"

  /// The property of the number that sizes markers.
  package let source: String
  /// The greatest magnitude, above 0.
  package let greatest: Double

  /// `nil` where no number is other than 0: then no marker is larger than another.
  init?(_ source: String, of numbers: some Sequence<Double>) {
    let greatest = numbers.lazy.filter(\.isFinite).map(\.magnitude).max() ?? 0
    guard greatest > 0 else { return nil }
    (self.source, self.greatest) = (source, greatest)
  }

  /// The share of a number; `nil` for what is none.
  package func share(of value: StyleValue?) -> StyleValue? {
    value?.numericValue.map { .number($0 / greatest) }
  }
}
