package import JSONDocument
import MapClusters
package import MapFeatures

/// Why a database does not count the points of a table: its rows are read. In words that a message goes on from.
package struct RowsReason: Error {
  package let text: SettingText

  package init(text: SettingText) { self.text = text }
}

extension GridQuery {
  /// The statement that counts a table's points in the cells of a view, single points with all their columns.
  ///
  /// - Parameters:
  ///   - found: the numbers of the columns of degrees; `nil` where the table has geometries.
  ///   - missing: the weight of a point that has none; `nil` where it must have one.
  ///   - numbers: the column whose numbers cells carry, and whether they are summed.
  ///   - label: the column that single points show.
  /// - Throws: why it would not give the picture that the rows give.
  package init(
    _ table: any ForeignTable, _ asked: ForeignQuery, at found: (longitude: Int, latitude: Int)?,
    in view: CellRequest.View, weight: String?, missing: MissingWeight?,
    numbers sums: (column: String, isSummed: Bool)?, label: String?, identifier named: ColumnName?
  ) throws(RowsReason) {
    guard let dialect = SQLDialect(rawValue: asked.dialect) else {
      throw RowsReason(text: "the SQL of \(asked.dialect) is not known")
    }
    let columns = table.columns
    let places: (longitude: String, latitude: String)
    if let found {
      if let text = [found.longitude, found.latitude].first(where: { columns[$0].kind != .number }) {
        throw RowsReason(text: "column \(escapedForMessage(columns[text].name)) is not of numbers")
      }
      places = (columns[found.longitude].name, columns[found.latitude].name)
    } else if let own = asked.places {
      places = (own.longitude, own.latitude)
    } else {
      throw RowsReason(text: "no columns of numbers are its places")
    }
    let window = try rethrowing(CellWindow(of: view.viewport, settings: view.settings)) {
      (error: ClusterError) in RowsReason(text: "\(error)")
    }
    self.init(
      dialect, table: "", longitude: places.longitude, latitude: places.latitude,
      cells: .views([View(name: nil, window: window)]))
    (relation, order) = (asked.relation, asked.order)
    others = found == nil ? asked.places?.others : nil
    hasNumbers = true
    marksEmptyViews = false  // the rows of the table were counted already
    if let weight { weights = [try GridQuery.weight(weight, missing, among: columns)] }
    if let sums {
      let column = columns.first { $0.name == sums.column }
      guard let column, column.kind == .number else {
        throw RowsReason(text: "column \(escapedForMessage(sums.column)) is not of numbers")
      }
      numbers = NumberField(column.name, isSummed: sums.isSummed, isDecimal: column.isDecimal)
    }
    let singles = columns.filter { $0.name != places.longitude && $0.name != places.latitude }
    let identifiers = columns.filter { $0.name.lowercased() == "id" }
    identifier = named.map { $0.name(among: columns) } ?? identifiers.first?.name
    // Single points keep all columns but those of their places.
    let read = [label, sums?.column].compactMap(\.self)
    if let name = read.first(where: { $0 == places.longitude || $0 == places.latitude }) {
      throw RowsReason(text: "column \(escapedForMessage(name)) is a place, which single points do not keep")
    }
    guard named == nil || identifier != nil,
      identifiers.allSatisfy({ $0.name == identifier })
    else { throw RowsReason(text: "a column id stands beside the one that names points") }
    singleColumns = singles.map(\.name).filter { $0.lowercased() != "id" }
    logicalColumns = Set(singles.filter { $0.kind == .logical }.map(\.name))
  }

  private static func weight(
    _ name: String, _ missing: MissingWeight?, among columns: [ForeignColumn]
  ) throws(RowsReason) -> Weight {
    guard columns.contains(where: { $0.name == name && $0.kind == .number }) else {
      throw RowsReason(text: "column \(escapedForMessage(name)) is not of numbers")
    }
    switch missing {
    case .count(let number)? where number > largestWeight:
      throw RowsReason(text: "a missing weight counts more than 1e12")
    case nil: throw RowsReason(text: "a missing weight is an error, which the row shows")
    case let missing?: return Weight(name, missing: missing)
    }
  }
}

/// The rows of a database's table that its cells leave out.
package struct TableAudit {
  private var counts: [String: Int] = [:]

  /// - Parameter answer: one row, see ``GridQuery/shortAudit``.
  package init(_ answer: RowBatch) {
    for (column, name) in answer.columnNames.enumerated() where answer.count > 0 {
      counts[name] = answer[0, column]?.number.flatMap { Int(exactly: $0) }
    }
  }

  package subscript(name: String) -> Int { counts[name] ?? 0 }
  package var records: Int { self["records"] }
  package var skipped: Int { self["nulls"] + self["outside"] }

  /// Why rows are needed: what no statement sums, and what is no point. The rows show which one it is, and sum what is only
  /// too large for the statement.
  package func reason(_ query: GridQuery) -> RowsReason? {
    if self["others"] > 0 {
      let what = self["others"] == 1 ? "1 geometry is" : "\(self["others"]) geometries are"
      return RowsReason(text: "\(what) no point")
    }
    if self["bad"] > 0, let weight = query.weights.first?.column {
      return RowsReason(text: "column \(escapedForMessage(weight)) has weights below 0 or above 1e12")
    }
    if self["inexact"] > 0, let column = query.numbers?.column {
      return RowsReason(
        text:
          "column \(escapedForMessage(column)) has numbers that a statement does not sum exactly, from 2^62 on or with digits below 2^-104"
      )
    }
    return nil
  }
}

extension ColumnName {
  /// The name among columns; `nil` where none is meant.
  fileprivate func name(among columns: [ForeignColumn]) -> String? {
    switch self {
    case .name(let name): columns.first { $0.name == name }?.name
    case .number(let number): number <= columns.count ? columns[number - 1].name : nil
    }
  }
}
