import Drawing
import MapFeatures
import MapGeometry
import MapGround
import MapScene
import MapSession
import MapSettings
import MapStories
import SessionSupport
import StyleSettings
import TestSupport
import Testing

@testable import CairoCanvas

/// What lies beneath the markers of stories and of requests with several views.
@Suite struct `Over tiles` {
  private static let style = """
    {"version": 8,
     "sources": {"city": {"type": "vector", "tiles": ["city/{z}/{x}/{y}"]},
       "points": {"type": "geojson", "cluster": true, "data": {"type": "FeatureCollection", "features": []}}},
     "layers": [
      {"id": "paper", "type": "background", "paint": {"background-color": "#ffffff"}},
      {"id": "water", "type": "fill", "source": "city", "source-layer": "water",
       "paint": {"fill-color": "#4060a0"}},
      {"id": "names", "type": "symbol", "source": "city", "source-layer": "water",
       "layout": {"text-field": "sea"}},
      {"id": "bubbles", "type": "circle", "source": "points", "paint": {"circle-radius": 8}}]}
    """

  /// Points in the east and the west, a style, and all tiles of zooms 2 and 3, each with a square of its own size.
  private func resources() -> MemoryResources {
    let resources = MemoryResources([
      "a.csv": "id,lon,lat\n1,-100,10\n2,-99,11\n3,100,10\n4,140,-10\n", "style.json": Self.style,
    ])
    var tiles: [TileID: [UInt8]] = [:]
    for zoom in 2...3 {
      for index in 0..<1 << (2 * zoom) {
        guard let id = TileID(zoom: zoom, column: index >> zoom, row: index & (1 << zoom - 1)) else {
          continue
        }
        let side = 400 + 50 * index
        let square = [(100, 100), (100 + side, 100), (100 + side, 100 + side), (100, 100 + side)]
        tiles[id] = LayerWriter("water", .rings([square])).bytes
      }
    }
    resources.write(tiles: tiles, to: "city/{z}/{x}/{y}")
    return resources
  }

  private static let story = """
    {"sources": {"points": "a.csv"}, "style": "style.json", "size": [200, 160], "center": [-100, 10], "zoom": 2,
     "fps": 4,
     "steps": [{"add": {"points": true}}, {"snapshot": "west"}, {"snapshot": "again"},
       {"view": {"center": [100, 10], "zoom": 2}}, {"snapshot": "east"}, {"zoom": "+1"}, {"snapshot": "close"},
       {"view": {"center": [-100, 10], "zoom": 2}}, {"snapshot": "back"}]}
    """

  private func film(_ resources: MemoryResources) async throws -> (
    film: Film, story: LoadedStory, viewports: [Viewport]
  ) {
    let session = MapSession(resources: resources)
    let log = SessionLog()
    var settings = FilmSettings()
    settings.animator = .move
    var story = try session.loadStory(try MapSpecification(json: Self.story), settings: settings, log: log)
    let result = try await story.player.play()
    try story.loadPictures(for: [result], log: log)
    expect(log.notes, equals: [])
    let film = Film(of: [result], in: story, shaper: try story.map.shaper(log: log))
    return (film, story, result.snapshots.map(\.viewport))
  }

  @Test func `every view of a story has its tiles, each requested once`() async throws {
    let resources = resources()
    var (film, _, viewports) = try await film(resources)
    expect(resources.queries.count, equals: 1)
    let requested = resources.queries.flatMap(\.self)
    let needed = Set(viewports.flatMap { TileCover.vector(minimumZoom: 2, maximumZoom: 3).tiles(in: $0) })
    #expect((Set(requested), requested.count) == (needed, needed.count))
    // Each transition ends with what a request draws there, from its beginning with the map of its own view.
    for (number, viewport) in viewports.dropFirst().enumerated() {
      let center = viewport.center
      let request = try MapSpecification(
        json: """
          {"sources": {"points": "a.csv"}, "style": "style.json", "size": [200, 160],
           "center": [\(center.longitude), \(center.latitude)], "zoom": \(viewport.zoom)}
          """)
      let picture = try await MapSession(resources: resources).pictures(of: request, as: .png).pictures[0]
      try expect(film.scene(number, 1).layers.map(\.id), equals: picture.snapshot.scene.layers.map(\.id))
      try expect(CairoCanvas.png(of: film.scene(number, 1)), equals: picture.bytes)
      let water = picture.snapshot.scene.layers.first { $0.id == "water" }
      expect(water?.marks.isEmpty, equals: false)
      for time in [0, 0.3] {
        try expect(film.scene(number, time).layers.first { $0.id == "water" }, equals: water)
      }
    }
  }

  @Test func `the map is drawn once for each view, not for every frame`() async throws {
    var (film, _, _) = try await film(resources())
    var frames = 0
    var painters: [FramePainter] = []
    try film.forEachFrame(rate: 10, still: 2) { painter, frame throws(SessionError) in
      guard let bitmap = try? painter.bitmap(of: frame.scene, fixedLayerCount: frame.fixedLayerCount),
        let whole = try? CairoCanvas.bitmap(of: frame.scene)
      else { throw .output("a frame cannot be drawn") }
      expect(bitmap, equals: whole)
      expect(frame.ticks, equals: frame.fixedLayerCount == 0 ? 2 : frame.ticks)
      return painter
    } take: { _, painter in
      frames += 1
      painters.append(painter)
    }
    let painter = try #require(painters.first)
    #expect(painters.allSatisfy { $0 === painter })
    // The first snapshot, and four transitions of five frames and a still one.
    expect(frames, equals: 1 + 4 * 6)
    // West, which both the first transition and the second snapshot show, east, close, and west again.
    expect(painter.baseCount, equals: 4)
  }

  @Test func `pictures and films have the same bytes on one thread and on eight`() async throws {
    let request =
      #"{"sources": {"points": "a.csv"}, "style": "style.json", "size": [600, 400], "center": [170, 10], "zoom": 2.5, "bearing": 20}"#
    var pictures: Set<[UInt8]> = []
    var films: Set<[UInt8]> = []
    for threads in [1, 8, 1, 8] {
      var options = MapSession.Options()
      options.threads = threads
      let session = MapSession(resources: resources(), options: options)
      pictures.insert(try await session.pictures(of: try MapSpecification(json: request)).pictures[0].bytes)
      films.insert(try await session.film(of: try MapSpecification(json: Self.story)).bytes)
    }
    #expect((pictures.count, films.count) == (1, 1))
  }

  @Test func `each view has its own names and borders`() async throws {
    let resources = resources()
    let session = MapSession(resources: resources)
    func layers(_ request: String, _ change: (inout MapSpecification) -> Void = { _ in }) async throws
      -> [[String]]
    {
      var request = try MapSpecification(json: request)
      change(&request)
      let pictures = try await session.pictures(of: request).pictures
      return pictures.map { $0.snapshot.scene.layers.map(\.id) }
    }
    let streets =
      #"{"sources": {"points": "a.csv"}, "style": "style.json", "size": [300, 300], "center": [0, 0], "zoom": 2, "tiles": {"city": "city/{z}/{x}/{y}"}"#
    let tiled = try await layers(streets + #", "views": [{}, {"placeNames": false}, {"placeNames": true}]}"#)
    expect(tiled.map { $0.contains("names") }, equals: [true, false, true])
    #expect(tiled.allSatisfy { $0.contains("water") })
    let world = #"{"sources": {"points": "a.csv"}, "size": [300, 300], "center": [10, 45], "zoom": 3"#
    let views = #"[{"borders": false}, {"placeNames": true}, {}, {"borders": false, "zoom": 1}]"#
    let drawn = try await layers(world + #", "views": \#(views)}"#)
    expect(drawn.map { $0.contains("borders") }, equals: [false, true, true, false])
    expect(drawn.map { $0.contains("country-names") }, equals: [true, true, true, false])
    #expect(drawn.allSatisfy { $0.contains("land") })
    // What is set beside a request holds for all of its views.
    let set = try await layers(world + #", "views": \#(views)}"#) { $0.output.borders = true }
    expect(set.map { $0.contains("borders") }, equals: [true, true, true, true])
  }
}
