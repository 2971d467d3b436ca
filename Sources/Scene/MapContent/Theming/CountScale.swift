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

/// The numbers that size markers as expressions see them: as a share of the greatest number in view, `clustersnap:size`.
package struct SizeScale {
  /// The share: 0 and above; 1 for the greatest marker in view. Markers without a number have none.
  package static let property = "clustersnap:size"

  /// The property of the number that sizes markers.
  package let source: String
  /// The greatest number, above 0.
  package let greatest: Double

  /// `nil` where no number is above 0: then no marker is larger than another.
  init?(_ source: String, of numbers: some Sequence<Double>) {
    let greatest = numbers.lazy.filter(\.isFinite).max() ?? 0
    guard greatest > 0 else { return nil }
    (self.source, self.greatest) = (source, greatest)
  }

  /// The share of a number; `nil` for what is none.
  package func share(of value: StyleValue?) -> StyleValue? {
    value?.numericValue.map { .number(max(0, $0) / greatest) }
  }
}
