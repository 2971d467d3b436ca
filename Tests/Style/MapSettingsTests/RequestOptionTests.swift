import MapSettings
import TestSupport
import Testing

/// Members of requests that the command has as options stand in one table with them.
@Suite struct `Options of request members` {
  @Test(arguments: [
    "cells", "style", "basemap", "tiles", "relief", "overlay", "inputFormat", "longitude", "latitude", "id",
    "font",
    "fonts",
    "icons", "systemFonts", "lineBreaks",
  ])
  func `have their words in the table of members`(key: String) throws {
    let option = try #require(SnapshotRequest.option(of: key))
    #expect(option.help.hasSuffix("."))
    #expect(!option.valueName.isEmpty)
    // What holds without the member holds without the option.
    #expect(!option.standard.isEmpty)
    #expect(SnapshotRequest.members.contains { $0.name == key })
  }

  @Test func `are none where only requests have the member`() {
    for key in ["views", "golden"] { #expect(SnapshotRequest.option(of: key) == nil, "\(key)") }
    #expect(SnapshotRequest.option(of: "nothing") == nil)
  }
}

/// Whether a setting has an option and is in documents are facts of the code, as words are read only where they are shown.
@Suite struct `Words of settings` {
  @Test func `are there wherever they are shown`() {
    expectWords(ClusterOptions.table)
    expectWords(OutputSettings.table)
    expectWords(ViewOptions.table)
    expectWords(ResourceSettings.table)
    expectWords(FilmSettings.table)
    for member in SnapshotRequest.members { #expect(!member.meaning.isEmpty, "\(member.name)") }
  }

  private func expectWords<Values>(_ table: SettingTable<Values>) {
    for entry in table.entries {
      if let option = entry.option { #expect(!option.help.isEmpty, "help of \(entry.key)") }
      expect(entry.isInDocuments, equals: !entry.description.type.isEmpty, "type of \(entry.key)")
      if entry.isInDocuments { #expect(!entry.description.meaning.isEmpty, "meaning of \(entry.key)") }
      #expect(entry.option != nil || entry.isInDocuments, "\(entry.key)")
    }
  }
}
