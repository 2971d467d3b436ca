import JSONDocument

/// Numbers with separators of thousands, a currency or percent sign, or a typographic minus.
enum WrittenNumber {
  private static let groupMarks: Set<Unicode.Scalar> = [
    " ", "\u{A0}", "\u{2009}", "\u{202F}", "'", "\u{2019}",
  ]

  /// Number of a text such as `3,700,000`, `$5.20`, `12 %` or `−3`; percent signs are ignored.
  ///
  /// Groups have three digits and one mark: blank, apostrophe, or the mark that is not decimal.
  ///
  /// - Returns: `nil` for other text, and for digits alone.
  static func number(in text: String, _ decimal: DecimalMark) -> Double? {
    guard text.utf8.count <= 64 else { return nil }
    var scalars = Array(text.unicodeScalars)[...]
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
    func isSign(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "%" || scalar.properties.generalCategory == .currencySymbol
    }
    var (isNegative, hasSign, hasMark) = (false, false, false)
    while let first = scalars.first, isBlank(first) || isSign(first) || first == "-" || first == "\u{2212}" {
      scalars.removeFirst()
      if isSign(first) {
        if hasSign { return nil }
        hasSign = true
      } else if !isBlank(first) {
        if isNegative { return nil }
        (isNegative, hasMark) = (true, first == "\u{2212}")
      }
    }
    while let last = scalars.last, isBlank(last) || isSign(last) {
      scalars.removeLast()
      if isSign(last) {
        if hasSign { return nil }
        hasSign = true
      }
    }
    guard let digits = plain(scalars, decimal), let number = CSVRow.plainNumber(digits, mayRound: true),
      hasSign || hasMark || !digits.unicodeScalars.elementsEqual(scalars)
    else { return nil }
    return isNegative ? -number : number
  }

  private static func plain(_ scalars: ArraySlice<Unicode.Scalar>, _ decimal: DecimalMark) -> String? {
    let mark = Unicode.Scalar(decimal.byte)
    let parts = scalars.split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count < 2 || parts[1].allSatisfy(\.isDigit), let whole = parts.first else { return nil }
    let thousands: Unicode.Scalar = decimal == .point ? "," : "."
    let group = whole.first { $0 == thousands || groupMarks.contains($0) }
    let groups = group.map { whole.split(separator: $0, omittingEmptySubsequences: false) } ?? [whole]
    guard groups.allSatisfy({ $0.allSatisfy(\.isDigit) }) else { return nil }
    if groups.count > 1 {
      guard (1...3).contains(groups[0].count), groups.dropFirst().allSatisfy({ $0.count == 3 }) else {
        return nil
      }
    }
    var text = String.UnicodeScalarView(groups.joined())
    if parts.count > 1 {
      text.append(".")
      text.append(contentsOf: parts[1])
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
