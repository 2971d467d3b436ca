package import JSONDocument

extension SnapshotRequest: Documented {
  package static var section: String { "request" }
  package static var haveOptions: Bool { true }

  /// The members of a request beside those of its views and its clustering.
  public static let members: [SettingDescription] =
    (data + reading + files).map(\.description) + ResourceSettings.table.descriptions
    + more.map(\.description)

  /// Members that no other table has, in the documentation's order.
  static let table = SettingTable<SnapshotRequest>("a request", data + reading + files + more)

  /// The command's option for a member beside the settings of tables; `nil` for a member that only requests have.
  public static func option(of key: String) -> SettingOption? { table[key]?.option }

  private static let data: [SettingEntry<SnapshotRequest>] = [
    .init("sources", \.sources, member: .namedData, traits: .isInDocumentsAlone),
    .init("cells", schema: .dictionary(.text)) { reader, node, request in
      request.cells = RequestMemberType.namedFiles.read(&reader, node)
    },
    .init("style", \.style, member: .text),
    .init("themes", \.themes, member: .paths),
    .init("basemap", \.basemaps, member: .paths),
    .init("relief", \.relief, member: .text),
    .init("tiles", \.tiles, member: .namedFiles),
    .init("overlay", \.overlay, member: .text),
    .init("overlays", \.overlays, member: .overlays, traits: .isInDocumentsAlone),
    .init("cluster", schema: .dictionary(.reference("clustering")), traits: .isInDocumentsAlone) { _, _, _ in
      // Read when all else is known.
    },
    .init("columns", schema: PictureColumn.schema, name: "beside") { _, _, _ in
      // Read when all else is known.
    },
    .init("views", schema: .list(.reference("view"), count: 1...Int.max), traits: .isInDocumentsAlone) {
      _, _, _ in
      // Read when all that the root sets for them is known.
    },
  ]

  private static let reading: [SettingEntry<SnapshotRequest>] = [
    .init("inputFormat", \.inputFormat, member: .name()),
    .init("decimal", \.decimal, member: .name()),
    .init("missing", \.missing, member: .words),
    .init("headerLine", \.headerLine, member: .line),
    .init("geometry", \.geometry, member: .column),
    .init("longitude", \.longitude, member: .column),
    .init("latitude", \.latitude, member: .column),
    .init("id", \.identifier, member: .column),
  ]

  private static let files: [SettingEntry<SnapshotRequest>] = [
    .init("font", \.fonts, member: .paths),
    .init("fonts", \.fontFolders, member: .paths),
    .init("icons", \.iconFolders, member: .paths),
  ]

  private static let more: [SettingEntry<SnapshotRequest>] = [
    .init("systemFonts", \.usesSystemFonts, member: .flag, form: .flag),
    .init("lineBreaks", \.lineBreaks, member: .name()),
    .init("parameters", \.parameters, member: .paths, traits: .isInDocumentsAlone),
    .init("golden", schema: .reference("golden"), traits: .isInDocumentsAlone) {
      _, node, request in
      request.golden = node.value
    },
  ]

  static let viewTable = SettingTable<View>(
    "a view",
    [
      .init("name", \.name, member: .text),
      .init("output", \.path, member: .text),
      .init("format", \.format, member: .name()),
      .init("dump", \.dump, member: .text),
    ])

  /// All that a view may have.
  public static let viewDescriptions =
    viewTable.descriptions + ViewOptions.table.descriptions
    + OutputSettings.table.descriptions.filter { !ViewOptions.styleKeys.contains($0.name) }

  /// The members of a view of several, data of its own among them.
  public static let viewMembers =
    viewDescriptions
    + (members + ClusterOptions.table.descriptions).filter { ownData.contains($0.name) }
  private static let ownData = ["sources", "overlays", "filter"]

  /// Requests of one view each, where views have data of their own in place of the root's; `nil` where none has.
  package static func separated(_ root: JSONValue) -> [JSONText]? {
    let views = root["views"]?.elements?.map { $0.members ?? [] } ?? []
    func isOwn(_ member: JSONMember) -> Bool { ownData.contains(member.key) }
    guard views.contains(where: { $0.contains(where: isOwn) }) else { return nil }
    return views.map { view in
      let own = view.filter(isOwn)
      let shared = (root.members ?? []).filter { member in
        member.key != "views" && !own.contains { $0.key == member.key }
      }
      let rest = JSONValue(.object(view.filter { !isOwn($0) }), at: view.first?.keyPosition ?? root.position)
      let views = JSONMember(key: "views", keyPosition: rest.position, value: .list([rest]))
      return JSONText(root: JSONValue(.object(shared + own + [views]), at: root.position))
    }
  }

  static let viewKeys = viewDescriptions.map(\.name)
  /// Clustering keys that the root may have, for all sources.
  package static let sourceKeys = ClusterOptions.table.keys.filter { OutputSettings.table[$0] == nil }
}

extension SnapshotRequest.View: Documented {
  package static var section: String { "request view" }
}
