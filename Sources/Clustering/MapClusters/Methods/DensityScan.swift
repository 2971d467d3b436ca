import MapGeometry

/// DBSCAN on the world plane, across the antimeridian.
///
/// Points are sorted into cells so small that all points of one are neighbors; then cells, not points, are joined. The
/// answer is the original's: clusters in the order of their first core points, a border point in the first cluster
/// that reaches it.
///
/// - SeeAlso: M. Ester et al., "A density-based algorithm" (1996); A. Gunawan, "A faster algorithm for DBSCAN" (2013).
struct DensityScan {
  private let points: [FixedWorldPoint]
  private let square: Double
  private let minimumPoints: Int

  /// Points by cell, in input order within each.
  private let sorted: [Int]
  /// The start of each cell in ``sorted``; one more than there are cells.
  private let starts: [Int]
  private let cells: [(column: Int, row: Int)]
  /// The number of the cell by its key; looked up, never iterated.
  private let cellAt: [UInt64: Int]
  private let columns: Int
  /// The number of cells between neighbors at most.
  private let span: Int

  /// - Parameters:
  ///   - reach: how far a neighbor may be, in steps of the world, inclusive.
  ///   - minimumPoints: how many neighbors, itself included, make a core.
  init(_ points: [FixedWorldPoint], reach: Double, minimumPoints: Int) {
    self.points = points
    self.minimumPoints = minimumPoints
    square = reach * reach
    // Below one step only equal points are neighbors; beyond the world everyone is.
    let side = min(worldSteps, max(1, reach * 0.5.squareRoot() * (1 - 1e-9)))
    let columns = Int((worldSteps / side).rounded(.up))
    let cellSide = worldSteps / Double(columns)
    self.columns = columns
    span = Int(min(Double(columns), (reach / cellSide).rounded(.up)))
    // In steps: the compiler takes 18 s to find the types of one expression.
    var keys: [(key: UInt64, index: Int)] = []
    keys.reserveCapacity(points.count)
    for (index, point) in points.enumerated() {
      let (column, row) = (UInt64(Double(point.x) / cellSide), UInt64(Double(point.y) / cellSide))
      keys.append((row << 32 | column, index))
    }
    keys.sort { $0.key != $1.key ? $0.key < $1.key : $0.index < $1.index }
    var starts: [Int] = []
    var cells: [(column: Int, row: Int)] = []
    var cellAt: [UInt64: Int] = [:]
    for (index, entry) in keys.enumerated() where index == 0 || keys[index - 1].key != entry.key {
      cellAt[entry.key] = cells.count
      starts.append(index)
      cells.append((Int(entry.key & 0xffff_ffff), Int(entry.key >> 32)))
    }
    starts.append(keys.count)
    sorted = keys.map(\.index)
    (self.starts, self.cells, self.cellAt) = (starts, cells, cellAt)
  }

  /// The number of each point's cluster, ``Parts/noGroup`` for noise.
  ///
  /// - Complexity: O(*n* log *n*) for the sort, then O(*n* · `minimumPoints`) expected.
  func labels(isCancelled: () -> Bool) throws(ClusterError) -> [UInt32] {
    let neighbors = cells.indices.map { neighborCells(of: $0) }
    if isCancelled() { throw .cancelled }
    let isCore = cores(neighbors)
    if isCancelled() { throw .cancelled }
    let cores = cells.indices.map { cell in members(cell).filter { isCore[$0] } }
    let sets = joined(cores, neighbors)
    if isCancelled() { throw .cancelled }
    // A set's clusters are named by their first core point, then numbered in that order.
    var firstCore = [Int](repeating: .max, count: cells.count)
    for cell in cells.indices {
      if let first = cores[cell].first { firstCore[sets[cell]] = min(firstCore[sets[cell]], first) }
    }
    var first = [Int](repeating: .max, count: points.count)
    for cell in cells.indices {
      for point in members(cell) {
        if isCore[point] {
          first[point] = firstCore[sets[cell]]
          continue
        }
        for neighbor in neighbors[cell] where firstCore[sets[neighbor]] < first[point] {
          if cores[neighbor].contains(where: { areNeighbors(point, $0) }) {
            first[point] = firstCore[sets[neighbor]]
          }
        }
      }
    }
    var numbers = [UInt32](repeating: Parts.noGroup, count: points.count)
    var next: UInt32 = 0
    for point in points.indices where first[point] == point {
      numbers[point] = next
      next += 1
    }
    return first.map { $0 == .max ? Parts.noGroup : numbers[$0] }
  }

  private func members(_ cell: Int) -> ArraySlice<Int> { sorted[starts[cell]..<starts[cell + 1]] }

  private func areNeighbors(_ a: Int, _ b: Int) -> Bool {
    let east = Double(Int32(bitPattern: points[a].x &- points[b].x))
    let south = Double(Int64(points[a].y) - Int64(points[b].y))
    return east * east + south * south <= square
  }

  private func neighborCells(of cell: Int) -> [Int] {
    var found = [cell]
    let (column, row) = cells[cell]
    // Round the world no column is asked twice.
    let most = min(columns - 1, 2 * span)
    for south in -span...span where row + south >= 0 && row + south < columns {
      for offset in 0...most {
        let around = (column - span + offset + columns * 2) % columns
        let key = UInt64(row + south) << 32 | UInt64(around)
        if let neighbor = cellAt[key], neighbor != cell { found.append(neighbor) }
      }
    }
    return found
  }

  private func cores(_ neighbors: [[Int]]) -> [Bool] {
    var isCore = [Bool](repeating: false, count: points.count)
    for cell in cells.indices {
      let own = starts[cell + 1] - starts[cell]
      for point in members(cell) {
        var count = own
        search: for neighbor in neighbors[cell].dropFirst() {
          if count >= minimumPoints { break }
          for other in members(neighbor) where areNeighbors(point, other) {
            count += 1
            if count >= minimumPoints { break search }
          }
        }
        isCore[point] = count >= minimumPoints
      }
    }
    return isCore
  }

  /// The set of each cell: cells are in one set where their core points reach each other.
  private func joined(_ cores: [[Int]], _ neighbors: [[Int]]) -> [Int] {
    var sets = DisjointSets(count: cells.count)
    for cell in cells.indices where !cores[cell].isEmpty {
      for neighbor in neighbors[cell] where neighbor < cell && !cores[neighbor].isEmpty {
        guard sets.root(of: cell) != sets.root(of: neighbor), reach(cores[cell], cores[neighbor]) else {
          continue
        }
        sets.join(cell, neighbor)
      }
    }
    return cells.indices.map { sets.root(of: $0) }
  }

  private func reach(_ one: [Int], _ other: [Int]) -> Bool {
    // Two full cells just out of reach would compare each with each: first those go that are too far from all.
    let near = one.count * other.count > 1024 ? edge(of: one, toward: other) : one
    let far = near.count * other.count > 1024 ? edge(of: other, toward: near) : other
    return near.contains { point in far.contains { areNeighbors(point, $0) } }
  }

  /// The points that reach the box which holds the others.
  private func edge(of points: [Int], toward others: [Int]) -> [Int] {
    guard let first = others.first else { return [] }
    let origin = self.points[first]
    func offset(_ point: Int) -> (east: Double, south: Double) {
      (
        Double(Int32(bitPattern: self.points[point].x &- origin.x)),
        Double(Int64(self.points[point].y) - Int64(origin.y))
      )
    }
    var box = Extent<Double>()
    for other in others {
      let offset = offset(other)
      box.include(offset.east, offset.south)
    }
    // Where the box is half a world wide its two sides are the same.
    guard box.maxX - box.minX < worldSteps / 4 else { return points }
    return points.filter { point in
      let offset = offset(point)
      let aside = max(0, box.minX - offset.east, offset.east - box.maxX)
      let along = max(0, box.minY - offset.south, offset.south - box.maxY)
      return aside * aside + along * along <= square
    }
  }
}
