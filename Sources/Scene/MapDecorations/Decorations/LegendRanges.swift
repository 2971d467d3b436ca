package import MapSettings

// Which numbers a legend shows, and what ranges of them are called.
extension LegendReader {
  /// Numbers to show a ramp at: its own stops that the data reaches, where they are round; else round numbers from the
  /// data's least to its most.
  ///
  /// - Parameters:
  ///   - stops: those of the ramp, rising.
  ///   - numbers: the data's; where there are none, all stops are shown.
  package static func samples(_ stops: [Double], _ numbers: [Double]) -> [Double] {
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

  /// Two or three numbers of the kind 1, 2 or 5 times a power of ten that show how sizes follow numbers: the greatest of
  /// them that is not above the data's most, and about a quarter and a sixteenth of it, or a half, that are not below its least.
  /// If no shorter number lies between the two, it has at most three digits.
  static func exampleSizes(from least: Double, to most: Double) -> [Double] {
    guard least <= most, most > 0, most.isFinite else { return [] }
    let top = roundNumber(notAbove: most)
    let half = roundNumber(notAbove: top / 2)
    let found = [top, roundNumber(notAbove: top / 4), roundNumber(notAbove: top / 20)].filter { $0 >= least }
    if found.count == 1, half >= least { return [top, half] }
    let few = (1...3).lazy.map { most.withDigits($0, .down) }.first { $0 >= least }
    return found.isEmpty ? [few ?? most.withDigits(3)] : found
  }

  /// The greatest number of the kind 1, 2 or 5 times a power of ten that is not above another one.
  static func roundNumber(notAbove number: Double) -> Double {
    let power = power(ofTen: number)
    let factor = [5.0, 2, 1].first { $0 * power <= number } ?? 1
    return factor * power
  }

  /// The greatest power of ten that is not above a number.
  private static func power(ofTen number: Double) -> Double {
    var power = 1.0
    while power > number, power > 1e-12 { power /= 10 }
    while power * 10 <= number, power < 1e15 { power *= 10 }
    return power
  }

  /// From a number on, and below another; `nil` for no end.
  package struct Range: Hashable {
    package let low: Double?
    package let high: Double?

    /// The range from a number on where it has no beginning of its own.
    func beginning(at first: Double?) -> Range {
      Range(low: low ?? high.flatMap { high in first.flatMap { $0 < high ? $0 : nil } }, high: high)
    }

    func times(_ unit: Double) -> Range { Range(low: low.map { $0 * unit }, high: high.map { $0 * unit }) }
  }

  /// The ranges between steps from the one that holds the least number to the one that holds the most.
  ///
  /// - Parameter start: the number that the first one begins with; `nil` for no end.
  static func ranges(_ stops: [Double], least: Double, most: Double, from start: Double? = nil) -> [Range] {
    let bounds: [Double?] = [start] + stops.map { $0 } + [nil]
    return zip(bounds, bounds.dropFirst()).map { Range(low: $0, high: $1) }.filter { range in
      (range.high.map { least < $0 } ?? true) && (range.low.map { most >= $0 } ?? true)
    }
  }

  /// The name of a range: whole numbers below 10,000 by the least and the greatest of them, others by their limits.
  ///
  /// - Parameter isShort: whether the section's numbers have units, see ``areShort(_:_:)``.
  package static func label(
    of range: Range, isWhole: Bool, _ numbers: NumberFormat = NumberFormat(), isShort: Bool = false
  ) -> String {
    func text(of number: Double) -> String { self.text(of: number, numbers, isShort: isShort) }
    switch (range.low, range.high) {
    case (nil, let high?): return "< \(text(of: high))"
    case (let low?, nil): return "≥ \(text(of: low))"
    case (let low?, let high?):
      let last = isWhole && high <= 10_000 && !isShort ? high - 1 : high
      let start = text(of: low)
      return last <= low ? start : LegendReader.range(from: start, to: text(of: last))
    case (nil, nil): return ""
    }
  }

  /// The names of classes: their least and greatest numbers, those of more than four digits rounded outward to three, or
  /// to four where three do not keep each class apart from the next; a class of one number by it, rounded. Where four do
  /// not either, the classes are called by the shortest limits between them.
  ///
  /// - Parameter classes: rising, none empty.
  package static func labels(
    of classes: [(least: Double, most: Double)], _ numbers: NumberFormat = NumberFormat()
  ) -> [String] {
    typealias Ends = (least: Double, most: Double)
    func rounded(_ digits: Int) -> [Ends] {
      classes.map { ends in
        ends.least == ends.most
          ? (ends.least.withDigits(digits), ends.most.withDigits(digits))
          : (ends.least.withDigits(digits, .down), ends.most.withDigits(digits, .up))
      }
    }
    func areApart(_ ends: [Ends]) -> Bool { zip(ends, ends.dropFirst()).allSatisfy { $0.most < $1.least } }
    var ends = rounded(4)
    let isExact = zip(ends, classes).allSatisfy { $0.least == $1.least && $0.most == $1.most }
    if !isExact, areApart(rounded(3)) { ends = rounded(3) }
    if !areApart(ends) {
      ends = classes
      ends[0].least = ends[0].least.withDigits(3, .down)
      ends[ends.count - 1].most = ends[ends.count - 1].most.withDigits(3, .up)
      for index in ends.indices.dropFirst() {
        let (below, limit) = (classes[index - 1].most, classes[index].least)
        let short = (1...15).lazy.map { limit.withDigits($0, .down) }.first { $0 > below } ?? limit
        (ends[index - 1].most, ends[index].least) = (short, short)
      }
    }
    return ends.map { ends in
      let (least, most) = (text(of: ends.least, numbers), text(of: ends.most, numbers))
      return least == most ? least : LegendReader.range(from: least, to: most)
    }
  }

  /// A range between two numbers as texts, with blanks where a sign would run into the dash.
  private static func range(from least: String, to most: String) -> String {
    least.hasPrefix("\u{2212}") || most.hasPrefix("\u{2212}") ? "\(least) – \(most)" : "\(least)–\(most)"
  }

  /// True if the numbers of a section are written with units, `593k` and `1.186M`, or all with all their digits: where one
  /// of them is a million or more, and four digits are all of each.
  static func areShort(_ section: [Double], _ numbers: NumberFormat) -> Bool {
    numbers.notation == .auto && section.contains { abs($0) >= 1e6 }
      && section.allSatisfy { $0 == $0.withDigits(4) && abs($0) < 1e15 }
  }

  /// A number of a section whose numbers have units or have not.
  package static func text(of number: Double, _ numbers: NumberFormat, isShort: Bool) -> String {
    guard isShort, abs(number) >= 1000 else { return text(of: number, numbers) }
    return abs(number) < 1e6 ? numbers.whole(number / 1000) + "k" : round(number, numbers)
  }

  /// A limit as legends write it, but with all its digits where more than four stand behind the point.
  private static func text(of number: Double, _ numbers: NumberFormat) -> String {
    let places = number * 10_000
    let isShort = abs(places - places.rounded()) < 1e-6 * abs(places)
    return isShort || numbers.notation == .si ? numbers.whole(number) : numbers.exact(number)
  }

  /// A number of a legend; a million or more with a unit, `21.9M`, where four digits are all.
  package static func round(_ number: Double, _ numbers: NumberFormat) -> String {
    number == number.withDigits(4) ? numbers.inMillions(number) : numbers.whole(number)
  }
}
