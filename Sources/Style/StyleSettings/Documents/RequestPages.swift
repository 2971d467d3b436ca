import MapSettings

extension SchemaDocument {
  /// The members of the document as a page of Markdown, made from the tables of the schema.
  public var page: String {
    switch self {
    case .request:
      settingsPage(
        .requestPage,
        [
          "members": SnapshotRequest.members, "views": SnapshotRequest.viewMembers,
          "clustering": clustering(isHistory: false),
        ])
    case .scenario:
      settingsPage(
        .scenarioPage,
        [
          "members": ScenarioMembers.root, "steps": ScenarioMembers.verbs,
          "state": clustering(isHistory: true),
        ])
    case .styleMetadata: settingsDocument()
    }
  }

  private func clustering(isHistory: Bool) -> [SettingDescription] {
    ClusterOptions.table.descriptions.filter { ClusterOptions.historyKeys.contains($0.name) == isHistory }
  }
}
