import Foundation
import TestSupport
import Testing

/// Scenarios whose steps take over another system.
@Suite struct `A scenario that changes its preset` {
  private let place: Workplace

  init() throws { place = try Workplace() }

  /// How many frames of a folder's list show each snapshot, and the last picture.
  private func frames(_ head: String, _ words: [String] = []) throws -> (counts: [String: Int], last: String)
  {
    try place.write(
      "story.json",
      """
      {"sources": {"a": [{"id": "1", "at": [10, 50]}, {"id": "2", "at": [10, 50.001]}]}, "preset": "cch",
       "basemap": "none", "size": [60, 40], "center": [10, 50], "zoom": 2, "fps": 20, "hold": 0\(head),
       "steps": [{"add": "1"}, {"snapshot": "one"}, {"add": "2"}, {"snapshot": "two"},
        {"settings": {"a": {"preset": "pins"}}}, {"zoom": 3}, {"snapshot": "pins"}]}
      """)
    try? FileManager.default.removeItem(atPath: place.path("frames"))
    try FileManager.default.createDirectory(
      atPath: place.path("frames"), withIntermediateDirectories: false)
    let outcome = try place.run(["animate", "story.json", "-o", "frames", "--format", "svg"] + words)
    #expect((outcome.status, outcome.errors) == (0, ""))
    let list = try JSONSerialization.jsonObject(with: try #require(place.read("frames/frames.json")))
    let entries = try #require((list as? [String: Any])?["frames"] as? [[String: Any]])
    var counts: [String: Int] = [:]
    for entry in entries { counts[entry["name"] as? String ?? "", default: 0] += 1 }
    let last = try #require(entries.last?["file"] as? String)
    return (counts, place.text("frames/" + last))
  }

  @Test func `moves as the new system does, and calls markers as that does`() throws {
    let (counts, last) = try frames("")
    // 0.2 seconds of fading, then 0.4 of the camera and 0.5 of sliding, 20 frames a second, and the snapshot itself.
    expect(counts, equals: ["one": 1, "two": 4 + 1, "pins": 8 + 10 + 1])
    #expect(last.contains("<title>2 pins present</title>"))
    #expect(!last.contains("annotation"))
  }

  @Test func `keeps what is set for it`() throws {
    let (counts, last) = try frames(#", "animator": "bounce", "cluster": {"a": {"title": "{count} inns"}}"#)
    expect(counts, equals: ["one": 1, "two": 12 + 1, "pins": 8 + 12 + 1])
    #expect(last.contains("<title>2 inns</title>"))
    try expect(
      frames("", ["--duration", "1"]).counts, equals: ["one": 1, "two": 20 + 1, "pins": 8 + 20 + 1])
  }

  @Test func `draws the grid of a source from the step on that asks for it`() throws {
    try place.write(
      "grid.json",
      """
      {"sources": {"a": [{"id": "1", "at": [10, 50]}], "b": [{"id": "2", "at": [20, 40]}]}, "basemap": "none",
       "size": [300, 200], "center": [10, 50], "zoom": 2, "hold": 0, "fps": 10,
       "steps": [{"add": {"a": true, "b": true}}, {"snapshot": "one"}, {"settings": {"a": {"debugGrid": true}}},
        {"snapshot": "two"}]}
      """)
    for (time, shown) in [("0", false), ("1", true)] {
      let outcome = try place.run(["animate", "grid.json", "--at", time, "-o", "grid.svg"])
      #expect((outcome.status, outcome.errors) == (0, ""))
      expect(place.text("grid.svg").contains("debug-grid-a"), equals: shown)
      place.text("grid.svg").hides("debug-grid-b")
    }
    try place.write("a.csv", "lon,lat\n10,50\n")
    try place.write("b.csv", "lon,lat\n20,40\n")
    try place.write(
      "request.json",
      #"{"sources": {"a": "a.csv", "b": "b.csv"}, "basemap": "none", "center": [10, 50], "zoom": 2, "cluster": {"b": {"debugGrid": "counts"}}}"#
    )
    try place.run(["render", "--request", "request.json", "-o", "request.svg"]).succeeding()
    place.text("request.svg").shows("debug-grid-b")
    place.text("request.svg").hides("debug-grid-a")
  }

  @Test func `reports settings of a step that have no effect, in the line where they stand`() throws {
    try place.write(
      "idle.json",
      """
      {"sources": {"a": [{"id": "1", "at": [10, 50]}]}, "basemap": "none", "center": [10, 50], "zoom": 2, "steps": [
        {"add": true},
        {"settings": {"a": {"eps": 60}}},
        {"snapshot": "one"}]}
      """)
    let idle = try place.run(["animate", "idle.json", "-o", "idle.png"])
    idle.reports(
      0,
      "idle.json:3:3: warning: steps[1].settings.a.eps: eps belongs to method dbscan; the method is peaks [no-effect]"
    )
    try expect(place.run(["animate", "idle.json", "-o", "no.png", "--strict"]).status, equals: 2)
  }

  @Test func `speaks of members where weights are missing`() throws {
    try place.write("w.csv", "id,lon,lat,people\n1,10,50,\n")
    try place.write(
      "w.json",
      #"{"sources": {"a": "w.csv"}, "weight": "people", "missingWeight": "error", "center": [10, 50], "zoom": 2, "steps": [{"add": true}, {"snapshot": "one"}]}"#
    )
    let run = try place.run(["animate", "w.json", "-o", "w.png"])
    expect(run.status, equals: 2)
    run.errors.hides("--")
    run.errors.shows(#"set "missingWeight" to a number or skip"#)
    let plain = try place.run("render w.csv --weight people --missing-weight error -o w.png")
    plain.errors.shows("set --missing-weight to a number or skip")
  }
}
