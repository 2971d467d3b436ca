/// Days and times as ISO 8601 writes them.
enum CalendarText {
  /// A day, counted from 1970-01-01, in the Gregorian calendar carried on to both sides.
  static func day(_ day: Int64) -> String {
    // Years begin in March, so that the leap day is their last; 400 of them have 146,097 days.
    let (shifted, overflow) = day.addingReportingOverflow(719_468)
    guard !overflow else { return "" }
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let number = month < 10 ? month + 3 : month - 9
    let year = yearOfEra + era * 400 + (number <= 2 ? 1 : 0)
    let sign = year < 0 ? "-" : ""
    return "\(sign)\(padded(year.magnitude, 4))-\(padded(number.magnitude, 2))-"
      + padded((dayOfYear - (153 * month + 2) / 5 + 1).magnitude, 2)
  }

  /// A moment, counted from 1970 in parts of a second: `2026-01-31T08:30:00.25`.
  static func time(_ ticks: Int64, perSecond: Int64) -> String {
    let perDay = 86_400 * perSecond
    var (days, rest) = ticks.quotientAndRemainder(dividingBy: perDay)
    if rest < 0 { (days, rest) = (days - 1, rest + perDay) }
    return "\(day(days))T\(timeOfDay(rest, perSecond: perSecond))"
  }

  static func timeOfDay(_ ticks: Int64, perSecond: Int64) -> String {
    let (seconds, part) = max(0, ticks).quotientAndRemainder(dividingBy: perSecond)
    var text =
      padded((seconds / 3600).magnitude, 2) + ":" + padded((seconds / 60 % 60).magnitude, 2) + ":"
      + padded((seconds % 60).magnitude, 2)
    if part > 0 {
      var digits = String(padded(part.magnitude, String(perSecond).utf8.count - 1))
      while digits.hasSuffix("0") { digits.removeLast() }
      text += "." + digits
    }
    return text
  }

  private static func padded(_ number: UInt64, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}
