public import MapClusters
public import MapFeatures
public import JSONDocument

/// Why a table is no table of cells.
public struct CellTableError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A fault of a table of cells.
  public enum Problem: Hashable, Sendable {
    /// The table cannot be read at all.
    case unreadable(FeatureProblem)
    /// No columns hold a place.
    case noPlace(names: [String])
    /// Counted points among which are records that are none.
    case notPoints(String)
    /// H3 cells, whose places only the engine knows.
    case h3(String)
    /// A column that must be there is not.
    case noColumn(String, of: String, names: [String])
    /// A column that would be read as two things.
    case usedTwice(String)
    /// One name for two columns.
    case ambiguous(String)
    /// A field that must not be empty.
    case empty(String)
    /// A count below 1.
    case badCount(Int128)
    /// Cells along the world that are none.
    case badCells(Int128)
    /// A cell that is not on the world.
    case outside(column: Int128, row: Int128, worldColumns: Int)
    /// A cell that is not among those of the view that its row was counted for.
    case outsideWindow(column: Int, row: Int)
    /// A text that is no cell.
    case noCell(String, column: String)
    /// Sums that so many points cannot have.
    case badSum(String)
    /// Sums whose mean lies outside of the cell.
    case misplaced(String)
    /// A mean that lies outside of the cell.
    case misplacedMean
    /// A box that does not hold the mean of the cell's points.
    case boxBeside
    /// A box that is no part of the cell.
    case boxBeyond
    /// A box that holds nothing.
    case badBox
    /// A weight that is negative.
    case badWeight(String)
    /// A number that counts, or names a view, and is negative.
    case negative(String)
    /// So many points whose weights no statement sums.
    case unsummed(Int128, weight: String)
    /// Cells of another grid than the first ones'.
    case mixed(Int, first: Int, line: Int)
    /// A geohash of another length than the first one.
    case mixedGeohashes(Int, first: Int, line: Int)
    /// A cell that an earlier row has already.
    case duplicate(line: Int)
    /// A cell that an earlier row has for another view, with other counts or sums.
    case contradiction(line: Int)
    /// More rows than are numbered.
    case tooMany(Int)
    /// Points are summed for a view, and none is named.
    case noView
    /// The request that points were counted for cannot be answered, or their weights cannot be summed.
    case uncountable(ClusterError)
  }

  /// The fault of the table.
  public let problem: Problem
  /// The position; `nil` for the table as a whole.
  public let position: TextPosition?
  /// The row, from 1, in a database, which has no lines, or among records of one line.
  private let row: Int?
  private let unit: String

  /// - Parameters:
  ///   - row: a record that shares its line with others, or stands in none that is known; numbers in it are of rows, too.
  ///   - unit: what such numbers count.
  init(_ problem: Problem, line: Int? = nil, row: Int? = nil, of unit: String = "line") {
    (self.problem, self.row, self.unit) = (problem, row, unit)
    position = line.map { TextPosition(line: $0, column: 1) }
  }

  /// A table that cannot be read at all.
  public init(_ error: FeatureError) {
    (problem, position, row, unit) = (.unreadable(error.problem), error.position, nil, "line")
  }

  /// Returns the error for rows of a database that came as lines of text.
  package func ofRows() -> CellTableError { CellTableError(problem, row: position?.line, of: "row") }

  /// Returns the error for records that were written as lines of text.
  func ofRecords() -> CellTableError { CellTableError(problem, row: position?.line, of: "record") }

  /// The fault and what to do, in one line, without the place; of a database with the row.
  public var description: String { text.description }

  /// The fault and what to do, its settings named and not spelled.
  public var text: SettingText {
    let row = row.map { "\(unit) \($0): " } ?? ""
    return switch problem {
    case .unreadable(let problem): "\(row)\(problem.text)"
    case .unsummed(let count, let name):
      "\(row)\(escapedForMessage(name)) of \(count == 1 ? "1 point" : "\(count) points") is below 0, above 1e12 or no number; look at the rows, clustersnap sql \(command: "audit") counts them, and correct them or leave them out with \(command: "where")"
    default: "\(row)\(problemText)"
    }
  }

  private static func form(of column: String) -> String? {
    switch column {
    case "quadbin": "a whole number of the quadbin index, zoom 0 to 26"
    case "quadkey": "a digit of 0 to 3 for each zoom, at most 29"
    case "tile z/x/y": "a text such as 14/8800/5373"
    case "zoom": "0 to 29"
    case "geohash": "at most 22 digits and letters without a, i, l and o"
    case "place": "degrees of -540...540 and -90...90"
    default: nil
    }
  }

  private var problemText: String {
    switch problem {
    case .unreadable, .unsummed: text.description
    case .noPlace(let names):
      "no cells in the columns \(listForMessage(names)); expected cell_x, cell_y and n, or quadbin, quadkey, z with x and y, geohash, longitude and latitude, or points with their point_count"
    case .notPoints(let reason): "these are not all counted points: \(reason); every record needs a place"
    case .h3(let name):
      "the cells of column \(escapedForMessage(name)) are H3, whose places the engine knows; add h3_cell_to_lng(\(name)) AS longitude and h3_cell_to_lat(\(name)) AS latitude to the query"
    case .noColumn(let name, let purpose, let names):
      "there is no column \(escapedForMessage(name)) \(purpose); \(nameAdvice(name, among: names))"
    case .usedTwice(let name):
      "column \(escapedForMessage(name)) already has a meaning in a table of cells; weigh by another"
    case .ambiguous(let name): "two columns are named \(escapedForMessage(name)); rename one"
    case .empty(let name): "\(escapedForMessage(name)) is empty; every row needs it"
    case .badCount(let count): "a count of \(count) points makes no cell; leave the row out"
    case .badCells(let count): "\(count) cells along the world make no grid; expected 1 to 536870912"
    case .outside(let column, let row, let columns):
      "column \(column), row \(row) is no cell of a world of \(columns) along each side"
    case .outsideWindow(let column, let row):
      "column \(column), row \(row) is no cell of the view that from_x, cells_x, from_y and cells_y name; take all columns from one statement"
    case .noCell(let text, let column):
      "\(escapedForMessage(text)) is no \(column) of a cell\(CellTableError.form(of: column).map { "; expected " + $0 } ?? "")"
    case .badSum(let name):
      "\(escapedForMessage(name)) is more than so many points can sum up to; are these 1e-8 degrees?"
    case .misplaced(let name):
      "\(escapedForMessage(name)) has its mean outside of the cell; sum the degrees of the cell's own points, times 1e8"
    case .misplacedMean:
      "the mean at longitude and latitude lies outside of the cell; take both of the cell's own points, in degrees"
    case .boxBeside:
      "the box does not hold the mean of the cell's points; take west, south, east and north of the same points"
    case .boxBeyond:
      "the box reaches beyond the cell; take west, south, east and north of the cell's own points"
    case .badBox: "the box has its edges in the wrong order, or lies outside of the world"
    case .badWeight(let name): "\(escapedForMessage(name)) is below 0; weights must not be"
    case .negative(let name):
      "\(escapedForMessage(name)) is below 0; expected a whole number from 0, as clustersnap sql numbers and counts"
    case .mixed(let columns, let first, let line):
      "a cell of \(columns) along the world, where \(unit) \(line) has \(first); draw one zoom, or one view, from a table"
    case .mixedGeohashes(let length, let first, let line):
      "a geohash of \(length == 1 ? "1 character" : "\(length) characters"), where \(unit) \(line) has \(first); draw one length from a table"
    case .duplicate(let line): "this cell is in \(unit) \(line) already; group by cell once"
    case .contradiction(let line):
      "this cell has other counts or sums in \(unit) \(line), for another view; take all views from one statement"
    case .tooMany(let count): "\(count) rows are more than the 4000000000 that are numbered"
    case .noView: "points are summed into the cells of a view while they are read; name the view"
    case .uncountable(let error): error.description
    }
  }
}
