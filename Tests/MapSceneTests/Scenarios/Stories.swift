import Drawing
import JSONDocument
import MapClusters
import MapFeatures
import MapGeometry
import MapSettings
import Testing

@testable import MapScene

/// Discs of one size, and counts.
let plainLook = """
  {"version": 8, "sources": {"points": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
   "layers": [
    {"id": "dots", "type": "circle", "source": "points", "paint": {"circle-radius": 10, "circle-color": "#ff0000",
     "circle-stroke-width": 2, "circle-stroke-color": "#ffffff"}},
    {"id": "counts", "type": "symbol", "source": "points", "filter": ["has", "point_count"],
     "layout": {"text-field": ["to-string", ["get", "point_count"]], "text-size": 10, "text-allow-overlap": true}}]}
  """

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
    if options.isEmpty { options.method = .grid }
    sources.append(
      try MapSource(id: "points", name: name, features: table, grouping: Grouping(nil, options: options)))
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
