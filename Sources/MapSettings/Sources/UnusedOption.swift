public import MapClusters

/// A clustering option that is set but that the method does not look at.
public struct UnusedOption: Hashable, Sendable {
  /// The option in camel case, as requests and styles write it; the command's in kebab case.
  public let name: String
  /// The command's option: `--cell-size`.
  public let optionName: String
  /// What looks at it: `method radius`, `methods grid and leader`.
  public let owner: String
  /// What holds instead: `the method is grid`.
  public let instead: String

  /// Why it has no effect: `--radius belongs to method radius; the method is grid`.
  ///
  /// - Parameter name: the option as its document or the command calls it.
  public func text(name: String) -> String { "\(name) belongs to \(owner); \(instead)" }
}

extension ClusterOptions {
  /// The options set here that do nothing under any of the settings that hold in the end.
  ///
  /// - Parameter settings: of each source these options are set for; none means that there is nothing to report.
  /// - Returns: in the order of the documentation.
  public func unused(under settings: [ClusterSettings]) -> [UnusedOption] {
    guard !settings.isEmpty else { return [] }
    let methods = ClusterMethod.allCases.filter { method in settings.contains { $0.method == method } }
    let instead =
      methods.count == 1
      ? "the method is \(methods[0].rawValue)" : "the methods are \(ClusterOptions.list(methods))"
    return ClusterOptions.table.entries.compactMap { entry in
      guard let use = entry.use, entry.isActive(self) else { return nil }
      let fitting = settings.filter { use.methods.contains($0.method) }
      guard !fitting.isEmpty else {
        return UnusedOption(
          name: entry.key, optionName: entry.optionName, owner: ClusterOptions.owner(use.methods),
          instead: instead)
      }
      guard use.needsWorldAnchor, fitting.allSatisfy({ $0.anchor == .view }) else { return nil }
      return UnusedOption(
        name: entry.key, optionName: entry.optionName, owner: "grids anchored at the world",
        instead: "the anchor is the view")
    }
  }

  /// What draws cells: the debug grid needs one of these.
  public static let methodsWithCells: [ClusterMethod] = SettingUse.cells.methods

  /// `method radius`, `methods grid and leader`, `methods that cluster`.
  public static func owner(_ methods: [ClusterMethod]) -> String {
    if methods == SettingUse.clustering.methods { return "methods that cluster" }
    return (methods.count == 1 ? "method " : "methods ") + list(methods)
  }

  private static func list(_ methods: [ClusterMethod]) -> String {
    let names = methods.map(\.rawValue)
    guard names.count > 1 else { return names.joined() }
    return names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
  }
}
