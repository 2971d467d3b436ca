import DatabaseTables

/// The address of a table that a driver reads: `postgresql://…`, `duckdb:FILE`, or a Parquet file's path, with
/// `|layername=TABLE` behind it.
package struct DriverAddress: Sendable {
  package enum Engine: Sendable {
    case postgresql, duckdb, parquet
  }

  package let engine: Engine
  package let place: String
  let table: String?

  /// `nil` for what no driver reads.
  package init?(_ name: String) {
    let (place, table) = DatabaseTable.split(name)
    let lower = place.lowercased()
    self.table = table
    if lower.hasPrefix("postgresql://") || lower.hasPrefix("postgres://") {
      (engine, self.place) = (.postgresql, place)
    } else if lower.hasPrefix("duckdb:") {
      (engine, self.place) = (.duckdb, String(place.dropFirst("duckdb:".count)))
    } else if [".parquet", ".geoparquet"].contains(where: lower.hasSuffix) {
      (engine, self.place) = (.parquet, place)
    } else {
      return nil
    }
  }

  package var file: String? { engine == .postgresql ? nil : place }

  /// The file's path as DuckDB takes it for that of a file, and for no address.
  private var path: String { place.hasPrefix("/") ? place : "./" + place }

  /// The file's path as a pattern that no other file matches.
  var pattern: String {
    path.map { "*?[".contains($0) ? "[\($0)]" : String($0) }.joined()
  }

  var library: DriverLibrary { engine == .postgresql ? .postgresql : .duckdb }
  var entry: String { engine == .postgresql ? "AdbcDriverInit" : "duckdb_adbc_init" }
  var secrets: Redaction { engine == .postgresql ? Redaction(of: place) : .none }

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

  /// The address with a time limit for connecting, unless it has one, and with a name for the server's list of sessions.
  private var limitedAddress: String {
    let added = [("connect_timeout", "10"), ("fallback_application_name", "clustersnap")].filter { name, _ in
      !place.contains(name + "=")
    }
    // Drivers know the scheme in small letters.
    let scheme = place.prefix { $0 != ":" }
    return added.reduce(scheme.lowercased() + place.dropFirst(scheme.count)) {
      $0 + ($0.contains("?") ? "&" : "?") + "\($1.0)=\($1.1)"
    }
  }
}
