import MapClusters
import MapSettings
import MapStyle

/// How expressions see what markers count where points weigh.
///
/// Steps of styles are made for counts of points: 10, 100, 1000. Sums of populations would all lie beyond them, so that
/// `point_count` is given to styles that draw single points by their weights in a unit of its own: a power of ten by which
/// the greatest sum in view lies between 10,000 and 100,000. What is written, `point_count_abbreviated`, and data that
/// `clusters` writes keep the sums.
struct CountScale {
  /// What `point_count` is divided by: 1, or a power of ten.
  let unit: Double

  /// Counts as they are.
  static let plain = CountScale(unit: 1)

  private init(unit: Double) {
    self.unit = unit
  }

  /// The scale of sums in a view.
  init(of sums: some Sequence<Double>) {
    var unit = 1.0
    let greatest = sums.max() ?? 0
    while greatest / unit > 100_000, greatest.isFinite { unit *= 10 }
    self.unit = unit
  }

  /// `point_count` of a sum.
  func count(of weight: Double) -> Double { unit == 1 ? weight : weight / unit }

  /// `point_count_abbreviated` of a sum: a number below 1000, else text such as `1.2k`; below 1000, too, where numbers
  /// have a format of their own.
  static func abbreviation(of weight: Double, _ numbers: NumberFormat) -> StyleValue {
    weight < 1000 && numbers == NumberFormat() && weight == weight.rounded()
      ? .number(weight) : .string(numbers.count(weight))
  }
}
