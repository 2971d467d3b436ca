import Parallel

struct CellGathering: Sendable {
  /// Beyond so many considered cells they are looked up by name instead of by index.
  private static let mostPlaces = 1 << 22
  /// Up to so many of them threads share the work, as each needs a slot for each.
  private static let mostPlacesOfThread = 1 << 18
  /// A thread is worth its start with so many of the table's cells.
  private static let leastOfThread = 1 << 14

  struct Gathered: Sendable {
    let column: Int, row: Int
    /// The cell's row and column in the world, `row << 32
    ///  column`: what orders it where nothing orders records.
    let name: Int
    var sum = CoarserCells.Part()
    /// Of a peak's cells its own; `nil` for that of the cell.
    var id: ClusterID?
  }

  let table: CellTable
  let grid: CellGrid
  let window: CellWindow
  /// The longitude that sums are relative to, in units.
  let middleUnits: Int64
  private(set) var found: [Gathered] = []
  private(set) var members: [(slot: UInt32, row: UInt32)] = []
  var territories: PeakTerritories?
  private var slotAt: [UInt32]
  private var slotOf: [UInt64: Int] = [:]  // looked up, never iterated

  init(_ table: CellTable, _ grid: CellGrid) {
    (self.table, self.grid) = (table, grid)
    window = table.view == nil ? CellWindow(grid) : CellWindow(ofView: grid)
    middleUnits = table.view?.middleUnits ?? 0
    let isSmall = grid.cellCount <= CellGathering.mostPlaces
    slotAt = isSmall ? Array(repeating: .max, count: grid.cellCount) : []
  }

  mutating func gather(threads: Int, isCancelled: () -> Bool) throws(ClusterError) {
    guard window.rows > 0, window.columns > 0, let (layer, parts) = try table.layer(answering: window) else {
      return
    }
    switch layer.grid {
    case .cells:
      let level =
        table.layers.count == 1 && layer.windows.isEmpty && !table.listsMembers && table.numbers.isEmpty
        ? table.coarser.level(dividing: parts, of: table, layer, isCancelled: isCancelled) : nil
      if isCancelled() { throw .cancelled }
      let partsOfKey = parts / (level?.step ?? 1)
      let (keys, cells) = (level?.keys ?? layer.keys, window.divided(by: partsOfKey))
      let (top, bottom) = (UInt64(cells.firstRow) << 32, UInt64(cells.firstRow + cells.rows) << 32)
      let indices = keys.withUnsafeBufferPointer { keys in
        let start = KeyVisit.firstIndex(of: top, in: keys, from: 0)
        return start..<KeyVisit.firstIndex(of: bottom, in: keys, from: start)
      }
      for run in cells.columnRuns {
        let visit = KeyVisit(indices: indices, columns: run, naming: .parts(partsOfKey))
        if let level {
          keys.withUnsafeBufferPointer { keys in
            visit.forEach(in: keys) { index, column, row in
              guard let slot = slot(column, row) else { return }
              add(level.cells[index], to: slot)
            }
          }
        } else {
          add(layer, visit, threads: threads)
        }
      }
    case .places:
      let naming = KeyVisit.Naming.share(of: UInt64(window.worldColumns))
      add(
        layer, KeyVisit(indices: layer.keys.indices, columns: 0..<1 << 32, naming: naming), threads: threads)
    }
  }

  private mutating func add(_ layer: CellTable.Layer, _ visit: KeyVisit, threads: Int) {
    let most = grid.cellCount <= CellGathering.mostPlacesOfThread ? threads : 1
    let shares = max(1, min(most, visit.indices.count / CellGathering.leastOfThread))
    guard shares > 1 else { return add(layer, visit) }
    let empty = CellGathering(table, grid)
    let gathered = concurrentMap(shares, threads: shares) { share in
      var gathering = empty
      gathering.add(layer, visit.share(share, of: shares))
      return gathering
    }
    for other in gathered {
      let slots = other.found.map { cell in
        let slot = slot(at: cell.column, cell.row, name: cell.name)
        found[slot].sum.add(cell.sum)
        return UInt32(slot)
      }
      for member in other.members { members.append((slots[Int(member.slot)], member.row)) }
    }
  }

  private mutating func add(_ layer: CellTable.Layer, _ visit: KeyVisit) {
    typealias Entry = (index: Int, slot: Int)
    withUnsafeTemporaryAllocation(of: Entry.self, capacity: CellTable.cellsAtOnce) { batch in
      var count = 0
      layer.keys.withUnsafeBufferPointer { keys in
        visit.forEach(in: keys) { index, column, row in
          guard let slot = slot(column, row) else { return }
          batch[count] = (index, slot)
          count += 1
          guard count == batch.count else { return }
          add(batch[..<count], of: layer)
          count = 0
        }
      }
      add(batch[..<count], of: layer)
    }
  }

  private mutating func add(
    _ batch: Slice<UnsafeMutableBufferPointer<(index: Int, slot: Int)>>, of layer: CellTable.Layer
  ) {
    table.forEachCell(of: layer, batch.lazy.map { $0.index }) { number, cell in
      add(cell, to: batch[number].slot)
      if table.listsMembers { members.append((UInt32(batch[number].slot), cell.leadingRow)) }
    }
  }

  @inline(__always) private mutating func add(_ part: CoarserCells.Part, to slot: Int) {
    var part = part
    // Without an order of records cells come by row and column, never in the table's order.
    if !table.hasOrder { part.first = found[slot].name }
    found[slot].sum.add(part)
  }

  mutating func replace(by groups: [Gathered], groupOf: [UInt32]) {
    found = groups
    for index in members.indices { members[index].slot = groupOf[Int(members[index].slot)] }
  }

  @inline(__always) private mutating func slot(_ columnName: Int, _ rowName: Int) -> Int? {
    var column = columnName - window.firstColumn
    if column < 0 { column += window.worldColumns }
    let row = rowName - window.firstRow
    guard column < window.columns, row >= 0, row < window.rows else { return nil }
    return slot(at: column, row, name: rowName << 32 | columnName)
  }

  private mutating func slot(at column: Int, _ row: Int, name: Int) -> Int {
    if !slotAt.isEmpty {
      let index = row * window.columns + column
      if slotAt[index] != .max { return Int(slotAt[index]) }
      slotAt[index] = UInt32(found.count)
    } else {
      let key = UInt64(row) << 32 | UInt64(column)
      if let slot = slotOf[key] { return slot }
      slotOf[key] = found.count
    }
    found.append(Gathered(column: column, row: row, name: name))
    return found.count - 1
  }
}
