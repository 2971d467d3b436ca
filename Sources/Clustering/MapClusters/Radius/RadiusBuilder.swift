import MapGeometry
import Parallel

struct RadiusBuilder {
  let settings: RadiusSettings
  let slices: ParallelSlices
  /// False if the items of the coarsest level are all that is asked for.
  var keepsAll = true

  /// The levels, coarsest first, the points last; and which items took in which, where clusters need two points only.
  func levels(
    of table: CoordinateTable
  ) throws(ClusterError) -> (levels: [RadiusLevel], merges: RadiusMerges?) {
    var scratch = RadiusScratch(count: table.count)
    let bounds = try project(table, into: scratch.records)
    var levels = [pointLevel(count: table.count, bounds: bounds, scratch: scratch)]
    let merges = settings.minimumPoints == 2 ? RadiusMerges(count: table.count) : nil
    if let merges { slices.forEach(of: table.count) { _, range in merges.clear(range) } }
    var spare = RadiusMemory()
    for zoom in stride(from: settings.maximumZoom, through: settings.minimumZoom, by: -1) {
      let fine = levels.count - 1
      scratch.shrink(to: levels[fine].count)
      let coarse: RadiusLevel
      if let merges {
        coarse = cluster(
          levels[fine], zoom: zoom, bounds: bounds, scratch: scratch, merges: merges, spare: spare)
        if !keepsAll {
          if fine > 0 { levels[fine].orderByRank(pointCount: table.count) }
          spare = levels[fine].forgetItems()
        }
      } else {
        coarse = walk(&levels[fine], zoom: zoom, bounds: bounds, scratch: scratch)
      }
      levels.append(coarse)
    }
    if merges != nil { orderByRank(&levels, pointCount: table.count) }
    return (levels.reversed(), merges)
  }

  func reach(atZoom zoom: Int) -> Double { settings.reach(atZoom: zoom) * Double(RadiusProjection.steps) }

  private func project(
    _ table: CoordinateTable, into records: PlainBuffer<RadiusRecord>
  ) throws(ClusterError) -> RadiusBounds {
    let wraps = settings.wrapsAntimeridian
    let mercator = MercatorTable.table(for: table.count)
    let target = records.base
    let found = table.longitudes.withUnsafeBufferPointer { longitudes in
      table.latitudes.withUnsafeBufferPointer { latitudes in
        slices.map(of: table.count) { range in
          var box = RadiusBounds()
          for index in range {
            let (longitude, latitude) = (longitudes[index], latitudes[index])
            guard abs(longitude) <= 360, abs(latitude) <= 90 else { return (box: box, refused: Int?(index)) }
            let record = RadiusProjection.record(
              Coordinate(latitude: latitude, longitude: longitude), rank: index, wraps: wraps, with: mercator)
            target[index] = record
            box.include(Int(record.x), Int(record.y))
          }
          return (box: box, refused: nil)
        }
      }
    }
    if let index = found.lazy.compactMap(\.refused).first {
      throw .badCoordinate(index: index, longitude: table.longitudes[index], latitude: table.latitudes[index])
    }
    guard table.count > 0 else { return RadiusBounds(minX: 0, minY: 0, maxX: 0, maxY: 0) }
    var all = RadiusBounds()
    for (box, _) in found { all.include(box) }
    if wraps {
      // Centers may come to lie on the other side of the edge.
      (all.minX, all.maxX) = (-RadiusProjection.steps / 2, RadiusProjection.steps / 2 - 1)
    }
    return all
  }

  private func pointLevel(count: Int, bounds: RadiusBounds, scratch: RadiusScratch) -> RadiusLevel {
    var level = level(settings.maximumZoom + 1, count: count, bounds: bounds, scratch: scratch)
    if settings.minimumPoints > 2 { level.order = .walked(scratch.walkOrder(count) { UInt32($0) }) }
    return level
  }

  /// The level of the items that stand in the scratch memory, sorted into cells for the radius by which they are clustered
  /// next; their order is that of ranks.
  func level(
    _ number: Int, count: Int, bounds: RadiusBounds, scratch: RadiusScratch,
    into items: PlainBuffer<RadiusRecord>? = nil, spare: PlainBuffer<UInt32>? = nil
  ) -> RadiusLevel {
    let grid = RadiusGrid(
      count: count, bounds: bounds, reach: reach(atZoom: max(number - 1, settings.minimumZoom)))
    let items = items ?? PlainBuffer(count: count, padding: 4)
    let starts = RadiusSorting(slices: slices).sort(
      scratch, count: count, grid: grid, into: items, spare: spare)
    return RadiusLevel(number: number, count: count, grid: grid, items: items, starts: starts)
  }

  private func cluster(
    _ fine: RadiusLevel, zoom: Int, bounds: RadiusBounds, scratch: RadiusScratch, merges: RadiusMerges,
    spare: RadiusMemory
  ) -> RadiusLevel {
    let owners = scratch.owners
    let neighborhood = RadiusNeighborhood(
      level: fine, reach: reach(atZoom: zoom), wraps: settings.wrapsAntimeridian)
    let table = OwnerTable(borrowing: owners)
    slices.forEach(of: fine.count) { _, range in table.clear(range) }
    slices.forEachChunk(of: fine.count) { range in
      var resolver = OriginResolver(neighborhood: neighborhood, owners: table)
      resolver.settle(range)
    }
    table.release()
    let assembler = RadiusAssembler(slices: slices, wraps: settings.wrapsAntimeridian)
    let (count, items) = assembler.assemble(
      fine, owners: owners, records: scratch.records, numbers: scratch.positions, merges: merges,
      spare: spare.items)
    return level(zoom, count: count, bounds: bounds, scratch: scratch, into: items, spare: spare.starts)
  }

  private func orderByRank(_ levels: inout [RadiusLevel], pointCount: Int) {
    levels.withUnsafeMutableBufferPointer { levels in
      eachInParallel(levels.count - 1, threads: slices.count(for: pointCount)) { part in
        levels[part + 1].orderByRank(pointCount: pointCount)
      }
    }
  }
}

struct RadiusMemory {
  var items: PlainBuffer<RadiusRecord>?
  var starts: PlainBuffer<UInt32>?
}

struct RadiusScratch {
  /// New items in the order of their making.
  private(set) var records: PlainBuffer<RadiusRecord>
  /// Numbers of new items, then their slots.
  private(set) var positions: PlainBuffer<UInt32>
  private(set) var owners: PlainBuffer<UInt32>

  init(count: Int) {
    records = PlainBuffer(count: count)
    positions = PlainBuffer(count: count)
    owners = PlainBuffer(count: count)
  }

  /// Gives back what levels from now on cannot fill: none has more than `count` items.
  mutating func shrink(to count: Int) {
    records = PlainBuffer(count: count, inPlaceOf: records)
    positions = PlainBuffer(count: count, inPlaceOf: positions)
    owners = PlainBuffer(count: count, inPlaceOf: owners)
  }

  func walkOrder(_ count: Int, identity: (Int) -> UInt32) -> RadiusWalkOrder {
    let order = RadiusWalkOrder(slots: PlainBuffer(count: count), identities: PlainBuffer(count: count))
    for number in 0..<count {
      order.slots[number] = positions[number]
      order.identities[Int(positions[number])] = identity(number)
    }
    return order
  }
}
