/// A column of weights in a statement.
///
/// Rows refuse what is no number and what is below 0; a statement cannot stop at such a row, and counts it instead.
struct WeightField {
  let given: String
  let value: String
  let isTaken: String

  init(_ weight: GridQuery.Weight, of query: GridQuery) {
    let (dialect, column) = (query.dialect, query.field(weight.column))
    value = dialect.asDouble(column)
    let isInRange = "\(value) BETWEEN 0e0 AND \(dialect.double(GridQuery.largestWeight))"
    if dialect == .sqlite {
      // Columns of SQLite hold anything: blank texts are no weights, and of others a cast takes the digits in front. Compared
      // with a number, a text that is one whole becomes it.
      given = "CASE WHEN TYPEOF(\(column)) <> 'text' OR TRIM(\(column)) <> '' THEN \(column) END"
      isTaken = "\(isInRange) AND \(value) = \(column)"
    } else {
      // Some engines take true for 1.
      let isNumber = dialect.isLogical(column).map { "NOT (\($0)) AND " } ?? ""
      (given, isTaken) = (column, isNumber + isInRange)
    }
  }

  /// 1 where there is a weight that is not summed, else 0. A cast of Spark may give null of a text.
  var bad: String { "CASE WHEN \(given) IS NULL THEN 0 WHEN \(isTaken) THEN 0 ELSE 1 END" }
}
