import MapSettings
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
    #expect(option.standard?.isEmpty == false)
    #expect(SnapshotRequest.members.contains { $0.name == key })
  }

  @Test func `are none where only requests have the member`() {
    for key in ["views", "golden"] { #expect(SnapshotRequest.option(of: key) == nil, "\(key)") }
    #expect(SnapshotRequest.option(of: "nothing") == nil)
  }
}
