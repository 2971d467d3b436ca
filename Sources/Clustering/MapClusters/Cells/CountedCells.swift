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
    var rows: [Counted] = []
    for (index, counter) in counters.enumerated() {
      for number in 0..<counter.cellCount {
        let cell = counter.cell(number)
        rows.append(
          Counted(
            key: cell.key, first: counter.firsts[number], sum: cell.sum,
            numbers: counter.numbers.isEmpty ? nil : counter.numbers[number],
            longitude: counter.firstLongitudes.isEmpty ? nil : counter.firstLongitudes[number],
            origin: .init(counter: index, isAlone: false, number: number)))
      }
    }
    // Parts of one cell follow one another, the first part first.
    rows.sort { ($0.key, $0.first) < ($1.key, $1.first) }
    var joined: [Counted] = []
    for row in rows {
      if let last = joined.indices.last, joined[last].key == row.key {
        joined[last].sum.add(row.sum)
        if let other = row.numbers { joined[last].numbers?.add(other) }
      } else {
        joined.append(row)
      }
    }
    for (index, counter) in counters.enumerated() {
      for (number, point) in counter.alone.enumerated() {
        joined.append(
          Counted(
            point, about: counter.grid.middleUnits, .init(counter: index, isAlone: true, number: number)))
      }
    }
    joined.sort { $0.first < $1.first }
    var table = CellTable()
    table.reserve(joined.count)
    table.namesPoints = true
    var (keys, numbers): ([UInt64], [UInt32]) = ([], [])
    for (number, var row) in joined.enumerated() {
      if row.sum.count == 1, let longitude = row.longitude {
        // A point that stays alone stands where it is, to the last bit: turns added and taken away would leave theirs.
        (row.sum.box.minX, row.sum.box.maxX) = (longitude, longitude)
      }
      table.append(row.sum, first: rank(row.first.base) + Int(row.first.row))
      if let numbers = row.numbers { table.numbers.append(numbers) }
      if row.origin.isAlone {
        table.aloneRows.append(UInt32(number))
      } else {
        keys.append(row.key)
        numbers.append(UInt32(number))
      }
    }
    let window = CellWindow(ofView: counters[0].grid)
    table.view = counters[0].view
    _ = table.add(
      .cells(worldColumns: window.worldColumns), windows: [window], keys: keys, rows: numbers)
    return (table, joined.map(\.origin))
  }

  fileprivate struct Counted {
    let key: UInt64
    let first: CellCounter.First
    var sum: CoarserCells.Part
    var numbers: NumberSummary?
    /// Of its first point, where sums are of longitudes that are not wrapped.
    let longitude: Double?
    let origin: CellCounter.Origin
  }
}

extension CellTable.Counted {
  init(_ point: CellCounter.Alone, about middleUnits: Int64, _ origin: CellCounter.Origin) {
    let longitude = Coordinate.wrappedLongitude(point.place.longitude)
    let units = SIMD2(CellSum.units(point.place.latitude), CellSum.units(longitude) - middleUnits)
    var sum = CoarserCells.Part()
    (sum.count, sum.latitudes, sum.longitudes) = (1, Int128(units[0]), Int128(units[1]))
    sum.box.include(longitude, point.place.latitude)
    if let weight = point.weight.map(WeightSum.units) {
      var weighted = WeightSum()
      weighted.add(weight, latitude: units[0], longitude: units[1])
      sum.weight = weighted
    }
    self.init(key: 0, first: point.first, sum: sum, numbers: point.numbers, longitude: nil, origin: origin)
  }
}
