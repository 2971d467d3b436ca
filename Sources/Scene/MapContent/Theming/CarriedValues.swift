import MapSettings

/// The values that clusters carry, while they are gathered.
struct CarriedValues {
  let aggregate: ColumnAggregate?
  var carried: [DataTheme.Carried] = []
  var headings: [String: String] = [:]

  func rule(for column: ColumnValues, or standard: ColumnAggregate.Rule) -> ColumnAggregate.Rule {
    aggregate.flatMap { $0.column == column.name ? $0.rule : nil } ?? standard
  }

  /// Carries a number of a column, once for each rule.
  ///
  /// - Parameter isNamed: true if its property is called by its rule in any case.
  mutating func carry(_ column: ColumnValues, _ rule: ColumnAggregate.Rule, isNamed: Bool = false) -> String {
    let plain = carried.first { $0.name == column.name }
    if let plain, case .number(let other) = plain.rule, other == rule { return column.name }
    let heading = "\(column.name) (\(rule.rawValue))"
    let name = plain == nil && !isNamed && column.name != DataTheme.count ? column.name : heading
    carried.append(DataTheme.Carried(name: name, column: column, rule: .number(rule)))
    headings[name] = heading
    return name
  }

  mutating func carryShares(of donut: ColumnValues) {
    let others = donut.categories.count > donut.colorNumbers.count ? [donut.colorNumbers.count] : []
    let empty = donut.hasEmpty ? [donut.emptyShare] : []
    for index in Array(donut.colorNumbers.indices) + others + empty {
      carried.append(
        DataTheme.Carried(name: DataTheme.share(index, of: donut), column: donut, rule: .count(index)))
    }
  }
}
