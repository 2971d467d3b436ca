import MapSettings
import Testing

@Suite struct `The words of settings` {
  static let descriptions: [SettingDescription] =
    ClusterOptions.table.descriptions + ViewOptions.table.descriptions + OutputSettings.table.descriptions
    + OutputSettings.Decoration.table.descriptions + SnapshotRequest.members
    + SnapshotRequest.viewDescriptions + ResourceSettings.table.descriptions
    + GoldenOptions.table.descriptions + FilmSettings.table.descriptions + ScenarioMembers.root
    + ScenarioMembers.verbs

  @Test(arguments: descriptions)
  func `are there for each key`(description: SettingDescription) {
    #expect(!description.type.isEmpty)
    #expect(!description.initial.isEmpty)
    #expect(description.meaning.hasSuffix("."))
    #expect(!description.example.isEmpty)
  }

  @Test(arguments: ClusterOptions.table.entries.compactMap(\.option))
  func `explain each option`(option: SettingOption) {
    #expect(option.help.hasSuffix("."))
  }
}
