// What is inside a cluster, and what it is inside of.
extension RadiusIndex {
  /// The items that a cluster falls apart into, in index order; at least two.
  ///
  /// - Throws: ``ClusterError/unknownCluster(_:)``.
  public func children(of id: Int) throws(ClusterError) -> [RadiusItem] {
    let cluster = try find(id)
    let level = levels[cluster.level]
    return childSlots(of: cluster).map { item(at: $0, of: level) }
  }

  /// Points of a cluster, one branch after the other.
  ///
  /// - Parameters:
  ///   - limit: how many at most; 0 means 10, a negative number all, as in the original.
  ///   - offset: how many of the first are left out.
  /// - Returns: rows of the coordinate table.
  /// - Throws: ``ClusterError/unknownCluster(_:)``.
  /// - Complexity: about the number of points given; branches before `offset` are skipped whole.
  public func leaves(of id: Int, limit: Int = 10, offset: Int = 0) throws(ClusterError) -> [Int] {
    let cluster = try find(id)
    let wanted = limit == 0 ? 10 : limit < 0 ? Int.max : limit
    var leaves: [Int] = []
    var skipped = 0
    collectLeaves(of: cluster, into: &leaves, wanted: wanted, offset: max(0, offset), skipped: &skipped)
    return leaves
  }

  /// The zoom at which a cluster falls apart; one above ``RadiusSettings/maximumZoom`` at most.
  ///
  /// - Throws: ``ClusterError/unknownCluster(_:)``.
  public func expansionZoom(of id: Int) throws(ClusterError) -> Int {
    // A cluster that gains nothing keeps its id, so every id has two children or more one zoom further in.
    levels[onlyLevel == nil ? try find(id).level : try origin(of: id).level].number
  }

  /// The cluster as the map shows it.
  ///
  /// - Throws: ``ClusterError/unknownCluster(_:)``.
  public func cluster(_ id: Int) throws(ClusterError) -> RadiusItem {
    let cluster = try find(id)
    return item(at: slot(of: cluster), of: levels[cluster.level - 1])
  }

  /// The next larger cluster that a cluster is part of; `nil` where it stays alone.
  ///
  /// - Throws: ``ClusterError/unknownCluster(_:)``.
  public func parent(of id: Int) throws(ClusterError) -> Int? {
    let cluster = try find(id)
    return parent(ofSlot: slot(of: cluster), level: cluster.level - 1)
  }

  /// The smallest cluster that holds a point; `nil` where it stays alone at every zoom.
  ///
  /// - Parameter index: the point's row in the coordinate table.
  /// - Throws: ``ClusterError/unknownPoint(_:)``.
  public func parent(ofPoint index: Int) throws(ClusterError) -> Int? {
    parent(ofSlot: try slot(ofPoint: index), level: levels.count - 1)
  }

  /// The item that shows a point at a zoom: itself, or the cluster that holds it.
  ///
  /// - Parameters:
  ///   - index: the point's row in the coordinate table.
  ///   - zoom: rounded down and limited to the settings' zooms and one more.
  /// - Throws: ``ClusterError/unknownPoint(_:)``.
  public func item(holdingPoint index: Int, zoom: Double) throws(ClusterError) -> RadiusItem {
    let wanted = levelNumber(atZoom: zoom) - settings.minimumZoom
    var slot = try slot(ofPoint: index)
    for level in stride(from: levels.count - 1, to: wanted, by: -1) {
      slot = self.slot(above: slot, level: level)
    }
    return item(at: slot, of: levels[wanted])
  }

  struct Found {
    /// Position in `levels` of its origin and its other children; the cluster is one before.
    let level: Int
    let origin: Int
  }

  private func slot(of cluster: Found) -> Int { slot(above: cluster.origin, level: cluster.level) }

  /// The position in `levels` and the index there of the item that a cluster of an id formed about.
  func origin(of id: Int) throws(ClusterError) -> (level: Int, index: Int) {
    guard id >= recordCount else { throw .unknownCluster(id) }
    let code = id - recordCount
    let level = code & 31 - settings.minimumZoom
    let index = code >> 5
    guard level >= 1, level < levels.count, index < levels[level].count else { throw .unknownCluster(id) }
    return (level, index)
  }

  func find(_ id: Int) throws(ClusterError) -> Found {
    let (level, index) = try origin(of: id)
    guard onlyLevel == nil else { throw .unknownCluster(id) }
    let cluster = Found(level: level, origin: slot(ofIndex: index, level: level))
    let slot = slot(of: cluster)
    let record = levels[level - 1].items[slot]
    guard record.birthLevel == levels[level].number, self.id(at: slot, of: levels[level - 1]) == id else {
      throw .unknownCluster(id)
    }
    return cluster
  }

  func childSlots(of cluster: Found) -> [Int] {
    let level = levels[cluster.level]
    let origin = level.items[cluster.origin]
    let zoom = level.number - 1
    let neighborhood = RadiusNeighborhood(
      level: level, reach: settings.reach(atZoom: zoom) * Double(RadiusProjection.steps),
      wraps: settings.wrapsAntimeridian)
    var slots = [cluster.origin]
    if let merges {
      neighborhood.forEach(aroundX: origin.x, y: origin.y, but: cluster.origin) { slot in
        if merges.isTaken(level.items[slot].rank, by: origin.rank, level: level.number) { slots.append(slot) }
      }
    } else {
      let parent = level.up?[cluster.origin]
      neighborhood.forEach(aroundX: origin.x, y: origin.y, but: cluster.origin) { slot in
        if level.up?[slot] == parent { slots.append(slot) }
      }
    }
    return level.sorted(slots)
  }

  func found(slot: Int, level: Int) -> Found? {
    let record = levels[level].items[slot]
    guard record.count > 1 else { return nil }
    let birth = record.birthLevel - settings.minimumZoom
    let origin =
      merges == nil
      ? self.slot(ofIndex: originIndex(at: slot, of: levels[level]), level: birth)
      : self.slot(ofRank: Int(record.rank), in: levels[birth])
    return Found(level: birth, origin: origin)
  }

  private func collectLeaves(
    of cluster: Found, into leaves: inout [Int], wanted: Int, offset: Int, skipped: inout Int
  ) {
    let level = levels[cluster.level]
    for slot in childSlots(of: cluster) {
      let count = Int(level.items[slot].count)
      if count <= offset - skipped {
        skipped += count
      } else if let child = found(slot: slot, level: cluster.level) {
        collectLeaves(of: child, into: &leaves, wanted: wanted, offset: offset, skipped: &skipped)
      } else {
        leaves.append(pointIndex(at: slot, of: level))
      }
      if leaves.count == wanted { return }
    }
  }

  private func parent(ofSlot slot: Int, level: Int) -> Int? {
    var slot = slot
    for number in stride(from: level, to: 0, by: -1) {
      slot = self.slot(above: slot, level: number)
      let coarser = levels[number - 1]
      if coarser.items[slot].birthLevel == levels[number].number { return id(at: slot, of: coarser) }
    }
    return nil
  }
}
