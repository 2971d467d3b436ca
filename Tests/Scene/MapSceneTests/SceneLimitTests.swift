import Drawing
import MapContent
import MapDecorations
import MapGeometry
import MapScene
import TestSupport
import Testing

@Suite struct `Limits of what a picture holds` {
  /// Points here and there, the same ones every time.
  private func source(_ count: Int) throws -> MapSource {
    var random = Seeded(seed: 11)
    let features = (0..<count).map { number in
      let longitude = Double.random(in: -120...120, using: &random)
      let latitude = Double.random(in: -60...60, using: &random)
      return #"{"type": "Feature", "id": \#(number), "properties": {}, "geometry": {"type": "Point", "#
        + #""coordinates": [\#(longitude), \#(latitude)]}}"#
    }
    return try MapSource(
      id: "points",
      features: geoFeatures(
        #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#))
  }

  private func scene(
    _ layers: [String], points: Int, change: (inout SceneLimits) -> Void
  ) throws -> Scene {
    var snapshotter = MapSnapshotter(
      style: try layered(layers.joined(separator: ",")), sources: [try source(points)])
    change(&snapshotter.limits)
    return try snapshotter.snapshot(
      of: try frame(), options: PictureOptions(), shaper: HalfEmShaper()
    ).scene
  }

  private func circles(_ id: String) -> String { #"{"id": "\#(id)", "type": "circle", "source": "points"}"# }

  private func texts(_ id: String) -> String {
    #"{"id": "\#(id)", "type": "symbol", "source": "points", "layout": {"text-field": "a", "text-allow-overlap": true}}"#
  }

  @Test func `leave the largest layer of circles out of account`() throws {
    let layers = ["a", "b", "c"].map(circles)
    try expect(scene(layers, points: 10) { $0.circles = 20 }.layers.count, equals: 3)
    #expect(throws: SnapshotError.tooManyCircles(layer: "c", limit: 19)) {
      try scene(layers, points: 10) { $0.circles = 19 }
    }
    try expect(scene([circles("a")], points: 100) { $0.circles = 0 }.layers[0].marks.count, equals: 100)
  }

  @Test func `count the texts of all layers, the topmost first`() throws {
    let layers = ["a", "b"].map(texts)
    try expect(scene(layers, points: 10) { $0.texts = 20 }.layers.count, equals: 2)
    #expect(throws: SnapshotError.tooManyTexts(layer: "a", limit: 19)) {
      try scene(layers, points: 10) { $0.texts = 19 }
    }
    #expect(throws: SnapshotError.tooManyTexts(layer: "b", limit: 9)) {
      try scene(layers, points: 10) { $0.texts = 9 }
    }
  }

  @Test func `count the pixels of all heatmaps`() throws {
    let layers = ["a", "b"].map { id in
      #"{"id": "\#(id)", "type": "heatmap", "source": "points", "paint": {"heatmap-radius": 500}}"#
    }
    try expect(scene(layers, points: 5) { $0.heatmapPixels = 240_000 }.layers.count, equals: 2)
    #expect(throws: SnapshotError.tooManyLayerPixels(layer: "b", limit: 239_999)) {
      try scene(layers, points: 5) { $0.heatmapPixels = 239_999 }
    }
  }

  @Test func `count of heatmaps only what is seen`() throws {
    let layers = ["a", "b"].map { id in
      #"{"id": "\#(id)", "type": "heatmap", "source": "points", "paint": {"heatmap-radius": 10}}"#
    }
    // 400 by 300 pixels each, of which one point colors some forty by forty.
    try expect(scene(layers, points: 1) { $0.heatmapPixels = 10_000 }.layers.count, equals: 2)
  }

  @Test func `stand in messages with what to do`() {
    expect(
      SnapshotError.tooManyCircles(layer: "a", limit: 9).description,
      equals:
        "layer a: the circle layers up to this one draw more than 9 circles beside those of the largest; draw fewer layers, or fewer points"
    )
    expect(
      SnapshotError.tooManyTexts(layer: "a", limit: 9).description,
      equals: "layer a: more than 9 texts find a place; let them not overlap, or bring fewer points")
  }

  @Test(arguments: [
    #""text-rotate": ["*", 0, ["id"]]"#,
    #""text-variable-anchor": ["left", "top", "bottom-right"], "text-radial-offset": 1"#,
    #""text-rotate": 20, "symbol-sort-key": ["%", ["id"], 7]"#,
    #""text-overlap": "cooperative""#, #""text-allow-overlap": true"#, #""symbol-z-order": "viewport-y""#,
  ])
  func `change no picture whose letters are found a second time`(layout: String) throws {
    let layers = [
      circles("discs"),
      #"{"id": "names", "type": "symbol", "source": "points", "layout": {"text-field": ["to-string", ["id"]], \#(layout)}}"#,
    ]
    let kept = try scene(layers, points: 300) { $0.lettersKept = 1000 }
    expect(kept.layers.last?.marks.isEmpty, equals: false)
    for count in [0, 1, 100] {
      try expect(scene(layers, points: 300) { $0.lettersKept = count }, equals: kept)
    }
  }
}
