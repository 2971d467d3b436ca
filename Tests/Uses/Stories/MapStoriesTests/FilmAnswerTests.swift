import Drawing
import JSONDocument
import MapClusters
import MapGeometry
import MapSession
import MapSettings
import MapStories
import SessionSupport
import Synchronization
import TestSupport
import Testing

/// Films as a session answers with them.
@Suite struct `Films of a session` {
  private struct AtTen: PositionStrategy {
    func position(
      of members: ArraySlice<UInt32>, in area: WorldRectangle?, coordinate: (Int) -> Coordinate
    ) -> Coordinate { Coordinate(latitude: 10, longitude: 10) }
  }

  /// New markers stand aside until their transition ends.
  private struct Waiting: MarkerAnimator {
    let duration: Double
    func pose(of change: MarkerChange, at time: Double) -> MarkerPose { MarkerPose(opacity: 0) }
  }

  private final class Asked: Sendable { let count = Mutex(0) }

  private static let view = #""basemap": "none", "size": [64, 64], "center": [0, 0], "zoom": 1"#
  private static let steps =
    #""steps": [{"add": true}, {"snapshot": "one"}, {"zoom": "+1"}, {"snapshot": "two"}]"#
  private static let csv = "id,lon,lat\n1,-20,0\n2,-21,0\n"

  private func session() -> (MapSession, MemoryResources) {
    let resources = MemoryResources([
      "a.csv": "id,lon,lat\na,0,0\nb,0.1,0.1\nc,20,20\n", "story.csv": Self.csv,
    ])
    return (MapSession(resources: resources), resources)
  }

  private func fault(_ body: () async throws -> Void) async -> SessionError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? SessionError
    }
  }

  @Test func `are animated PNGs, and read each file once`() async throws {
    let (session, resources) = session()
    let film = try await session.film(
      of: try MapSpecification(
        json: "{\"sources\": {\"a\": \"a.csv\"}, \"fps\": 4, \(Self.view), \(Self.steps)}"))
    expect(film.result.snapshots.map(\.name), equals: ["one", "two"])
    #expect(film.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    expect(resources.opened("a.csv"), equals: 1)
  }

  @Test func `refuse inputs that were changed while they were read`() async throws {
    let (session, resources) = session()
    let story = try MapSpecification(json: "{\"sources\": {\"a\": \"a.csv\"}, \(Self.view), \(Self.steps)}")
    try await expect(session.film(of: story).bytes.isEmpty, equals: false)
    resources.change("a.csv")
    let film = await fault { _ = try await session.film(of: story) }
    expect(film?.place, equals: "a.csv", "\(film?.description ?? "")")
  }

  @Test func `that cannot be encoded leave their notes with the error`() async throws {
    // No color of pixels; and the title has a letter that no font has.
    var story = try MapSpecification(
      json: "{\"sources\": {\"a\": \"b.csv\"}, \"title\": \"\u{E000}\", \(Self.view), \(Self.steps)}")
    story.output.background = .color(Color(red: .nan, green: 0, blue: 0))
    let (specification, session) = (
      story, MapSession(resources: MemoryResources(["b.csv": "lon,lat\n1,2\nx,3\n"]))
    )
    let fault = try #require(await fault { _ = try await session.film(of: specification) })
    expect(fault.kind, equals: .output)
    #expect(fault.description.contains("cannot be drawn"))
    let notes = fault.notes.map(\.description)
    #expect(notes.contains { $0.contains("1 of 2 records skipped") }, "\(notes)")
    #expect(notes.contains { $0.contains("U+E000") }, "\(notes)")
  }

  @Test func `are played within the ranges of their settings, and no others`() async throws {
    let (session, _) = session()
    let story = try MapSpecification(
      json: """
        {"sources": {"a": "a.csv"}, \(Self.view),
         "steps": [{"add": true}, {"snapshot": "one"}, {"zoom": "+1"}, {"snapshot": "two"}]}
        """)
    func message(_ change: (inout FilmSettings) -> Void, _ animator: (any MarkerAnimator)? = nil) async
      -> String?
    {
      var settings = FilmSettings()
      change(&settings)
      let own = settings
      return await fault { _ = try await session.film(of: story, settings: own, animator: animator) }?.message
    }
    await expect(
      message { $0.hold = .infinity }, equals: "hold: Infinity is outside 0...60; write a number in between")
    await expect(message { $0.hold = -1 }, equals: "hold: -1 is outside 0...60; write a number in between")
    await expect(
      message { $0.duration = .nan }, equals: "duration: NaN is outside 0...60; write a number in between")
    #expect(await message { $0.duration = 1e300 } != nil)
    await expect(
      message { $0.framesPerSecond = Int.max }?.hasPrefix("fps: 9223372036854775807 is outside 1...120"),
      equals: true)
    #expect(await message { $0.framesPerSecond = 0 } != nil)
    let endless = await message({ _ in }, FadeAnimator(duration: .infinity))
    expect(endless, equals: "duration: Infinity is outside 0...60; write a number in between")
    await expect(message({ $0.duration = 0 }), equals: nil)
  }

  @Test func `end where they are cancelled while they are played`() async throws {
    let (session, resources) = session()
    let gate = resources.gate("a.csv")
    let story = try MapSpecification(
      json: """
        {"sources": {"points": "a.csv"}, "basemap": "none", "size": [160, 120], "center": [0, 0], "zoom": 2,
         "steps": [{"add": true}, {"snapshot": "a"}, {"zoom": "+1"}, {"snapshot": "b"}]}
        """)
    let task = Task { () throws(SessionError) -> FilmAnswer in try await session.film(of: story) }
    await reached(gate.entered)
    task.cancel()
    gate.opens.signal()
    let result = await task.result
    #expect(throws: SessionError.cancelled) { try result.get() }
  }

  @Test func `ask rules once for a marker that stays`() async throws {
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
    _ = try await session().0.film(of: specification)
    expect(asked.count.withLock { $0 }, equals: 1)
  }

  @Test func `show rules the selection, and ask anew for it alone`() async throws {
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
    _ = try await session().0.film(of: specification)
    expect(states.withLock { $0 }, equals: [false, true])
  }

  @Test func `obey rules, and move markers as the caller has it`() async throws {
    let story = """
      {"sources": {"a": "story.csv"}, "basemap": "none", "size": [200, 100], "center": [0, 0], "zoom": 1, "fps": 10,
       "hold": 0, "steps": [{"add": "1"}, {"snapshot": "one"}, {"add": "2"}, {"snapshot": "two"}]}
      """
    let (session, _) = session()
    var specification = try MapSpecification(json: story)
    specification.rules.strategies = ClusterStrategies(position: AtTen())
    let answer = try await session.film(of: specification, animator: Waiting(duration: 0.7))
    let positions = answer.result.snapshots.map { $0.groups[0].markers.markers.map(\.position) }
    expect(
      positions,
      equals: [
        [Coordinate(latitude: 0, longitude: -20)], [Coordinate(latitude: 10, longitude: 10)],
      ])
    // The first snapshot, the transition, and the last one.
    expect(ticks(answer.bytes), equals: 1 + 7 + 1)
    let fade = try await session.film(of: MapSpecification(json: story)).bytes
    expect(ticks(fade), equals: 1 + 2 + 1)
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
