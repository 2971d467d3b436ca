import MapClusters
import MapFeatures

extension CellRows {
  struct Row {
    let wholes: [[Int64]]
    let large: [[Int: Int128]]
    let numbers: [[Double]]
    let texts: [[String]]
    let columns: CellColumns
    /// The number of the row in the run.
    var row = 0

    init(_ columns: CellColumns, _ run: ColumnTable.Run) {
      // Arrays of their own: reading a value does not retain the other arrays of its column.
      wholes = run.columns.map(\.wholes)
      large = run.columns.map(\.large)
      numbers = run.columns.map(\.numbers)
      texts = run.columns.map(\.texts)
      self.columns = columns
    }

    @inline(__always) func whole(_ column: Int?) -> Int128? {
      guard let column else { return nil }
      return ColumnTable.Values.whole(wholes[column][row]) ?? large[column][row]
    }
    func needed(_ column: Int?, _ name: StaticString) throws(CellTableError.Problem) -> Int128 {
      guard let value = whole(column) else { throw .empty("\(name)") }
      return value
    }
    func edges() -> (west: Double, south: Double, east: Double, north: Double)? {
      guard !columns.box.isEmpty else { return nil }
      let box = columns.box
      let west = numbers[box[0]][row], south = numbers[box[1]][row]
      let east = numbers[box[2]][row], north = numbers[box[3]][row]
      return (west + south + east + north).isNaN ? nil : (west, south, east, north)
    }
    func number(_ column: Int?) -> Double { column.map { numbers[$0][row] } ?? .nan }
    func text(_ column: Int?, _ name: StaticString) throws(CellTableError.Problem) -> String {
      guard let text = column.map({ texts[$0][row] }), !text.isEmpty else { throw .empty("\(name)") }
      return text
    }
    func sum(_ sum: CellColumns.Sum) throws(CellTableError.Problem) -> Int128 {
      if let whole = sum.whole { return try needed(whole, sum.name) }
      var total = sum.top == nil ? 0 : try needed(sum.top, sum.name)
      for part in [sum.high, sum.low] {
        let (product, isTooLarge) = total.multipliedReportingOverflow(by: 4_294_967_296)
        let (next, isFar) = product.addingReportingOverflow(try needed(part, sum.name))
        guard !isTooLarge, !isFar else { throw .badSum("\(sum.name)") }
        total = next
      }
      return total
    }
    func summary() throws(CellTableError.Problem) -> NumberSummary? {
      guard let numberCount = columns.numberCount else { return nil }
      let count = try needed(numberCount, "the count of numbers")
      let numberExtremes = columns.numberExtremes
      guard count > 0, numberExtremes.count == 2 else { return NumberSummary() }
      var sum = ExactSum()
      for (column, part) in zip(columns.numberParts, NumberField.parts) {
        sum.add(try needed(column, "the sum of numbers"), exponent: part.exponent)
      }
      return NumberSummary(
        count: Int(clamping: count), sum: sum, least: numbers[numberExtremes[0]][row],
        greatest: numbers[numberExtremes[1]][row])
    }
    func viewNumber() throws(CellTableError.Problem) -> Int128? {
      guard let view = columns.view else { return nil }
      let number = try needed(view, "view_number")
      if number < 0 { throw .negative("view_number") }
      return number
    }
    func window(of worldColumns: Int128) throws(CellTableError.Problem) -> CellWindow? {
      guard !columns.window.isEmpty else { return nil }
      func cells(_ place: Int) throws(CellTableError.Problem) -> Int {
        let value = try needed(self.columns.window[place], "from_x")
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
