import CBuiltIns

/// An everyday task and the commands that do it, from the page of recipes.
public struct Recipe: Hashable, Sendable {
  /// The number and the task, such as `1. A table as a map`.
  public let title: String
  /// The commands as a shell runs them in a checkout.
  public let commands: String

  /// All recipes, in the order of the page.
  public static var all: [Recipe] {
    var count = 0
    guard let bytes = recipe_page(&count) else { return [] }
    let page = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    return page.split(separator: "\n## ").dropFirst().map { section in
      let lines = section.split(separator: "\n", omittingEmptySubsequences: false)
      let block = lines.drop { $0 != "```sh" }.dropFirst().prefix { $0 != "```" }
      return Recipe(title: String(lines[0]), commands: block.joined(separator: "\n"))
    }
  }
}
