import JSONDocument
import MapClusters
import MapGeometry
import MapContent
import MapSettings
import MapStories
import TestSupport
import Testing

@Suite struct `A scenario` {
  @Test(arguments: ClusterPreset.allCases)
  func `removes exactly what it inserted`(preset: ClusterPreset) async throws {
    var options = ClusterOptions()
    options.preset = preset
    let (result, _) = try await play(
      """
      {"sources": {"points": [\(thousandPoints)]}, "size": [600, 400], "center": [0, 20], "zoom": 1,
       "steps": [{"add": true}, {"snapshot": "full"}, {"clear": true}, {"snapshot": "empty"}]}
      """, clustering: options)
    let inserted = result.events[0].groups[0].difference.inserted
    #expect(!inserted.isEmpty)
    expect(result.events[2].groups[0].difference.removed, equals: inserted)
    expect(result.snapshots[1].differences[0].removed, equals: inserted)
    expect(result.snapshots[1].live, equals: [[]])
  }

  @Test func `partitions what is there among its markers at every step`() async throws {
    var options = ClusterOptions()
    options.preset = .cch
    options.margin = 5
    let (result, _) = try await play(
      """
      {"sources": {"points": [\(thousandPoints)]}, "size": [600, 600], "center": [0, 0], "zoom": 0,
       "steps": [{"add": {"from": 1, "to": 400}}, {"snapshot": "1"}, {"add": {"from": 401, "to": 1000}},
        {"snapshot": "2"}, {"remove": {"from": 101, "to": 300}}, {"zoom": "+1"}, {"snapshot": "3"}]}
      """, clustering: options)
    for (snapshot, count) in zip(result.snapshots, [400, 1000, 800]) {
      let members = snapshot.groups[0].markers.members
      expect(members.count, equals: count)
      expect(Set(members).count, equals: count)
    }
  }

  @Test func `plays again from the beginning`() async throws {
    var options = ClusterOptions()
    options.preset = .cch
    let (_, _, player) = try prepared(
      """
      {"sources": {"points": [\(thousandPoints)]}, "size": [600, 600], "center": [0, 0], "zoom": 0,
       "steps": [{"add": {"from": 1, "to": 700}}, {"snapshot": "1"}, {"zoom": "+1"}, {"remove": {"from": 1, "to": 50}},
        {"snapshot": "2"}]}
      """, clustering: options)
    let (first, second) = (try await player.play(), try await player.play())
    expect(first.report, equals: second.report)
    expect(first.snapshots.map(\.live), equals: second.snapshots.map(\.live))
    #expect(first.snapshots[0].live[0].count > 10)
  }

  @Test func `reports what every step did`() async throws {
    let (result, _) = try await play(
      """
      {"sources": {"points": [{"id": "a", "at": [0, 0]}, {"id": "b", "at": [90, 0]}]},
       "size": [400, 300], "center": [0, 0], "zoom": 0,
       "steps": [{"add": "a"}, {"add": "b"}, {"snapshot": "both"}, {"remove": "a"}]}
      """)
    let report = try JSONText(parsing: result.report).root
    let steps = try #require(report["steps"]?.elements)
    func counts(_ step: Int) -> [Int?] {
      let group = steps[step]["groups"]?.elements?.first
      return ["kept", "inserted", "removed", "reused"].map { group?[$0]?.elements?.count }
    }
    expect(steps.map { $0["action"]?.string }, equals: ["add", "add", "snapshot", "remove"])
    expect(steps[0]["line"]?.number, equals: 3)
    expect(counts(0), equals: [0, 1, 0, 0])
    expect(counts(1), equals: [1, 1, 0, 0])
    expect(counts(2), equals: [2, 0, 0, 0])
    expect(counts(3), equals: [1, 0, 1, 0])
    expect(report["snapshots"]?.elements?.first?["name"]?.string, equals: "both")
  }

  @Test func `selects a point and centers on the marker that holds it`() async throws {
    let (result, _) = try await play(
      """
      {"sources": {"points": [{"id": "a", "at": [10, 50]}, {"id": "b", "at": [10.001, 50]}]}, "size": [400, 300],
       "steps": [{"add": true}, {"select": "a", "span": 50000}, {"snapshot": "s"}, {"deselect": true}, {"snapshot": "t"}]}
      """)
    let selected = result.snapshots[0]
    expect(selected.selection, equals: MapPoint(source: "points", index: 0))
    expect(selected.live[0].count, equals: 1)
    #expect(near(selected.viewport.center.longitude, 10.0005, 1e-9))
    expect(result.snapshots[1].selection, equals: nil)
  }

  @Test(arguments: [
    #"{"view": {"center": [0, 0], "zoom": 0}}, {"add": true}, {"snapshot": "s"}, {"clear": true}, {"snapshot": "t"}"#,
    #"{"snapshot": "s"}, {"add": true}, {"snapshot": "t"}, {"remove": true}, {"pan": [1, 1]}"#,
  ])
  func `has no markers where k-means has no points`(steps: String) async throws {
    var options = ClusterOptions()
    options.method = .kmeans
    options.clusterCount = 2
    let (result, _) = try await play(
      """
      {"sources": {"points": [{"id": "a", "at": [0, 0]}, {"id": "b", "at": [9, 9]}, {"id": "c", "at": [1, 0]}]},
       "center": [0, 0], "zoom": 0, "steps": [\(steps)]}
      """, clustering: options)
    expect(Set(result.snapshots.map { $0.live[0].count }), equals: [0, 2])
  }

  @Test func `names the step whose points are fewer than the clusters of k-means`() async throws {
    var options = ClusterOptions()
    options.method = .kmeans
    options.clusterCount = 2
    let (_, _, player) = try prepared(
      """
      {"sources": {"points": [{"id": "a", "at": [0, 0]}]}, "center": [0, 0], "zoom": 0, "steps": [
        {"add": "a"},
        {"snapshot": "s"}]}
      """, clustering: options)
    let error = await #expect(throws: ScenarioError.self) { _ = try await player.play() }
    expect(error?.description, equals: "2 clusters cannot be made of 1 point; write at most 1")
    expect(error?.diagnostics.first?.position?.line, equals: 2)
  }

  @Test func `begins with an empty list where steps bring the points`() async throws {
    let (result, _) = try await play(
      """
      {"sources": {"points": []}, "center": [0, 0], "zoom": 0, "size": [400, 300],
       "steps": [{"snapshot": "none"}, {"add": [{"id": "a", "at": [0, 0]}]}, {"add": {"id": "b", "at": [90, 0]}},
        {"snapshot": "two"}]}
      """)
    expect(result.snapshots.map { $0.live[0].count }, equals: [0, 2])
    let (none, _) = try await play(
      #"{"sources": {"points": []}, "center": [0, 0], "zoom": 0, "steps": [{"add": true}, {"snapshot": "none"}]}"#
    )
    expect(none.snapshots[0].live, equals: [[]])
  }

  @Test(arguments: [
    (
      "[{\"id\": \"a\", \"at\": [0, 0]},\n {\"id\": \"a\", \"at\": [1, 1]}]", #"{"add": true}"#, 2,
      "sources.points[1]"
    ),
    (
      #"[{"id": "a", "at": [0, 0]}]"#, "{\"add\": \"a\"},\n {\"add\": {\"id\": \"a\", \"at\": [3, 3]}}", 3,
      "steps[1].add"
    ),
    (
      "[]", "{\"add\": [{\"id\": \"a\", \"at\": [0, 0]},\n {\"id\": \"a\", \"at\": [1, 1]}]}", 3,
      "steps[0].add"
    ),
  ])
  func `leaves out a point whose id is there already, with one warning that names the place`(
    source: String, steps: String, line: Int, path: String
  ) async throws {
    let (_, _, player) = try prepared(
      "{\"sources\": {\"points\": \(source)}, \"center\": [0, 0], \"zoom\": 0,\n"
        + "\"steps\": [\(steps), {\"snapshot\": \"s\"}]}")
    let faults = player.check()
    expect(
      faults.map(\.message),
      equals: [
        "group points: 1 point is left out because its id a is there already; give each point an id of its own"
      ])
    expect(faults.map(\.severity), equals: [.warning])
    expect(faults.first?.position?.line, equals: line)
    expect(faults.first?.path.dotted, equals: path)
    let result = try await player.play()
    expect(result.warnings, equals: faults)
    expect(result.snapshots[0].live[0].map(\.position), equals: [Coordinate(latitude: 0, longitude: 0)])
  }

  @Test func `counts what is added again, and holds it once`() async throws {
    let (result, _) = try await play(
      """
      {"sources": {"points": [\(thousandPoints)]}, "size": [600, 400], "center": [0, 20], "zoom": 1,
       "steps": [{"add": {"from": 1, "to": 10}}, {"add": {"from": 6, "to": 20}}, {"add": ["p3", "p3"]},
        {"snapshot": "s"}]}
      """)
    expect(
      result.warnings.map(\.message),
      equals: [
        "group points: 7 points are left out because their ids are there already, first p5; "
          + "give each point an id of its own"
      ])
    expect(result.events[3].groups[0].held, equals: 20)
  }

  @Test func `asks for a source where none is named`() throws {
    let (_, _, player) = try prepared(
      #"{"center": [0, 0], "zoom": 0, "steps": [{"add": [{"id": "a", "at": [0, 0]}]}, {"add": true}, {"snapshot": "s"}]}"#
    )
    expect(
      player.check().map(\.message),
      equals: [
        "the scenario names no source, and points belong to one; write \"sources\": {\"points\": []} beside the steps, "
          + "or a file in place of []"
      ])
  }

  @Test(arguments: [
    (
      #"{"pan": [1, 1]}"#,
      "pan comes before any view; put a view step before it, or set center and zoom, bbox or fit"
    ),
    (#"{"remove": "a"}"#, "point a is not there; add it in an earlier step"),
    (#"{"add": "alpah"}"#, "no point of points has the id alpah; did you mean alpha?"),
    (#"{"add": {"point": true}}"#, "there is no group point; did you mean points?"),
    (#"{"deselect": true}"#, "nothing is selected; put a select step before it"),
    (#"{"add": {"from": 1, "to": 9}}"#, "records 1 to 9 are requested, but the source points has 2"),
    (#"{"select": "a"}"#, "point a is not there; add it in an earlier step"),
  ])
  func `names the line of a step that cannot be`(step: String, message: String) async throws {
    let (_, _, player) = try prepared(
      """
      {"sources": {"points": [{"id": "a", "at": [0, 0]}, {"id": "alpha", "at": [1, 1]}]},
       "steps": [
        \(step),
        {"view": {"center": [0, 0], "zoom": 1}}, {"snapshot": "s"}]}
      """)
    let faults = player.check()
    expect(faults.map(\.message), equals: [message])
    expect(faults.first?.position?.line, equals: 3)
    await #expect(throws: ScenarioError.self) { _ = try await player.play() }
  }

  /// Two points far apart, and one beside the first; then a look elsewhere.
  private static func memory(_ settings: String) -> String {
    """
    {"sources": {"points": [{"id": "a", "at": [-20, 0]}, {"id": "b", "at": [-19, 0]}, {"id": "c", "at": [20, 0]}]},
     "cluster": {"points": {\(settings)}}, "size": [300, 200], "center": [0, 0], "zoom": 2,
     "steps": [{"add": ["a", "c"]}, {"snapshot": "1"}, {"add": "b"}, {"snapshot": "2"}, {"pan": [250, 0]},
      {"snapshot": "3"}, {"zoom": "+1"}, {"pan": [-900, 0]}, {"snapshot": "4"}]}
    """
  }

  @Test(arguments: [
    (#""method": "grid""#, [0, 0, 0]), (#""method": "grid", "keepInvisible": true"#, [0, 0, 1]),
    (#""method": "grid", "reuse": true"#, [0, 1, 0]), (#""preset": "cch""#, [0, 1, 0]),
    (#""preset": "cch", "reuse": false, "keepInvisible": true"#, [0, 0, 1]),
  ])
  func `remembers what its settings set`(settings: String, counts: [Int]) async throws {
    let story = Self.memory(settings)
    let (parsed, diagnostics) = Scenario.parse(try JSONText(parsing: story))
    #expect(diagnostics.isEmpty)
    let options = try #require(parsed).request.clusteringBySource[0].options
    let (result, _) = try await play(story, clustering: options)
    expect(result.snapshots[1].differences[0].reused.count, equals: counts[1])
    // The first cluster, out of sight in the third view.
    expect(result.snapshots[2].live[0].count { $0.position.longitude < 0 }, equals: counts[2])
  }

  @Test func `keeps leaders where it is asked to, and not where it is not`() async throws {
    for (settings, isKept) in [
      (#""preset": "pins""#, true), (#""preset": "pins", "hysteresis": false"#, false),
    ] {
      let story = """
        {"sources": {"points": [{"id": "a", "at": [0, 0]}, {"id": "b", "at": [12, 0]}, {"id": "c", "at": [24, 0]}]},
         "cluster": {"points": {\(settings)}}, "size": [300, 200], "center": [0, 0], "zoom": 2,
         "steps": [{"add": true}, {"snapshot": "1"}, {"pan": [31, 0]}, {"snapshot": "2"}]}
        """
      let options = try #require(Scenario.parse(try JSONText(parsing: story)).scenario).request
        .clusteringBySource[0]
        .options
      let (result, _) = try await play(story, clustering: options)
      expect(result.snapshots[1].differences[0].isEmpty, equals: isKept)
    }
  }

  @Test func `refuses in a request what needs a history`() throws {
    let text =
      #"{"sources": {"a": "a.csv"}, "reuse": true, "cluster": {"a": {"keepInvisible": true, "hysteresi": 1}}}"#
    let reported = SnapshotRequest.parse(try JSONText(parsing: text)).diagnostics.map {
      $0.text(file: "r.json")
    }
    func refusal(_ name: String) -> String {
      "\(name) is about markers that remember earlier views, and a request has none; remove it, or write steps and play "
        + "them with clustersnap animate [no-history]"
    }
    expect(
      reported,
      equals: [
        #"r.json:1:85: error: cluster.a.hysteresi: a source has no setting "hysteresi"; did you mean hysteresis? [unknown-setting]"#,
        "r.json:1:62: error: cluster.a.keepInvisible: " + refusal("keepInvisible"),
        "r.json:1:29: error: reuse: " + refusal("reuse"),
      ])
  }

  @Test(
    arguments: cases(
      """
      {"steps": []} → a scenario needs steps: a list of at least one object
      {"steps": [{"add": true}]} → no step takes a snapshot; add {"snapshot": "name"}
      {"steps": [{"snapsot": "x"}, {"snapshot": "y"}]} → there is no step "snapsot"; did you mean snapshot?
      {"steps": [{"add": 1, "snapshot": "y"}]} → the step has both add and snapshot; write a step for each
      {"steps": [{"snapshot": ""}]} → expected the snapshot's name, found nothing
      {"animator": "bounc", "steps": [{"snapshot": "y"}]} → expected "fade", "move", "bounce" or "none", found "bounc"; did you mean bounce?
      {"steps": [{"view": {"zom": 1}}, {"snapshot": "y"}]} → a view has no member "zom"; did you mean zoom?
      """) + [
        (#"{"steps": [{"add": {"id": "a", "at": [0, 95]}}, {"snapshot": "y"}]}"#, nil)
      ])
  func `reports what is wrong with a document`(json: String, message: String?) throws {
    let (scenario, diagnostics) = Scenario.parse(try JSONText(parsing: json))
    #expect(scenario == nil)
    expect(diagnostics.count, equals: 1)
    if let message { expect(diagnostics.first?.message, equals: message) }
  }
}
