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

  /// All places, the largest countries first, then the capitals.
  ///
  /// - Complexity: O(*n*) in the length of the two tables.
  public static var all: [BuiltInPlace] {
    [false, true].flatMap { isCity in
      var count = 0
      guard let bytes = isCity ? capital_table(&count) : country_table(&count) else {
        return [BuiltInPlace]()
      }
      let table = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
      // A name, a column of no concern, longitude, latitude, a number; only names may hold commas, in quotes.
      return table.utf8.split(separator: UInt8(ascii: "\n")).dropFirst().compactMap { line in
        let fields = line.split(separator: UInt8(ascii: ","))
        guard fields.count > 4, let longitude = Double(Substring(fields[fields.count - 3])),
          let latitude = Double(Substring(fields[fields.count - 2]))
        else { return nil }
        let name = Substring(line[..<fields[fields.count - 5].endIndex]).filter { $0 != "\"" }
        return BuiltInPlace(name: name, longitude: longitude, latitude: latitude, isCity: isCity)
      }
    }
  }
}
