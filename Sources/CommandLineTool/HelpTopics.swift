import Arguments
import BuiltIns
import JSONDocument
import MapClusters
import MapSettings
import StyleSettings

/// The topics of `clustersnap help TOPIC`: the words that options choose from, a line each.
enum HelpTopics {
  static let names = ["presets", "methods", "styles", "palettes", "recipes"]

  static func text(of topic: String) -> String? {
    switch topic {
    case "presets":
      list(
        "--preset NAME clusters as a known system does:",
        ClusterPreset.allCases.map { preset in
          let others = ClusterOptions.names(of: preset).dropFirst().map { "; also " + $0 }.joined()
          return (preset.rawValue, words(of: preset) + others)
        })
    case "methods":
      list(
        "--method NAME is how points are clustered:",
        ClusterMethod.allCases.map { ($0.rawValue, words(of: $0)) })
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
        recipe.title + "\n"
          + recipe.commands.split(separator: "\n").map { "  " + $0 + "\n" }.joined()
      }.joined(separator: "\n")
    default: nil
    }
  }

  /// The help of an option by its name, or of a setting of documents by its key; `nil` where there is neither.
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

  /// The options and recipes in which a word stands that is no name of help; `nil` where it stands in none.
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

  private static func words(of preset: ClusterPreset) -> String {
    switch preset {
    case .cch: "CCHMapClusterController: a grid of 60 points, aligned with the world"
    case .clustermap: "ClusterMap 2.x: a grid whose cells grow smaller with the zoom"
    case .cluster: "Cluster 3.x, the ancestor of ClusterMap"
    case .amap: "the AMap marker demo: a grid by zoom"
    case .amapDistance: "the AMap marker demo by distance: running means within 50 points"
    case .pins: "MapPinClustering: blocks of 75 points, each shown at its first point"
    case .pablo: "PGClustering: cells as a part of the width, from the corner"
    case .tb: "TBAnnotationClustering: a grid by zoom, whose titles count places"
    case .supercluster: "Mapbox supercluster: by radius, nested over all zooms"
    }
  }

  private static func words(of method: ClusterMethod) -> String {
    switch method {
    case .grid: "square cells, anchored at the world or at the view"
    case .hex: "hexagonal cells, a whole number of them along the world"
    case .radius: "supercluster's walk over all zooms: what lies within a radius joins"
    case .distance: "points join the first cluster whose running mean is near enough"
    case .leader: "blocks of the screen, each shown at the true place of its first point"
    case .kmeans: "a number of clusters about their means (Lloyd's k-means, seeded)"
    case .dbscan: "dense regions of any shape; what is sparse stays single"
    case .none: "every point for itself"
    }
  }

  private static func words(ofStyle name: String) -> String {
    let known = [
      "light": "bubbles in five classes over a light map", "dark": "the same over a dark map",
      "debug": "the cells and their counts, for explaining how clustering works",
      "heatmap": "density as color, every point for itself", "print": "thin lines and no fills, for paper",
      "donut": "rings of shares, by columns of the data", "several-groups": "groups with marks of their own",
      "create-and-style-clusters": "the clusters of MapLibre's example",
    ]
    return known[name] ?? "bubbles as the system of the preset \(name) draws them, clustered by it"
  }
}
