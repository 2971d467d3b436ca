/// A column of numbers in a statement whose cells carry what ``NumberSummary`` makes of points: their sum is exact, and
/// rounded once where it is read.
///
/// A number is cut into three whole ones, of units of 1, 2^-52 and 2^-104. What these do not hold, numbers from 2^62 on and
/// such that are smaller than 2^-52 and have more digits, is counted by the audit; rows are needed then.
package struct NumberField: Sendable {
  package let column: String
  package let isSummed: Bool
  /// True if the database holds decimal numbers, of which DuckDB's own cast may not give the nearest double.
  package let isDecimal: Bool

  package init(_ column: String, isSummed: Bool, isDecimal: Bool) {
    (self.column, self.isSummed, self.isDecimal) = (column, isSummed, isDecimal)
  }

  /// The prefix of the answer's columns that hold numbers.
  package static let prefix = "cs_number"

  /// The parts' names in the answer, and the exponents of their units.
  static let parts: [(name: String, exponent: Int)] = [
    ("\(prefix)_whole", 0), ("\(prefix)_e52", -52), ("\(prefix)_e104", -104),
  ]
  static let countName = "\(prefix)_count"
  static let extremes = ["\(prefix)_min", "\(prefix)_max"]

  /// 2^52, the unit's inverse.
  private static let unit = "4503599627370496e0"

  func value(in query: GridQuery) -> String {
    "CASE WHEN \(isNumber(in: query)) THEN \(double(in: query)) END"
  }

  private func double(in query: GridQuery) -> String {
    let (dialect, field) = (query.dialect, query.field(column))
    return isDecimal && dialect == .duckdb
      ? "CAST(CAST(\(field) AS VARCHAR) AS DOUBLE)" : dialect.asDouble(field)
  }

  private func isNumber(in query: GridQuery) -> String {
    "\(double(in: query)) BETWEEN (-1.7e308) AND 1.7e308"
  }

  func missing(in query: GridQuery) -> String { "CASE WHEN \(isNumber(in: query)) THEN 0 ELSE 1 END" }

  /// True if there is a number that the parts do not hold.
  func isInexact(in query: GridQuery) -> String {
    guard isSummed else { return "1 = 0" }
    let size = "ABS(\(double(in: query)))"
    let rest = NumberField.rest(of: NumberField.rest(of: size))
    return "\(isNumber(in: query)) AND NOT (\(size) < 4611686018427387904e0 AND \(rest) = FLOOR(\(rest)))"
  }

  func parts(of column: String, in dialect: SQLDialect) -> [String] {
    let size = "ABS(\(column))"
    let next = NumberField.rest(of: size)
    return [size, next, NumberField.rest(of: next)].map { part in
      let whole = dialect.floored(part)
      return "CASE WHEN \(column) < 0e0 THEN -\(whole) ELSE \(whole) END"
    }
  }

  /// The fraction of a number from 0 on, in the next smaller unit: exact in doubles.
  private static func rest(of number: String) -> String { "((\(number) - FLOOR(\(number))) * \(unit))" }
}
