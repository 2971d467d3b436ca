import Arguments
import JSONDocument
import TileSources

/// The limits of reading and writing, and the dry run.
struct ConfinementArguments: ParsableArguments {
  @Option() var root: String?
  @Flag var dryRun: Bool

  /// The folder, found before anything is read.
  func folder() throws(Failure) -> String? {
    guard let root else { return nil }
    var status = stat()
    guard stat(root, &status) == 0 else { throw .input("--root: \"\(root)\" \(whyUnreadable())") }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw .input("--root: \"\(root)\" is no folder; name one")
    }
    return canonicalPath(root)
  }

  static func print(_ lines: [String]) throws(Failure) {
    let text = (lines + ["nothing was written (--dry-run)"])
      .map { escapedForMessage(withoutSecrets($0)) + "\n" }.joined()
    try OutputFile(path: "-").write(Array(text.utf8))
  }
}
