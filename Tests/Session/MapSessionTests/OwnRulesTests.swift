import Drawing
import MapClusters
import MapGeometry
import MapContent
import MapSession
import MapStyle
import SessionSupport
import Synchronization
import TestSupport
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
    expect(plain.map { $0.map(\.count) }, equals: [[2], [1, 1]])
    let moved = try await groups(session) {
      $0.rulesBySource["a"] = SourceRules(strategies: ClusterStrategies(position: AtTen()))
    }
    expect(moved[0].map(\.position), equals: [Coordinate(latitude: 10, longitude: 10)])
    expect(moved[1].map(\.position), equals: plain[1].map(\.position))
    let wide = try await groups(session) {
      $0.rules.strategies = ClusterStrategies(cellSide: Wide())
      $0.rulesBySource["a"] = SourceRules(strategies: ClusterStrategies(position: AtTen()))
    }
    expect(wide[1].map(\.count), equals: [2])
    expect(wide[0].map(\.position), equals: [Coordinate(latitude: 10, longitude: 10)])
    // What is kept of the sources between requests knows nothing of them.
    let again = try await groups(session) { _ in }
    expect(again, equals: plain)
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
    expect(circles.map(\.radius), equals: [12, 11, 5])
    expect(circles[0].fill, equals: Color(red: 1, green: 0, blue: 0))
    expect(circles[1].fill, equals: Color(red: 0, green: 0, blue: 1))
    let notes = picture.notes.map { "\($0)" }
    #expect(notes.contains { $0.contains("failed for 1 marker, first 4: no mark for 2") }, "\(notes)")
  }

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
    expect(circles.map(\.radius), equals: [5, 5, 9])
    expect(circles.map(\.fill), equals: [Color(red: 1, green: 0, blue: 0), .black, .black])
    let notes = answer.notes.map { "\($0)" }
    expect(
      notes.filter { $0.contains("expression-failed") },
      equals: [
        "style.json:2:85: warning: layers[0].paint.circle-radius: Expected value to be of type number, but found string instead; the property's default is used; first met in feature 7 [expression-failed] (2 times)",
        "style.json:2:118: warning: layers[0].paint.circle-color: Could not parse color from value '4'; the property's default is used; first met in feature 8 [expression-failed] (2 times)",
      ])
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

  @Test func `are refused for a source that is not there`() async throws {
    var specification = try MapSpecification(json: Self.request)
    specification.rulesBySource["c"] = SourceRules(subtitle: { _, _ in "x" })
    let wrong = specification
    let error = await #expect(throws: SessionError.self) { _ = try await session().pictures(of: wrong) }
    expect(error?.message, equals: "there is no source c to cluster; there are a, b")
  }
}
