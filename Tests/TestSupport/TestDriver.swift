import Foundation

/// The driver of `Tests/Drivers`: tables of SQLite behind the interface of drivers.
public enum TestDriver {
  /// Its path; `nil` where there is no compiler to build it.
  public static let path: String? = library("driver", "\(Workplace.checkout)/Tests/Drivers/driver.c")

  /// A library without an entry point; `nil` where there is no compiler to build it.
  public static let empty: String? = library("empty", "/dev/null")

  private static func library(_ name: String, _ source: String) -> String? {
    let library = "\(NSTemporaryDirectory())/clustersnap-\(name)-\(getpid()).so"
    let options = "-shared -fPIC -O1 -x c -I '\(Workplace.checkout)/Sources/System/CDrivers/include'"
    return Program.compile("\(options) -o '\(library)' '\(source)' -lsqlite3") ? library : nil
  }

  /// The environment in which the driver is found, and in which its database holds what some SQL makes.
  ///
  /// - Parameters:
  ///   - tables: a file of SQL.
  ///   - log: the file that statements are appended to.
  public static func environment(tables: String, log: String) -> [String: String] {
    var environment = ["DRIVER_TABLES": tables, "DRIVER_LOG": log]
    for library in [Library.postgresql, .duckdb] { environment[library.variable] = path }
    return environment
  }
}
