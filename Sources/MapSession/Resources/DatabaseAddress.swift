import JSONDocument

/// The address of a database that somebody names as an input.
struct DatabaseAddress {
  /// What is before the colon, and how such a database is asked by a program of its own.
  private static let programs: [(scheme: String, dialect: String, pipe: String)] = [
    (
      "postgresql://", "postgresql",
      "with the package postgresql-client: psql --csv -c 'SELECT longitude, latitude FROM trips' ADDRESS"
    ),
    (
      "postgres://", "postgresql",
      "with the package postgresql-client: psql --csv -c 'SELECT longitude, latitude FROM trips' ADDRESS"
    ),
    (
      "duckdb:", "duckdb", "with the package duckdb: duckdb -csv FILE 'SELECT longitude, latitude FROM trips'"
    ),
    (
      "clickhouse://", "clickhouse",
      "with the package clickhouse-client: clickhouse-client --query 'SELECT longitude, latitude FROM trips FORMAT CSVWithNames'"
    ),
  ]

  /// What to do instead of naming it.
  let advice: String

  /// A name in messages: that of a database without the password in it.
  static func shown(_ name: String) -> String {
    DatabaseAddress(name) == nil ? name : addressForMessage(name)
  }

  /// `nil` for what is the address of no database.
  init?(_ name: String) {
    let lower = name.lowercased()
    guard let (_, dialect, pipe) = DatabaseAddress.programs.first(where: { lower.hasPrefix($0.scheme) })
    else {
      return nil
    }
    advice =
      "databases are asked by programs of their own; pipe the points in, \(pipe) | clustersnap render -, "
      + "or have the cells counted there: clustersnap sql --dialect \(dialect)"
  }
}
