import MapGeometry
import Parallel

/// A table's cells summed into coarser ones, for views of zooms far below the table's own.
///
/// Sums of whole numbers, boxes and what orders cells come out the same in any order, so that a view is that of the table's
/// own cells. The first view is answered from the table's own; with the second the coarser ones are made.
final class CoarserCells: Sendable {
  struct Part: Sendable {
    var count = 0
    var longitudes: Int128 = 0, latitudes: Int128 = 0
    var weight: WeightSum?
    /// West, south, east and north in degrees.
    var box = Extent<Double>()
    var hasBox = true
    /// The order of the cell; 0 where nothing orders records.
    var first = Int.max
    /// The key and the number of the row that bears the cell: the first in order, of equal ones that of the smallest key.
    var leadingKey = UInt64.max
    var leadingRow: UInt32 = 0

    mutating func add(_ other: Part) {
      count += other.count
      longitudes += other.longitudes
      latitudes += other.latitudes
      if let part = other.weight, weight?.add(part) == nil { weight = part }
      hasBox = hasBox && other.hasBox
      box.include(other.box)
      if (other.first, other.leadingKey) < (first, leadingKey) {
        (first, leadingKey, leadingRow) = (other.first, other.leadingKey, other.leadingRow)
      }
    }
  }

  struct Level: Sendable {
    let step: Int
    /// By row and column, `y << 32 | x`, ascending.
    var keys: [UInt64] = []
    var cells: [Part] = []
  }

  private static let steps = [32, 1024]
  /// The number of cells that are summed between two checks for cancellation.
  private static let cellsBetweenQuestions = 1 << 16

  private let state = Mutex((askedFor: 0, levels: [Level]()))

  /// The coarsest level whose cells divide a grid's, `parts` of the layer's along each side; `nil` for the first
  /// view, where none does, and for a view that is of no use any more: then the next view makes the levels.
  func level(
    dividing parts: Int, of table: CellTable, _ layer: CellTable.Layer, isCancelled: () -> Bool = { false }
  ) -> Level? {
    guard parts % CoarserCells.steps[0] == 0 else { return nil }
    return state.withLock { state in
      state.askedFor += 1
      guard state.askedFor > 1 else { return nil }
      if state.levels.isEmpty {
        let (fine, coarse) = (CoarserCells.steps[0], CoarserCells.steps[1])
        var sums = Summation(by: fine)
        for start in stride(from: 0, to: layer.keys.count, by: CellTable.cellsAtOnce) {
          if start % CoarserCells.cellsBetweenQuestions == 0, isCancelled() { return nil }
          let end = min(start + CellTable.cellsAtOnce, layer.keys.count)
          table.forEachCell(of: layer, start..<end) { sums.add($1, at: $1.leadingKey) }
        }
        let level = sums.level(step: fine)
        sums = Summation(by: coarse / fine)
        for (key, cell) in zip(level.keys, level.cells) { sums.add(cell, at: key) }
        state.levels = [level, sums.level(step: coarse)]
      }
      return state.levels.last { parts % $0.step == 0 }
    }
  }

  private struct Summation {
    private let shift: UInt64
    private var sums = OrderedValues<UInt64, Part>()

    init(by parts: Int) { shift = UInt64(parts.trailingZeroBitCount) }

    mutating func add(_ cell: Part, at key: UInt64) {
      let name = ((key >> 32) >> shift) << 32 | ((key & 0xFFFF_FFFF) >> shift)
      sums.add(cell, for: name) { $0.add(cell) }
    }

    func level(step: Int) -> Level {
      let (names, cells) = (sums.keys, sums.values)
      let order = names.indices.sorted { names[$0] < names[$1] }
      return Level(step: step, keys: order.map { names[$0] }, cells: order.map { cells[$0] })
    }
  }
}

extension CellTable {
  @inline(__always) func cell(_ row: Row, _ number: UInt32, at key: UInt64) -> CoarserCells.Part {
    var cell = CoarserCells.Part()
    (cell.count, cell.first) = (row.count, row.first)
    (cell.longitudes, cell.latitudes) = sums(row, Int(number))
    if hasWeights { cell.weight = weights[Int(number)] }
    if row.west.isNaN {
      cell.hasBox = false
    } else {
      cell.box = Extent(minX: row.west, minY: row.south, maxX: row.east, maxY: row.north)
    }
    (cell.leadingKey, cell.leadingRow) = (key, number)
    return cell
  }

  /// So many cells are worked on at once by ``forEachCell(of:_:_:)`` at most.
  static let cellsAtOnce = 64

  /// Goes through a few cells of a layer, at most ``cellsAtOnce``, each with its position among the indices.
  ///
  /// Their rows lie all over the memory: all are copied before the first is used, so that they are waited for
  /// together.
  @inline(__always) func forEachCell(
    of layer: Layer, _ indices: some Collection<Int>, _ body: (_ number: Int, CoarserCells.Part) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: Row.self, capacity: CellTable.cellsAtOnce) { lines in
      for (number, index) in indices.enumerated() {
        lines.initializeElement(at: number, to: rows[Int(layer.rows[index])])
      }
      for (number, index) in indices.enumerated() {
        body(number, cell(lines[number], layer.rows[index], at: layer.keys[index]))
      }
    }
  }
}
