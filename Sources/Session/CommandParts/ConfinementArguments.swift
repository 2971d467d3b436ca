package import Arguments
import JSONDocument
import TileSources

package struct ConfinementArguments: ParsableArguments {
  @Option() package var root: String?
  @Flag package var dryRun: Bool

  package init() {}

  package func folder() throws(Failure) -> String? {
    guard let root else { return nil }
    guard let kind = fileKind(root) else { throw .input("--root: \"\(root)\" \(whyUnreadable())") }
    guard kind == S_IFDIR else { throw .input("--root: \"\(root)\" is no folder; name one") }
    return canonicalPath(root)
  }

  package static func print(_ lines: [String]) throws(Failure) -> Int32 {
    try printed(
      (lines + ["nothing was written (--dry-run)"]).map { escapedForMessage(withoutSecrets($0)) + "\n" }
        .joined())
  }
}
