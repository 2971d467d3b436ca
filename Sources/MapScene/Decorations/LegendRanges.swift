import JSONDocument
import MapSettings

// Which numbers a legend shows, and what ranges of them are called.
extension LegendReader {
  /// Numbers to show a ramp at: its own stops that the data reaches, where they are round; else round numbers from the
  /// data's least to its most.
  ///
  /// - Parameters:
  ///   - stops: those of the ramp, rising.
  ///   - numbers: the data's; where there are none, all stops are shown.
  static func samples(_ stops: [Double], _ numbers: [Double]) -> [Double] {
    guard let least = numbers.min(), let most = numbers.max() else { return stops }
    let isWhole = numbers.allSatisfy { $0 == $0.rounded() }
    let isRound = stops.allSatisfy { stop in
      abs(stop) < 1e15 && (stop * (isWhole ? 1 : 100)).rounded() == stop * (isWhole ? 1 : 100)
    }
    // The first stop beyond the data still shows where the ramp leads.
    let reached = stops.filter { $0 >= least && $0 <= most }
    if isRound, reached.count > 1 { return reached }
    if isRound, numbers.count < 2 || least == most { return stops }
    return roundNumbers(from: least, to: most)
  }

  /// Two to six numbers of the kind 1, 2 or 5 times a power of ten; powers of ten alone where they span three or more.
  static func roundNumbers(from least: Double, to most: Double) -> [Double] {
    guard least < most, least.isFinite, most.isFinite else { return [least] }
    if least > 0, most / least >= 100 {
      var found: [Double] = []
      var power = power(ofTen: least)
      while power <= most, found.count < 12 {
        if power >= least { found.append(power) }
        power *= 10
      }
      if found.count > 1 { return found }
    }
    let rough = (most - least) / 4
    let unit = power(ofTen: rough)
    let step = [1, 2, 5, 10].map { $0 * unit }.first { $0 >= rough } ?? rough
    var found: [Double] = []
    var number = (least / step).rounded(.up)
    // A fifth is computed as a number of tenths over ten, not as so many times 0.2, which binary numbers miss.
    let parts = step < 1 ? (1 / step).rounded() : 1
    func multiple() -> Double { step < 1 ? number / parts : number * step }
    while multiple() <= most, found.count < 12 {
      found.append(multiple())
      number += 1
    }
    return found.count > 1 ? found : [least, most]
  }

  /// The greatest power of ten that is not above a number.
  private static func power(ofTen number: Double) -> Double {
    var power = 1.0
    while power > number, power > 1e-12 { power /= 10 }
    while power * 10 <= number, power < 1e15 { power *= 10 }
    return power
  }

  /// From a number on, and below another; `nil` for no end.
  struct Range: Hashable {
    let low: Double?
    let high: Double?

    /// The same range in another unit.
    func times(_ unit: Double) -> Range { Range(low: low.map { $0 * unit }, high: high.map { $0 * unit }) }
  }

  /// The ranges between steps from the one that holds the least number to the one that holds the most.
  static func ranges(_ stops: [Double], least: Double, most: Double) -> [Range] {
    let bounds: [Double?] = [nil] + stops.map { $0 } + [nil]
    return zip(bounds, bounds.dropFirst()).map { Range(low: $0, high: $1) }.filter { range in
      (range.high.map { least < $0 } ?? true) && (range.low.map { most >= $0 } ?? true)
    }
  }

  static func label(of range: Range, isWhole: Bool, _ numbers: NumberFormat = NumberFormat()) -> String {
    switch (range.low, range.high) {
    case (nil, let high?): "< \(numbers.whole(high))"
    case (let low?, nil): "≥ \(numbers.whole(low))"
    case (let low?, let high?):
      isWhole && high - low <= 1
        ? numbers.whole(low)
        : "\(numbers.whole(low))–\(numbers.whole(isWhole ? high - 1 : high))"
    case (nil, nil): ""
    }
  }

  /// What classes are called: their least and most numbers, whole ones as they are, others with the fewest digits behind
  /// the point that keep each class apart from the next, and the ends of a class that is alone.
  ///
  /// - Parameter classes: rising, none empty.
  static func labels(
    of classes: [(least: Double, most: Double)], _ numbers: NumberFormat = NumberFormat()
  ) -> [String] {
    if classes.count == 1, classes[0].least == classes[0].most {
      return [numbers.whole(classes[0].least)]
    }
    func rounded(_ number: Double, _ digits: Int) -> Double {
      var factor = 1.0
      for _ in 0..<digits { factor *= 10 }
      return abs(number) < 1e15 / factor ? (number * factor).rounded() / factor : number
    }
    func areApart(_ digits: Int) -> Bool {
      if classes.count == 1 {
        return rounded(classes[0].least, digits) < rounded(classes[0].most, digits)
      }
      return zip(classes, classes.dropFirst()).allSatisfy {
        rounded($0.most, digits) < rounded($1.least, digits)
      }
    }
    let digits = (0...15).first(where: areApart) ?? 15
    func text(_ number: Double) -> String {
      digits > 4 ? numbers.exact(rounded(number, digits)) : numbers.whole(rounded(number, digits))
    }
    return classes.map { ends in
      let (least, most) = (text(ends.least), text(ends.most))
      return least == most ? least : "\(least)–\(most)"
    }
  }
}
