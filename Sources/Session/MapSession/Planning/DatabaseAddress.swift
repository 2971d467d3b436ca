import JSONDocument
import MapFeatures

/// The address of a database, or a Parquet file, that somebody names as an input: how programs of its own deliver it.
package struct DatabaseAddress {
  /// The scheme before the colon, and the command of a program of its own that asks such a database for `ROWS`.
  private static let programs: [(scheme: String, dialect: String, pipe: String)] = [
    ("postgresql://", "postgresql", "with the package postgresql-client: psql --csv -c 'ROWS' ADDRESS"),
    ("postgres://", "postgresql", "with the package postgresql-client: psql --csv -c 'ROWS' ADDRESS"),
    ("duckdb:", "duckdb", "with the package duckdb: duckdb -csv FILE 'ROWS'"),
    (
      "clickhouse://", "clickhouse",
      "with the package clickhouse-client: clickhouse-client --query 'ROWS FORMAT CSVWithNames'"
    ),
  ]

  private let advice: SettingText
  private let isFile: Bool
  /// The name of the input where nobody names it.
  let stem: String

  /// `nil` for what is the address of no database.
  ///
  /// - Parameter isOfCells: whether its rows are cells, not points.
  package init?(_ name: String, isOfCells: Bool = false) {
    let lower = name.lowercased()
    let (address, table) = DatabaseAddress.split(name)
    let rows = isOfCells ? "cells" : "points"
    let option: SettingText = isOfCells ? "\(command: "cells") " : ""
    guard let (scheme, dialect, pipe) = DatabaseAddress.programs.first(where: { lower.hasPrefix($0.scheme) })
    else {
      guard [".parquet", ".geoparquet"].contains(where: address.lowercased().hasSuffix) else { return nil }
      advice =
        #"pipe its \#(rows) in, with the package duckdb: duckdb -csv -c "FROM 'FILE'" | clustersnap render \#(option)-"#
      stem = SourceAssignment.stem(ofFile: address)
      isFile = true
      return
    }
    let columns = isOfCells ? "SELECT * FROM cells" : "SELECT longitude, latitude FROM trips"
    let counting: SettingText =
      isOfCells ? "" : ", or have the cells counted there: clustersnap sql \(command: "dialect") \(dialect)"
    advice =
      "pipe the \(rows) in, \(pipe.replacing("ROWS", with: columns)) | clustersnap render \(option)-\(counting)"
    isFile = false
    // As messages show it, without the password.
    let shown = Resource(path: address, isFromDocument: false).name
    stem = table ?? SourceAssignment.stem(ofFile: String(shown.dropFirst(scheme.count)))
  }

  private static func split(_ name: String) -> (address: String, table: String?) {
    guard let range = name.firstRange(of: "|layername=") else { return (name, nil) }
    return (String(name[..<range.lowerBound]), String(name[range.upperBound...]))
  }

  func reason(_ error: ResourceError) -> SettingText {
    error.kind == .unsupported ? "\(error.reason), or \(advice)" : error.reason
  }

  /// The advice where databases of the kind are not asked; `nil` for a file, which has a reason of its own.
  var adviceForUnasked: SettingText? {
    isFile ? nil : "databases are asked by programs of their own; \(advice)"
  }
}
