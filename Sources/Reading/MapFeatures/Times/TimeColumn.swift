public import JSONDocument

/// A fault of a column of times.
public enum TimeProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case noColumn(String, table: String, known: [String])
  case noTimes(String)
  /// More than a tenth of the values of a table are unreadable; the first of them.
  case unread(String, table: String, Int, of: Int, first: String, record: String)
  /// Day or month may come first; a row with both.
  case ambiguous(String, table: String, example: String)
  /// Rows with the day first, and with the month first.
  case contradictory(String, table: String, dayFirst: String, monthFirst: String)
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

  package func fault(format: SettingName, every: SettingName) -> SettingText {
    let forms: SettingText = "set \(setting: format, of: "%d/%m/%Y") or \(setting: format, of: "%m/%d/%Y")"
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

package struct TimeColumn {
  package private(set) var numbers: [(row: Int, number: Int)] = []
  package private(set) var left: [Int] = []

  private let column, table: String
  private let value: (Int) -> PropertyValue?

  /// - Parameters:
  ///   - table: name in messages.
  ///   - format: tried before the known forms.
  ///   - record: name of a row's record.
  /// - Throws: ``TimeProblem`` if more than a tenth of the values cannot be read.
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
