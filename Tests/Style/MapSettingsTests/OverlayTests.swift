import JSONDocument
import MapSettings
import TestSupport
import Testing

/// What overlays are read from: options, and members of requests.
@Suite struct `An overlay` {
  private func request(_ overlays: String) throws -> (overlays: [MapOverlay], messages: [String]) {
    let text = #"{"sources": {"in": "in.csv"}, "overlays": \#(overlays)}"#
    let (request, diagnostics) = SnapshotRequest.parse(try JSONText(parsing: text))
    return (request?.overlays ?? [], diagnostics.map(\.message))
  }

  private func properties(_ overlay: MapOverlay) throws -> [JSONValue] {
    let features = try JSONText(parsing: "[\(overlay.features)]").root.elements ?? []
    return features.compactMap { $0["properties"] }
  }

  @Test func `with a text has a line to the place that it points to`() throws {
    let note = try MapOverlay(.note, "10,50;text=Harbor;to=20,50;color=#06c;size=9")
    let found = try properties(note)
    expect(found.count, equals: 2)
    #expect(found[0]["note"]?.string == "Harbor" && found[0]["note-size"]?.number == 9)
    // The line goes east, so that the text ends where it begins.
    expect(found[0]["note-anchor"]?.string, equals: "right")
    expect(found[1]["stroke"]?.string, equals: "#06c")
  }

  @Test func `without a text is an arrow whose head follows the line`() throws {
    // Along a parallel, and down a meridian: screens count angles clockwise from the right.
    for (target, turn) in [("20,50", 0.0), ("10,40", 90), ("0,50", 180)] {
      let head = try properties(try MapOverlay(.note, "10,50;to=\(target)"))[1]
      #expect(abs((head["note-turn"]?.number ?? .nan) - turn) < 1e-9)
    }
    #expect(throws: SettingError.self) { try MapOverlay(.note, "10,50") }
    #expect(throws: SettingError.self) { try MapOverlay(.note, "10,50;label=A") }
  }

  @Test func `is GeoJSON within a request, with its members of simplestyle`() throws {
    let (found, messages) = try request(
      #"[{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"title": "A"}, "geometry": {"type": "Point", "coordinates": [1, 2]}}, {"type": "LineString", "coordinates": [[1, 2], [3, 4]]}]}, {"note": [1, 2], "text": "Here"}]"#
    )
    #expect(messages.isEmpty && found.map(\.kind) == [.marker, .path, .note])
    try expect(properties(found[0])[0]["title"]?.string, equals: "A")
  }

  @Test func `that cannot be read is named`() throws {
    #expect(try request(#"[{"type": "Triangle"}]"#).messages[0].hasPrefix("feature 1 of the GeoJSON: "))
    #expect(
      try request(#"[{"pin": [1, 2]}]"#).messages[0].contains(
        "GeoJSON, or an object with one of marker, path, area, circle and note"))
    try expect(
      request(#"[{"note": [1, 2]}]"#).messages,
      equals: [
        "note: a note needs a text or a place that it points to, such as 13.4,52.5;text=Here;to=14,53"
      ])
  }
}

@Suite struct `Titles of maps on one sheet` {
  @Test func `are those that are set, then those of the maps, with letters`() {
    var output = OutputSettings()
    expect(output.panelTitle("grid", 1), equals: "grid")
    (output.panelTitles, output.panelLetters) = (["First"], true)
    expect((0..<2).map { output.panelTitle("grid", $0) }, equals: ["(a) First", "(b) grid"])
    expect(output.panelTitle("", 2), equals: "(c)")
  }
}
