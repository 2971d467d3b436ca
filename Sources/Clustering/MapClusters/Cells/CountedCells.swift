import MapGeometry

extension CellCounter {
  /// The origin of a row of a table of counted cells.
  public struct Origin: Hashable, Sendable {
    /// The index of the counter.
    public let counter: Int
    /// True if the row is a point that is never clustered.
    public let isAlone: Bool
    /// The number of the cell, or of the point that is never clustered, in the order in which the counter met them.
    public let number: Int
  }
}

extension CellTable {
  /// The cells that counters of one view have counted, in the order of the input.
  ///
  /// - Parameters:
  ///   - counters: at least one, all of the same view.
  ///   - rank: how many points that take part come before those added after a number of points.
  /// - Returns: a table with a row for each cell and for each point that is never clustered, and where each row's first
  ///   point was counted.
  /// - Throws: ``ClusterError/tooHeavy(_:)`` for more weight than is summed exactly.
  /// - Complexity: O(*cells* · log *cells*).
  public static func counted(
    by counters: [CellCounter], rank: (_ base: Int) -> Int
  ) throws(ClusterError) -> (table: CellTable, origins: [CellCounter.Origin]) {
    let weight = counters.reduce(0) { $0 + $1.totalWeight }
    guard weight <= WeightSum.limit else { throw .tooHeavy(weight) }
    // Sums stay with the counters: fine cells are many, and their parts are sorted twice.
    var parts: [Counted] = []
    for (index, counter) in counters.enumerated() {
      for number in 0..<counter.cellCount {
        parts.append(
          Counted(
            key: counter.key(number), first: counter.firsts[number],
            origin: .init(counter: index, isAlone: false, number: number)))
      }
    }
    // Parts of one cell follow one another, the first part first.
    parts.sort { ($0.key, $0.first) < ($1.key, $1.first) }
    var cells: [Range<Int>] = []
    for index in parts.indices {
      if let last = cells.last, parts[last.lowerBound].key == parts[index].key {
        cells[cells.count - 1] = last.lowerBound..<index + 1
      } else {
        cells.append(index..<index + 1)
      }
    }
    for (index, counter) in counters.enumerated() {
      for (number, point) in counter.alone.enumerated() {
        cells.append(parts.count..<parts.count + 1)
        parts.append(
          Counted(
            key: 0, first: point.first, origin: .init(counter: index, isAlone: true, number: number)))
      }
    }
    cells.sort { parts[$0.lowerBound].first < parts[$1.lowerBound].first }
    var table = CellTable()
    table.reserve(cells.count)
    table.namesPoints = true
    var (keys, numbers): ([UInt64], [UInt32]) = ([], [])
    for (number, cell) in cells.enumerated() {
      let part = parts[cell.lowerBound]
      var (sum, summary) = counters[part.origin.counter].sums(of: part.origin)
      for other in parts[cell].dropFirst() {
        let (otherSum, otherSummary) = counters[other.origin.counter].sums(of: other.origin)
        sum.add(otherSum)
        if let otherSummary { summary?.add(otherSummary) }
      }
      let longitudes = counters[part.origin.counter].firstLongitudes
      if sum.count == 1, !part.origin.isAlone, !longitudes.isEmpty {
        // A point that stays alone stands where it is, to the last bit: turns added and taken away would leave theirs.
        let longitude = longitudes[part.origin.number]
        (sum.box.minX, sum.box.maxX) = (longitude, longitude)
      }
      table.append(sum, first: rank(part.first.base) + Int(part.first.row))
      if let summary { table.numbers.append(summary) }
      if part.origin.isAlone {
        table.aloneRows.append(UInt32(number))
      } else {
        keys.append(part.key)
        numbers.append(UInt32(number))
      }
    }
    let window = CellWindow(ofView: counters[0].grid)
    table.view = counters[0].view
    _ = table.add(
      .cells(worldColumns: window.worldColumns), windows: [window], keys: keys, rows: numbers)
    return (table, cells.map { parts[$0.lowerBound].origin })
  }

  private struct Counted {
    let key: UInt64
    let first: CellCounter.First
    let origin: CellCounter.Origin
  }
}

extension CellCounter {
  /// The sums of a cell or of a point that is never clustered, and what its numbers come to.
  fileprivate func sums(of origin: Origin) -> (CoarserCells.Part, NumberSummary?) {
    guard origin.isAlone else { return (sum(origin.number), numbers.isEmpty ? nil : numbers[origin.number]) }
    let point = alone[origin.number]
    let longitude = Coordinate.wrappedLongitude(point.coordinate.longitude)
    let units = SIMD2(CellSum.units(point.coordinate.latitude), CellSum.units(longitude) - grid.middleUnits)
    var sum = CoarserCells.Part()
    (sum.count, sum.latitudes, sum.longitudes) = (1, Int128(units[0]), Int128(units[1]))
    sum.box.include(longitude, point.coordinate.latitude)
    if let weight = point.weight.map(WeightSum.units) {
      var weighted = WeightSum()
      weighted.add(weight, latitude: units[0], longitude: units[1])
      sum.weight = weighted
    }
    return (sum, point.numbers)
  }
}
