import Foundation

/// The library of `Tests/Faults`, which lets calls of the system fail in the command it is loaded into.
public enum FaultLibrary {
  /// Its path; `nil` where there is no compiler to build it, or no way to load it before others.
  public static let path: String? = {
    #if os(Linux)
      let library = "\(NSTemporaryDirectory())/clustersnap-faults-\(getpid()).so"
      let source = "\(Workplace.checkout)/Tests/Faults/faults.c"
      return Program.compile("-shared -fPIC -O1 -o '\(library)' '\(source)' -ldl") ? library : nil
    #else
      return nil
    #endif
  }()

  /// The environment in which a call fails.
  ///
  /// - Parameters:
  ///   - call: its name, such as `rename`.
  ///   - number: which one of them, from 1.
  ///   - lasts: whether all later ones fail as well.
  public static func environment(_ call: String, _ number: Int, lasts: Bool = false) -> [String: String] {
    var environment = ["FAULT_CALL": call, "FAULT_NUMBER": "\(number)"]
    environment["LD_PRELOAD"] = path
    environment["FAULT_FROM"] = lasts ? "1" : nil
    return environment
  }
}
