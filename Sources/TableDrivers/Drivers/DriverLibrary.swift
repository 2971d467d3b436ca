#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A library that is loaded when a table is named that it reads: where it is looked for.
///
/// A variable of the environment names its file; where it is not set, the system's loader looks for it under its usual names.
struct DriverLibrary: Hashable {
  /// The environment's variable that names the file.
  let variable: String
  /// What the loader looks for.
  let names: [String]
  /// What to install.
  let package: String

  /// PostgreSQL's driver after ADBC.
  static let postgresql = DriverLibrary(
    variable: "CLUSTERSNAP_ADBC_POSTGRESQL",
    names: ["libadbc_driver_postgresql.so", "libadbc_driver_postgresql.dylib"],
    package: "adbc-driver-postgresql")
  /// DuckDB, whose library is a driver after ADBC, too.
  static let duckdb = DriverLibrary(
    variable: "CLUSTERSNAP_DUCKDB", names: ["libduckdb.so", "libduckdb.dylib"],
    package: "DuckDB's C library")
  /// GDAL from 3.6 on, newest first; the number counts its interface up.
  static let gdal = DriverLibrary(
    variable: "CLUSTERSNAP_GDAL",
    names: ["libgdal.so"] + (32...50).reversed().map { "libgdal.so.\($0)" } + ["libgdal.dylib"],
    package: "GDAL")

  /// The file that the environment names.
  var namedPath: String? {
    guard let path = getenv(variable).flatMap({ $0.pointee == 0 ? nil : String(cString: $0) }) else {
      return nil
    }
    // The loader looks for bare names in the system's folders alone.
    return !path.contains("/") && access(path, F_OK) == 0 ? "./" + path : path
  }

  /// Calls a loader with each place in turn, until it finds a library there.
  func load<Value>(
    _ open: (String) throws(DriverError) -> Value?
  ) throws(DriverError) -> Value {
    let path = namedPath
    for place in path.map({ [$0] }) ?? names {
      if let value = try open(place) { return value }
    }
    throw path.map { .missing(path: $0, variable: variable) } ?? .absent(self)
  }
}
