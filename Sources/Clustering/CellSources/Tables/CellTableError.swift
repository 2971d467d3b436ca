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
    /// The request that points were counted for cannot be answered, or their weights cannot be summed.
    case uncountable(ClusterError)
    /// Any other fault, and what to do.
    case other(SettingText)
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
  public var text: SettingText { "\(row.map { "\(unit) \($0): " } ?? "")\(problemText)" }

  private var problemText: SettingText {
    switch problem {
    case .unreadable(let problem): problem.text
    case .noPlace(let names):
      "no cells in the columns \(listForMessage(names)); expected cell_x, cell_y and n, or quadbin, quadkey, z with x and y, geohash, longitude and latitude, or points with their point_count"
    case .unsummed(let count, let name):
      "\(escapedForMessage(name)) of \(count == 1 ? "1 point" : "\(count) points") is below 0, above 1e12 or no number; look at the rows, clustersnap sql \(command: "audit") counts them, and correct them or leave them out with \(command: "where")"
    case .mixed(let columns, let first, let line):
      "a cell of \(columns) along the world, where \(unit) \(line) has \(first); draw one zoom, or one view, from a table"
    case .mixedGeohashes(let length, let first, let line):
      "a geohash of \(length == 1 ? "1 character" : "\(length) characters"), where \(unit) \(line) has \(first); draw one length from a table"
    case .duplicate(let line): "this cell is in \(unit) \(line) already; group by cell once"
    case .contradiction(let line):
      "this cell has other counts or sums in \(unit) \(line), for another view; take all views from one statement"
    case .uncountable(let error): SettingText(error.description)
    case .other(let text): text
    }
  }
}

// Faults that several places report.
extension CellTableError.Problem: Error {
  static func notPoints(_ reason: String) -> Self {
    .other("these are not all counted points: \(reason); every record needs a place")
  }
  static func empty(_ name: String) -> Self {
    .other("\(escapedForMessage(name)) is empty; every row needs it")
  }
  static func badCount(_ count: Int128) -> Self {
    .other(
      count > 0
        ? "a count of \(count) points is more than the 2^53 that are counted exactly; make the cells smaller"
        : "a count of \(count) points makes no cell; leave the row out")
  }
  static func badCells(_ count: Int128) -> Self {
    .other("\(count) cells along the world make no grid; expected 1 to 536870912")
  }
  static func noCell(_ text: String, column: String, _ expected: String) -> Self {
    .other("\(escapedForMessage(text)) is no \(column) of a cell; expected \(expected)")
  }
  static func badSum(_ name: String) -> Self {
    .other("\(escapedForMessage(name)) is more than so many points can sum up to; are these 1e-8 degrees?")
  }
  static func misplaced(_ name: String) -> Self {
    .other(
      "\(escapedForMessage(name)) has its mean outside of the cell; sum the degrees of the cell's own points, times 1e8"
    )
  }
  static func badWeight(_ name: String) -> Self {
    .other("\(escapedForMessage(name)) is below 0; weights must not be")
  }
  static func negative(_ name: String) -> Self {
    .other(
      "\(escapedForMessage(name)) is below 0; expected a whole number from 0, as clustersnap sql numbers and counts"
    )
  }
  static let badBox = other("the box has its edges in the wrong order, or lies outside of the world")
  static let boxBeside = other(
    "the box does not hold the mean of the cell's points; take west, south, east and north of the same points"
  )
}
