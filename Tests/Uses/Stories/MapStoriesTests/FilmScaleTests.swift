import CairoCanvas
import Drawing
import MapClusters
import MapContent
import MapFeatures
import MapGeometry
import MapSession
import MapSettings
import MapStories
import SessionSupport
import TestSupport
import Testing

/// What a film explains and how it scales markers: the same in all of its frames.
@Suite struct `All frames of a film` {
  /// The scenes of all frames.
  private func frames(_ csv: String, _ story: String) async throws -> [Scene] {
    let session = MapSession(resources: MemoryResources(["a.csv": csv]))
    let log = SessionLog()
    var loaded = try session.loadStory(try MapSpecification(json: story), log: log)
    let result = try await loaded.player.play()
    try loaded.loadPictures(for: [result], log: log)
    var film = Film(of: [result], in: loaded, shaper: try loaded.map.shaper(log: log))
    var scenes: [Scene] = []
    try film.forEachFrame(rate: 4, still: 1) { _, frame in
      frame.scene
    } take: { _, scene in
      scenes.append(scene)
    }
    return scenes
  }

  private func legend(_ scene: Scene) -> [String] {
    (scene.layers.last { $0.id == "decorations" }?.marks ?? []).flatMap { mark -> [String] in
      if case .text(let run) = mark.shape { run.fragments.map(\.text) } else { [] }
    }
  }

  private func story(_ columns: String, first: ClosedRange<Int>, all: Int) -> String {
    """
    {"sources": {"points": "a.csv"}, "basemap": "none", "legend": true, "size": [500, 300],
     "bbox": [-40, -20, 40, 20], "cluster": {"points": {"method": "grid", \(columns)}},
     "steps": [{"add": {"points": {"from": \(first.lowerBound), "to": \(first.upperBound)}}}, {"snapshot": "one"},
      {"add": {"points": {"from": \(first.upperBound + 1), "to": \(all)}}}, {"snapshot": "two"},
      {"remove": {"points": {"from": 1, "to": \(all)}}}, {"snapshot": "none"}]}
    """
  }

  @Test func `have the legend of all of them, in one place`() async throws {
    let csv = "lon,lat,kind\n-5,0,inn\n5,0,inn\n0,5,bar\n0,-5,zoo\n35,-17,bar\n"
    let scenes = try await frames(csv, story(#""colorBy": "kind""#, first: 1...2, all: 5))
    #expect(scenes.count > 3)
    for scene in scenes { expect(legend(scene), equals: ["kind", "bar", "inn", "zoo"]) }
    let marks = Set(scenes.map { $0.layers.last { $0.id == "decorations" }?.marks.map(\.text) ?? [] })
    expect(marks.count, equals: 1)
    expect(Set(scenes.map(\.size)).count, equals: 1)
  }

  @Test func `have it below the map where one of them has no room`() async throws {
    var csv = "lon,lat,kind\n0,0,inn\n1,0,inn\n"
    var count = 2
    for x in stride(from: -40, through: 40, by: 2) {
      for y in stride(from: -24, through: 24, by: 2) {
        csv += "\(x),\(y),bar\n\(x),\(y),bar\n"
        count += 2
      }
    }
    let scenes = try await frames(csv, story(#""colorBy": "kind""#, first: 1...2, all: count))
    for scene in scenes {
      expect(legend(scene), equals: ["kind", "bar", "inn"])
      #expect(scene.size.height > 300)
    }
    expect(Set(scenes.map(\.size)).count, equals: 1)
  }

  @Test func `class the numbers of all of their markers`() async throws {
    // Alone the first snapshot's numbers are 0 and 10; all of them go from 0 to 90: thirds at 30 and 60.
    let csv = "lon,lat,n\n-30,0,0\n-10,0,10\n10,0,40\n30,0,90\n"
    let columns = #""colorBy": "n", "classes": "equal:3""#
    let scenes = try await frames(csv, story(columns, first: 1...2, all: 4))
    for scene in scenes { #expect(legend(scene).contains("colors by cluster in the film")) }
    func fills(_ scene: Scene) -> [Color] {
      scene.layers.filter { $0.id.hasPrefix("points-") }.flatMap(\.marks).compactMap { mark in
        if case .circle(let circle) = mark.shape { circle.fill } else { nil }
      }
    }
    let colors = Palette.sunset.classes(3, isOnDark: false)
    expect(fills(scenes[0]), equals: [colors[0], colors[0]])
    let whole = scenes.map(fills).first { $0.count == 4 }
    expect(whole, equals: [colors[0], colors[0], colors[1], colors[2]])
  }

  @Test func `size markers by the greatest number of all of them`() async throws {
    // 100 has a quarter of the greatest number's area, so half of its radius, in the first snapshot, too.
    let csv = "lon,lat,n\n-30,0,100\n0,0,100\n30,0,400\n"
    let scenes = try await frames(csv, story(#""sizeBy": "n""#, first: 1...2, all: 3))
    func radii(_ scene: Scene) -> [Double] {
      scene.layers.filter { $0.id == "points-bubbles" }.flatMap(\.marks).compactMap { mark in
        if case .circle(let circle) = mark.shape { circle.radius } else { nil }
      }
    }
    expect(radii(scenes[0]), equals: [16, 16])
    #expect(scenes.map(radii).contains { $0.sorted() == [16, 16, 32] })
  }
}
