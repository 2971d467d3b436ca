import MapGeometry

// From slots to what the outside knows: points, indices and ids, and back.
extension RadiusIndex {
  func items(at slots: [Int], of level: RadiusLevel) -> [RadiusItem] {
    guard case .walked = level.order else { return inheritedItems(at: slots, of: level) }
    return slots.map { item(at: $0, of: level) }
  }

  /// Returns the items through pointers, for levels where a cluster's rank gives its origin: the path of every view.
  private func inheritedItems(at slots: [Int], of level: RadiusLevel) -> [RadiusItem] {
    let records = level.items.base
    return points.longitudes.withUnsafeBufferPointer { longitudes in
      points.latitudes.withUnsafeBufferPointer { latitudes in
        rankReaders.withUnsafeBufferPointer { readers in
          slots.map { slot in
            let record = records[slot]
            let rank = Int(record.rank)
            if record.count == 1 {
              return RadiusItem(
                position: Coordinate(latitude: latitudes[rank], longitude: longitudes[rank]), count: 1,
                identity: .point(index: rank))
            }
            let birth = record.birthLevel
            let origin = readers[birth - settings.minimumZoom]?.index(of: rank) ?? rank
            return RadiusItem(
              position: RadiusProjection.coordinate(x: record.x, y: record.y), count: Int(record.count),
              identity: .cluster(id: origin << 5 + birth + recordCount))
          }
        }
      }
    }
  }

  func item(at slot: Int, of level: RadiusLevel) -> RadiusItem {
    let record = level.items[slot]
    if record.count == 1 {
      let index = pointIndex(at: slot, of: level)
      return RadiusItem(position: points[index], count: 1, identity: .point(index: index))
    }
    return RadiusItem(
      position: RadiusProjection.coordinate(x: record.x, y: record.y), count: Int(record.count),
      identity: .cluster(id: id(at: slot, of: level)))
  }

  /// The id of a cluster: its origin's index and level, above the numbers of all records.
  func id(at slot: Int, of level: RadiusLevel) -> Int {
    originIndex(at: slot, of: level) << 5 + level.items[slot].birthLevel + recordCount
  }

  /// The index, in the level of its origin, of the item that a cluster formed about.
  func originIndex(at slot: Int, of level: RadiusLevel) -> Int {
    if case .walked(let order) = level.order { return Int(order.identities[slot]) }
    let record = level.items[slot]
    let birth = levels[record.birthLevel - settings.minimumZoom]
    if case .inherited(let ranks) = birth.order { return ranks.index(of: Int(record.rank)) }
    return Int(record.rank)
  }

  /// The rank of an item, which that of its origin is; ranks must be inherited.
  func rank(of item: RadiusItem) throws(ClusterError) -> Int {
    guard let id = item.clusterID else { return item.pointIndex ?? 0 }
    let (level, index) = try origin(of: id)
    if case .inherited(let ranks) = levels[level].order { return ranks.rank(at: index) }
    return index
  }

  func pointIndex(at slot: Int, of level: RadiusLevel) -> Int {
    if case .walked(let order) = level.order { return Int(order.identities[slot]) }
    return Int(level.items[slot].rank)
  }

  func slot(ofPoint index: Int) throws(ClusterError) -> Int {
    guard (0..<points.count).contains(index), onlyLevel == nil else { throw .unknownPoint(index) }
    let finest = levels[levels.count - 1]
    if case .walked(let order) = finest.order { return Int(order.slots[index]) }
    return slot(ofRank: index, in: finest)
  }

  func slot(ofIndex index: Int, level: Int) -> Int {
    switch levels[level].order {
    case .walked(let order): return Int(order.slots[index])
    case .points: return slot(ofRank: index, in: levels[level])
    case .inherited(let ranks): return slot(ofRank: ranks.rank(at: index), in: levels[level])
    }
  }

  /// The slot of the item one level coarser that the item at a slot of `levels[level]` is part of.
  func slot(above slot: Int, level: Int) -> Int {
    let fine = levels[level]
    guard let merges else { return Int(fine.up?[slot] ?? 0) }
    let holder = merges.holder(of: fine.items[slot].rank, above: fine.number)
    return self.slot(ofRank: Int(holder), in: levels[level - 1])
  }

  func slots(aboveLevel level: Int) -> [UInt32] {
    let (fine, coarse) = (levels[level], levels[level - 1])
    guard let merges else { return (0..<fine.count).map { fine.up?[$0] ?? 0 } }
    var slotOfRank = [UInt32](repeating: 0, count: points.count)
    for slot in 0..<coarse.count { slotOfRank[Int(coarse.items[slot].rank)] = UInt32(slot) }
    return (0..<fine.count).map {
      slotOfRank[Int(merges.holder(of: fine.items[$0].rank, above: fine.number))]
    }
  }

  /// The slot of the item of a rank, which must be in the level; ranks must be inherited.
  func slot(ofRank rank: Int, in level: RadiusLevel) -> Int {
    let record = RadiusProjection.record(points[rank], rank: rank, wraps: settings.wrapsAntimeridian)
    if case .points = level.order { return slot(ofPoint: record, in: level) }
    // The item began at this point and moved with each zoom by its reach and a step at most; reaches double from
    // zoom to zoom. Few items are that near: those of a level stem from origins a reach apart.
    let reach = 2 * settings.reach(atZoom: level.number) * Double(RadiusProjection.steps) + 64
    let neighborhood = RadiusNeighborhood(level: level, reach: reach, wraps: settings.wrapsAntimeridian)
    var found = 0
    neighborhood.forEach(aroundX: record.x, y: record.y, but: -1) { slot in
      if level.items[slot].rank == record.rank { found = slot }
    }
    return found
  }

  /// The slot of a point: those of a bucket stand in the order of their ranks.
  private func slot(ofPoint record: RadiusRecord, in finest: RadiusLevel) -> Int {
    let bucket = finest.grid.bucket(of: record)
    let slots = Int(finest.starts[bucket])..<Int(finest.starts[bucket + 1])
    return slots.partitioningIndex { finest.items[$0].rank > record.rank } - 1
  }
}
