import CairoCanvas
import Drawing
import Foundation
import MapClusters
import MapContent
import MapGeometry
import MapSession
import MapSettings
import MapStories
import SessionSupport
import TestSupport
import Testing

/// Films whose camera moves from view to view before markers change.
@Suite struct `A moving camera` {
  /// Two points that are one cluster at zoom 2 and two at zoom 4, and one that leaves the picture.
  private static let csv = "id,lon,lat\n1,0,0\n2,4,0\n3,40,0\n"

  private func story(_ more: String) -> String {
    """
    {"sources": {"points": "a.csv"}, "basemap": "world", "size": [400, 300], "center": [0, 0], "zoom": 2,
     "cluster": {"points": {"preset": "cch"}}, "fps": 10, "hold": 0.1, \(more)
     "steps": [{"add": true}, {"snapshot": "far"}, {"view": {"center": [1, 0], "zoom": 4}}, {"snapshot": "near"}]}
    """
  }

  private func film(
    _ text: String, shares: [Double]? = nil
  ) async throws -> (film: Film, result: ScenarioResult) {
    let session = MapSession(resources: MemoryResources(["a.csv": Self.csv]))
    let log = SessionLog()
    var loaded = try session.loadStory(try MapSpecification(json: text), log: log)
    let result = try await loaded.player.play()
    try loaded.loadPictures(for: [result], shares: shares, log: log)
    let film = Film(of: [result], in: loaded, shaper: try loaded.map.shaper(log: log))
    return (film, result)
  }

  private func discs(_ scene: Scene) -> [Point] {
    scene.layers.flatMap(\.marks).compactMap { mark in
      if case .circle(let circle) = mark.shape { circle.center } else { nil }
    }
  }

  @Test func `takes the old markers along, then these change in the new view`() async throws {
    // 0.4 s of the camera, 0.2 s of the fade: the camera is there after two thirds.
    var (film, result) = try await film(story(""))
    let (far, near) = (result.snapshots[0], result.snapshots[1])
    expect(far.groups[0].markers.markers.map(\.count), equals: [2, 1])
    expect(near.groups[0].markers.markers.map(\.count), equals: [1, 1])
    // Halfway through the camera's time half of the way: zoom 3 about the point that stays.
    let scene = try film.scene(0, 1.0 / 3)
    let worldSize = 512.0 * 8
    // Center of a zoom that keeps its fixed point: 1 − 2^(−1) of 1 − 2^(−2), so two thirds of 1° to the east.
    let east: [Double] = [2 - 2.0 / 3, 40 - 2.0 / 3]
    let expected = east.map { 200 + $0 / 360 * worldSize }.filter { $0 < 410 }
    let found = discs(scene).map(\.x).sorted()
    expect(found.count, equals: expected.count)
    for (x, other) in zip(found, expected) { #expect(abs(x - other) < 0.05) }
    // It begins with the old picture and ends with the new one.
    let begun: [Double] = [2, 40].map { (east: Double) -> Double in (east / 360 * 2048_000).rounded() }
    try expect(
      discs(film.scene(0, 0)).map { ($0.x * 1000).rounded() },
      equals: begun.map { 200_000 + $0 }.filter { $0 < 410_000 })
    let still = try await lastOf(story(#""camera": "none","#))
    try expect(CairoCanvas.png(of: film.scene(0, 1)), equals: CairoCanvas.png(of: still))
  }

  private func lastOf(_ text: String) async throws -> Scene {
    var (film, _) = try await film(text)
    return try film.scene(0, 1)
  }

  @Test func `takes markers over the antimeridian, and from pole to pole`() async throws {
    func film(from: String, to: String) async throws -> Film {
      try await self.film(
        """
        {"sources": {"points": [{"id": "a", "at": [179, 0]}, {"id": "b", "at": [-179, 0]}]}, "basemap": "none", "size": [400, 300],
         \(from), "cluster": {"points": {"preset": "cch", "cellSize": 10}}, "camera": {"duration": 0.4, "easing": "linear"},
         "steps": [{"add": true}, {"snapshot": "a"}, {"view": {\(to)}}, {"snapshot": "b"}]}
        """
      ).film
    }
    var film = try await film(from: #""center": [178, 0], "zoom": 4"#, to: #""center": [-178, 0], "zoom": 4"#)
    // Halfway of the camera's 0.4 s of 0.6 s: the middle is at 180°, each marker 1° from it. The world is 8192 points wide.
    let middles = try discs(film.scene(0, 1.0 / 3)).map(\.x).sorted()
    try #require(middles.count == 2)
    #expect(abs(middles[0] - (200 - 8192.0 / 360)) < 1e-6)
    #expect(abs(middles[1] - (200 + 8192.0 / 360)) < 1e-6)
    let shares = [0, 0.2, 0.4, 0.6, 0.8, 1]
    var poles = try await self.film(
      story("").replacing(#""center": [0, 0]"#, with: #""center": [0, 85]"#)
        .replacing("[1, 0]", with: "[0, -85]"), shares: shares
    ).film
    for share in shares { #expect(try !poles.scene(0, share).layers.isEmpty) }
  }

  /// Bubbles that stand aside of their places ride with the map: what is drawn goes as far as the middle between them.
  @Test(arguments: [-1.0, 1.5])
  func `takes bubbles along as they stand aside, and none jumps where its way ends`(change: Double)
    async throws
  {
    var random = Seeded(seed: 3)
    let points = (0..<600).map { number in
      let (town, spread) = (Double(number % 40), 3.0)
      let place = [town.truncatingRemainder(dividingBy: 8) * 4 - 16, (town / 8).rounded(.down) * 4 - 8]
      let at = place.map { $0 + random.number(in: -spread...spread) }
      return #"{"id": "p\#(number)", "at": [\#(at[0]), \#(at[1])]}"#
    }
    let zoom = change < 0 ? 4.0 : 3.0
    let text = """
      {"sources": {"points": [\(points.joined(separator: ","))]}, "basemap": "none", "size": [400, 300],
       "center": [0, 0], "zoom": \(zoom), "cluster": {"points": {"preset": "cch"}}, "callouts": "none",
       "camera": {"duration": 0.4, "easing": "linear"},
       "steps": [{"add": true}, {"snapshot": "a"}, {"zoom": "\(change < 0 ? "" : "+")\(change)"}, {"snapshot": "b"}]}
      """
    let shares = [0, 0.3, 0.6, 2.0 / 3 - 1e-6, 2.0 / 3 + 1e-6]
    var film = try await film(text, shares: shares).film
    let frames = try shares.map { try discs(film.scene(0, $0)) }
    // Where the map takes a marker from the first frame; shifts of at most 30 points stay as they are.
    for (share, frame) in zip(shares, frames).dropFirst().prefix(2) {
      let growth = exp2(change * share * 1.5)
      let missed = frames[0].filter { place in
        let there = Point(x: 200 + (place.x - 200) * growth, y: 150 + (place.y - 150) * growth)
        let isInside = (40...360).contains(there.x) && (40...260).contains(there.y)
        return isInside && !frame.contains { ($0 - there).length < 30 * abs(1 - growth) + 0.01 }
      }
      #expect(missed.isEmpty, "\(share): \(missed)")
    }
    let gone = frames[3].filter { place in !frames[4].contains { ($0 - place).length < 0.1 } }
    #expect(gone.isEmpty, "\(gone.count) of \(frames[3].count)")
  }

  @Test(arguments: ClusterPreset.allCases)
  func `shows once what a step removes, in every system`(preset: ClusterPreset) async throws {
    let text = """
      {"sources": {"points": "a.csv"}, "basemap": "none", "size": [400, 300], "center": [0, 0], "zoom": 4,
       "cluster": {"points": {"preset": "\(preset.rawValue)"}},
       "steps": [{"add": true}, {"snapshot": "two"}, {"clear": true}, {"snapshot": "none"}]}
      """
    var film = try await film(text).film
    #expect(try !discs(film.scene(0, 0)).isEmpty)
    #expect(try discs(film.scene(0, 1)).isEmpty)
  }

  @Test func `moves the base map with the markers`() async throws {
    var (film, _) = try await film(story(""))
    func map(_ time: Double) throws -> [SceneLayer] {
      let layers = try film.scene(0, time).layers
      // All below the first layer with discs.
      return Array(
        layers.prefix { layer in !layer.marks.contains { if case .circle = $0.shape { true } else { false } }
        })
    }
    let maps = try [0, 0.2, 0.4, 0.6].map(map)
    expect(Set(maps.map { $0.flatMap(\.marks) }).count, equals: 4)
    // Once the camera has arrived only markers change.
    try expect(map(0.7), equals: map(0.9))
  }

  @Test(arguments: [
    ("", 1 + 7), (#""camera": "none","#, 1 + 3), (#""camera": {"duration": 0},"#, 1 + 3),
    (#""camera": {"duration": 1, "easing": "linear"},"#, 1 + 13),
  ])
  func `takes its time before the transition`(more: String, frames: Int) async throws {
    var (film, _) = try await film(story(more))
    var count = 0
    try film.forEachFrame(rate: 10, still: 1) { _, frame in
      frame.number
    } take: { _, number in
      count += 1
      expect(number, equals: count)
    }
    // Ten frames a second, and one for each snapshot.
    expect(count, equals: frames)
  }

  @Test func `stands still in stories without a preset`() async throws {
    let plain = story("").replacing(#""preset": "cch""#, with: #""cellSize": 60"#)
    var (film, _) = try await film(plain)
    try expect(film.scene(0, 0).layers.first, equals: film.scene(0, 0.9).layers.first)
  }

  @Test func `gives the same bytes on any number of threads`() async throws {
    var films: [[UInt8]] = []
    for threads in [1, 4] {
      let session = MapSession(resources: MemoryResources(["a.csv": Self.csv]))
      var specification = try MapSpecification(json: story(""))
      specification.threads = threads
      films.append(try await session.film(of: specification).bytes)
    }
    expect(films[0], equals: films[1])
  }

  @Test(arguments: [
    (#"{"duration": 1e9}"#, "camera.duration: 1000000000 is outside 0...60"),
    (#"{"duration": -1}"#, "camera.duration: -1 is outside 0...60"),
    (#"{"easing": "jump"}"#, "camera.easing"), (#"{"time": 1}"#, "camera.time"), ("7", "camera"),
  ])
  func `refuses what is no movement`(camera: String, message: String) throws {
    let session = MapSession(resources: MemoryResources(["a.csv": Self.csv]))
    let log = SessionLog()
    #expect(throws: SessionError.self) {
      _ = try session.loadStory(try MapSpecification(json: story(#""camera": \#(camera),"#)), log: log)
    }
    #expect("\(log.notes)".contains(message.prefix(6)))
  }

  @Test func `refuses a duration that is no number from a program`() async throws {
    let session = MapSession(resources: MemoryResources(["a.csv": Self.csv]))
    var settings = FilmSettings()
    for duration in [Double.nan, 1e9, -1] {
      settings.camera = CameraMotion(duration: duration)
      let settings = settings
      await #expect(throws: SessionError.self) {
        _ = try await session.film(of: try MapSpecification(json: story("")), settings: settings)
      }
    }
  }
}
