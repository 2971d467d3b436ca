import JSONDocument

/// A date format with directives of POSIX `strptime`, such as `%d/%m/%Y %H:%M`.
///
/// Numbers may have fewer digits; months and weekdays are in English, in full or three letters. A time may
/// follow a whole date without one.
public struct TimeFormat: Hashable, Sendable {
  /// The directives, each after a `%`.
  public static let directives = "YymdejbBhHIMSfpzsaA%"
  private let pattern: [UInt8]
  private let allowsTime: Bool
  /// `nil` unless both are numbers.
  let isDayFirst: Bool?

  /// Reads a form; `nil` for directives that there are not, and for a form without a year.
  public init?(_ pattern: String) {
    self.pattern = Array(pattern.utf8)
    var found: [UInt8] = []
    var rest = self.pattern[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else { continue }
      guard let directive = rest.popFirst(), TimeFormat.directives.utf8.contains(directive) else {
        return nil
      }
      found.append(directive)
    }
    func has(_ directives: String) -> Bool { directives.utf8.contains { found.contains($0) } }
    guard has("Yys") else { return nil }
    allowsTime = has("dej") && !has("HI")
    let (day, month) = (found.firstIndex { "de".utf8.contains($0) }, found.firstIndex(of: UInt8(ascii: "m")))
    isDayFirst = if let day, let month { day < month } else { nil }
  }

  /// Seconds since 1970, UTC by default.
  func seconds(of text: ArraySlice<UInt8>) -> Int? {
    var scanner = TimeScanner(rest: text)
    var rest = pattern[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let directive = rest.popFirst() {
        guard scanner.read(Character(UnicodeScalar(directive))) else { return nil }
      } else {
        guard scanner.take(byte) else { return nil }
        if byte == UInt8(ascii: " ") { scanner.skipBlanks() }
      }
    }
    if allowsTime, !scanner.rest.isEmpty, !scanner.readTime() { return nil }
    return scanner.rest.isEmpty ? scanner.seconds : nil
  }
}

private struct TimeScanner {
  var rest: ArraySlice<UInt8>
  private var (year, month, day, dayOfYear) = (1970, 1, 1, nil as Int?)
  private var (hour, minute, second, offset) = (0, 0, 0, 0)
  private var isAfternoon: Bool?
  private var sinceEpoch: Int?

  init(rest: ArraySlice<UInt8>) { self.rest = rest }

  mutating func take(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func take(anyOf characters: String) -> Bool {
    guard let first = rest.first, characters.utf8.contains(first) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func skipBlanks() { while take(UInt8(ascii: " ")) {} }

  private mutating func number(_ digits: ClosedRange<Int>, in range: ClosedRange<Int> = 0...Int.max) -> Int? {
    let word = rest.prefix(digits.upperBound).prefix(while: \.isDigit)
    guard word.count >= digits.lowerBound else { return nil }
    let value = word.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    guard range.contains(value) else { return nil }
    rest.removeFirst(word.count)
    return value
  }

  /// Index of a name by three letters or more; a period may follow.
  private mutating func name(of names: [String]) -> Int? {
    let word = String(decoding: rest.prefix(while: \.isLetter), as: UTF8.self)
    let (count, lower) = (word.utf8.count, word.lowercased())
    guard count >= 3, let index = names.firstIndex(where: { $0.hasPrefix(lower) }) else { return nil }
    rest.removeFirst(count)
    _ = take(UInt8(ascii: "."))
    return index
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
  ]
  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  mutating func read(_ directive: Character) -> Bool {
    func set(_ part: inout Int, _ value: Int?) -> Bool {
      part = value ?? part
      return value != nil
    }
    switch directive {
    case "Y": return set(&year, number(4...4))
    case "y": return set(&year, number(2...2).map { $0 + ($0 < 69 ? 2000 : 1900) })
    case "m": return set(&month, number(1...2, in: 1...12))
    case "b", "B", "h": return set(&month, name(of: TimeScanner.months).map { $0 + 1 })
    case "d", "e": return set(&day, number(1...2, in: 1...31))
    case "j":
      dayOfYear = number(1...3, in: 1...366)
      return dayOfYear != nil
    case "a", "A": return name(of: TimeScanner.weekdays) != nil
    case "H": return set(&hour, number(1...2, in: 0...24))
    case "I": return set(&hour, number(1...2, in: 1...12))
    case "M": return set(&minute, number(2...2, in: 0...59))
    // A leap second belongs to its minute.
    case "S": return set(&second, number(2...2, in: 0...60).map { min($0, 59) })
    case "f": return number(1...18) != nil
    case "s":
      sinceEpoch = number(1...12)
      return sinceEpoch != nil
    case "p":
      let word = rest.prefix(2).map { $0 | 0x20 }
      guard word == Array("am".utf8) || word == Array("pm".utf8), (1...12).contains(hour) else {
        return false
      }
      rest.removeFirst(2)
      isAfternoon = word[0] == UInt8(ascii: "p")
      return true
    case "z": return readZone()
    default: return take(UInt8(ascii: "%"))
    }
  }

  /// Reads `Z`, `UTC`, `GMT`, an offset such as `+02:00`, `+0200` or `+02`, or a name and an offset.
  private mutating func readZone() -> Bool {
    var isNamed = take(anyOf: "Zz")
    for name in ["utc", "gmt"] where !isNamed && rest.prefix(3).map({ $0 | 0x20 }) == Array(name.utf8) {
      rest.removeFirst(3)
      isNamed = true
    }
    guard let sign = rest.first, take(anyOf: "+-") else { return isNamed }
    guard let hours = number(2...2, in: 0...23) else { return false }
    let hasColon = take(UInt8(ascii: ":"))
    guard let minutes = number(2...2, in: 0...59) ?? (hasColon ? nil : 0) else { return false }
    offset = (sign == UInt8(ascii: "+") ? 60 : -60) * (hours * 60 + minutes)
    return true
  }

  /// Reads a time after a date: `T14:30:00.5Z`, ` 14:30 +02:00`, `, 2:30 PM`.
  mutating func readTime() -> Bool {
    _ = take(UInt8(ascii: ","))
    let isISO = take(anyOf: "Tt")
    if !isISO {
      guard take(UInt8(ascii: " ")) else { return false }
      skipBlanks()
    }
    guard read("H") else { return false }
    let hasMinutes = take(UInt8(ascii: ":"))
    if hasMinutes || isISO && rest.first?.isDigit == true {
      guard read("M") else { return false }
      if take(UInt8(ascii: ":")) || isISO && !hasMinutes && rest.first?.isDigit == true {
        guard read("S"), !take(anyOf: ".,") || read("f") else { return false }
      }
    }
    skipBlanks()
    let isHalfDay = read("p")
    skipBlanks()
    return (hasMinutes || isISO || isHalfDay) && (rest.isEmpty || readZone())
  }

  /// Seconds since 1970 in UTC; `nil` for an invalid date.
  var seconds: Int? {
    if let sinceEpoch { return sinceEpoch }
    guard day <= TimeText.days(of: month, in: year) else { return nil }
    var days = TimeText.days(year, month, day)
    if let dayOfYear {
      days = TimeText.days(year, 1, dayOfYear)
      guard TimeText.date(days).year == year else { return nil }
    }
    let hours = isAfternoon.map { hour % 12 + ($0 ? 12 : 0) } ?? hour
    return days * 86_400 + hours * 3600 + minute * 60 + second - offset
  }
}
