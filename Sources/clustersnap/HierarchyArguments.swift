import MapSnapshot

/// Questions about clusters that nest, those of the method radius.
struct HierarchyArguments: ParsableArguments {
  @Flag(
    help: .init(
      "Method radius: the clusters and points of all zooms, each once, with minzoom, maxzoom and parent."))
  var allZooms: Bool
  @Option(help: .init("Method radius: the points of a cluster.", valueName: "ID", default: "none"))
  var leaves: ClusterIDArgument?
  @Option(
    help: .init("Method radius: what a cluster falls apart into.", valueName: "ID", default: "none"))
  var children: ClusterIDArgument?
  @Option(
    help: .init(
      "Method radius: the zoom at which a cluster falls apart, of a 512-point world.", valueName: "ID",
      default: "none"))
  var expansionZoom: ClusterIDArgument?

  init() {}

  /// What is asked.
  enum Question {
    case allZooms
    case leaves(UInt64)
    case children(UInt64)
    case expansionZoom(UInt64)

    /// The option that asks it.
    var optionName: String {
      switch self {
      case .allZooms: "--all-zooms"
      case .leaves: "--leaves"
      case .children: "--children"
      case .expansionZoom: "--expansion-zoom"
      }
    }
  }

  /// The question, if one is asked.
  func question() throws(Failure) -> Question? {
    var questions: [Question] = allZooms ? [.allZooms] : []
    if let leaves { questions.append(.leaves(leaves.id)) }
    if let children { questions.append(.children(children.id)) }
    if let expansionZoom { questions.append(.expansionZoom(expansionZoom.id)) }
    guard questions.count < 2 else {
      let names = questions.map(\.optionName).joined(separator: " and ")
      throw .input("\(names) exclude each other; say one of them")
    }
    return questions.first
  }
}

extension HierarchyArguments.Question {
  /// The answer as a file's bytes.
  func answer(
    in map: LoadedMap, format: MarkerDocument.Format, listsMembers: Bool
  ) throws(Failure) -> [UInt8] {
    try snapshotting { () throws(SnapshotError) in
      let hierarchy = try map.snapshotter.hierarchy()
      switch self {
      case .allZooms:
        return MarkerDocument(try hierarchy.levels(), listsMembers: listsMembers).bytes(format)
      case .leaves(let id):
        return MarkerDocument(try hierarchy.leaves(of: id), listsMembers: listsMembers).bytes(format)
      case .children(let id):
        return MarkerDocument(try hierarchy.children(of: id), listsMembers: listsMembers).bytes(format)
      case .expansionZoom(let id):
        return Array("\(try hierarchy.expansionZoom(of: id))\n".utf8)
      }
    }
  }
}

/// The id of a cluster, as `cluster_id` tells it.
struct ClusterIDArgument: ExpressibleByArgument {
  let id: UInt64

  static func parse(argument: String) throws(ArgumentProblem) -> ClusterIDArgument {
    guard let id = UInt64(argument) else {
      throw ArgumentProblem(
        "\"\(argument)\" is no cluster id; write a cluster_id from the output of clusters")
    }
    return ClusterIDArgument(id: id)
  }
}
