import MapFeatures

enum CalendarText {
  /// Proleptic Gregorian day, counted from 1970-01-01.
  static func day(_ day: Int64) -> String {
    guard !day.addingReportingOverflow(719_468).overflow else { return "" }
    let date = TimeText.date(Int(day))
    return (date.year < 0 ? "-" : "")
      + "\(padded(date.year.magnitude, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
  }

  /// Time since 1970 in fractions of a second: `2026-01-31T08:30:00.25`.
  static func time(_ ticks: Int64, perSecond: Int64) -> String {
    let perDay = 86_400 * perSecond
    var (days, rest) = ticks.quotientAndRemainder(dividingBy: perDay)
    if rest < 0 { (days, rest) = (days - 1, rest + perDay) }
    return "\(day(days))T\(timeOfDay(rest, perSecond: perSecond))"
  }

  static func timeOfDay(_ ticks: Int64, perSecond: Int64) -> String {
    let (seconds, part) = max(0, ticks).quotientAndRemainder(dividingBy: perSecond)
    var text = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }.joined(separator: ":")
    if part > 0 {
      var digits = padded(part, String(perSecond).utf8.count - 1)
      while digits.hasSuffix("0") { digits.removeLast() }
      text += "." + digits
    }
    return text
  }
}
