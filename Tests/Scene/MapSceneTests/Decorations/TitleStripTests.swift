import Drawing
import MapDecorations
import MapGeometry
import MapScene
import MapSettings
import StyleSettings
import TestSupport
import Testing

@Suite struct `Titles beside the map` {
  private func scene(_ output: String, scale: Double = 1) throws -> Scene {
    try titled(output, scale: scale).scene
  }

  private func titled(
    _ output: String, scale: Double = 1, csv: String = "lon,lat\n0,0\n"
  ) throws -> Snapshot {
    let style = try style(
      """
      {"version": 8, "metadata": {"clustersnap:output": {\(output)}},
      "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
      "layers": [{"id": "a", "type": "circle", "source": "p"}]}
      """)
    return try snapshot(
      style, [("p", csv)],
      viewport(zoom: 2, scale: scale),
      PictureOptions(decorations: DecorationOptions(style.output)))
  }

  /// Line heights are 1.25 of 20 and of 13 points; 9 points stay free above and below, 2 between.
  @Test(arguments: [
    ("above", 400.0, 343.0, 0.0, -43.0), ("below", 400, 343, 0, 0), ("left", 496, 300, -96, 0),
    ("right", 496, 300, 0, 0),
  ])
  func `make the picture grow by a strip`(
    side: String, width: Double, height: Double, x: Double, y: Double
  ) throws {
    let scene = try scene(#""title": {"text": "Places", "position": "\#(side)"}"#)
    expect(scene.size, equals: Size(width: width, height: height))
    expect(scene.origin, equals: Point(x: x, y: y))
  }

  @Test func `take the line below the headline along, and keep the map where it is`() throws {
    let plain = try scene("")
    let titled = try scene(#""title": {"text": "Places", "position": "above"}, "subtitle": "of the world""#)
    #expect(abs(titled.size.height - (300 + 9 + 25 + 2 + 16.25 + 9).rounded(.up)) < 1e-9)
    expect(titled.layers.first, equals: plain.layers.first)
    // The strip and both texts lie above the map.
    let marks = titled.layers.last?.marks ?? []
    expect(marks.count, equals: 3)
    for case .text(let run) in marks.map(\.shape) { #expect(run.fragments.allSatisfy { $0.origin.y < 0 }) }
    let apart = try scene(
      #""title": {"text": "A", "position": "left"}, "subtitle": {"text": "B", "position": "below"}"#)
    #expect(apart.origin.x < 0)
    #expect(apart.size.height > 300)
  }

  @Test func `leave the map on whole pixels`() throws {
    let scene = try scene(#""title": {"text": "Places", "position": "above", "textSize": 17.3}"#, scale: 1.5)
    let pixels = scene.origin.y * 1.5
    expect(pixels, equals: pixels.rounded())
    #expect(pixels < 0)
  }

  @Test func `wrap where they would take more than the map leaves`() throws {
    let words = "A headline that is much longer than a strip beside the map is wide"
    let scene = try scene("\"title\": {\"text\": \"\(words)\", \"position\": \"right\"}")
    expect(scene.size.height, equals: 300)
    #expect(scene.size.width <= 521)
    let long = try titled("\"title\": {\"text\": \"\(words) \(words) \(words)\", \"position\": \"right\"}")
    expect(
      long.notes.map(\.message),
      equals: [
        "the title or the legend beside the map is higher than the map; set it above or below, or make the picture larger"
      ])
    #expect(try titled("\"title\": {\"text\": \"\(words)\", \"position\": \"above\"}").notes.isEmpty)
  }
}
