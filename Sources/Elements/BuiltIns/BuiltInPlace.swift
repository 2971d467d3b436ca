import CBuiltIns

/// A country or a territory, where its name stands.
public struct BuiltInPlace: Hashable, Sendable {
  /// Its name in English.
  public let name: String
  /// Degrees east, `-180...180`, and north, `-90...90`.
  public let longitude, latitude: Double
  /// The code, ISO 3166-1 alpha-2.
  public let code: String
  /// Box of the main part in degrees: west, south, east up to 192, north; `nil` for some small territories.
  public let box: SIMD4<Double>?

  /// The countries whose box is known.
  public static var countries: [BuiltInPlace] { all.filter { $0.box != nil } }

  /// Returns the country of a name in English or a code, ISO 3166-1 alpha-2, letters of either case.
  public static func country(_ name: String) -> BuiltInPlace? {
    let wanted = otherNames[name.lowercased()] ?? name.lowercased()
    return countries.first { [$0.name, $0.code].contains { $0.lowercased() == wanted } }
  }

  /// Former and alternative names, and country codes.
  package static let otherNames = [
    "usa": "us", "united states of america": "us", "america": "us", "uk": "gb", "great britain": "gb",
    "uae": "ae", "russian federation": "ru", "people's republic of china": "cn", "türkiye": "tr",
    "turkiye": "tr", "czech republic": "cz", "holland": "nl", "ivory coast": "ci", "cabo verde": "cv",
    "burma": "mm", "swaziland": "sz", "macedonia": "mk", "east timor": "tl", "viet nam": "vn",
    "democratic republic of the congo": "cd", "republic of the congo": "cg", "republic of korea": "kr",
  ]

  /// All places, the largest first.
  public static var all: [BuiltInPlace] {
    var count = 0
    guard let bytes = country_table(&count) else { return [] }
    let table = UnsafeBufferPointer(start: bytes, count: count)
    // A name, a code, longitude, latitude, a zoom, a box; only names may hold commas, in quotes.
    let tail = 4
    return table.split(separator: UInt8(ascii: "\n")).dropFirst().compactMap { line in
      // The commas before the last fields, from the end.
      var commas: [Int] = []
      var index = line.endIndex
      while index > line.startIndex, commas.count < 4 + tail {
        index -= 1
        if line[index] == UInt8(ascii: ",") { commas.append(index) }
      }
      guard commas.count == 4 + tail else { return nil }
      let fields = zip(commas, [line.endIndex] + commas).map { line[($0 + 1)..<$1] }.reversed().map(\.self)
      guard let longitude = decimal(fields[1]), let latitude = decimal(fields[2]) else { return nil }
      let sides = fields.suffix(tail).compactMap(decimal)
      return BuiltInPlace(
        name: text(line[..<index]), longitude: longitude, latitude: latitude, code: text(fields[0]),
        box: sides.count == 4 ? SIMD4(sides[0], sides[1], sides[2], sides[3]) : nil)
    }
  }

  private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    let quote = UInt8(ascii: "\"")
    return bytes.contains(quote)
      ? String(decoding: bytes.filter { $0 != quote }, as: UTF8.self) : String(decoding: bytes, as: UTF8.self)
  }

  /// Number of at most 15 digits, so that both parts of the quotient are exact.
  private static func decimal(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Double? {
    var (digits, scale, isNegative, hasPoint) = (0, 1.0, false, false)
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): hasPoint = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits = digits * 10 + Int(byte - UInt8(ascii: "0"))
        if hasPoint { scale *= 10 }
      default: return nil
      }
    }
    guard !bytes.isEmpty else { return nil }
    return (isNegative ? -1 : 1) * Double(digits) / scale
  }
}
