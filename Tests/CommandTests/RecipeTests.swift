import Foundation
import TestSupport
import Testing

/// The commands of `Documentation/recipes.md`, run as they stand.
@Suite struct `Recipes` {
  struct Recipe: CustomTestStringConvertible, Sendable {
    let title: String
    let script: String
    var testDescription: String { title }
  }

  static let all: [Recipe] = {
    let path = Workplace.checkout + "Documentation/recipes.md"
    let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.components(separatedBy: "\n## ").dropFirst().map { section in
      let parts = section.components(separatedBy: "```")
      return Recipe(
        title: section.components(separatedBy: "\n")[0],
        script: parts.count > 1 ? String(parts[1].dropFirst("sh\n".count)) : "")
    }
  }()

  @Test func `are twenty, and a word on scripts`() {
    #expect(Self.all.count == 21)
    #expect(Self.all.prefix(20).enumerated().allSatisfy { $0.element.title.hasPrefix("\($0.offset + 1). ") })
  }

  @Test(arguments: all) func `work as they stand`(recipe: Recipe) throws {
    let place = try Workplace()
    let script = """
      set -e
      mkdir Samples
      cp '\(Workplace.checkout)/Samples/'*.* Samples/
      clustersnap() { "$command" "$@"; }
      command=$0
      \(recipe.script)
      """
    let outcome = try place.shell(script)
    #expect(outcome.status == 0, "\(outcome.errors)")
    // How many rows pass a filter is no fault.
    #expect(outcome.lines.filter { !$0.hasPrefix("clustersnap: info: ") } == [])
    let outputs =
      recipe.script.matches(of: /(?:-o|--grid|>|"output":) "?([a-z]+\.(?:png|svg|pdf|geojson|csv))/).map(\.1)
    #expect(!outputs.isEmpty || recipe.title.hasPrefix("20"))
    for output in outputs where !recipe.script.contains("--dry-run") {
      #expect((place.read(String(output))?.count ?? 0) > 40)
    }
  }
}
