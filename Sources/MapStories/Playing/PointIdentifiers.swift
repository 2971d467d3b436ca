import MapFeatures

/// The names of points of several tables in steps: by their own ids, which may repeat, and those without one by their record's
/// number. Where another point is called so already, `.2`, `.3` and so on follows, so that no point is left out for an id
/// that nobody gave it.
struct PointIdentifiers {
  /// The own ids of all points, `nil` for points without one, and the numbers of their records.
  private var points: [(own: String?, record: Int)] = []

  mutating func append(_ table: FeatureTable, row: Int) {
    points.append((table.ownIdentifier(ofPoint: row)?.text, table.recordNumber(ofPoint: row)))
  }

  /// The ids in order; `isMade` of those that are not the points' own.
  ///
  /// - Complexity: O(*n*) on the average.
  func identifiers() -> [(text: String, isMade: Bool)] {
    var taken = Set(points.compactMap(\.own))
    // How many ids were made of a record's number; looked up, never iterated.
    var used: [Int: Int] = [:]
    return points.map { own, record in
      if let own { return (own, false) }
      while true {
        let number = used[record, default: 0] + 1
        used[record] = number
        let text = number == 1 ? "\(record)" : "\(record).\(number)"
        if taken.insert(text).inserted { return (text, true) }
      }
    }
  }
}
