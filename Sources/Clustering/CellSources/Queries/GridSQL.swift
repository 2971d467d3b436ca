import MapClusters
import MapGeometry

// The parts of the grid's statement.
extension GridQuery {
  /// 1.5 · 2^52: adding it leaves a whole number, rounded half to even, in every engine with IEEE doubles.
  private static let magic = "6755399441055744e0"
  /// 2^51: what is larger has no halves, and is cut.
  private static let largestRounded = "2251799813685248e0"

  /// The common part: rows that count, as steps of the world and as whole numbers.
  func steps(windows: [CellWindow]) -> String {
    let d = dialect
    let (longitude, latitude) = (coordinate(field(longitude)), coordinate(field(latitude)))
    var columns: [String] = []
    for (index, column) in kept.enumerated() { columns.append("\(field(column)) AS cs_k\(index)") }
    if let order { columns.append("\(field(order)) AS cs_first") }
    for (index, weight) in weights.enumerated() {
      let field = WeightField(weight, of: self)
      let missing = if case .count(let number) = weight.missing { d.double(number) } else { "0e0" }
      columns.append(
        "CASE WHEN \(field.given) IS NULL THEN \(missing) WHEN \(field.isTaken) THEN \(field.value) ELSE 0e0 END AS cs_w\(index)"
      )
      columns.append("\(field.bad) AS cs_b\(index)")
    }
    var others: [Int] = []
    for (index, aggregate) in aggregates.enumerated() {
      let column = field(aggregate.column)
      // Neither NaN nor what is no number takes part.
      let isNumber =
        "\(d.asDouble(column)) BETWEEN (-1.7e308) AND 1.7e308"
        + (d == .sqlite ? " AND \(d.holdsNumber(column))" : "")
      columns.append("CASE WHEN \(isNumber) THEN \(d.asDouble(column)) END AS cs_a\(index)")
      if let isOther = d.isOther(column) {
        columns.append("CASE WHEN \(isOther) THEN 1 ELSE 0 END AS cs_ab\(index)")
        others.append(index)
      }
    }
    if let numbers { columns.append("\(numbers.value(in: self)) AS cs_a") }
    // Half a step within the world, so that steps by any engine's logarithm are whole numbers of 32 bits.
    let extreme = WorldPoint.maximumLatitude - 3.6e-9
    // Engines differ in what NaN is compared with, and may compute steps before they filter: what has no place becomes
    // null here already.
    let wrapped = """
      CASE WHEN \(longitude) = 540e0 THEN (-180e0)
            WHEN \(longitude) BETWEEN 180e0 AND 540e0 THEN \(longitude) - 360e0
            WHEN \(longitude) BETWEEN (-180e0) AND 180e0 THEN \(longitude)
            WHEN \(longitude) BETWEEN (-540e0) AND (-180e0) THEN \(longitude) + 360e0 END
      """
    let placed = "CASE WHEN \(latitude) BETWEEN (-90e0) AND 90e0 THEN \(latitude) END"
    columns += [
      "\(placed) AS cs_lat", "\(wrapped) AS cs_lon",
      "SIN(\(d.least(d.double(extreme), d.greatest(d.double(-extreme), placed))) * \(d.double(.pi / 180))) AS cs_s",
    ]
    let carried =
      kept.indices.map { "cs_k\($0)" } + (order == nil ? [] : ["cs_first"])
      + weights.indices.map { "cs_b\($0)" } + aggregates.indices.map { "cs_a\($0)" }
      + others.map { "cs_ab\($0)" } + (numbers == nil ? [] : ["cs_a"]) + ["cs_lat", "cs_lon"]
    let x = d.floored("(cs_lon / 360e0 + 0.5e0) * 4294967296e0")
    let y = d.floored(
      "(0.5e0 - LN((1e0 + cs_s) / (1e0 - cs_s)) / \(d.double(4 * Double.pi))) * 4294967296e0")
    var whole = [
      "\(d.modulo32(x)) AS cs_x", "\(y) AS cs_y", "\(rounded("cs_lon * 1e8")) AS cs_lon_e8",
      "\(rounded("cs_lat * 1e8")) AS cs_lat_e8",
    ]
    for index in weights.indices {
      let units = "cs_w\(index) * 1e6"
      whole.append(
        "CASE WHEN \(units) < \(GridQuery.largestRounded) THEN \(rounded(units)) ELSE \(d.floored(units)) END AS cs_u\(index)"
      )
    }
    if let numbers, numbers.isSummed {
      whole += numbers.parts(of: "cs_a", in: d).enumerated().map { "\($1) AS cs_a_\($0)" }
    }
    // For several views engines keep the steps anyhow.
    let end = windows.count < 2 ? d.barrier.map { "\n  " + $0 } ?? "" : ""
    return """
      cs_points AS (
        SELECT \(columns.joined(separator: ",\n    "))
        FROM \(source)
        WHERE \(conditions(windows).joined(separator: "\n    AND "))\(end)
      ), cs_steps AS (
        SELECT \((carried + whole).joined(separator: ",\n    "))
        FROM cs_points\(end)
      )
      """
  }

  private func rounded(_ expression: String) -> String {
    dialect.whole("(\(expression) + \(GridQuery.magic)) - \(GridQuery.magic)")
  }

  private var kept: [String] { (identifier.map { [$0] } ?? []) + singleColumns }

  private func conditions(_ windows: [CellWindow]) -> [String] {
    let d = dialect
    // The columns of a relation are known to be numbers.
    let (longitude, latitude) =
      relation == nil && geometry == nil && !hasNumbers
      ? (d.comparedCoordinate(field(longitude)), d.comparedCoordinate(field(latitude)))
      : (field(longitude), field(latitude))
    // A comment at the end must not take the bracket with it.
    var conditions = ownCondition.map { ["(\($0)\n    )"] } ?? []
    conditions.append("\(latitude) BETWEEN \(d.bound("(-90e0)")) AND \(d.bound("90e0"))")
    conditions.append("\(longitude) BETWEEN \(d.bound("(-540e0)")) AND \(d.bound("540e0"))")
    // Columns of SQLite hold anything.
    if d == .sqlite { conditions += [longitude, latitude].map(d.holdsNumber) }
    let bound = { (degrees: Double) in d.bound(d.double(degrees)) }
    // Of several views a point may lie in any.
    let parts = windows.map { window in
      let (south, north, west, width) = window.degrees
      var parts: [String] = []
      if south > -90 || north < 90 {
        parts.append("\(latitude) BETWEEN \(bound(south)) AND \(bound(north))")
      }
      if width < 360 {
        let east = west + width
        // Longitudes of other turns are wrapped before they are looked at.
        let turned = "\(longitude) < \(d.bound("(-180e0)")) OR \(longitude) >= \(d.bound("180e0"))"
        parts.append(
          east < 180
            ? "(\(longitude) BETWEEN \(bound(west)) AND \(bound(east)) OR \(turned))"
            : "(\(longitude) >= \(bound(west)) OR \(longitude) <= \(bound(east - 360)) OR \(turned))")
      }
      return parts.joined(separator: " AND ")
    }
    if !parts.isEmpty, !parts.contains("") {
      conditions.append(
        parts.count == 1 ? parts[0] : "(\(parts.map { "(\($0))" }.joined(separator: "\n      OR ")))")
    }
    for weight in weights where weight.missing == .skip {
      conditions.append("\(WeightField(weight, of: self).given) IS NOT NULL")
    }
    return conditions
  }

  func selection(of view: View, number: Int?) -> String {
    let d = dialect
    let window = view.window
    let n = window.worldColumns
    let joined = { (name: String) in "cs_counted.\(name) AS \(name)" }
    var columns: [String] = []
    if let number { columns.append("\(number) AS view_number") }
    if let name = view.name { columns.append("\(d.literal(name)) AS \(d.alias("view"))") }
    columns += marksEmptyViews ? ["cell_x", "cell_y"].map(joined) : ["cell_x", "cell_y"]
    columns.append("\(n) AS n")
    for (name, value) in [
      ("from_x", window.firstColumn), ("cells_x", window.columns), ("from_y", window.firstRow),
      ("cells_y", window.rows),
    ] { columns.append("\(value) AS \(name)") }
    let runs = window.columnRuns.map { "cell_x >= \($0.lowerBound) AND cell_x < \($0.upperBound)" }
    var limits = ["cell_y >= \(window.firstRow)", "cell_y < \(window.firstRow + window.rows)"]
    if window.columns < n { limits.append(runs.count == 1 ? runs[0] : "(\(runs.joined(separator: " OR ")))") }
    func counted(_ columns: [String]) -> String {
      """
      SELECT \((columns + sums.map { "\($0.value) AS \($0.name)" }).joined(separator: ", "))
      FROM (SELECT cs_steps.*, \(d.shifted("cs_x * \(n)")) AS cell_x, \(d.shifted("cs_y * \(n)")) AS cell_y FROM cs_steps) cs_cells
      WHERE \(limits.joined(separator: " AND "))
      GROUP BY cell_x, cell_y
      """
    }
    guard marksEmptyViews else { return counted(columns) }
    // Where no point lies in the view there are no groups, and one row without a cell bears its window. Engines differ in what
    // they join by beside columns.
    columns.append("COALESCE(cs_counted.point_count, 0) AS point_count")
    columns += sums.dropFirst().map { joined($0.name) }
    return """
      SELECT \(columns.joined(separator: ", "))
      FROM (SELECT 0 AS cs_view) cs_views LEFT JOIN (
      \(counted(["0 AS cs_of", "cell_x", "cell_y"]))
      ) cs_counted ON cs_counted.cs_of = cs_views.cs_view
      """
  }

  func pyramid(_ zoom: Int) -> String {
    let d = dialect
    let (x, y) = (d.shifted("cs_x", by: 32 - zoom), d.shifted("cs_y", by: 32 - zoom))
    return """
      WITH \(steps(windows: []))
      SELECT \(zoom) AS z, cell_x AS x, cell_y AS y, \(sums.map { "\($0.value) AS \($0.name)" }.joined(separator: ", "))
      FROM (SELECT cs_steps.*, \(x) AS cell_x, \(y) AS cell_y FROM cs_steps) cs_cells
      GROUP BY cell_x, cell_y
      ORDER BY y, x;

      """
  }

  private typealias Column = (value: String, name: String)

  private var sums: [Column] {
    let d = dialect
    var columns: [Column] = [("COUNT(*)", "point_count")]
    columns += sum("cs_lon_e8", as: "lon_e8") + sum("cs_lat_e8", as: "lat_e8")
    columns += [
      ("MIN(cs_lon)", "west"), ("MIN(cs_lat)", "south"), ("MAX(cs_lon)", "east"), ("MAX(cs_lat)", "north"),
    ]
    if order != nil { columns.append(("MIN(cs_first)", d.alias("first"))) }
    for (index, weight) in weights.enumerated() {
      let name = weight.column
      columns += sum("cs_u\(index)", as: "\(name)_e6")
      columns.append(("SUM(cs_b\(index))", d.alias(name + "_e6_bad")))
      columns += sum("cs_u\(index)", times: "cs_lon_e8", as: "\(name)_lon_e14")
      columns += sum("cs_u\(index)", times: "cs_lat_e8", as: "\(name)_lat_e14")
    }
    for (index, aggregate) in aggregates.enumerated() {
      for (suffix, name) in zip(aggregate.rule.suffixes, aggregate.names) {
        columns.append(("\(suffix.dropFirst().uppercased())(cs_a\(index))", d.alias(name)))
      }
      if d.isOther("") != nil { columns.append(("SUM(cs_ab\(index))", d.alias(aggregate.badName))) }
    }
    if let numbers {
      columns.append(("COUNT(cs_a)", NumberField.countName))
      if numbers.isSummed {
        for (index, part) in NumberField.parts.enumerated() { columns += sum("cs_a_\(index)", as: part.name) }
      }
      columns += zip(["MIN", "MAX"], NumberField.extremes).map { ("\($0)(cs_a)", $1) }
    }
    for (index, name) in kept.enumerated() {
      let shown = index == 0 && identifier != nil ? "id" : GridQuery.answerName(ofColumn: name)
      let function = logicalColumns.contains(name) ? "BOOL_AND" : "MIN"
      columns.append(("CASE WHEN COUNT(*) = 1 THEN \(function)(cs_k\(index)) END", d.alias(shown)))
    }
    return columns
  }

  /// A sum that does not overflow: in a wide type, or in two halves.
  private func sum(_ value: String, as name: String) -> [Column] {
    // Both sum whole numbers of 64 bits in 128.
    if [.postgresql, .duckdb].contains(dialect) { return [("SUM(\(value))", dialect.alias(name))] }
    guard dialect == .sqlite else { return [("SUM(\(dialect.wide(value)))", dialect.alias(name))] }
    return parts([("high", "\(value) >> 32"), ("low", "\(value) & 4294967295")], name)
  }

  private func sum(_ value: String, times other: String, as name: String) -> [Column] {
    let d = dialect
    guard d == .sqlite else { return [("SUM(\(d.wide(value)) * \(d.wide(other)))", d.alias(name))] }
    // A weight has up to 60 bits and a place 36: the product's halves come from the weight's upper 28 bits and twice 16. The
    // upper half has up to 63 bits, and is summed in two parts of its own: 2^31 rows of a cell fit.
    let (upper, middle) = ("((\(value) >> 32) * \(other))", "(((\(value) >> 16) & 65535) * \(other))")
    let lower = "(((\(middle) & 65535) << 16) + (\(value) & 65535) * \(other))"
    let high = "(\(upper) + (\(middle) >> 16) + (\(lower) >> 32))"
    return parts(
      [("top", "\(high) >> 32"), ("high", "\(high) & 4294967295"), ("low", "\(lower) & 4294967295")], name)
  }

  private func parts(_ parts: [(suffix: String, value: String)], _ name: String) -> [Column] {
    parts.map { ("SUM(\($0.value))", dialect.alias("\(name)_\($0.suffix)")) }
  }
}
