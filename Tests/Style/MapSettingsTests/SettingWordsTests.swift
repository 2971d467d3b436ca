import MapSettings
import TestSupport
import Testing

@Suite struct `The words of settings` {
  static let descriptions: [SettingDescription] =
    ClusterOptions.table.descriptions + ViewOptions.table.descriptions + OutputSettings.table.descriptions
    + OutputSettings.Decoration.table.descriptions + SnapshotRequest.members
    + SnapshotRequest.viewDescriptions + ResourceSettings.table.descriptions
    + FilmSettings.table.descriptions + ScenarioMembers.root
    + ScenarioMembers.verbs

  @Test(arguments: descriptions)
  func `are there for each key`(description: SettingDescription) {
    #expect(!description.type.isEmpty)
    #expect(!description.initial.isEmpty)
    #expect(description.meaning.hasSuffix("."))
    #expect(!description.example.isEmpty)
  }

  @Test func `know one writer of SVG`() throws {
    let entry = try #require(OutputSettings.table["svg"])
    var settings = OutputSettings()
    try entry.take(word: "native", into: &settings)
    expect(settings.svg, equals: .native)
    let error = #expect(throws: SettingError.self) { try entry.take(word: "cairo", into: &settings) }
    expect(error?.description.contains("is none of native; write one of these"), equals: true)
  }

  @Test(arguments: ClusterOptions.table.entries.compactMap(\.option))
  func `explain each option`(option: SettingOption) {
    #expect(option.help.hasSuffix("."))
  }
}
