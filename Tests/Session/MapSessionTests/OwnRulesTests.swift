import Drawing
import MapClusters
import MapGeometry
import MapContent
import MapSession
import MapStories
import MapStyle
import Synchronization
import Testing

/// Rules that no document can hold, drawn through a session.
@Suite struct `A caller's own rules` {
  private struct AtTen: PositionStrategy {
    func position(
      of members: ArraySlice<UInt32>, in area: WorldRectangle?, coordinate: (Int) -> Coordinate
    ) -> Coordinate { Coordinate(latitude: 10, longitude: 10) }
  }

  private struct Wide: CellSizeStrategy {
    func cellSide(for viewport: Viewport) -> Double { 1000 }
  }

  /// New markers stand aside until their transition ends.
  private struct Waiting: MarkerAnimator {
    let duration: Double
    func pose(of change: MarkerChange, at time: Double) -> MarkerPose { MarkerPose(opacity: 0) }
  }

  private static let request = """
    {"sources": {"a": "a.csv", "b": "b.csv"}, "basemap": "none", "size": [400, 300], "center": [0, 0], "zoom": 1}
    """

  private func session() -> MapSession {
    MapSession(
      resources: MemoryResources([
        "a.csv": "id,lon,lat\n1,-20,0\n2,-21,0\n", "b.csv": "id,lon,lat\n3,60,0\n4,-60,0\n",
        "story.csv": "id,lon,lat\n1,-20,0\n2,-21,0\n",
      ]))
  }

  private func groups(
    _ session: MapSession, _ change: (inout MapSpecification) -> Void
  ) async throws -> [MarkerList] {
    var specification = try MapSpecification(json: Self.request)
    change(&specification)
    return try await session.pictures(of: specification).pictures[0].snapshot.groups.map(\.markers.markers)
  }

  @Test func `place markers and size cells, of all sources or of one`() async throws {
    let session = session()
    let plain = try await groups(session) { _ in }
    #expect(plain.map { $0.map(\.count) } == [[2], [1, 1]])
    let moved = try await groups(session) {
      $0.rulesBySource["a"] = SourceRules(strategies: ClusterStrategies(position: AtTen()))
    }
    #expect(moved[0].map(\.position) == [Coordinate(latitude: 10, longitude: 10)])
    #expect(moved[1].map(\.position) == plain[1].map(\.position))
    let wide = try await groups(session) {
      $0.rules.strategies = ClusterStrategies(cellSide: Wide())
      $0.rulesBySource["a"] = SourceRules(strategies: ClusterStrategies(position: AtTen()))
    }
    #expect(wide[1].map(\.count) == [2])
    #expect(wide[0].map(\.position) == [Coordinate(latitude: 10, longitude: 10)])
    // What is kept of the sources between requests knows nothing of them.
    let again = try await groups(session) { _ in }
    #expect(again == plain)
  }

  private struct Refusal: Error, CustomStringConvertible { var description: String { "no mark for 2" } }

  @Test func `set the properties that a style reads, by cluster, single, zoom and selection`() async throws {
    let style = """
      {"version": 8, "sources": {"a": {"type": "geojson", "data": "a.csv"}, "b": {"type": "geojson", "data": "b.csv"}},
       "layers": [{"id": "a", "type": "circle", "source": "a", "paint": {"circle-radius": ["get", "size"], "circle-color": ["get", "tint"]}},
        {"id": "b", "type": "circle", "source": "b", "paint": {"circle-radius": ["get", "size"], "circle-color": ["get", "tint"]}}]}
      """
    let session = MapSession(
      resources: MemoryResources([
        "a.csv": "id,lon,lat,size\n1,-20,0,3\n2,-21,0,3\n", "b.csv": "id,lon,lat,size\n3,60,0,4\n4,-60,0,5\n",
        "style.json": style,
      ]))
    var specification = try MapSpecification(
      json: """
        {"sources": {"a": "a.csv", "b": "b.csv"}, "style": "style.json", "size": [400, 300], "center": [0, 0], "zoom": 1,
         "cluster": {"a": {"cellSize": 60}, "b": {"cellSize": 60}}}
        """)
    specification.rules.marks = { ruled in
      if ruled.group.source.name == "b", ruled.members.first == 1 { throw Refusal() }
      return [
        "size": .number(10 * ruled.zoom + Double(ruled.marker.count)),
        "tint": .string(ruled.marker.isCluster ? "#ff0000" : "#0000ff"),
      ]
    }
    let picture = try await session.pictures(of: specification)
    let circles = picture.pictures[0].snapshot.scene.layers.flatMap(\.marks).compactMap { mark in
      if case .circle(let circle) = mark.shape { circle } else { nil }
    }
    // Zoom 1: 10 and the count; the point that the rule refuses keeps its own size.
    #expect(circles.map(\.radius) == [12, 11, 5])
    #expect(circles[0].fill == Color(red: 1, green: 0, blue: 0))
    #expect(circles[1].fill == Color(red: 0, green: 0, blue: 1))
    let notes = picture.notes.map { "\($0)" }
    #expect(notes.contains { $0.contains("failed for 1 marker, first 4: no mark for 2") }, "\(notes)")
  }

  @Test func `are asked once for a marker that stays`() async throws {
    let asked = Asked()
    var specification = try MapSpecification(
      json: """
        {"sources": {"points": "story.csv"}, "basemap": "none", "size": [400, 300], "center": [0, 0], "zoom": 1, "fps": 10,
         "cluster": {"points": {"cellSize": 60}},
         "steps": [{"add": true}, {"snapshot": "one"}, {"snapshot": "two"}]}
        """)
    specification.rules.marks = { _ in
      asked.count.withLock { $0 += 1 }
      return ["icon": .string("star")]
    }
    _ = try await session().film(of: specification)
    #expect(asked.count.withLock { $0 } == 1)
  }

  private final class Asked: Sendable { let count = Mutex(0) }

  @Test func `are reported with the marker where a property has another type than the style reads`()
    async throws
  {
    let style = """
      {"version": 8, "sources": {"a": {"type": "geojson", "data": "a.csv"}},
       "layers": [{"id": "a", "type": "circle", "source": "a", "paint": {"circle-radius": ["get", "size"], "circle-color": ["get", "tint"]}}]}
      """
    let session = MapSession(
      resources: MemoryResources(["a.csv": "id,lon,lat\n7,-20,0\n8,20,0\n9,50,0\n", "style.json": style]))
    var specification = try MapSpecification(
      json: """
        {"sources": {"a": "a.csv"}, "style": "style.json", "size": [400, 300], "center": [0, 0], "zoom": 1,
         "cluster": {"a": {"cellSize": 20}}}
        """)
    let tints: [StyleValue] = [.string("#ff0000"), .number(4), .object([])]
    specification.rules.marks = { ruled in
      let row = Int(ruled.members[ruled.members.startIndex])
      return ["size": row == 0 ? .string("big") : row == 1 ? .number(.nan) : .number(9), "tint": tints[row]]
    }
    let answer = try await session.pictures(of: specification)
    let circles = answer.pictures[0].snapshot.scene.layers.flatMap(\.marks).compactMap { mark in
      if case .circle(let circle) = mark.shape { circle } else { nil }
    }
    // The specification's defaults: a radius of 5, black.
    #expect(circles.map(\.radius) == [5, 5, 9])
    #expect(circles.map(\.fill) == [Color(red: 1, green: 0, blue: 0), .black, .black])
    let notes = answer.notes.map { "\($0)" }
    #expect(
      notes.filter { $0.contains("expression-failed") } == [
        "style.json:2:85: warning: layers[0].paint.circle-radius: Expected value to be of type number, but found string instead; the property's default is used; first met in feature 7 [expression-failed] (2 times)",
        "style.json:2:118: warning: layers[0].paint.circle-color: Could not parse color from value '4'; the property's default is used; first met in feature 8 [expression-failed] (2 times)",
      ])
  }

  @Test func `see the selection in stories, and are asked anew for it alone`() async throws {
    let asked = Asked()
    var specification = try MapSpecification(
      json: """
        {"sources": {"points": "story.csv"}, "basemap": "none", "size": [400, 300], "center": [0, 0], "zoom": 1, "fps": 10,
         "cluster": {"points": {"cellSize": 60}},
         "steps": [{"add": true}, {"snapshot": "one"}, {"select": "1", "span": 4000000}, {"view": {"center": [0, 0], "zoom": 1}}, {"snapshot": "two"},
           {"deselect": true}, {"snapshot": "three"}]}
        """)
    let states = Mutex<[Bool]>([])
    specification.rules.marks = { ruled in
      asked.count.withLock { $0 += 1 }
      states.withLock { $0.append(ruled.isSelected) }
      return [:]
    }
    _ = try await session().film(of: specification)
    #expect(states.withLock { $0 } == [false, true])
  }

  @Test func `name markers in pictures and in data`() async throws {
    var specification = try MapSpecification(json: Self.request)
    specification.rules = SourceRules(
      title: { group, marker in marker.isCluster ? "\(group.source.name): \(marker.count)" : nil },
      subtitle: { _, marker in marker.isCluster ? nil : "alone" })
    let session = session()
    let svg = try await session.pictures(of: specification, as: .svg).pictures[0].bytes
    #expect(String(decoding: svg, as: UTF8.self).contains("<title>a: 2</title>"))
    #expect(String(decoding: svg, as: UTF8.self).contains("alone"))
    let data = try await session.markers(of: specification).documents[0]
    #expect(String(decoding: data, as: UTF8.self).contains(#""title": "a: 2""#))
    #expect(String(decoding: data, as: UTF8.self).contains(#""subtitle": "alone""#))
  }

  @Test func `hold in the films of scenarios, whose markers move as the caller has it`() async throws {
    let story = """
      {"sources": {"a": "story.csv"}, "basemap": "none", "size": [200, 100], "center": [0, 0], "zoom": 1, "fps": 10,
       "hold": 0, "steps": [{"add": "1"}, {"snapshot": "one"}, {"add": "2"}, {"snapshot": "two"}]}
      """
    let session = session()
    var specification = try MapSpecification(json: story)
    specification.rules.strategies = ClusterStrategies(position: AtTen())
    let answer = try await session.film(of: specification, animator: Waiting(duration: 0.7))
    let positions = answer.result.snapshots.map { $0.groups[0].markers.markers.map(\.position) }
    #expect(
      positions == [
        [Coordinate(latitude: 0, longitude: -20)], [Coordinate(latitude: 10, longitude: 10)],
      ])
    // The first snapshot, the transition, and the last one.
    #expect(ticks(answer.bytes) == 1 + 7 + 1)
    let fade = try await session.film(of: MapSpecification(json: story)).bytes
    #expect(ticks(fade) == 1 + 2 + 1)
  }

  @Test func `are refused for a source that is not there`() async throws {
    var specification = try MapSpecification(json: Self.request)
    specification.rulesBySource["c"] = SourceRules(subtitle: { _, _ in "x" })
    let wrong = specification
    let error = await #expect(throws: SessionError.self) { _ = try await session().pictures(of: wrong) }
    #expect(error?.message == "there is no source c to cluster; there are a, b")
  }

  /// How long an animated PNG of ten frames a second plays, in frames: the delays of its frame controls, whose numerator
  /// stands 20 bytes behind the name.
  private func ticks(_ png: [UInt8]) -> Int {
    let name = Array("fcTL".utf8)
    return png.indices.dropLast(28).filter { Array(png[$0..<$0 + 4]) == name }.reduce(0) { sum, place in
      let delay = (0..<2).map { 256 * Int(png[place + 24 + 2 * $0]) + Int(png[place + 25 + 2 * $0]) }
      return sum + 10 * delay[0] / delay[1]
    }
  }
}
