import CDrivers
import CLibraries

/// A library that is loaded on demand.
///
/// An environment variable names its file, or disables it if empty; else the system's loader searches its
/// usual names.
enum DriverLibrary: Hashable {
  /// PostgreSQL's ADBC driver.
  case postgresql
  /// DuckDB, also an ADBC driver.
  case duckdb
  /// GDAL from 3.6 on.
  case gdal
  /// PROJ from 8 on.
  case proj

  private var facts: (library: optional_library, package: String) {
    switch self {
    case .postgresql: (library_adbc_postgresql, "adbc-driver-postgresql")
    case .duckdb: (library_duckdb, "DuckDB's C library")
    case .gdal: (library_gdal, "GDAL")
    case .proj: (library_proj, "PROJ")
    }
  }

  var package: String { facts.package }

  var variable: String { String(cString: library_variable(facts.library)) }

  var name: String { String(cString: library_name(facts.library)) }

  private var locations: [String] {
    let library = facts.library
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(library_room)) { room in
      sequence(first: Int32(0)) { $0 + 1 }.lazy
        .map { library_place(library, $0, room.baseAddress).map { String(cString: $0) } }
        .prefix { $0 != nil }.compactMap(\.self)
    }
  }

  /// Loads the library from the first location that exists.
  func load(_ open: (_ location: String, _ fault: inout driver_fault) -> driver_outcome) throws(DriverError) {
    let locations = locations
    for location in locations {
      var fault = driver_fault()
      let outcome = open(location, &fault)
      if outcome == driver_done { return }
      if outcome != driver_absent { throw DriverError(outcome, fault, of: location) }
    }
    // Only a variable names one location alone, as each library has several names.
    throw locations.count == 1 ? .missing(path: locations[0], variable: variable) : .absent(self)
  }
}
