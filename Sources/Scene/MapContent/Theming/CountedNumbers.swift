import MapClusters
import MapFeatures
import MapSettings

/// The values of a column of points in the rows of a table of cells: sums, counts, least or greatest numbers.
struct CountedNumbers: Sendable {
  /// A column that the table lacks; `nil` where all are there.
  let missingColumn: String?
  /// The first value of a column that is no number, and not blank; `nil` where there is none.
  private(set) var text: (row: Int, column: String)?
  /// The number of values of the column that are no numbers, as far as the table counts them.
  let badCount: Double
  private let rule: ColumnAggregate.Rule
  /// By row: the number, not a number (`NaN`) where the row has none.
  private let numbers: [Double]
  /// By row, of means: how many numbers there are.
  private let counts: [Double]
  /// By row, what numbers that were counted with the cells come to; empty for a table of cells.
  private let summaries: [NumberSummary]

  var hasNegative: Bool { numbers.contains { $0 < 0 } }

  /// Reads the columns of an aggregate, as `clustersnap sql` names them.
  ///
  /// - Complexity: O(*rows*).
  init(_ aggregate: ColumnAggregate, of features: FeatureTable, _ cells: CellTable) {
    let suffix = aggregate.rule == .mean ? "_sum" : "_\(aggregate.rule.rawValue)"
    let names = [aggregate.column + suffix] + (aggregate.rule == .mean ? [aggregate.column + "_count"] : [])
    missingColumn = features.points.count == 0 ? nil : names.first { !features.hasProperty($0) }
    (rule, summaries) = (aggregate.rule, [])
    var texts: [(row: Int, column: String)] = []
    let columns = names.map { name in
      (0..<features.points.count).map { row in
        let value = features.property(name, ofPoint: row)
        if let number = value.columnNumber { return number }
        texts.append((row, name))
        return .nan
      }
    }
    text = texts.min { $0.row < $1.row }
    // What an engine has counted that is no number.
    let bad = aggregate.column + "_bad"
    badCount =
      features.hasProperty(bad)
      ? (0..<features.points.count).reduce(0) { $0 + (features.property(bad, ofPoint: $1)?.number ?? 0) } : 0
    // Engines sum doubles in an order of their own.
    let areSums = aggregate.rule == .sum || aggregate.rule == .mean
    numbers =
      areSums
      ? columns[0].enumerated().map { NumberSummary.decimal($1, of: cells.count(ofRow: $0)) } : columns[0]
    counts = columns.count > 1 ? columns[1] : []
  }

  /// Takes what was counted with the cells.
  ///
  /// - Complexity: O(*rows*).
  init(_ aggregate: ColumnAggregate, counted: [NumberSummary]) {
    (missingColumn, rule, badCount, summaries) = (nil, aggregate.rule, 0, counted)
    numbers = counted.map { summary in
      guard summary.count > 0 else { return .nan }
      return switch aggregate.rule {
      case .min: summary.least
      case .max: summary.greatest
      case .sum, .mean, .median: summary.sum
      }
    }
    counts = aggregate.rule == .mean ? counted.map { Double($0.count) } : []
  }

  /// One number of some cells; `nil` where none of them has one.
  func number(of rows: ArraySlice<UInt32>) -> Double? {
    var (total, count) = (NumberSummary(), 0.0)
    for row in rows.lazy.map({ Int($0) }) where !numbers[row].isNaN {
      if summaries.isEmpty { total.add(numbers[row]) } else { total.add(summaries[row]) }
      if !counts.isEmpty, !counts[row].isNaN { count += counts[row] }
    }
    guard total.count > 0 else { return nil }
    return switch rule {
    case .min: total.least
    case .max: total.greatest
    case .mean: count > 0 ? total.sum / count : nil
    case .sum, .median: total.sum
    }
  }
}
