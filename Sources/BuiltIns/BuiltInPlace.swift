import CBuiltIns

/// A country, where its name stands, or the capital of one.
public struct BuiltInPlace: Hashable, Sendable {
  /// Its name in English.
  public let name: String
  /// The longitude in degrees east, `-180...180`.
  public let longitude: Double
  /// The latitude in degrees north, `-90...90`.
  public let latitude: Double
  /// True for a capital, false for a country or a territory.
  public let isCity: Bool
  /// Of a country its code, ISO 3166-1 alpha-2; else empty.
  public let code: String
  /// The box of a country's main part, without what lies far away: degrees west, south, east, north, the east up to 192; `nil`
  /// for a capital, and for a few small territories.
  public let box: SIMD4<Double>?

  /// All places, the largest countries first, then the capitals.
  ///
  /// - Complexity: O(*n*) in the length of the two tables.
  public static var all: [BuiltInPlace] {
    [false, true].flatMap { isCity in
      var count = 0
      guard let bytes = isCity ? capital_table(&count) : country_table(&count) else {
        return [BuiltInPlace]()
      }
      let table = UnsafeBufferPointer(start: bytes, count: count)
      func text(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
      }
      // A name, a code or a column of no concern, longitude, latitude, a number, of countries a box; only names may hold commas,
      // in quotes.
      let tail = isCity ? 0 : 4
      return table.split(separator: UInt8(ascii: "\n")).dropFirst().compactMap { line in
        let fields = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        let last = fields.count - tail
        guard last > 4, let longitude = Double(text(fields[last - 3])),
          let latitude = Double(text(fields[last - 2]))
        else { return nil }
        let name = text(line[..<fields[last - 5].endIndex])
        let sides = fields[last...].compactMap { Double(text($0)) }
        return BuiltInPlace(
          name: name, longitude: longitude, latitude: latitude, isCity: isCity,
          code: isCity ? "" : text(fields[last - 4]),
          box: sides.count == 4 ? SIMD4(sides[0], sides[1], sides[2], sides[3]) : nil)
      }
    }
  }
}
