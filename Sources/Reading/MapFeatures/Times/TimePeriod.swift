import JSONDocument

/// The length of a period.
public enum TimePeriod: Hashable, Sendable {
  /// Calendar units in UTC; periods begin at multiples since year 0, for weeks, days and hours since 1970.
  case calendar(Unit, Int)
  /// Numbers in steps above 0; periods begin at multiples.
  case number(Double)

  /// A unit of the calendar; weeks begin on Mondays.
  public enum Unit: String, CaseIterable, Hashable, Sendable {
    /// Units of time, the shortest first.
    case hour, day, week, month, quarter, year, decade
  }

  /// A year of the calendar.
  public static let year = TimePeriod.calendar(.year, 1)
  /// A month of the calendar.
  public static let month = TimePeriod.calendar(.month, 1)
  /// A day of the calendar.
  public static let day = TimePeriod.calendar(.day, 1)

  /// Reads a unit such as `week`, several such as `10years`, or a number above 0; `nil` for anything else.
  public init?(_ word: String) {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    let name = word.dropFirst(digits.count)
    let unit = Unit.allCases.first { name == $0.rawValue || !digits.isEmpty && name == "\($0.rawValue)s" }
    if let unit, let count = digits.isEmpty ? 1 : Int(digits), (1...10_000).contains(count) {
      self = .calendar(unit, count)
    } else {
      guard let number = Decimal.number(of: word), number > 0, number.isFinite else { return nil }
      self = .number(number)
    }
  }

  /// Ascending number of the period of a moment in seconds since 1970.
  package func number(ofSeconds seconds: Int) -> Int {
    guard case .calendar(let unit, let count) = self else { return seconds }
    let date = TimeText.date(floored(seconds, 86_400))
    return switch unit {
    case .hour: floored(seconds, 3600 * count)
    case .day: floored(seconds, 86_400 * count)
    // 1970-01-01 was a Thursday.
    case .week: floored(seconds + 3 * 86_400, 7 * 86_400 * count)
    case .month, .quarter, .year, .decade: floored(date.year * 12 + date.month - 1, unit.months * count)
    }
  }

  package func name(of number: Int) -> String {
    switch self {
    case .number(let length):
      let low = Double(number) * length
      return length == 1
        ? javaScriptText(of: low) : "\(javaScriptText(of: low)) to \(javaScriptText(of: low + length))"
    case .calendar(let unit, let count):
      let first = unit.name(of: number * count)
      // An hour's name is when it begins.
      let last = number * count + count - (unit == .hour ? 0 : 1)
      return count == 1 ? first : "\(first) to \(unit.name(of: last))"
    }
  }
}

extension TimePeriod.Unit {
  /// Months; 0 for shorter units.
  fileprivate var months: Int {
    switch self {
    case .hour, .day, .week: 0
    case .month: 1
    case .quarter: 3
    case .year: 12
    case .decade: 120
    }
  }

  fileprivate func name(of number: Int) -> String {
    func day(_ days: Int) -> String {
      let date = TimeText.date(days)
      return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
    }
    switch self {
    case .hour: return day(floored(number, 24)) + " \(padded(number - floored(number, 24) * 24, 2)):00"
    case .day: return day(number)
    case .week:
      // Its Thursday's year is that of the week.
      let thursday = number * 7
      let year = TimeText.date(thursday).year
      return "\(padded(year, 4))-W\(padded((thursday - TimeText.days(year, 1, 1)) / 7 + 1, 2))"
    case .month:
      return padded(floored(number, 12), 4) + "-" + padded(number - floored(number, 12) * 12 + 1, 2)
    case .quarter: return padded(floored(number, 4), 4) + "-Q\(number - floored(number, 4) * 4 + 1)"
    case .year: return padded(number, 4)
    case .decade: return padded(number * 10, 4) + "s"
    }
  }
}

private func floored(_ number: Int, _ divisor: Int) -> Int {
  number / divisor - (number % divisor < 0 ? 1 : 0)
}

package func padded(_ number: some BinaryInteger, _ digits: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}
