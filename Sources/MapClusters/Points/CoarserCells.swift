import Parallel

/// A table's cells summed into coarser ones, for views of zooms far below the table's own.
///
/// Sums of whole numbers, boxes and what orders cells come out the same in any order, so that a view is that of the table's
/// own cells. The first view is answered from the table's own; with the second the coarser ones are made.
final class CoarserCells: Sendable {
  /// A cell, and the row that bears it.
  struct Part: Sendable {
    var count = 0
    var longitudes: Int128 = 0, latitudes: Int128 = 0
    var weight: WeightSum?
    var west = Double.infinity, south = Double.infinity
    var east = -Double.infinity, north = -Double.infinity
    /// Whether the boxes of all parts are known.
    var hasBox = true
    /// What orders the cell; 0 where nothing orders records.
    var first = Int.max
    /// The key and the number of the row that bears the cell: the first in order, of equal ones that of the smallest key.
    var leadingKey = UInt64.max
    var leadingRow: UInt32 = 0

    /// Adds the points of another cell.
    mutating func add(_ other: Part) {
      count += other.count
      longitudes += other.longitudes
      latitudes += other.latitudes
      if let part = other.weight, weight?.add(part) == nil { weight = part }
      hasBox = hasBox && other.hasBox
      west = min(west, other.west)
      south = min(south, other.south)
      east = max(east, other.east)
      north = max(north, other.north)
      if (other.first, other.leadingKey) < (first, leadingKey) {
        (first, leadingKey, leadingRow) = (other.first, other.leadingKey, other.leadingRow)
      }
    }
  }

  /// Cells that each hold a square of the table's own.
  struct Level: Sendable {
    /// The cells of the table along a side of one of these.
    let step: Int
    /// By row and column, `y << 32 | x`, ascending.
    var keys: [UInt64] = []
    var cells: [Part] = []
  }

  private static let steps = [32, 1024]

  private let state = Mutex((askedFor: 0, levels: [Level]()))

  /// The coarsest level whose cells divide a grid's; `nil` for the first view, and where none does.
  ///
  /// - Parameter parts: how many cells of the layer make one of the grid's along each side.
  func level(dividing parts: Int, of table: CellTable, _ layer: CellTable.Layer) -> Level? {
    guard parts % CoarserCells.steps[0] == 0 else { return nil }
    return state.withLock { state in
      state.askedFor += 1
      guard state.askedFor > 1 else { return nil }
      if state.levels.isEmpty {
        // Lazily: the parts of all rows at once would take 160 bytes each.
        let rows = layer.rows.indices.lazy.map { table.cell(at: $0, of: layer) }
        let (fine, coarse) = (CoarserCells.steps[0], CoarserCells.steps[1])
        let level = CoarserCells.sum(layer.keys, rows, by: fine, step: fine)
        state.levels = [level, CoarserCells.sum(level.keys, level.cells, by: coarse / fine, step: coarse)]
      }
      return state.levels.last { parts % $0.step == 0 }
    }
  }

  private static func sum(
    _ keys: [UInt64], _ cells: some Sequence<Part>, by parts: Int, step: Int
  ) -> Level {
    let shift = UInt64(parts.trailingZeroBitCount)
    var slots: [UInt64: Int] = [:]  // looked up, never iterated
    var names: [UInt64] = []
    var sums: [Part] = []
    for (key, cell) in zip(keys, cells) {
      let name = ((key >> 32) >> shift) << 32 | ((key & 0xFFFF_FFFF) >> shift)
      if let slot = slots[name] {
        sums[slot].add(cell)
      } else {
        slots[name] = sums.count
        names.append(name)
        sums.append(cell)
      }
    }
    let order = names.indices.sorted { names[$0] < names[$1] }
    return Level(step: step, keys: order.map { names[$0] }, cells: order.map { sums[$0] })
  }
}

extension CellTable {
  /// A row of a layer as a cell to be summed.
  func cell(at index: Int, of layer: Layer) -> CoarserCells.Part {
    let number = Int(layer.rows[index])
    let (row, sums) = (rows[number], sums(ofRow: number))
    var cell = CoarserCells.Part()
    (cell.count, cell.longitudes, cell.latitudes) = (row.count, sums.longitudes, sums.latitudes)
    if hasWeights { cell.weight = weights[number] }
    if row.west.isNaN {
      cell.hasBox = false
    } else {
      (cell.west, cell.south, cell.east, cell.north) = (row.west, row.south, row.east, row.north)
    }
    cell.first = row.first
    (cell.leadingKey, cell.leadingRow) = (layer.keys[index], layer.rows[index])
    return cell
  }
}
