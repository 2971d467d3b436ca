import Drawing
import MapContent
import MapDecorations
import MapGeometry
import MapScene
import MapSettings
import MapStyle
import StyleSettings
import TestSupport
import Testing

@Suite struct `The debug grid` {
  private let corners = [(0.0, 0.0), (80, 0), (0, 80), (80, 80)].map {
    Rectangle(x: $0.0, y: $0.1, width: 20, height: 10)
  }

  private func places(_ markers: [Rectangle] = []) -> CaptionPlaces {
    CaptionPlaces(picture: Rectangle(x: 0, y: 0, width: 100, height: 100), markers: markers)
  }

  @Test func `puts a caption where no marker hides it`() {
    var places = places([
      Rectangle(x: 10, y: 5, width: 30, height: 30), Rectangle(x: 90, y: 5, width: 30, height: 30),
    ])
    expect(places.take(firstOf: corners), equals: corners[2])
    // Another caption of the cell takes the next free corner.
    expect(places.take(firstOf: corners), equals: corners[3])
  }

  @Test func `puts a caption where the fewest markers are, but never onto another caption`() {
    let everywhere = Rectangle(x: 0, y: 0, width: 100, height: 100)
    var places = places([everywhere, Rectangle(x: 0, y: 0, width: 10, height: 10)])
    expect(places.take(firstOf: corners), equals: corners[1])
    expect(places.take(firstOf: [corners[1]]), equals: nil)
    expect(
      places.take(firstOf: [corners[1].offset(by: Point(x: -19, y: 0)), corners[0]]), equals: corners[0])
    expect(places.take(firstOf: []), equals: nil)
  }

  @Test func `shows counts that sum to the points`() throws {
    let style = try layered(
      #"{"id": "dots", "type": "circle", "source": "points", "paint": {"circle-radius": 12}}"#)
    var generator = Seeded(seed: 7)
    let points = (0..<400).map { _ in
      (
        longitude: Double.random(in: -60...60, using: &generator),
        latitude: Double.random(in: -50...50, using: &generator)
      )
    }
    let clustering = with(ClusterOptions()) { $0.cellSize = .points(60) }
    let source = try MapSource(
      id: "points", features: bare(points), clustering: SourceClustering(nil, options: clustering))
    let options = with(PictureOptions()) { $0.debugGrid = DebugGridSetting(isShown: true, showsCounts: true) }
    let scene = try picture(style, [source], frame(zoom: 0.5), options: options)
    let grid = try #require(scene.layers.first { $0.id == "debug-grid-points" })
    let counts = grid.marks.compactMap { mark -> Int? in
      guard case .text(let run) = mark.shape else { return nil }
      return run.fragments.first.flatMap { Int($0.text) }
    }
    expect(counts.reduce(0, +), equals: 400)
    #expect(counts.count > 10)
  }

  @Test(arguments: [
    (nil, true), (DebugGridSetting(isShown: false), false), (DebugGridSetting(isShown: true), true),
  ])
  func `is what a source sets, unless the picture sets it`(setting: DebugGridSetting?, isDrawn: Bool)
    throws
  {
    let text = """
      {"version": 8, "metadata": {"clustersnap:sources": {"points": {"method": "grid", "debugGrid": "counts"}}},
       "sources": {"points": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}, "cluster": true}},
       "layers": [{"id": "dots", "type": "circle", "source": "points"}]}
      """
    let style = try #require(Style.parseWithSettings(Array(text.utf8)).style)
    let options = with(ClusterOptions()) { $0.method = .grid }
    let clustering = SourceClustering(style.source("points"), options: options)
    let source = try MapSource(id: "points", features: bare([(0, 0), (10, 10)]), clustering: clustering)
    let scene = try picture(style, [source], frame(), options: PictureOptions(debugGrid: setting))
    expect(scene.layers.contains { $0.id == "debug-grid-points" }, equals: isDrawn)
  }

  @Test(arguments: [(60.0, true), (24, false)])
  func `shows columns and rows in all cells or in none`(side: Double, isDescribed: Bool) throws {
    let style = try layered(#"{"id": "dots", "type": "circle", "source": "points"}"#)
    let clustering = with(ClusterOptions()) { $0.cellSize = .points(side) }
    let source = try MapSource(
      id: "points", features: bare([(0, 0), (10, 10)]), clustering: SourceClustering(nil, options: clustering)
    )
    let options = PictureOptions(debugGrid: DebugGridSetting(isShown: true, showsIndices: true))
    let shot = try MapSnapshotter(style: style, sources: [source])
      .snapshot(of: frame(), options: options, shaper: HalfEmShaper())
    #expect(texts(shot.scene).isEmpty != isDescribed)
    expect(shot.notes.map(\.code), equals: isDescribed ? [] : ["debug-grid-small"])
  }
}
