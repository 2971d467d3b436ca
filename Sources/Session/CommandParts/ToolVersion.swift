import BuiltIns
import MapFeatures

package enum ToolVersion {
  package static let number = "0.1.0"

  /// The number, with the commit of the build where that is known.
  package static var text: String { number + (builtCommit.map { " (\($0))" } ?? "") }

  /// The program, as nothing else has it: version, commit, and size and time of its file where the system names it.
  package static var identity: String {
    let file = FileLoader().version(of: Resource(path: "/proc/self/exe", isFromDocument: false))
    return file.map { "\(text) \($0.size) \($0.modified)" } ?? text
  }
}
