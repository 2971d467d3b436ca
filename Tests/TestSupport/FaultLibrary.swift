import Foundation

/// The library of `Tests/Faults`, which lets calls of the system fail in the command it is loaded into.
public enum FaultLibrary {
  /// Its path; `nil` where there is no compiler to build it, or no way to load it before others.
  public static let path: String? = {
    #if os(Linux)
      let library = "\(NSTemporaryDirectory())/clustersnap-faults-\(getpid()).so"
      let words = [
        "/bin/sh", "-c", "cc -shared -fPIC -O1 -o \"$0\" \"$1\" -ldl", library,
        "\(Workplace.checkout)/Tests/Faults/faults.c",
      ]
      guard let process = try? RunningCommand.spawn(words),
        let ended = try? RunningCommand.wait(for: process, seconds: 60), ended.status == 0
      else { return nil }
      return library
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
    var environment = ProcessInfo.processInfo.environment
    environment["LD_PRELOAD"] = path
    environment["FAULT_CALL"] = call
    environment["FAULT_NUMBER"] = "\(number)"
    environment["FAULT_FROM"] = lasts ? "1" : nil
    return environment
  }
}
