/// Markers of items that an index found, wherever they lie: the children of a cluster, the items of a zoom.
///
/// - Parameters:
///   - items: of one zoom of `index`.
///   - level: that zoom; as with the index it is rounded down, and one beyond the finest means the points.
///   - input: the points.
///   - index: made of the same points and settings by ``RadiusIndex/init(of:settings:threads:)``.
///   - settings: position, least count and the like.
///   - includesUnclustered: whether the points that are never clustered come as well.
/// - Returns: in the order of their first members.
/// - Throws: ``ClusterError`` for settings that do not fit.
/// - Complexity: the number of points in the items.
public func markers(
  ofItems items: [RadiusItem], atZoom level: Double, of input: ClusterInput, from index: RadiusIndex,
  settings: ClusterSettings,
  includesUnclustered: Bool = false
) throws(ClusterError) -> ClusterResult {
  try settings.check(pointCount: input.coordinates.count)
  try input.check()
  let rows = input.clustered.rows
  return try input.withPoints { points throws(ClusterError) in
    // An item of a level has passed the level's zoom: 0 is below every limit.
    var builder = MarkerBuilder(of: points, settings: settings, zoom: 0, strategies: ClusterStrategies())
    try builder.add(items, atLevel: level, of: index, rows: rows)
    if includesUnclustered, let unclusteredRows = input.unclusteredRows {
      let alone = (0..<input.coordinates.count).filter(unclusteredRows.contains)
      try builder.add(alone: alone.map { UInt32(truncatingIfNeeded: $0) }) { _ in nil }
    }
    return try builder.finish()
  }
}

extension MarkerBuilder {
  /// Adds the markers of items of one zoom to a builder without any.
  ///
  /// - Parameter rows: the input's rows of the index's points, where these are not all.
  mutating func add(
    _ items: [RadiusItem], atLevel level: Double, of index: RadiusIndex, rows: [UInt32]?
  ) throws(ClusterError) {
    let groups = try index.members(of: items, level: level, rows: rows)
    members = groups.members
    for (range, item) in zip(groups.ranges, items) {
      guard let id = item.clusterID else {
        try addSingles(range)
        continue
      }
      try add(
        range, id: ClusterID(rawValue: UInt64(id)),
        center: settings.position == .mean && points.weights == nil ? item.position : nil)
    }
  }
}

extension RadiusIndex {
  fileprivate func members(
    of items: [RadiusItem], level: Double, rows: [UInt32]?
  ) throws(ClusterError) -> (members: [UInt32], ranges: [Range<Int>]) {
    var ranges: [Range<Int>] = []
    var total = 0
    for item in items {
      ranges.append(total..<total + item.count)
      total += item.count
    }
    var members = [UInt32](repeating: 0, count: total)
    func leaves(of item: RadiusItem, limit: Int) throws(ClusterError) -> [Int] {
      guard let id = item.clusterID else { return [item.pointIndex ?? 0] }
      return try self.leaves(of: id, limit: limit)
    }
    if total > points.count / 32 || onlyLevel != nil {
      // Many: every point is given its item, level by level, then all are read in order.
      let slotOf = merges?.holders(inLevel: levelNumber(atZoom: level)) ?? slots(atZoom: level)
      var itemAt = [UInt32](
        repeating: .max, count: merges == nil ? self.level(atZoom: level).count : points.count)
      for (number, item) in items.enumerated() {
        let holder = merges == nil ? Int(slotOf[try leaves(of: item, limit: 1)[0]]) : try rank(of: item)
        itemAt[holder] = UInt32(truncatingIfNeeded: number)
      }
      var cursors = ranges.map(\.lowerBound)
      for (point, slot) in slotOf.enumerated() {
        let item = itemAt[Int(slot)]
        if item == .max { continue }
        members[cursors[Int(item)]] = UInt32(truncatingIfNeeded: point)
        cursors[Int(item)] += 1
      }
    } else {
      for (range, item) in zip(ranges, items) {
        for (slot, leaf) in zip(range, try leaves(of: item, limit: -1).sorted()) {
          members[slot] = UInt32(truncatingIfNeeded: leaf)
        }
      }
    }
    if let rows { members = members.map { rows[Int($0)] } }
    return (members, ranges)
  }

  /// For every point the slot of the item that stands for it at a zoom.
  ///
  /// - Complexity: O(items of that zoom and all finer ones).
  private func slots(atZoom zoom: Double) -> [UInt32] {
    let target = levelNumber(atZoom: zoom) - settings.minimumZoom
    var slots: [UInt32]?
    for number in levels.indices where number > target {
      guard let up = levels[number].up else { continue }
      let count = levels[number].count
      slots = [UInt32](unsafeUninitializedCapacity: count) { buffer, initialized in
        for slot in 0..<count { buffer[slot] = slots?[Int(up[slot])] ?? up[slot] }
        initialized = count
      }
    }
    let finest = levels[levels.count - 1]
    var result = [UInt32](repeating: 0, count: points.count)
    for slot in 0..<finest.count {
      result[pointIndex(at: slot, of: finest)] = slots?[slot] ?? UInt32(truncatingIfNeeded: slot)
    }
    return result
  }
}
