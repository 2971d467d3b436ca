import MapGeometry

/// Locations that count as one: those with the same geohash of 9 characters, about 4.8 m square.
///
/// - SeeAlso: G. Niemeyer, geohash.org (2008): 45 bits, 23 of longitude and 22 of latitude.
enum UniqueLocation {
  /// The geohash's bits; its characters interleave the same bits and so are equal exactly when these are.
  static func key(of coordinate: Coordinate) -> UInt64 {
    let column = (Coordinate.wrappedLongitude(coordinate.longitude) + 180) / 360 * 8_388_608
    let row = (min(90, max(-90, coordinate.latitude)) + 90) / 180 * 4_194_304
    return UInt64(min(8_388_607, max(0, column))) << 22 | UInt64(min(4_194_303, max(0, row)))
  }

  /// True if members have at least `minimum` unique locations.
  static func count(of members: ArraySlice<UInt32>, in points: PlacedPoints, isAtLeast minimum: Int) -> Bool {
    if minimum <= 0 { return true }
    guard members.count >= minimum, let first = members.first else { return false }
    if minimum == 1 { return true }
    let firstKey = key(of: points.coordinate(Int(first)))
    if minimum == 2 {
      return members.contains { key(of: points.coordinate(Int($0))) != firstKey }
    }
    var keys: Set<UInt64> = []  // only counted, never iterated
    for member in members {
      keys.insert(key(of: points.coordinate(Int(member))))
      if keys.count >= minimum { return true }
    }
    return false
  }

  /// Members put together by location: locations in the order of their first members, members in input order.
  static func parts(of members: ArraySlice<UInt32>, in points: PlacedPoints) -> Parts {
    var numbers: [UInt64: UInt32] = [:]  // looked up, never iterated
    let labels = members.map { member in
      let key = key(of: points.coordinate(Int(member)))
      let number = numbers[key] ?? UInt32(truncatingIfNeeded: numbers.count)
      numbers[key] = number
      return number
    }
    return Parts(Array(members), labels: labels)
  }
}
