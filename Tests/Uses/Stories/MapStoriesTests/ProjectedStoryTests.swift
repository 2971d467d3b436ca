import Drawing
import MapGeometry
import MapSettings
import MapStories
import SessionSupport
import TestSupport
import Testing

import MapSession

/// Stories in other projections than Mercator's.
@Suite struct `A story on a sheet` {
  private static let csv = "id,lon,lat\n1,10,50\n2,11,51\n3,170,-40\n4,-170,-41\n5,-100,40\n6,-99,41\n"

  private func story(_ view: String, _ steps: String, _ more: String = "") -> String {
    """
    {"sources": {"points": "a.csv"}, "size": [400, 300], "scale": 1, "fps": 10, "hold": 0.1, \(view), \(more)
     "cluster": {"points": {"method": "grid"}}, "steps": [{"add": true}, {"snapshot": "first"}, \(steps)]}
    """
  }

  private func film(
    _ text: String, log: SessionLog = SessionLog(), shares: [Double]? = nil
  ) async throws -> (film: Film, result: ScenarioResult) {
    var loaded = try MapSession(resources: MemoryResources(["a.csv": Self.csv]))
      .loadStory(try MapSpecification(json: text), log: log)
    let result = try await loaded.player.play()
    try loaded.loadPictures(for: [result], shares: shares, log: log)
    return (Film(of: [result], in: loaded, shaper: try loaded.map.shaper(log: log)), result)
  }

  @Test(arguments: [
    (#""projection": "equal-earth", "centralMeridian": 0"#, "[0, 0]", "[60, 10]"),
    (#""projection": "albers", "centralMeridian": -60, "parallels": [20, 50]"#, "[-60, 40]", "[-60, 40]"),
    (#""projection": "winkel-tripel", "centralMeridian": 150"#, "[150, 0]", "[170, -30]"),
  ])
  func `draws each snapshot as a picture of its view`(projection: String, first: String, then: String)
    async throws
  {
    let look = #""basemap": "world", "#
    var (film, result) = try await film(
      story(
        "\(projection), \"center\": \(first), \"zoom\": 0.5",
        #"{"view": {"center": \#(then), "zoom": 1}}, {"snapshot": "second"}"#, look))
    expect(result.snapshots.count, equals: 2)
    var opening: [SceneLayer]?
    try film.forEachFrame(rate: 1, still: 1) { _, frame in
      frame.scene.layers
    } take: { _, layers in
      opening = opening ?? layers
    }
    let pictures = [(opening, first, "0.5"), (try film.scene(0, 1).layers, then, "1")]
    for (drawn, center, zoom) in pictures {
      let request = try MapSpecification(
        json: """
          {"sources": {"points": "a.csv"}, "size": [400, 300], "scale": 1, \(look) \(projection),
           "center": \(center), "zoom": \(zoom), "cluster": {"points": {"method": "grid"}}}
          """)
      let picture = try await MapSession(resources: MemoryResources(["a.csv": Self.csv]))
        .pictures(of: request, as: .png).pictures[0]
      expect(drawn, equals: picture.snapshot.scene.layers)
    }
  }

  @Test func `draws clusters behind no horizon, counts what it hides once, and takes steps about it`()
    async throws
  {
    let log = SessionLog()
    let (_, result) = try await film(
      story(
        #""projection": "orthographic", "center": [0, 40], "zoom": 1"#,
        #"{"remove": ["3"]}, {"pan": [-20, 0]}, {"snapshot": "second"}"#, #""basemap": "none","#), log: log)
    expect(
      log.notes.map(\.message),
      equals: [
        "2 points lie where orthographic shows nothing, and are not drawn; \"projection\": \"equal-earth\" shows the whole Earth"
      ])
    expect(result.snapshots.map { $0.groups[0].markers.markers.reduce(0) { $0 + $1.count } }, equals: [4, 4])
    // In the report stand places.
    let report = String(decoding: result.report, as: UTF8.self)
    #expect(report.contains(#""view": {"center":[0,40],"zoom":1"#))
    #expect(report.contains(#""position":[10,50],"cluster":false"#))
  }

  @Test(arguments: [
    (
      #""projection": "orthographic", "center": [0, 40], "zoom": 1"#, #"{"select": "3"}"#,
      "point 3 lies where orthographic shows nothing; choose another point or projection"
    ),
    (
      #""projection": "orthographic", "center": [0, 40], "zoom": 1"#, #"{"view": {"center": [170, -40]}}"#,
      "the center lies where orthographic shows nothing; show another place, or set another \"projection\" or \"centralMeridian\""
    ),
    (
      #""projection": "globe", "center": [0, 40], "zoom": 1"#, #"{"zoom": "+1"}"#,
      "the view moves, and a globe seen from near would turn under it, which is another projection; leave the view as it is, or use orthographic"
    ),
  ])
  func `is refused by name where it cannot be`(view: String, step: String, message: String) async throws {
    let text = story(view, "\(step), {\"snapshot\": \"second\"}", #""basemap": "none","#)
    let error = await #expect(throws: ScenarioError.self) { _ = try await film(text) }
    expect(error?.description, equals: message)
  }

  @Test func `stands still on a globe, and selects meters on the ground`() async throws {
    var (globe, _) = try await film(
      story(
        #""projection": "globe", "center": [0, 40], "zoom": 1"#,
        #"{"remove": ["1"]}, {"snapshot": "second"}"#, #""basemap": "none","#))
    for share in [0, 0.5, 1] { #expect(try !globe.scene(0, share).layers.isEmpty) }
    let (_, selected) = try await film(
      story(
        #""projection": "lambert-azimuthal", "center": [0, 40], "zoom": 1"#,
        #"{"select": "1", "span": 300000}, {"snapshot": "second"}"#, #""basemap": "none","#))
    let view = selected.snapshots[1].viewport
    // 300 km are the height of the picture, 300 points, where lengths are a tenth off at most.
    let points = 300_000 / (2 * Double.pi * 6_371_008.8) * view.worldSize
    #expect(abs(points - 300) < 30)
  }

  @Test func `moves markers and camera over the sheet, never around it`() async throws {
    // One marker of two points at both ends of the sheet; it falls apart to the left and to the right.
    let text = """
      {"sources": {"points": [{"id": "a", "at": [-150, 0]}, {"id": "b", "at": [150, 0]}]}, "basemap": "none",
       "size": [400, 300], "projection": "equirectangular", "centralMeridian": 0, "center": [0, 0], "zoom": -0.5,
       "cluster": {"points": {"method": "grid", "cellSize": 1000}}, "animator": "move", "duration": 1,
       "steps": [{"add": true}, {"snapshot": "one"}, {"settings": {"cellSize": 10}}, {"snapshot": "two"}]}
      """
    var (film, result) = try await film(text)
    expect(result.snapshots.map { $0.groups[0].markers.markers.count }, equals: [1, 2])
    let middle = try film.scene(0, 0.5).layers.flatMap(\.marks).compactMap { mark -> Double? in
      if case .circle(let circle) = mark.shape { circle.center.x } else { nil }
    }
    // On the way out of the middle; around the sheet they would come from beyond its edges.
    #expect(!middle.isEmpty, "\(middle)")
    #expect(middle.allSatisfy { (40...360).contains($0) }, "\(middle)")
    let sheet = try Sheet(.equirectangular, center: Coordinate(latitude: 0, longitude: 0))
    func view(_ longitude: Double) throws -> Viewport {
      try Viewport(
        center: Coordinate(latitude: 0, longitude: longitude), zoom: 2,
        size: ScreenSize(width: 400, height: 300)
      ).on(sheet)
    }
    let path = CameraPath(from: try view(-150), to: try view(150))
    #expect(abs(path.viewport(at: 0.5).center.longitude) < 1e-9)
    expect(path.viewport(at: 0.5).sheet, equals: sheet)
  }
}
