import CairoCanvas
import Drawing
import FileResources
import Foundation
import MapSession
import TestSupport
import Testing

/// Icons and sprites that several requests draw with.
@Suite struct `Icons of a session` {
  private func png(_ red: UInt8, width: Int = 1) throws -> Data {
    let pixels = (0..<width).flatMap { _ -> [UInt8] in [red, 10, 10, 255] }
    return Data(try PNG.encode(try #require(Bitmap(width: width, height: 1, pixels: pixels))))
  }

  @Test func `are read once, and anew when their files change`() async throws {
    let place = try Workplace()
    try place.write(
      "s.json",
      """
      {"version": 8, "sources": {"p": {"type": "geojson", "data": {"type": "Point", "coordinates": [0, 0]}}},
       "layers": [{"id": "a", "type": "symbol", "source": "p", "layout": {"icon-image": "pin", "icon-size": 20,
           "icon-allow-overlap": true}},
         {"id": "b", "type": "symbol", "source": "p", "layout": {"icon-image": "star", "icon-size": 9,
           "icon-allow-overlap": true}}]}
      """)
    try place.write("icons/pin.png", try png(200))
    try place.write("sheet/sprite.png", try png(90))
    try place.write("sheet/sprite.json", #"{"star": {"x": 0, "y": 0, "width": 1, "height": 1}}"#)
    let session = MapSession(resources: FileLoader(root: place.folder))
    let request =
      #"{"style": "s.json", "icons": "icons", "sprite": "sheet", "center": [0, 0], "zoom": 1, "size": [64, 64]}"#
    func picture() async throws -> [UInt8] {
      let answer = try await session.pictures(
        of: try MapSpecification(json: request, name: place.path("request.json")))
      expect(answer.notes.map(\.description), equals: [])
      return answer.pictures[0].bytes
    }
    let first = try await picture()
    // The style, its data and their source, the icon, the sprite.
    expect(session.buildCount, equals: 5)
    try await expect(picture(), equals: first)
    expect(session.buildCount, equals: 5)
    try place.write("icons/pin.png", try png(20))
    let second = try await picture()
    expect(session.buildCount, equals: 6)
    #expect(second != first)
    // An index that names other pixels of another picture.
    try place.write("sheet/sprite.png", try png(250, width: 2))
    let third = try await picture()
    expect(session.buildCount, equals: 7)
    #expect(third != second)
    try await expect(picture(), equals: third)
    expect(session.buildCount, equals: 7)
  }

  @Test func `of a list are drawn where others of it are missing`() async throws {
    let place = try Workplace()
    func style(_ sprites: String) -> String {
      """
      {"version": 8, "sprite": [\(sprites)],
       "sources": {"p": {"type": "geojson", "data": {"type": "Point", "coordinates": [0, 0]}}},
       "layers": [{"id": "a", "type": "symbol", "source": "p", "layout": {"icon-image": "star", "icon-size": 9,
         "icon-allow-overlap": true}}]}
      """
    }
    let (known, missing) = (#"{"id": "default", "url": "sheet"}"#, #"{"id": "other", "url": "nowhere"}"#)
    try place.write("both.json", style("\(missing), \(known)"))
    try place.write("one.json", style(known))
    try place.write("none.json", style(missing))
    try place.write("sheet.png", try png(90))
    try place.write("sheet.json", #"{"star": {"x": 0, "y": 0, "width": 1, "height": 1}}"#)
    let session = MapSession(resources: FileLoader(root: place.folder))
    func answer(_ name: String) async throws -> (bytes: [UInt8], notes: [String]) {
      let answer = try await session.pictures(
        of: try MapSpecification(
          json: #"{"style": "\#(name)", "center": [0, 0], "zoom": 1, "size": [64, 64]}"#,
          name: place.path("request.json")))
      return (answer.pictures[0].bytes, answer.notes.map(\.description))
    }
    let (both, one) = (try await answer("both.json"), try await answer("one.json"))
    expect(both.bytes, equals: one.bytes)
    #expect((both.notes.count, one.notes) == (1, []))
    let note = both.notes.first ?? ""
    #expect(note.contains("warning") && note.contains("nowhere.json"), "\(note)")
    #expect(note.hasSuffix("[missing-file]"), "\(note)")
    // One alone that is missing is an error.
    await #expect(throws: SessionError.self) { try await answer("none.json") }
  }
}
