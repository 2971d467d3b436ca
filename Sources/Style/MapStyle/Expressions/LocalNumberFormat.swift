import JSONDocument

/// Formats numbers as `number-format` and JavaScript's `Intl.NumberFormat` do.
///
/// American English by default. Other languages have their marks and currency positions, but neither digits
/// (Arabic, Devanagari) nor unit names.
struct LocalNumberFormat {
  private let marks: Marks
  private let currency: String?
  private let unit: (one: String, many: String)?
  private let digits: ClosedRange<Int>

  init(
    locale: String?, currency: String?, unit: String?, leastDigits: Double?, mostDigits: Double?
  ) throws(EvaluationError) {
    marks = Marks(locale: locale ?? "en")
    self.currency = try currency.map { (code) throws(EvaluationError) in
      guard code.utf8.count == 3, code.utf8.allSatisfy(\.isLetter) else { throw .unknownCurrency(code) }
      return code.uppercased()
    }
    self.unit = try unit.map { (name) throws(EvaluationError) in
      guard let unit = units[name] else { throw .unknownUnit(name) }
      return (unit, countedUnits.contains(name) ? unit + "s" : unit)
    }
    let usual = self.currency.map { LocalNumberFormat.wholeCurrencies.contains($0) ? 0 : 2 } ?? 0
    func checked(_ digits: Double?) throws(EvaluationError) -> Int? {
      guard let digits else { return nil }
      guard 0...100 ~= digits else { throw .fractionDigits(digits) }
      return Int(digits.rounded(.down))
    }
    let (least, most) = (try checked(leastDigits), try checked(mostDigits))
    let low = least ?? min(usual, most ?? usual)
    let high = most ?? max(low, self.currency == nil ? 3 : usual)
    guard low <= high else { throw .fractionDigits(Double(low)) }
    self.digits = low...high
  }

  func text(of number: Double) -> String {
    let sign = number < 0 || (number == 0 && number.sign == .minus) ? "-" : ""
    let plain = number.isNaN ? "NaN" : number.isInfinite ? "∞" : grouped(number.magnitude)
    if let currency {
      let symbol = marks.symbol(of: currency)
      let isWord = symbol.utf8.allSatisfy { (0x41...0x5A).contains($0) }
      switch marks.currencyPlace {
      case .before: return sign + symbol + (isWord ? "\u{A0}" : "") + plain
      case .beforeSpaced: return sign + symbol + "\u{A0}" + plain
      case .behind: return sign + plain + "\u{A0}" + symbol
      }
    }
    if let unit { return sign + plain + (plain == "1" && sign.isEmpty ? unit.one : unit.many) }
    return sign + plain
  }

  /// Rounded magnitude, halves away from zero, grouped.
  private func grouped(_ magnitude: Double) -> String {
    var (whole, fraction) = decimalDigits(of: magnitude)
    if fraction.count > digits.upperBound {
      let roundsUp = fraction[digits.upperBound] >= 0x35
      fraction.removeSubrange(digits.upperBound...)
      if roundsUp {
        var all = whole + fraction
        var index = all.count - 1
        while index >= 0, all[index] == 0x39 {
          all[index] = 0x30
          index -= 1
        }
        if index >= 0 { all[index] += 1 } else { all.insert(0x31, at: 0) }
        whole = Array(all.dropLast(fraction.count))
        fraction = Array(all.suffix(fraction.count))
      }
    }
    while fraction.count > digits.lowerBound, fraction.last == 0x30 { fraction.removeLast() }
    while fraction.count < digits.lowerBound { fraction.append(0x30) }
    var result = ""
    let groups = whole.count >= 3 + marks.leastGroup
    for (index, digit) in whole.enumerated() {
      let left = whole.count - index
      let isEdge =
        left == 3 || (left > 3 && (marks.isIndian ? (left - 3).isMultiple(of: 2) : left.isMultiple(of: 3)))
      if groups, index > 0, isEdge { result += marks.group }
      result.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return fraction.isEmpty ? result : result + marks.decimal + String(decoding: fraction, as: UTF8.self)
  }

  private static let wholeCurrencies: Set<String> = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF",
    "XPF",
  ]
}

/// Shortest decimal digits before and behind the point.
private func decimalDigits(of magnitude: Double) -> (whole: [UInt8], fraction: [UInt8]) {
  let (digits, point) = shortestDigits(of: magnitude)
  func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0x30, count: max(0, count)) }
  let whole = digits.prefix(max(0, point)) + zeros(point - digits.count)
  return (whole.isEmpty ? [0x30] : Array(whole), zeros(-point) + digits.dropFirst(max(0, point)))
}

private struct Marks {
  enum CurrencyPlace {
    case before, beforeSpaced, behind
  }

  var group = ","
  var decimal = "."
  var isIndian = false
  /// Fewest digits before the first group mark.
  var leastGroup = 1
  var currencyPlace = CurrencyPlace.before
  var language: String

  /// - SeeAlso: Unicode CLDR, numbers by language.
  init(locale: String) {
    let tags = locale.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
    language = tags.first ?? "en"
    let region = tags.dropFirst().last { $0.utf8.count == 2 }
    switch language {
    case "de" where region == "ch" || region == "li":
      (group, decimal, currencyPlace) = ("’", ".", .beforeSpaced)
    case "es" where ["mx", "us", "gt", "hn", "ni", "pa", "pe", "pr", "sv", "do"].contains(region): break
    case "de" where region == "at": (group, decimal, currencyPlace) = ("\u{A0}", ",", .beforeSpaced)
    case "de", "it", "es", "pt", "id", "tr", "da", "el", "hr", "sl", "sr", "ro", "vi", "ca", "gl", "is", "nl":
      (group, decimal, currencyPlace) = (".", ",", .behind)
      if language == "nl" || (language == "pt" && region != "pt") || language == "id" {
        currencyPlace = .beforeSpaced
      }
      if language == "tr" { currencyPlace = .before }
      if language == "es" || (language == "pt" && region == "pt") { leastGroup = 2 }
      if language == "pt" && region == "pt" { group = "\u{A0}" }
    case "fr": (group, decimal, currencyPlace) = ("\u{202F}", ",", .behind)
    case "ru", "uk", "be", "cs", "sk", "pl", "sv", "fi", "nb", "no", "nn", "bg", "hu", "lt", "lv", "et":
      (group, decimal, currencyPlace) = ("\u{A0}", ",", .behind)
      if language == "pl" || language == "bg" { leastGroup = 2 }
    case "hi", "bn", "ta", "te", "kn", "ml", "gu", "pa", "mr": isIndian = true
    case "en": isIndian = region == "in"
    default: break
    }
  }

  func symbol(of currency: String) -> String {
    if language == "ja", currency == "JPY" { return "￥" }
    if language == "zh", currency == "CNY" { return "¥" }
    if language == "pt", currency == "BRL" { return "R$" }
    return Marks.symbols[currency] ?? currency
  }

  private static let symbols = [
    "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "CNY": "CN¥", "KRW": "₩", "BRL": "R$",
    "CAD": "CA$",
    "AUD": "A$", "MXN": "MX$", "NZD": "NZ$", "HKD": "HK$", "ILS": "₪", "VND": "₫", "TWD": "NT$", "PHP": "₱",
  ]
}

private let units = [
  "percent": "%", "celsius": "°C", "fahrenheit": "°F", "degree": " deg", "meter": " m", "kilometer": " km",
  "centimeter": " cm", "millimeter": " mm", "mile": " mi", "yard": " yd", "foot": " ft", "inch": " in",
  "hectare": " ha", "acre": " ac", "gram": " g", "kilogram": " kg", "pound": " lb", "ounce": " oz",
  "liter": " L", "milliliter": " mL", "gallon": " gal", "second": " sec", "minute": " min", "hour": " hr",
  "millisecond": " ms", "day": " day", "week": " wk", "month": " mth", "year": " yr", "byte": " byte",
  "kilobyte": " kB", "megabyte": " MB", "gigabyte": " GB", "terabyte": " TB", "kilometer-per-hour": " km/h",
  "meter-per-second": " m/s", "mile-per-hour": " mph",
]

private let countedUnits: Set = ["day", "week", "month", "year"]
