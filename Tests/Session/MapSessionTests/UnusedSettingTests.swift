import MapSession
import MapSettings
import SessionSupport
import TestSupport
import Testing

@Suite struct `Settings of a request without effect` {
  private let session = MapSession(
    resources: MemoryResources(["maps/a.csv": "id,lon,lat\n1,2,48\n2,13,52\n"]))

  private func request(_ more: String) throws -> MapSpecification {
    try MapSpecification(
      json: #"{"sources": {"a": "a.csv"}, "basemap": "none", "size": [60, 40]\#(more)}"#, name: "maps/r.json")
  }

  @Test func `are noted, by the format of the picture`() async throws {
    let map = try request(#", "compression": 9, "text": "outlines""#)
    let png = try await session.pictures(of: map)
    expect(
      png.notes.map(\.description),
      equals: [
        "maps/r.json: warning: text belongs to SVG and PDF; the picture is png"
      ])
    let svg = try await session.pictures(of: map, as: .svg)
    expect(
      svg.notes.map(\.description),
      equals: [
        "maps/r.json: warning: compression belongs to PNG; the picture is svg"
      ])
  }

  @Test func `end a strict request before anything is drawn`() async throws {
    let map = try request(#", "views": [{"center": [2, 48], "zoom": 3, "padding": 5}]"#)
    let error = await #expect(throws: SessionError.self) {
      try await session.pictures(of: map, isStrict: true)
    }
    expect(error?.notes.count, equals: 1)
    try await expect(
      session.pictures(of: map).notes.map(\.description),
      equals: [
        "maps/r.json: warning: views[0].padding belongs to views that are fitted; center and zoom set the view exactly"
      ])
  }
}
