public import MapClusters

/// A clustering option that was said but that the method does not look at.
public struct UnusedOption: Hashable, Sendable {
  /// The option in camel case, as requests and styles write it; the command's in kebab case.
  public let name: String
  /// What looks at it: `method radius`, `methods grid and leader`.
  public let owner: String
  /// What holds instead: `the method is grid`.
  public let instead: String
}

extension ClusterOptions {
  /// Which methods look at an option, and what else must hold.
  private struct Rule {
    let name: String
    let methods: [ClusterMethod]
    let isSaid: (ClusterOptions) -> Bool
    /// What must hold beside the method; `nil` where nothing must.
    var needsWorldAnchor = false
  }

  private static let clustering: [ClusterMethod] = [.grid, .radius, .distance, .leader, .kmeans, .dbscan]

  // One row an option; what is not listed every method looks at.
  private static var rules: [Rule] {
    [
      Rule(name: "cellSize", methods: [.grid, .leader]) { $0.cellSize != nil },
      Rule(name: "alignWorld", methods: [.grid], isSaid: { $0.alignsToWorld != nil }, needsWorldAnchor: true),
      Rule(name: "anchor", methods: [.grid]) { $0.anchor != nil },
      Rule(name: "margin", methods: [.grid, .radius, .distance, .kmeans, .dbscan, .none]) {
        $0.margin != nil
      },
      Rule(name: "snapZoom", methods: [.grid, .leader]) { $0.snapsZoom != nil },
      Rule(name: "radius", methods: [.radius]) { $0.radius != nil },
      Rule(name: "extent", methods: [.radius]) { $0.extent != nil },
      Rule(name: "acrossAntimeridian", methods: [.radius]) { $0.wrapsAntimeridian != nil },
      Rule(name: "distance", methods: [.distance]) { $0.distance != nil },
      Rule(name: "clusters", methods: [.kmeans]) { $0.clusterCount != nil },
      Rule(name: "eps", methods: [.dbscan]) { $0.epsilon != nil },
      Rule(name: "minPoints", methods: [.radius, .dbscan]) { $0.minimumPoints != nil },
      Rule(name: "position", methods: clustering) { $0.position != nil },
      Rule(name: "minCount", methods: clustering) { $0.minimumCount != nil },
      Rule(name: "minUnique", methods: clustering) { $0.minimumUnique != nil },
      Rule(name: "clusterMaxZoom", methods: clustering) { $0.maximumZoom != nil },
      Rule(name: "reuse", methods: methodsWithCells) { $0.reusesMarkers == true },
      Rule(name: "hysteresis", methods: [.leader]) { $0.keepsLeaders == true },
      Rule(name: "title", methods: clustering) { $0.title != nil },
      Rule(name: "subtitle", methods: clustering) { $0.subtitle != nil },
    ]
  }

  /// The options said here that do nothing under any of the settings that hold in the end.
  ///
  /// - Parameter settings: of each source these options were said for; none means that nothing is to be told.
  /// - Returns: in the order of the documentation.
  public func unused(under settings: [ClusterSettings]) -> [UnusedOption] {
    guard !settings.isEmpty else { return [] }
    let methods = ClusterMethod.allCases.filter { method in settings.contains { $0.method == method } }
    let instead =
      methods.count == 1
      ? "the method is \(methods[0].rawValue)" : "the methods are \(ClusterOptions.list(methods))"
    return ClusterOptions.rules.compactMap { rule in
      guard rule.isSaid(self) else { return nil }
      let fitting = settings.filter { rule.methods.contains($0.method) }
      guard !fitting.isEmpty else {
        return UnusedOption(name: rule.name, owner: ClusterOptions.owner(rule.methods), instead: instead)
      }
      guard rule.needsWorldAnchor, fitting.allSatisfy({ $0.anchor == .view }) else { return nil }
      return UnusedOption(
        name: rule.name, owner: "grids anchored at the world", instead: "the anchor is the view")
    }
  }

  /// What draws cells: the debug grid needs one of these.
  public static let methodsWithCells: [ClusterMethod] = [.grid, .leader]

  /// `method radius`, `methods grid and leader`, `methods that cluster`.
  public static func owner(_ methods: [ClusterMethod]) -> String {
    if methods == clustering { return "methods that cluster" }
    return (methods.count == 1 ? "method " : "methods ") + list(methods)
  }

  private static func list(_ methods: [ClusterMethod]) -> String {
    let names = methods.map(\.rawValue)
    guard names.count > 1 else { return names.joined() }
    return names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
  }
}
