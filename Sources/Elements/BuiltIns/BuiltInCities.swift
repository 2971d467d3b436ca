import CBuiltIns

/// Cities from Natural Earth (public domain), the largest first. Names are decoded on demand.
public struct BuiltInCities: Sendable {
  /// The longitudes in degrees east, `-180...180`.
  public private(set) var longitudes: [Double] = []
  /// The latitudes in degrees north, `-90...90`.
  public private(set) var latitudes: [Double] = []
  /// The codes of their countries, ISO 3166-1 alpha-2: two letters, the first in the upper byte; 0 for none.
  public private(set) var codes: [UInt16] = []
  private var names: [Range<Int>] = []

  /// All cities, read in O(*n*).
  public init() {
    let table = BuiltInCities.table
    longitudes.reserveCapacity(8192)
    latitudes.reserveCapacity(8192)
    codes.reserveCapacity(8192)
    names.reserveCapacity(8192)
    var index = (table.firstIndex(of: UInt8(ascii: "\n")) ?? 0) + 1
    while index < table.count {
      // Only names may hold commas, in quotes.
      let isQuoted = table[index] == UInt8(ascii: "\"")
      let start = isQuoted ? index + 1 : index
      let closing = isQuoted ? UInt8(ascii: "\"") : UInt8(ascii: ",")
      index = start
      while table[index] != closing { index += 1 }
      names.append(start..<index)
      index += isQuoted ? 2 : 1
      var code: UInt16 = 0
      while table[index] != UInt8(ascii: ",") {
        code = code << 8 | UInt16(table[index])
        index += 1
      }
      codes.append(code)
      longitudes.append(BuiltInCities.number(in: table, &index))
      latitudes.append(BuiltInCities.number(in: table, &index))
      while table[index] != UInt8(ascii: "\n") { index += 1 }
      index += 1
    }
  }

  /// The number of cities.
  public var count: Int { names.count }

  /// The name of a city in English.
  public func name(of city: Int) -> String {
    String(decoding: BuiltInCities.table[names[city]], as: UTF8.self)
  }

  private static var table: UnsafeBufferPointer<UInt8> {
    var count = 0
    return UnsafeBufferPointer(start: city_table(&count), count: count)
  }

  private static func number(in table: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Double {
    index += 1
    var (hundredths, isNegative) = (0, false)
    while table[index] != UInt8(ascii: ","), table[index] != UInt8(ascii: "\n") {
      switch table[index] {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): break
      default: hundredths = hundredths * 10 + Int(table[index] - UInt8(ascii: "0"))
      }
      index += 1
    }
    return Double(isNegative ? -hundredths : hundredths) / 100
  }
}
