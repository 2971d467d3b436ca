extension UniqueLocation {
  /// Whether members have at least `minimum` unique locations.
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
  /// - Returns: the members, and how many each location has.
  static func sorted(
    _ members: ArraySlice<UInt32>, in points: PlacedPoints
  ) -> (members: [UInt32], counts: [Int]) {
    var numbers: [UInt64: Int] = [:]  // looked up, never iterated
    var counts: [Int] = []
    let numberOf = members.map { member in
      let key = key(of: points.coordinate(Int(member)))
      if let number = numbers[key] {
        counts[number] += 1
        return number
      }
      numbers[key] = counts.count
      counts.append(1)
      return counts.count - 1
    }
    var starts: [Int] = []
    var start = 0
    for count in counts {
      starts.append(start)
      start += count
    }
    var sorted = Array(members)
    for (member, number) in zip(members, numberOf) {
      sorted[starts[number]] = member
      starts[number] += 1
    }
    return (sorted, counts)
  }
}
