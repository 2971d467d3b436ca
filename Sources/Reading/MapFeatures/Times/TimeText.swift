import JSONDocument

/// A moment of a table, in seconds since 1970 at UTC.
///
/// Numbers of four digits are years, of eight days (`20210305`), of ten seconds and of thirteen milliseconds
/// since 1970.
///
/// - SeeAlso: ISO 8601-1:2019, §5; H. Hinnant, "chrono-Compatible Low-Level Date Algorithms".
package struct TimeText: Hashable, Sendable {
  /// Read with the day or the month first; `nil` if that is no date.
  let dayFirst, monthFirst: Int?

  /// Reads ISO 8601, `3/5/2021`, `05.03.2021`, `5 March 2021`, `Mar 5, 2021`, alone or with a time.
  init?(_ text: String, _ format: TimeFormat? = nil) {
    var bytes = Array(text.utf8)[...]
    while bytes.first == 0x20 { bytes.removeFirst() }
    while bytes.last == 0x20 { bytes.removeLast() }
    func time(_ formats: [TimeFormat]) -> Int? { formats.lazy.compactMap { $0.seconds(of: bytes) }.first }
    if let seconds = format?.seconds(of: bytes) {
      (dayFirst, monthFirst) = (seconds, seconds)
      return
    }
    let digits = bytes.prefix(while: \.isDigit).count
    let plain: Int?
    switch digits {
    case 0: plain = time(TimeText.named)
    case 1, 2:
      plain = time(TimeText.dayNamed)
      guard plain == nil else { break }
      (dayFirst, monthFirst) = (time(TimeText.dayThenMonth), time(TimeText.monthThenDay))
      if dayFirst == nil && monthFirst == nil { return nil }
      return
    case 4: plain = time(TimeText.yearFirst)
    case 8: plain = time(TimeText.compact)
    case 10, 13:
      let rest = bytes.dropFirst(digits)
      let isDecimal = rest.isEmpty || rest.first == 0x2E && rest.dropFirst().allSatisfy(\.isDigit)
      let count = isDecimal ? Int(String(decoding: bytes.prefix(digits), as: UTF8.self)) : nil
      plain = count.map { digits == 13 ? $0 / 1000 : $0 }
    default: plain = nil
    }
    guard let plain else { return nil }
    (dayFirst, monthFirst) = (plain, plain)
  }

  init?(_ value: PropertyValue, _ format: TimeFormat?) {
    switch value {
    case .string(let text): self.init(text, format)
    case .wholeNumber(let digits): self.init(digits, format)
    case .number(let number):
      // Parts of a second since 1970 are no part of the date.
      guard number >= 0, number < 1e13, number == number.rounded() || number >= 1e9 else { return nil }
      self.init(String(Int(number)), format)
    default: return nil
    }
  }

  private static func formats(_ patterns: [String]) -> [TimeFormat] { patterns.compactMap(TimeFormat.init) }
  private static let compact = formats(["%Y%m%d"])
  private static let yearFirst = formats([
    "%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%Y-%m", "%Y/%m", "%Y", "%Y-%B-%d", "%Y %B %d",
  ])
  private static let dayNamed = formats(["%d %B %Y", "%d-%B-%Y", "%d/%B/%Y", "%d. %B %Y", "%m/%Y"])
  private static let named = formats([
    "%B %d, %Y", "%B %d %Y", "%B %Y", "%B-%Y", "%A, %d %B %Y", "%A %d %B %Y", "%A, %B %d, %Y", "%A %B %d %Y",
  ])
  private static let dayThenMonth = formats(["%d/%m/%Y", "%d.%m.%Y", "%d-%m-%Y"])
  private static let monthThenDay = formats(["%m/%d/%Y", "%m.%d.%Y", "%m-%d-%Y"])

  /// Days since 1970-01-01 of a Gregorian date.
  static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  package static func date(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let part = (5 * dayOfYear + 2) / 153
    let month = part + (part < 10 ? 3 : -9)
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * part + 2) / 5 + 1)
  }

  static func days(of month: Int, in year: Int) -> Int {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }
}
