import MapSettings

extension SchemaDocument {
  /// The members of the document as a page of Markdown, made from the tables of the schema.
  public var page: String {
    switch self {
    case .request:
      let clustering = ClusterOptions.table.descriptions.filter {
        !ClusterOptions.historyKeys.contains($0.name)
      }
      return SchemaDocument.page(
        "Requests",
        """
        A request is a JSON document: one load, one picture or many (`clustersnap render --request FILE`, a case of `clustersnap verify`,
        `MapSession` in Swift). Paths are relative to the document. `clustersnap schema request` prints its JSON Schema.

        ```json
        {"sources": {"stones": "berlin.csv"}, "style": "light", "cluster": {"stones": {"preset": "cch"}},
         "views": [{"name": "city", "center": [13.377829, 52.516221], "zoom": 9, "size": [320, 504], "output": "city.png"}]}
        ```
        """,
        [
          ("Members", "At the root.", SnapshotRequest.members),
          (
            "Views",
            "In each object of `views`, and at the root for all of them.", SnapshotRequest.viewDescriptions
          ),
          (
            "Clustering",
            "At the root for all sources, and in `cluster` by source.", clustering
          ),
        ])
    case .scenario:
      return SchemaDocument.page(
        "Scenarios",
        """
        A scenario is a request with steps (`clustersnap animate FILE`): points come and go, the view moves, and between two snapshots markers change.
        Beside the members below it takes those of [requests](requests.md), but for `views`, `output`, `format`, `dump` and `name`. `clustersnap schema
        scenario` prints its JSON Schema.

        ```json
        {"sources": {"capitals": "capitals.csv"}, "animator": "move",
         "steps": [{"view": {"center": [12, 49], "zoom": 3}}, {"add": true}, {"snapshot": "all"}, {"zoom": "+1"}, {"snapshot": "closer"}]}
        ```
        """,
        [
          ("Members", "At the root.", ScenarioMembers.root),
          ("Steps", "Each object of `steps` does one of these.", ScenarioMembers.verbs),
          (
            "State",
            "Clustering settings that scenarios alone have, at the root or in `cluster` by source.",
            ClusterOptions.table.descriptions.filter { ClusterOptions.historyKeys.contains($0.name) }
          ),
        ])
    case .styleMetadata: return settingsDocument()
    }
  }

  private static func page(
    _ title: String, _ introduction: String,
    _ sections: [(title: String, place: String, members: [SettingDescription])]
  ) -> String {
    var text = "# \(title)\n\n\(introduction)\n\nThis page is made from the code by `make coverage`.\n"
    for section in sections {
      text += "\n## \(section.title)\n\n\(section.place)\n\n" + settingRows(of: section.members)
    }
    return text
  }
}
