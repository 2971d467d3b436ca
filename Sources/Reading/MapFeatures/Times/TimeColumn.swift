public import JSONDocument

/// A fault of a column of times.
public enum TimeProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The table has no such column; those there are.
  case noColumn(String, table: String, known: [String])
  /// No row has a time.
  case noTimes(String)
  /// More than a tenth of the rows of a table that have a value have none that can be read; the first of them.
  case unread(String, table: String, Int, of: Int, first: String, record: String)
  /// No row shows whether day or month comes first; a row that has both.
  case ambiguous(String, table: String, example: String)
  /// Rows with the day first, and rows with the month first.
  case contradictory(String, table: String, dayFirst: String, monthFirst: String)
  /// There are more periods than there may be.
  case tooManyPeriods(Int, most: Int)

  /// The fault and its remedy, in one line.
  public var description: String { text.description }

  /// The fault of a story and its remedy, its settings named and not spelled.
  public var text: SettingText {
    if case .tooManyPeriods = self {
      return "\(given: "every"): \(fault(format: "timeFormat", every: "every"))"
    }
    return "\(given: "time"): \(fault(format: "timeFormat", every: "every"))"
  }

  /// The fault and its remedy.
  ///
  /// - Parameters:
  ///   - format: the setting of the form of dates.
  ///   - every: that of the length of a period.
  package func fault(format: SettingName, every: SettingName) -> SettingText {
    let forms: SettingText =
      "set \(setting: format, of: "%d/%m/%Y") or \(setting: format, of: "%m/%d/%Y")"
    switch self {
    case .noColumn(let column, let table, let known):
      return "\(table) has no column \(escapedForMessage(column)); \(nameAdvice(column, among: known))"
    case .noTimes(let column):
      return
        "no row has a time in \(escapedForMessage(column)); write ISO 8601 (2021-03-05T14:30Z), or numbers with \(setting: every, of: "N")"
    case .unread(let column, let table, let count, let all, let first, let record):
      return
        "\(count) of \(all) values of \(escapedForMessage(column)) in \(table) are no time; the first is \(quotedForMessage(first)) (\(record)); set their form with \(setting: format), or count numbers with \(setting: every, of: "N")"
    case .ambiguous(let column, let table, let example):
      return
        "\(quotedForMessage(example)) of \(escapedForMessage(column)) in \(table) may have the day or the month first; \(forms)"
    case .contradictory(let column, let table, let day, let month):
      return
        "in \(escapedForMessage(column)) of \(table) \(quotedForMessage(day)) has the day first and \(quotedForMessage(month)) the month; \(forms)"
    case .tooManyPeriods(let count, let most):
      return "\(count) periods are more than \(most); make them longer"
    }
  }
}

/// The periods in which the times of a column lie.
package struct TimeColumn {
  /// The number of the period of each row that has a time.
  package private(set) var numbers: [(row: Int, number: Int)] = []
  /// The rows that have none, ascending.
  package private(set) var left: [Int] = []

  private let column, table: String
  private let value: (Int) -> PropertyValue?

  /// Reads a column.
  ///
  /// - Parameters:
  ///   - table: what it is called in messages.
  ///   - format: the form of times that is tried first; `nil` for the known forms alone.
  ///   - value: that of a row.
  ///   - record: what the record of a row is called.
  /// - Throws: ``TimeProblem`` where more than a tenth of what rows have cannot be read.
  package init(
    _ column: String, of table: String, rows: Range<Int>, every period: TimePeriod, _ format: TimeFormat?,
    value: @escaping (Int) -> PropertyValue?, record: (Int) -> String
  ) throws(TimeProblem) {
    (self.column, self.table, self.value) = (column, table, value)
    var times: [(row: Int, time: TimeText)] = []
    var (missing, unread): ([Int], [Int]) = ([], [])
    for row in rows {
      let found = value(row)
      if found == nil || found == .null || found == .string("") {
        missing.append(row)
      } else if case .number(let length) = period {
        let count = found?.number.map { ($0 / length).rounded(.down) }
        if let count, abs(count) < 1e15 { numbers.append((row, Int(count))) } else { unread.append(row) }
      } else if let time = found.flatMap({ TimeText($0, format) }) {
        times.append((row, time))
      } else {
        unread.append(row)
      }
    }
    let isDayFirst = if let known = format?.isDayFirst { known } else { try self.isDayFirst(times) }
    for (row, time) in times {
      if let seconds = isDayFirst ? time.dayFirst : time.monthFirst {
        numbers.append((row, period.number(ofSeconds: seconds)))
      } else {
        unread.append(row)
      }
    }
    let all = numbers.count + unread.count
    if unread.count * 10 > all, let first = unread.min() {
      throw .unread(column, table: table, unread.count, of: all, first: text(first), record: record(first))
    }
    left = (missing + unread).sorted()
  }

  /// True if the day comes before the month in the dates of a column where both are numbers.
  private func isDayFirst(_ times: [(row: Int, time: TimeText)]) throws(TimeProblem) -> Bool {
    let day = times.first { $0.time.monthFirst == nil }
    let month = times.first { $0.time.dayFirst == nil }
    if let day, let month {
      throw .contradictory(column, table: table, dayFirst: text(day.row), monthFirst: text(month.row))
    }
    if day == nil, month == nil, let open = times.first(where: { $0.time.dayFirst != $0.time.monthFirst }) {
      throw .ambiguous(column, table: table, example: text(open.row))
    }
    return day != nil
  }

  private func text(_ row: Int) -> String { value(row)?.text ?? "" }
}
