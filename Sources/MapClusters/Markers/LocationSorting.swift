extension UniqueLocation {
  /// True if members have at least `minimum` unique locations.
  ///
  /// - Complexity: stops at the location that settles it.
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
  ///
  /// - Returns: a group for each location.
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
