import MapGeometry

/// Finds density peaks among fine cells, and the peak that each cell belongs to.
///
/// Cells come in the order of their density, ties in that of a fixed mix of row and column: `mixed(row << 32 | column)`, the
/// finalizer of MurmurHash3 with its constants ff51afd7ed558ccd and c4ceb9fe1a85ec53, which no two cells share. In the
/// order of rows and columns alone, ties run through an even table as a front from its edge, and a pan moves hundreds of markers.
///
/// - SeeAlso: A. Rodriguez and A. Laio, *Clustering by fast search and find of density peaks*, Science 344, 2014; here
///   binned, with a radius in place of a decision graph.
struct PeakFinding {
  struct Cell: Sendable {
    /// Counted from the first considered ones.
    let column, row: Int
    /// The number of points, or their weight in whole units.
    let mass: Int128
    let mean: Coordinate
    let point: FixedWorldPoint

    init(column: Int, row: Int, mass: Int128, mean: Coordinate) {
      (self.column, self.row, self.mass, self.mean) = (column, row, mass, mean)
      point = FixedWorldPoint(mean)
    }
  }

  /// Groups in the order in which their first cells are listed.
  struct Groups: Sendable {
    var cells: [Cell] = []
    /// By cell.
    var groupOf: [UInt32] = []
    /// By group, the number of the peak's cell.
    var peaks: [Int] = []

    func territories(in grid: CellGrid) -> PeakTerritories {
      PeakTerritories(
        peaks: peaks.map { WorldPoint(cells[$0].mean) },
        cells: cells.map { MapClusters.Cell(column: $0.column, row: $0.row) }, groupOf: groupOf,
        origin: grid.origin, side: grid.side)
    }
  }

  /// Fine cells along the radius.
  static let share = 8.0
  /// Radii beyond the picture in which points take part.
  static let reach = 4.0
  /// `round(256·e^(−d²/4))` by the square of a distance in cells; 3, 6 and 7 are none.
  private static let weights = [256, 199, 155, 0, 94, 73, 0, 0, 35]

  let grid: CellGrid
  /// In steps of the world, 2^32 of which lie along it.
  let radius: UInt64
  /// True if the world goes on beyond its eastern edge, as it does but on sheets.
  let wraps: Bool

  /// - Complexity: O(*cells* · log *cells*), by sorting them; else each is compared with a few peaks around it.
  func groups(of cells: [Cell]) -> Groups {
    var peaks = PeakTable(radius: radius, wraps: wraps, capacity: cells.count)
    let order = order(of: cells)
    for number in order where peaks.nearest(to: cells[number].point, within: true) == nil {
      peaks.add(cells[number].point, number)
    }
    var groups = Groups(cells: cells)
    groups.groupOf.reserveCapacity(cells.count)
    var groupOfPeak = [UInt32](repeating: .max, count: peaks.count)
    for cell in cells {
      let peak = peaks.nearest(to: cell.point, within: false) ?? 0
      if groupOfPeak[peak] == .max {
        groupOfPeak[peak] = UInt32(groups.peaks.count)
        groups.peaks.append(peaks.cell(of: peak))
      }
      groups.groupOf.append(groupOfPeak[peak])
    }
    return groups
  }

  /// The turns of the world that bring a cell's column next to another one's: -1, 0 or 1.
  func turns(from column: Int, to other: Int) -> Int64 {
    let world = grid.columns.period
    let ahead = 2 * (grid.cell(column: column, row: 0).column - grid.cell(column: other, row: 0).column)
    return !wraps || abs(ahead) <= world ? 0 : ahead > 0 ? -1 : 1
  }

  /// The numbers of cells by falling density.
  private func order(of cells: [Cell]) -> [Int] {
    // 25 of them times 256 fit 64 bits, which takes a third of the time.
    let isSmall = cells.allSatisfy { $0.mass < 1 << 48 }
    return isSmall ? order(of: cells, Int64.self) : order(of: cells, Int128.self)
  }

  private func order<Mass: FixedWidthInteger>(of cells: [Cell], _: Mass.Type) -> [Int] {
    var ranks = zip(cells, densities(of: cells, Mass.self)).enumerated().map { number, cell in
      let name = grid.cell(column: cell.0.column, row: cell.0.row)
      return (density: cell.1, mix: mixed(UInt64(name.row) << 32 | UInt64(name.column)), number: number)
    }
    ranks.sort { $0.density == $1.density ? $0.mix < $1.mix : $0.density > $1.density }
    return ranks.map(\.number)
  }

  private func densities<Mass: FixedWidthInteger>(of cells: [Cell], _: Mass.Type) -> [Mass] {
    // A sheet ends at its edges, wherever the considered cells begin.
    let (columns, rows) = (wraps ? grid.columns.count : grid.columns.period, grid.rows.count)
    let isRound = wraps && columns == grid.columns.period
    func own(_ cell: Cell) -> Int { wraps ? cell.column : grid.cell(column: cell.column, row: 0).column }
    // Two cells are kept free on every side, where a whole world goes on.
    var masses = CellValues<Mass>(columns: columns + 4, rows: rows + 4, capacity: 2 * cells.count, none: 0)
    for cell in cells {
      let column = own(cell) + 2
      masses[column, cell.row + 2] = Mass(cell.mass)
      guard isRound else { continue }
      if column < 4 { masses[column + columns, cell.row + 2] = Mass(cell.mass) }
      if column >= columns { masses[column - columns, cell.row + 2] = Mass(cell.mass) }
    }
    let weights = PeakFinding.weights.map { Mass($0) }
    return cells.map { cell in
      let column = own(cell) + 2
      var density: Mass = 0
      for down in -2...2 {
        for right in -2...2 {
          density += weights[right * right + down * down] * masses[column + right, cell.row + 2 + down]
        }
      }
      return density
    }
  }
}

/// Peaks in boxes at least as wide as the radius, so that those near a point lie in the nine boxes around it.
private struct PeakTable {
  private let square: UInt64
  private let wraps: Bool
  /// Along the world.
  private let boxes: Int
  /// Of each box the peak that was found last.
  private var last: CellValues<UInt32>
  private var peaks: [(point: FixedWorldPoint, cell: Int, next: UInt32)] = []

  var count: Int { peaks.count }

  init(radius: UInt64, wraps: Bool, capacity: Int) {
    let radius = min(radius, UInt64(UInt32.max))
    square = radius * radius
    self.wraps = wraps
    boxes = Int(max(1, min(1 << 29, (1 << 32) / max(1, radius))))
    last = CellValues(columns: boxes, rows: boxes, capacity: capacity, none: .max)
  }

  func cell(of peak: Int) -> Int { peaks[peak].cell }

  private func box(_ step: UInt32) -> Int { Int((UInt64(step) * UInt64(boxes)) >> 32) }

  mutating func add(_ point: FixedWorldPoint, _ cell: Int) {
    let (column, row) = (box(point.x), box(point.y))
    peaks.append((point, cell, last[column, row]))
    last[column, row] = UInt32(peaks.count - 1)
  }

  /// The nearest of the peaks around a point, the earlier of two.
  ///
  /// - Parameter isWithin: whether only peaks nearer than the radius are looked for, any of which is the answer.
  func nearest(to point: FixedWorldPoint, within isWithin: Bool) -> Int? {
    var (nearest, least): (Int?, UInt64) = (nil, isWithin ? square : .max)
    let (column, row) = (box(point.x), box(point.y))
    for down in max(0, row - 1)...min(boxes - 1, row + 1) {
      for right in column - 1...column + 1 {
        guard wraps || (0..<boxes).contains(right) else { continue }
        var peak = last[right < 0 ? right + boxes : right < boxes ? right : right - boxes, down]
        while peak != .max {
          let number = Int(peak)
          let far = distance(point, peaks[number].point)
          if far < least || (!isWithin && far == least && nearest.map { number < $0 } ?? true) {
            if isWithin { return number }
            (nearest, least) = (number, far)
          }
          peak = peaks[number].next
        }
      }
    }
    return nearest
  }

  /// The square of a distance in steps, east and west the shorter way round.
  private func distance(_ one: FixedWorldPoint, _ other: FixedWorldPoint) -> UInt64 {
    let right = UInt64(
      wraps
        ? Int32(bitPattern: one.x &- other.x).magnitude : max(one.x, other.x) - min(one.x, other.x))
    let down = UInt64(max(one.y, other.y) - min(one.y, other.y))
    let (sum, overflows) = (right * right).addingReportingOverflow(down * down)
    return overflows ? .max : sum
  }
}

/// Values by column and row: in a plain array for few cells, else by hashing.
private struct CellValues<Value> {
  private let columns: Int
  private let isDense: Bool
  private var values: [Value]
  private var keys: [UInt64] = []

  /// - Parameters:
  ///   - capacity: the largest number of cells that get a value.
  ///   - none: the value of all others.
  init(columns: Int, rows: Int, capacity: Int, none: Value) {
    self.columns = columns
    let cells = columns.multipliedReportingOverflow(by: rows)
    isDense = !cells.overflow && cells.partialValue <= SlotTable.mostDense
    var size = 64
    while size < 2 * capacity { size *= 2 }
    values = Array(repeating: none, count: isDense ? cells.partialValue : size)
    if !isDense { keys = Array(repeating: .max, count: size) }
  }

  subscript(column: Int, row: Int) -> Value {
    get { values[index(column, row)] }
    set {
      let index = index(column, row)
      values[index] = newValue
      if !isDense { keys[index] = UInt64(row) << 32 | UInt64(column) }
    }
  }

  private func index(_ column: Int, _ row: Int) -> Int {
    guard !isDense else { return row * columns + column }
    let key = UInt64(row) << 32 | UInt64(column)
    var index = Int(truncatingIfNeeded: mixed(key)) & (keys.count - 1)
    while keys[index] != .max && keys[index] != key { index = (index + 1) & (keys.count - 1) }
    return index
  }
}
