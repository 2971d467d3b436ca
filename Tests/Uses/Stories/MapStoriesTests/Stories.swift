import Drawing
import JSONDocument
import MapClusters
import MapFeatures
import MapGeometry
import MapContent
import MapScene
import MapSettings
import MapStories
import MapStyle
import StyleSettings
import TestSupport
import Testing

/// Discs of one size, and counts.
let plainLook = """
  {"version": 8, "sources": {"points": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
   "layers": [
    {"id": "dots", "type": "circle", "source": "points", "paint": {"circle-radius": 10, "circle-color": "#ff0000",
     "circle-stroke-width": 2, "circle-stroke-color": "#ffffff"}},
    {"id": "counts", "type": "symbol", "source": "points", "filter": ["has", "point_count"],
     "layout": {"text-field": ["to-string", ["get", "point_count"]], "text-size": 10, "text-allow-overlap": true}}]}
  """

/// A style that must be read without an error.
func style(_ text: String) throws -> Style {
  let parsing = Style.parseWithSettings(Array(text.utf8))
  expect(parsing.diagnostics.filter { $0.severity == .error }.map(\.message), equals: [])
  return try #require(parsing.style)
}

/// Every letter a box of 0.6 by 0.7 em, its baseline 0.85 em down its line; no line is broken.
struct BoxShaper: TextShaper {
  func shape(_ request: TextRequest) throws(TextShapingError) -> ShapedText {
    var fragments: [ShapedText.Fragment] = []
    var ink: Rectangle?
    var width = 0.0
    for (index, section) in request.sections.enumerated() {
      let em = section.font.size
      let advance = Double(section.text.count) * em * 0.6
      let origin = Point(x: 0, y: Double(index) * request.lineHeight + em * 0.85)
      let box = Rectangle(x: 0, y: origin.y - em * 0.7, width: advance, height: em * 0.7)
      ink = ink?.union(box) ?? box
      width = max(width, advance)
      fragments.append(
        .init(
          section: index, line: index, text: section.text, origin: origin, advance: advance, outline: Path()))
    }
    return ShapedText(
      fragments: fragments,
      size: Size(width: width, height: Double(request.sections.count) * request.lineHeight),
      inkBox: ink ?? Rectangle(x: 0, y: 0, width: 0, height: 0))
  }
}

/// A scenario about one group `points`, its sources lists of points, played.
func play(
  _ json: String, clustering: ClusterOptions = ClusterOptions(), look: String = plainLook
) async throws -> (
  result: ScenarioResult, snapshotter: MapSnapshotter
) {
  let (scenario, snapshotter, player) = try prepared(json, clustering: clustering, look: look)
  _ = scenario
  return (try await player.play(), snapshotter)
}

func prepared(
  _ json: String, clustering: ClusterOptions = ClusterOptions(), look: String = plainLook
) throws -> (
  Scenario, MapSnapshotter, ScenarioPlayer
) {
  let (parsed, diagnostics) = Scenario.parse(try JSONText(parsing: json))
  let scenario = try #require(parsed, "\(diagnostics.map(\.message))")
  let look = try style(look)
  var sources: [MapSource] = []
  var layouts: [String: Scenario.PoolLayout] = [:]
  for name in scenario.groupNames {
    let (table, layout) = try scenario.pool(of: name, source: nil, files: [:])
    var options = clustering
    if options.settings.method == .peaks { options.method = .grid }
    sources.append(
      try MapSource(
        id: "points", name: name, features: table, clustering: SourceClustering(nil, options: options)))
    layouts[name] = layout
  }
  let snapshotter = MapSnapshotter(style: look, sources: sources)
  let view = try #require(scenario.request.views.first)
  return (
    scenario, snapshotter,
    ScenarioPlayer(scenario, of: snapshotter, view: view.view, layouts: layouts)
  )
}

/// The discs of a scene: where, how large, how opaque.
func discs(_ scene: Scene) -> [(x: Double, radius: Double, alpha: Double)] {
  scene.layers.flatMap(\.marks).compactMap { mark in
    guard case .circle(let circle) = mark.shape, circle.fill.alpha > 0 else { return nil }
    return (circle.center.x, circle.radius, circle.fill.alpha)
  }
}

func near(_ a: Double, _ b: Double, _ tolerance: Double = 1e-6) -> Bool { abs(a - b) <= tolerance }

/// The circles of a scene in draw order.
func circles(_ scene: Scene) -> [Circle] {
  scene.layers.flatMap(\.marks).compactMap { mark in
    if case .circle(let circle) = mark.shape { circle } else { nil }
  }
}

/// A thousand points, the same on every run, as a list.
let thousandPoints: String = {
  var random = Seeded(seed: 42)
  func next() -> Double { random.number(in: 0...1) }
  return (0..<1000).map { "{\"id\": \"p\($0)\", \"at\": [\(next() * 340 - 170), \(next() * 150 - 75)]}" }
    .joined(separator: ",")
}()
