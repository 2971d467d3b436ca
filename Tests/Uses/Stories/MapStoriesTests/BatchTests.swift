import JSONDocument
import MapClusters
import MapScene
import MapSettings
import MapStories
import TestSupport
import Testing

/// Points that come some at a time.
@Suite struct `Batches of a scenario` {
  private func story(_ steps: String, more: String = "") -> String {
    """
    {"sources": {"points": [\(thousandPoints)]}, "size": [600, 400], "center": [0, 20], "zoom": 1\(more),
     "steps": [\(steps)]}
    """
  }

  @Test(arguments: [#""points""#, "true", #"{"points": true}"#, #"{"points": {"from": 1, "to": 1000}}"#])
  func `take a snapshot each`(add: String) async throws {
    let (result, _) = try await play(story(#"{"add": \#(add), "batches": 300}"#))
    expect(
      result.snapshots.map(\.name), equals: ["points 300", "points 600", "points 900", "points 1000"])
    // No point is added twice or lost: each snapshot shows as many members as are held and lie in its view.
    expect(result.events.map { $0.groups.map(\.held) }, equals: [[300], [600], [900], [1000]])
    expect(result.events.map(\.number), equals: [0, 0, 0, 0])
    let (plain, _) = try await play(story(#"{"add": true}, {"snapshot": "all"}"#))
    expect(result.snapshots[3].live[0].map(\.position), equals: plain.snapshots[0].live[0].map(\.position))
    expect(result.snapshots[3].live[0].map(\.count), equals: plain.snapshots[0].live[0].map(\.count))
  }

  @Test(arguments: ["true", #"{"red": true, "blue": true}"#])
  func `of several groups take turns`(add: String) async throws {
    func points(_ count: Int, _ prefix: String) -> String {
      (0..<count).map { #"{"id": "\#(prefix)\#($0)", "at": [\#($0), 5]}"# }.joined(separator: ",")
    }
    let sources = #""red": [\#(points(5, "r"))], "blue": [\#(points(3, "b"))]"#
    let view = #""size": [600, 400], "center": [0, 20], "zoom": 1"#
    let (result, _) = try await play(
      #"{"sources": {\#(sources)}, \#(view), "steps": [{"add": \#(add), "batches": 2}]}"#)
    expect(result.snapshots.map(\.name), equals: ["red 2", "blue 2", "red 4", "blue 3", "red 5"])
    let (whole, _) = try await play(
      #"{"sources": {\#(sources)}, \#(view), "steps": [{"add": \#(add)}, {"snapshot": "all"}]}"#)
    expect(whole.events[0].groups.map(\.held), equals: [5, 3])
  }

  @Test func `keep markers where they are under cch`() async throws {
    var options = ClusterOptions()
    options.preset = .cch
    let (result, _) = try await play(story(#"{"add": true, "batches": 100}"#), clustering: options)
    expect(result.snapshots.count, equals: 10)
    #expect(result.snapshots.dropFirst().contains { !$0.differences[0].reused.isEmpty })
  }

  @Test func `have names of their own, whatever else is called so`() async throws {
    let (result, _) = try await play(
      story(
        #"{"snapshot": "points 500"}, {"add": true, "batches": 500}, {"clear": true}, {"add": true, "batches": 500}"#
      ))
    expect(
      result.snapshots.map(\.name),
      equals: [
        "points 500", "points 500 (2)", "points 1000", "points 500 (3)", "points 1000 (2)",
      ])
  }

  @Test func `are listed one by one in the report`() async throws {
    let (result, _) = try await play(story(#"{"add": true, "batches": 400}, {"zoom": 2}"#))
    let report = try JSONText(parsing: result.report).root
    let steps = try #require(report["steps"]?.elements)
    expect(steps.map { $0["step"]?.number }, equals: [1, 1, 1, 2])
    expect(steps.map { $0["name"]?.string }, equals: ["points 400", "points 800", "points 1000", nil])
  }

  @Test func `that add nothing have one snapshot`() async throws {
    let (result, _) = try await play(
      story(#"{"add": true}, {"add": ["p1", "p2"], "batches": 5}"#))
    #expect((result.snapshots.map(\.name), result.warnings.count) == (["points 1000"], 1))
  }

  @Test(
    arguments: cases(
      """
      {"add": true, "batches": 0} → expected how many points come at a time, a whole number from 1, such as 500
      {"add": true, "batches": 2.5} → expected how many points come at a time, a whole number from 1, such as 500
      {"remove": true, "batches": 5} → there is no step "batches"; it is one of add, remove, clear, view, pan, zoom, settings, select, deselect, snapshot
      """))
  func `are refused where they cannot be`(step: String, message: String) throws {
    let (scenario, diagnostics) = Scenario.parse(
      try JSONText(parsing: story(step + #", {"snapshot": "s"}"#)))
    #expect(scenario == nil)
    expect(diagnostics.map(\.message), equals: [message])
  }

  @Test func `are refused without a view, for groups that are not there, and in great numbers`() throws {
    func faults(_ json: String) throws -> [String] { try prepared(json).2.check().map(\.message) }
    try expect(
      faults(#"{"sources": {"points": [\#(thousandPoints)]}, "steps": [{"add": true, "batches": 500}]}"#),
      equals: ["add comes before any view; put a view step before it, or set center and zoom, bbox or fit"])
    try expect(
      faults(story(#"{"add": "poinst", "batches": 500}"#)),
      equals: [
        "there is no group poinst; did you mean points?"
      ])
    try expect(
      faults(
        story(#"{"add": true, "batches": 1}, {"clear": true}, {"add": ["p1"], "batches": 1}"#)), equals: [])
    try expect(
      faults(
        story(
          #"{"add": [\#((0..<1001).map { #"{"id": "q\#($0)", "at": [1, 1]}"# }.joined(separator: ","))], "batches": 1}"#
        )),
      equals: ["the batches make 1001 snapshots, and a step may make 1000; let more points come at a time"])
  }
}
