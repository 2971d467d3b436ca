/// A moment as a table has it: ISO 8601, in UTC where no offset stands.
///
/// - SeeAlso: ISO 8601-1:2019, §5; the days of a date after H. Hinnant, "chrono-Compatible Low-Level Date Algorithms".
struct TimeText: Hashable, Sendable {
  /// Days since 1970-01-01, at UTC.
  let days: Int

  /// Reads `2021`, `2021-03`, `2021-03-05`, `20210305`, and any of these whole dates with a time: `2021-03-05T14:30:00Z`,
  /// a blank for the `T`, seconds and their parts left out, `+02:00` or `+0200` for an offset.
  ///
  /// - Returns: `nil` for anything else, and for dates that the calendar does not have.
  init?(_ text: String) {
    var rest = Substring(text)
    func number(_ digits: Int) -> Int? {
      let word = rest.prefix(digits)
      guard word.count == digits, word.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
      rest = rest.dropFirst(digits)
      return Int(word)
    }
    func take(_ characters: String) -> Bool {
      guard let first = rest.first, characters.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    guard let year = number(4) else { return nil }
    var (month, day) = (1, 1)
    if take("-") {
      guard let value = number(2) else { return nil }
      month = value
      if take("-") {
        guard let value = number(2) else { return nil }
        day = value
      } else if !rest.isEmpty {
        return nil
      }
    } else if !rest.isEmpty {
      guard let first = number(2), let second = number(2) else { return nil }
      (month, day) = (first, second)
    }
    guard (1...12).contains(month), (1...TimeText.days(of: month, in: year)).contains(day) else { return nil }
    var minutes = 0
    if !rest.isEmpty {
      guard take("Tt "), let hour = number(2), (0...24).contains(hour) else { return nil }
      var minute = 0
      if take(":") {
        guard let value = number(2) else { return nil }
        minute = value
        if take(":") {
          guard let second = number(2), (0...60).contains(second) else { return nil }
          if take(".,") {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard !digits.isEmpty else { return nil }
            rest = rest.dropFirst(digits.count)
          }
        }
      }
      guard (0...59).contains(minute) else { return nil }
      minutes = hour * 60 + minute
      if take("Zz") {
        // Universal time.
      } else if let sign = rest.first, sign == "+" || sign == "-" {
        _ = take("+-")
        guard let hours = number(2) else { return nil }
        _ = take(":")
        let part = rest.isEmpty ? 0 : number(2)
        guard let part, hours < 24, part < 60 else { return nil }
        minutes -= (sign == "+" ? 1 : -1) * (hours * 60 + part)
      }
    }
    guard rest.isEmpty else { return nil }
    days = TimeText.days(year, month, day) + Int((Double(minutes) / 1440).rounded(.down))
  }

  /// Days since 1970-01-01 of a date of the Gregorian calendar.
  static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The year, the month and the day of days since 1970-01-01.
  static func date(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let part = (5 * dayOfYear + 2) / 153
    let month = part + (part < 10 ? 3 : -9)
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * part + 2) / 5 + 1
    )
  }

  private static func days(of month: Int, in year: Int) -> Int {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }
}
