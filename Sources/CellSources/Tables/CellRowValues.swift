import MapClusters
import MapFeatures

extension CellRows {
  /// The columns of a run by role, found once.
  struct Row {
    let wholes: [[Int64]]
    let large: [[Int: Int128]]
    let numbers: [[Double]]
    let texts: [[String]]
    let x, y, n, z, cell, view, count, longitude, latitude, first, badWeights: Int?
    let window, box: [Int]
    let sums: [Sum]
    let weights: [Sum]
    let plainWeight: Int?
    /// How many numbers a row carries, their sum in parts, the least and the greatest one; `nil` where it carries none.
    let numberCount: Int?
    let numberParts: [Int], numberExtremes: [Int]

    /// A sum in one column, or in two halves, with the multiples of 2^64 in a third part where it is there.
    struct Sum {
      let name: StaticString
      let whole, top, high, low: Int?
      /// Whether the table has it.
      var isThere: Bool { whole != nil || (high != nil && low != nil) }
    }

    init(_ columns: CellColumns, _ run: ColumnTable.Run) {
      // Arrays of their own: reading a value does not retain the other arrays of its column.
      wholes = run.columns.map(\.wholes)
      large = run.columns.map(\.large)
      numbers = run.columns.map(\.numbers)
      texts = run.columns.map(\.texts)
      let place = { (role: String) in columns.values[role] }
      (x, y, n, z, cell) = (place("x"), place("y"), place("n"), place("z"), place("cell"))
      (count, first, plainWeight) = (place("count"), place("first"), place("w_plain"))
      (view, badWeights) = (place("view"), place("w_bad"))
      (longitude, latitude) = (place("longitude"), place("latitude"))
      numberCount = place(NumberField.countName)
      numberParts = NumberField.parts.compactMap { place($0.name) }
      numberExtremes = NumberField.extremes.compactMap(place)
      let windowRoles = ["from_x", "cells_x", "from_y", "cells_y"]
      window = columns.has(windowRoles) ? windowRoles.compactMap(place) : []
      let boxRoles = ["west", "south", "east", "north"]
      box = columns.has(boxRoles) ? boxRoles.compactMap(place) : []
      func sum(_ name: StaticString) -> Sum {
        let role = "\(name)"
        return Sum(
          name: name, whole: place(role), top: place(role + "_top"), high: place(role + "_high"),
          low: place(role + "_low"))
      }
      let sums = [sum("lon_e8"), sum("lat_e8")]
      self.sums = sums.allSatisfy(\.isThere) ? sums : []
      let weights = [sum("w"), sum("w_lon"), sum("w_lat")]
      self.weights = weights.allSatisfy(\.isThere) ? weights : []
    }

    @inline(__always)
    func whole(_ column: Int?, _ row: Int) -> Int128? {
      guard let column else { return nil }
      return ColumnTable.Values.whole(wholes[column][row]) ?? large[column][row]
    }
    func needed(_ column: Int?, _ row: Int, _ name: StaticString) throws(CellTableError.Problem) -> Int128 {
      guard let value = whole(column, row) else { throw .empty("\(name)") }
      return value
    }
    /// The box of a row; `nil` where an edge is missing.
    func edges(_ row: Int) -> (west: Double, south: Double, east: Double, north: Double)? {
      guard !box.isEmpty else { return nil }
      let west = numbers[box[0]][row], south = numbers[box[1]][row]
      let east = numbers[box[2]][row], north = numbers[box[3]][row]
      return (west + south + east + north).isNaN ? nil : (west, south, east, north)
    }
    func number(_ column: Int?, _ row: Int) -> Double {
      column.map { numbers[$0][row] } ?? .nan
    }
    func text(
      _ column: Int?, _ row: Int, _ name: StaticString
    ) throws(CellTableError.Problem) -> String {
      guard let text = column.map({ texts[$0][row] }), !text.isEmpty else { throw .empty("\(name)") }
      return text
    }
    func sum(_ sum: Sum, _ row: Int) throws(CellTableError.Problem) -> Int128 {
      if let whole = sum.whole { return try needed(whole, row, sum.name) }
      var total = sum.top == nil ? 0 : try needed(sum.top, row, sum.name)
      for part in [sum.high, sum.low] {
        let (product, isTooLarge) = total.multipliedReportingOverflow(by: 4_294_967_296)
        let (next, isFar) = product.addingReportingOverflow(try needed(part, row, sum.name))
        guard !isTooLarge, !isFar else { throw .badSum("\(sum.name)") }
        total = next
      }
      return total
    }
    /// What the numbers of a row's points come to; `nil` where rows carry none.
    func summary(_ row: Int) throws(CellTableError.Problem) -> NumberSummary? {
      guard let numberCount else { return nil }
      let count = try needed(numberCount, row, "the count of numbers")
      guard count > 0, numberExtremes.count == 2 else { return NumberSummary() }
      var sum = ExactSum()
      for (column, part) in zip(numberParts, NumberField.parts) {
        sum.add(try needed(column, row, "the sum of numbers"), exponent: part.exponent)
      }
      return NumberSummary(
        count: Int(clamping: count), sum: sum, least: numbers[numberExtremes[0]][row],
        greatest: numbers[numberExtremes[1]][row])
    }
    /// The number of a row's view; `nil` where the table numbers none.
    func viewNumber(_ row: Int) throws(CellTableError.Problem) -> Int128? {
      guard let view else { return nil }
      let number = try needed(view, row, "view_number")
      if number < 0 { throw .negative("view_number") }
      return number
    }
    /// The window that a row's view has; `nil` where the table has none.
    func window(_ row: Int, of worldColumns: Int128) throws(CellTableError.Problem) -> CellWindow? {
      guard !window.isEmpty else { return nil }
      func cells(_ place: Int) throws(CellTableError.Problem) -> Int {
        let value = try needed(window[place], row, "from_x")
        guard value >= 0, value <= 536_870_912 else { throw .badCells(value) }
        return Int(value)
      }
      let (firstColumn, columns, firstRow, rows) = (try cells(0), try cells(1), try cells(2), try cells(3))
      guard worldColumns >= 1, worldColumns <= 536_870_912 else { throw .badCells(worldColumns) }
      return CellWindow(
        worldColumns: Int(worldColumns), firstColumn: firstColumn, columns: columns, firstRow: firstRow,
        rows: rows)
    }
  }
}
