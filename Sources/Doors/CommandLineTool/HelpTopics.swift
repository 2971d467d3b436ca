import CommandParts
import Arguments
import BuiltIns
import JSONDocument
import MapClusters
import MapSettings
import StyleSettings

enum HelpTopics {
  static let names = ["presets", "methods", "styles", "palettes", "recipes"]

  static func text(of topic: String) -> String? {
    switch topic {
    case "presets":
      list(
        "--preset NAME clusters as a known system does:",
        ClusterPreset.allCases.map { preset in
          let others = ClusterOptions.names(of: preset).dropFirst().map { "; also " + $0 }.joined()
          return (preset.rawValue, (words(of: preset.rawValue, in: "presets") ?? "") + others)
        })
    case "methods":
      list(
        "--method NAME is how points are clustered:",
        ClusterMethod.allCases.map { ($0.rawValue, words(of: $0.rawValue, in: "methods") ?? "") })
    case "styles":
      list(
        "--style NAME is a built-in style; a file is one of your own:",
        BuiltInStyles.names.map { ($0, words(ofStyle: $0)) })
    case "palettes":
      list(
        "--palette NAME are the colors of --color-by, --donut-by and of hexagons; NAME-r runs the other way:",
        Palette.allCases.map { ($0.rawValue, $0.summary) })
    case "recipes":
      Recipe.all.map { recipe in
        recipe.title + "\n" + recipe.commands.split(separator: "\n").map { "  " + $0 + "\n" }.joined()
      }.joined(separator: "\n")
    default: nil
    }
  }

  static func text(ofSetting word: String, in tool: ToolDescription, _ layout: HelpLayout) -> String? {
    let settings =
      (SnapshotRequest.members + SnapshotRequest.viewDescriptions + ClusterOptions.table.descriptions
        + ScenarioMembers.root + LayerSettings.descriptions)
    let setting = settings.first { kebabCase($0.name) == word.drop { $0 == "-" } || $0.name == word }
    let option = tool.help(ofOption: setting.map { kebabCase($0.name) } ?? word, layout)
    let member = setting.map { setting in
      """
      In documents: "\(setting.name)": \(setting.example)
        \(setting.meaning)
        Takes \(setting.type). Without it: \(setting.initial).

      """
    }
    let parts = [option, member].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "\n")
  }

  static func text(about word: String, in tool: ToolDescription) -> String? {
    let options = tool.options(about: word)
    let recipes = Recipe.all.filter { "\($0.title)\n\($0.commands)".lowercased().contains(word.lowercased()) }
    guard word.count > 2, !(options.isEmpty && recipes.isEmpty) else { return nil }
    return list(
      "help has no page named \(word). It stands in these options and recipes:",
      options + recipes.map { ("recipe", $0.title) })
      + "\nhelp OPTION shows one, help recipes all recipes.\n"
  }

  private static func list(_ heading: String, _ lines: [(name: String, words: String)]) -> String {
    let width = (lines.map(\.name.count).max() ?? 0) + 2
    return heading + "\n\n"
      + lines.map { name, words in
        "  " + name + String(repeating: " ", count: width - name.count) + words + "\n"
      }.joined()
  }

  private static func words(of name: String, in section: String) -> String? {
    Words.ofCommands.fields(of: name, in: section)["words"]
  }

  private static func words(ofStyle name: String) -> String {
    words(of: name, in: "styles") ?? "bubbles as the system of the preset \(name) draws them, clustered by it"
  }
}
