public import MapClusters

/// A statement that counts a table's points by the cells of views, or of all views at once.
///
/// The cells are those that the clusterer finds: longitudes are brought into one turn, places become 32-bit steps of the
/// world, sums are whole numbers. The result is a table of cells for ``ReadCells``.
public struct GridQuery: Sendable {
  /// A view and the cells it considers.
  public struct View: Hashable, Sendable {
    /// The view's name in the result; `nil` for none.
    public var name: String?
    /// The cells that are counted.
    public var window: CellWindow

    /// A view by its cells.
    public init(name: String?, window: CellWindow) { (self.name, self.window) = (name, window) }
  }

  /// The cells that are counted.
  public enum Cells: Hashable, Sendable {
    /// The cells of views, at least one.
    case views([View])
    /// All tiles of a zoom, `0...29`: cells of which those of smaller zooms are made.
    case pyramid(zoom: Int)
  }

  /// The weight of a point whose weight is null.
  public enum MissingWeight: Hashable, Sendable {
    /// A number from 0 on.
    case count(Double)
    /// It is left out.
    case skip
  }

  /// The largest weight that statements sum: times 1e6 and degrees in 1e-8, billions of them together fit 128 bits.
  public static let largestWeight = 1e12

  /// A column that weighs points. What is no number, below 0 or above ``largestWeight`` is not summed but counted, in the
  /// column `NAME_e6_bad`, and ``ReadCells`` refuses it.
  public struct Weight: Hashable, Sendable {
    /// The column's name in the table.
    public var column: String
    /// The weight of a point that has none.
    public var missing: MissingWeight

    /// A column that weighs points.
    public init(_ column: String, missing: MissingWeight = .count(0)) {
      (self.column, self.missing) = (column, missing)
    }
  }

  /// A number that cells carry of a column beside counts: `NAME_sum`, `NAME_count` of the numbers that are there,
  /// `NAME_min`, `NAME_max`; and, where an engine's columns may hold them, how many texts are no numbers, `NAME_bad`.
  public struct Aggregate: Hashable, Sendable {
    /// The rule that makes one number of a cell's.
    public enum Rule: String, Hashable, Sendable, CaseIterable {
      /// Their sum, their mean, the least or the greatest.
      case sum, mean, min, max

      /// The suffixes of an answer's columns: a mean is a sum and a count, so that cells can be joined.
      public var suffixes: [String] {
        switch self {
        case .sum: ["_sum"]
        case .mean: ["_sum", "_count"]
        case .min: ["_min"]
        case .max: ["_max"]
        }
      }
    }

    /// The rule that makes one number of a cell's.
    public var rule: Rule
    /// The column's name in the table.
    public var column: String

    /// The names of an answer's columns.
    public var names: [String] { rule.suffixes.map { column + $0 } }
    var badName: String { column + "_bad" }

    /// A number of a column.
    public init(_ rule: Rule, of column: String) { (self.rule, self.column) = (rule, column) }
  }

  /// The SQL of the engine.
  public var dialect: SQLDialect
  /// The table's name, its parts between dots.
  public var table: String
  /// The replacement of the table's name, such as a statement in parentheses with a name behind it.
  package var relation: String?
  /// The columns of degrees.
  public var longitude: String, latitude: String
  /// The column of points, in place of those of degrees; `nil` where there is none.
  ///
  /// Places are longitudes and latitudes of WGS 84; those of other reference systems are brought there by PostGIS alone. A
  /// geometry that is no point, or an empty one, is not counted.
  public private(set) var geometry: String?
  /// The cells that are counted.
  public var cells: Cells
  /// The column that names single points.
  public var identifier: String?
  /// A column of whole numbers that orders records: cells are drawn by its least value.
  public var order: String?
  /// The columns that weigh points.
  public var weights: [Weight] = []
  /// The aggregates of columns that cells carry beside counts.
  public var aggregates: [Aggregate] = []
  package var numbers: NumberField?
  /// The columns whose values single points keep.
  public var singleColumns: [String] = []
  /// Those of them that are true or false, in engines where such values have no least one.
  package var logicalColumns: Set<String> = []
  /// True if the columns of coordinates are known to hold numbers, which need no cast.
  var hasNumbers = false
  /// True if a view without points has a row of its window with a count of 0, so that a table bears all its views.
  package var marksEmptyViews = true
  /// The column of ``relation`` that is 1 where a geometry is no point; `nil` where there is none.
  package var others: String?
  /// A condition in the engine's SQL, taken as it is.
  public var condition: String?

  /// A statement over a table.
  public init(_ dialect: SQLDialect, table: String, longitude: String, latitude: String, cells: Cells) {
    (self.dialect, self.table, self.cells) = (dialect, table, cells)
    (self.longitude, self.latitude) = (longitude, latitude)
  }

  /// A statement over a table with a column of points.
  ///
  /// - Returns: `nil` for SQLite, which knows no geometries.
  public init?(_ dialect: SQLDialect, table: String, geometry: String, cells: Cells) {
    guard GeometryField(geometry, dialect) != nil else { return nil }
    self.init(dialect, table: table, longitude: "cs_longitude", latitude: "cs_latitude", cells: cells)
    self.geometry = geometry
  }

  /// True if a column of the answer has a name already, in any case, so that single points cannot keep a column of it.
  ///
  /// - Parameter name: a column's of the table.
  public static func isTaken(_ name: String) -> Bool {
    ["longitude", "lon", "lng", "latitude", "lat"].contains(name.lowercased()) || isTakenByCells(name)
  }

  /// The prefix of columns of single points whose own names are those of cells.
  private static let singlePrefix = "cs_own_"

  /// The name in an answer of a column of single points, see ``CellRequest/isAnswer``: another one where cells have its own.
  static func answerName(ofColumn name: String) -> String {
    isTakenByCells(name) ? singlePrefix + name : name
  }

  /// A column's name in its table, from that in an answer.
  static func columnName(ofAnswer name: String) -> String {
    name.hasPrefix(singlePrefix) ? String(name.dropFirst(singlePrefix.count)) : name
  }

  /// A coordinate as a double.
  func coordinate(_ field: String) -> String {
    hasNumbers ? dialect.asDouble(field) : dialect.asCoordinate(field)
  }

  private static func isTakenByCells(_ name: String) -> Bool {
    let name = name.lowercased()
    if name.hasPrefix(NumberField.prefix) || name.hasPrefix(singlePrefix) { return true }
    let taken = [
      "cell_x", "cell_y", "n", "from_x", "cells_x", "from_y", "cells_y", "point_count", "west", "south",
      "east", "north", "first", "view", "view_number",
    ]
    return taken.contains(name) || ["_e6", "_e8", "_e14"].contains { name.contains($0) }
  }

  /// The statement, ending with a semicolon and a line feed.
  public var sql: String {
    switch cells {
    case .pyramid(let zoom): return pyramid(zoom)
    case .views(let views):
      let parts = views.enumerated().map { selection(of: $1, number: views.count > 1 ? $0 : nil) }
        .joined(separator: "\nUNION ALL\n")
      // ClickHouse orders the last part alone.
      let isWrapped = dialect == .clickhouse && views.count > 1
      let text =
        "WITH \(steps(windows: views.map(\.window)))\n"
        + (isWrapped ? "SELECT * FROM (\n\(parts)\n) cs_parts" : parts)
      return text + "\nORDER BY \(views.count > 1 ? "view_number, " : "")cell_y, cell_x;\n"
    }
  }

  /// The statement that counts what the other one leaves out: rows without a place, and such that lie nowhere.
  public var audit: String {
    let (longitude, latitude) = (field(longitude), field(latitude))
    func count(_ condition: String) -> String { "SUM(CASE WHEN \(condition) THEN 1 ELSE 0 END)" }
    let isNumber = { (value: String) in "\(value) BETWEEN (-1.7e308) AND 1.7e308" }
    let areNumbers =
      dialect == .sqlite ? " AND \(dialect.holdsNumber(longitude)) AND \(dialect.holdsNumber(latitude))" : ""
    let (x, y) = (coordinate(longitude), coordinate(latitude))
    let nowhere = geometry == nil ? "" : " AND cs_other = 0"
    var columns = [
      "COUNT(*) AS records", "\(count("(\(longitude) IS NULL OR \(latitude) IS NULL)\(nowhere)")) AS nulls",
      "\(count("\(longitude) IS NOT NULL AND \(latitude) IS NOT NULL AND NOT COALESCE(\(isNumber(x)) AND \(isNumber(y))\(areNumbers), FALSE)")) AS not_numbers",
      "\(count("\(isNumber(y)) AND NOT (\(y) BETWEEN (-90e0) AND 90e0)")) AS bad_latitudes",
      "\(count("\(isNumber(x)) AND NOT (\(x) BETWEEN (-540e0) AND 540e0)")) AS bad_longitudes",
    ]
    if geometry != nil { columns.insert("\(count("cs_other = 1")) AS other_shapes", at: 2) }
    for weight in weights {
      let field = WeightField(weight, of: self)
      let name = { (what: String) in dialect.quoted("\(what)_\(weight.column)") }
      columns.append("\(count("\(field.given) IS NULL")) AS \(name("missing"))")
      columns.append("SUM(\(field.bad)) AS \(name("bad"))")
    }
    for aggregate in aggregates where !weights.contains(where: { $0.column == aggregate.column }) {
      guard let isOther = dialect.isOther(field(aggregate.column)) else { continue }
      columns.append("\(count(isOther)) AS \(dialect.quoted("bad_" + aggregate.column))")
    }
    return "SELECT \(columns.joined(separator: ",\n  "))\nFROM \(source)\(conditionText());\n"
  }

  /// The statement that counts rows, and in short those that ``sql`` leaves out or that weigh nothing: `records`, `nulls`,
  /// `outside`, of geometries `others` that are no points, and of those on the map `weightless` and `bad`, whose weights no
  /// statement sums, `numberless` and `inexact`, whose numbers no statement sums.
  package var shortAudit: String {
    let (longitude, latitude) = (field(longitude), field(latitude))
    func count(_ condition: String) -> String {
      "CAST(COALESCE(SUM(CASE WHEN \(condition) THEN 1 ELSE 0 END), 0) AS BIGINT)"
    }
    let isThere = "\(longitude) IS NOT NULL AND \(latitude) IS NOT NULL"
    let isPlaced = "\(latitude) BETWEEN (-90e0) AND 90e0 AND \(longitude) BETWEEN (-540e0) AND 540e0"
    var columns = [
      "COUNT(*) AS records", "\(count("NOT (\(isThere))")) AS nulls",
      "\(count("\(isThere) AND NOT (\(isPlaced))")) AS outside",
    ]
    if let weight = weights.first {
      let field = WeightField(weight, of: self)
      columns.append("\(count("\(isPlaced) AND \(field.given) IS NULL")) AS weightless")
      columns.append("\(count("\(isPlaced) AND \(field.bad) = 1")) AS bad")
    }
    if let others { columns.append("\(count("\(dialect.quoted(others)) = 1")) AS others") }
    if let numbers {
      // Points without a weight may be left out.
      let isTaken = weights.first.flatMap { weight in
        weight.missing == .skip ? " AND \(WeightField(weight, of: self).given) IS NOT NULL" : nil
      }
      let isCounted = isPlaced + (isTaken ?? "")
      columns.append("\(count("\(isCounted) AND \(numbers.missing(in: self)) = 1")) AS numberless")
      columns.append("\(count("\(isCounted) AND \(numbers.isInexact(in: self))")) AS inexact")
    }
    return "SELECT \(columns.joined(separator: ", ")) FROM \(source)\(conditionText())"
  }

  /// A column of the table. SQLite takes a name in double quotes that no column has as a text, unless the table's name stands
  /// before it.
  func field(_ column: String) -> String {
    let prefix = dialect == .sqlite && relation == nil ? dialect.table(table) + "." : ""
    // The columns of a relation have their names, be they of members.
    return prefix + (relation == nil ? dialect.column(column) : dialect.quoted(column))
  }

  var source: String {
    guard let geometry, let field = GeometryField(dialect.column(geometry), dialect) else {
      return relation ?? dialect.table(table)
    }
    let columns = [("longitude", field.longitude), ("latitude", field.latitude)]
      .map { "\($0.1) AS \(dialect.quoted("cs_" + $0.0))" }
    let other = field.isOther.map { "CASE WHEN \($0) THEN 1 ELSE 0 END" } ?? "0"
    // The condition is of the table itself, with all its names.
    let condition = condition.map { " WHERE (\($0)\n    )" } ?? ""
    return """
      (SELECT *,
          \((columns + ["\(other) AS cs_other"]).joined(separator: ",\n    "))
        FROM \(dialect.table(table))\(condition)\(dialect.barrierOfPlaces)) cs_table
      """
  }

  var ownCondition: String? { geometry == nil ? condition : nil }

  private func conditionText() -> String { ownCondition.map { "\nWHERE (\($0)\n)" } ?? "" }
}
