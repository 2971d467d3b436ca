import MapClusters

/// The cells of a grid that several views of one statement share: each view brings its own row of them.
struct NumberedViews {
  private struct Cell: Hashable {
    let key: UInt64
    let view: Int
  }

  private var views: [(number: Int128, window: CellWindow?)] = []
  private var starts: [(index: Int, view: Int)] = []

  /// The windows for which the rows are complete; empty for the whole world.
  var windows: [CellWindow] { views.compactMap(\.window) }

  /// Takes down that rows from a index among the keys on are of a view.
  mutating func begin(_ start: CellRows.Start, number: Int128, at index: Int) {
    let known = views.firstIndex { $0.number == number && $0.window == start.window }
    if known == nil { views.append((number, start.window)) }
    starts.append((index, known ?? views.count - 1))
  }

  /// The rows without those that bring a cell once more.
  ///
  /// - Parameters:
  ///   - keys: places of cells; only those of the first row of each are left.
  ///   - rows: the numbers of their rows; likewise.
  ///   - cells: the rows' counts; repeated rows are left out of them.
  /// - Returns: the rows that were left out, and the first one whose cell its view has already, or another view with other
  ///   numbers: rows from there on are dropped. The problem has the earlier row in the index of its line.
  func joinEqual(
    _ keys: inout [UInt64], _ rows: inout [UInt32], _ cells: inout CellTable
  ) -> (leftOut: Set<Int>, fault: (row: Int, problem: CellTableError.Problem)?) {
    guard views.count > 1 else { return ([], nil) }
    // Both are looked up, never iterated.
    var first: [UInt64: (row: Int, view: Int)] = [:], repeated: [Cell: Int] = [:]
    first.reserveCapacity(keys.count)
    var left = 0
    defer {
      keys.removeLast(keys.count - left)
      rows.removeLast(rows.count - left)
    }
    var leftOut: Set<Int> = []
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1].index : keys.count
      for index in start.index..<end {
        let (key, row) = (keys[index], Int(rows[index]))
        guard let known = first[key] else {
          first[key] = (row, start.view)
          (keys[left], rows[left]) = (key, rows[index])
          left += 1
          continue
        }
        let cell = Cell(key: key, view: start.view)
        if let own = known.view == start.view ? known.row : repeated[cell] {
          return (leftOut, (row, .duplicate(line: own)))
        }
        guard cells.areEqual(known.row, row) else { return (leftOut, (row, .contradiction(line: known.row))) }
        repeated[cell] = row
        cells.leaveOut(row: row)
        leftOut.insert(row)
      }
    }
    return (leftOut, nil)
  }
}
