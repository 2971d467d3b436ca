import Foundation

/// The driver of `Tests/Drivers`: tables of SQLite behind the interface of drivers.
public enum TestDriver {
  /// Its path; `nil` where there is no compiler to build it.
  public static let path: String? = library("driver", "\(Workplace.checkout)/Tests/Drivers/driver.c")

  /// A library without an entry point; `nil` where there is no compiler to build it.
  public static let empty: String? = library("empty", "/dev/null")

  private static func library(_ name: String, _ source: String) -> String? {
    let library = "\(NSTemporaryDirectory())/clustersnap-\(name)-\(getpid()).so"
    let words = [
      "/bin/sh", "-c", "cc -shared -fPIC -O1 -x c -I \"$2\" -o \"$0\" \"$1\" -lsqlite3", library, source,
      "\(Workplace.checkout)/Sources/CDrivers/include",
    ]
    guard let process = try? RunningCommand.spawn(words),
      let ended = try? RunningCommand.wait(for: process, seconds: 60), ended.status == 0
    else { return nil }
    return library
  }

  /// The environment in which the driver is found, and in which its database holds what some SQL makes.
  ///
  /// - Parameters:
  ///   - tables: a file of SQL.
  ///   - log: the file that statements are appended to.
  public static func environment(tables: String, log: String) -> [String: String] {
    var environment = ProcessInfo.processInfo.environment
    environment["CLUSTERSNAP_ADBC_POSTGRESQL"] = path
    environment["CLUSTERSNAP_DUCKDB"] = path
    environment["DRIVER_TABLES"] = tables
    environment["DRIVER_LOG"] = log
    return environment
  }
}
