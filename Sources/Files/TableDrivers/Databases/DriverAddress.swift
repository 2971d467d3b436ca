import DatabaseTables

/// Address of a table: `postgresql://…`, `duckdb:FILE` or a Parquet file, with an optional `|layername=TABLE`.
package struct DriverAddress: Sendable {
  package enum Engine: Sendable {
    case postgresql, duckdb, parquet
  }

  package let engine: Engine
  package let location: String
  let table: String?

  package init?(_ name: String) {
    let (location, table) = DatabaseTable.split(name)
    let lower = location.lowercased()
    self.table = table
    if lower.hasPrefix("postgresql://") || lower.hasPrefix("postgres://") {
      (engine, self.location) = (.postgresql, location)
    } else if lower.hasPrefix("duckdb:") {
      (engine, self.location) = (.duckdb, String(location.dropFirst("duckdb:".count)))
    } else if [".parquet", ".geoparquet"].contains(where: lower.hasSuffix) {
      (engine, self.location) = (.parquet, location)
    } else {
      return nil
    }
  }

  package var file: String? { engine == .postgresql ? nil : location }

  /// Path that DuckDB takes for a file's, not for an address.
  private var path: String { location.hasPrefix("/") ? location : "./" + location }

  /// Pattern that matches only this file.
  var pattern: String { path.map { "*?[".contains($0) ? "[\($0)]" : String($0) }.joined() }

  var library: DriverLibrary { engine == .postgresql ? .postgresql : .duckdb }
  var entry: String { engine == .postgresql ? "AdbcDriverInit" : "duckdb_adbc_init" }
  var secrets: Redaction { engine == .postgresql ? Redaction(of: location) : .none }

  func options(isConfined: Bool) -> [String] {
    switch engine {
    case .postgresql: return ["uri", limitedAddress]
    case .duckdb:
      let limits = ["autoinstall_known_extensions", "false"]
      return ["path", path, "access_mode", "READ_ONLY"] + limits
        + (isConfined ? ["enable_external_access", "false"] : [])
    case .parquet: return ["path", ":memory:", "autoinstall_known_extensions", "false"]
    }
  }

  /// Address with a connection time limit and an application name.
  private var limitedAddress: String {
    let added = [("connect_timeout", "10"), ("fallback_application_name", "clustersnap")].filter { name, _ in
      !location.contains(name + "=")
    }
    // Drivers know the scheme in small letters.
    let scheme = location.prefix { $0 != ":" }
    return added.reduce(scheme.lowercased() + location.dropFirst(scheme.count)) {
      $0 + ($0.contains("?") ? "&" : "?") + "\($1.0)=\($1.1)"
    }
  }
}
