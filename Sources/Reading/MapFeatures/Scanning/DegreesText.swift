import JSONDocument

enum DegreesText {
  /// Degrees of a text such as `52°31'12.0"N`, `52.52N`, `S 33 51 25` or `−13.4`; south and west are
  /// negative.
  ///
  /// - Returns: degrees, and the letter's axis; `nil` for other text, and for a plain number.
  static func degrees(in text: String, _ decimal: DecimalMark) -> (degrees: Double, axis: SkipReason.Axis?)? {
    guard text.utf8.count <= 64 else { return nil }
    var (parts, digits) = ([Double](), "")
    var (letter, hasSign, isNegative): (Character?, Bool, Bool) = (nil, false, false)
    func end() -> Bool {
      guard !digits.isEmpty else { return true }
      var digits = digits
      let number = digits.withUTF8 { utf8 in
        decimal.pointed(utf8).flatMap { $0.withUnsafeBytes(Decimal.number) }
      }
      guard let number, parts.count < 3 else { return false }
      parts.append(number)
      return true
    }
    for character in text {
      switch character {
      case "0"..."9", ".", ",":
        digits.append(character)
        continue
      case "-", "\u{2212}":
        guard !isNegative, parts.isEmpty, digits.isEmpty else { return nil }
        (isNegative, hasSign) = (true, hasSign || character != "-")
      case "N", "S", "E", "W", "n", "s", "e", "w":
        guard letter == nil else { return nil }
        letter = Character(character.uppercased())
      // A byte of another encoding is read as the replacement character.
      case "°", "º", "˚", "\u{FFFD}", "'", "\u{2032}", "\u{2019}", "\"", "\u{2033}", "\u{201D}", ":":
        guard !digits.isEmpty || !parts.isEmpty else { return nil }
        hasSign = true
      case " ", "\t", "\u{A0}": break
      default: return nil
      }
      guard end() else { return nil }
      digits = ""
    }
    guard end(), letter != nil || hasSign, let whole = parts.first,
      parts.dropFirst().allSatisfy({ (0..<60).contains($0) }),
      parts.dropLast().allSatisfy({ $0 == $0.rounded() })
    else { return nil }
    let size = parts.dropFirst().reversed().reduce(0) { ($0 + $1) / 60 } + whole
    let isSouthOrWest = letter == "S" || letter == "W"
    guard !isNegative || !isSouthOrWest else { return nil }
    return (
      isNegative || isSouthOrWest ? -size : size,
      letter.map { $0 == "N" || $0 == "S" ? .latitude : .longitude }
    )
  }
}
