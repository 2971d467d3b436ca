/// Clusters of three points or more: the walk itself, item by item.
///
/// True if an origin makes a cluster depends on what earlier walks left free, and items that are passed
/// through change the order of the next level; so this part knows no local rule and uses one thread.
extension RadiusBuilder {
  func walk(
    _ fine: inout RadiusLevel, zoom: Int, bounds: RadiusBounds, scratch: RadiusScratch
  ) -> RadiusLevel {
    guard case .walked(let order) = fine.order else { return fine }
    let wraps = settings.wrapsAntimeridian
    let neighborhood = RadiusNeighborhood(level: fine, reach: reach(atZoom: zoom), wraps: wraps)
    let up = PlainBuffer<UInt32>(count: fine.count)
    up.base.update(repeating: OwnerTable.none, count: fine.count)
    let identities = PlainBuffer<UInt32>(count: fine.count)
    var count = 0
    var free: [Int] = []
    let append = { (slot: Int, record: RadiusRecord, identity: UInt32) in
      scratch.records[count] = record
      scratch.records[count].rank = UInt32(count)
      identities[count] = identity
      up[slot] = UInt32(count)
      count += 1
    }
    for index in 0..<fine.count {
      let origin = Int(order.slots[index])
      if up[origin] != OwnerTable.none { continue }
      let item = fine.items[origin]
      free.removeAll(keepingCapacity: true)
      neighborhood.forEach(aroundX: item.x, y: item.y, but: origin) { slot in
        if up[slot] == OwnerTable.none { free.append(slot) }
      }
      free = free.isEmpty ? free : fine.sorted(free)
      let total = free.reduce(Int(item.count)) { $0 + Int(fine.items[$1].count) }
      if free.isEmpty || total < settings.minimumPoints {
        append(origin, item, order.identities[origin])
        for slot in free { append(slot, fine.items[slot], order.identities[slot]) }
      } else {
        append(origin, merged(origin, with: free, of: fine), UInt32(index))
        for slot in free { up[slot] = up[origin] }
      }
    }
    return finish(
      &fine, up: up, identities: identities, count: count, zoom: zoom, bounds: bounds, scratch: scratch)
  }

  private func merged(_ origin: Int, with members: [Int], of fine: RadiusLevel) -> RadiusRecord {
    var record = fine.items[origin]
    let (originX, wraps) = (record.x, settings.wrapsAntimeridian)
    var sumX = Int64(record.x) * Int64(record.count)
    var sumY = Int64(record.y) * Int64(record.count)
    for slot in members {
      let member = fine.items[slot]
      let weight = Int64(member.count)
      sumX += (wraps ? RadiusAssembler.nearest(member.x, to: originX) : Int64(member.x)) * weight
      sumY += Int64(member.y) * weight
      record.gain(member.count, atLevel: fine.number)
    }
    record.x = RadiusAssembler.center(sumX, Int64(record.count), wraps: wraps)
    record.y = RadiusAssembler.center(sumY, Int64(record.count), wraps: false)
    return record
  }

  private func finish(
    _ fine: inout RadiusLevel, up: PlainBuffer<UInt32>, identities: PlainBuffer<UInt32>, count: Int,
    zoom: Int, bounds: RadiusBounds, scratch: RadiusScratch
  ) -> RadiusLevel {
    var coarse = level(zoom, count: count, bounds: bounds, scratch: scratch)
    for slot in 0..<fine.count { up[slot] = scratch.positions[Int(up[slot])] }
    fine.up = up
    coarse.order = .walked(scratch.walkOrder(count) { identities[$0] })
    return coarse
  }
}
