import CairoCanvas
import Drawing
import Foundation
import MapContent
import MapFeatures
import MapGeometry
import MapScene
import MapStyle
import TestSupport
import Testing

@Suite struct `Labels of many points` {
  /// Which of 6,000 texts are drawn, and how many layouts that takes.
  ///
  /// - Parameters:
  ///   - layout: of the symbol layer.
  ///   - most: how many texts a picture may hold.
  private func labels(
    _ layout: String, atMost most: Int = 10_000, shaper: CountingShaper
  ) throws -> Set<String> {
    // A grid of points over the whole picture: at the edges texts would have to be moved.
    let rows = (0..<6000).map { number in
      "label \(number),\(Double(number % 100) * 3.3 - 160),\(Double(number / 100) * 2.5 - 72)"
    }
    let table = try FeatureTable.read(ByteArray("id,lon,lat\n" + rows.joined(separator: "\n")))
    let style = try #require(
      Style.parse(
        Array(
          """
          {"version": 8, "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
           "layers": [{"id": "t", "type": "symbol", "source": "p", "layout": {"text-size": 12, \(layout)}}]}
          """.utf8)
      ).style)
    var snapshotter = try MapSnapshotter(style: style, sources: [MapSource(id: "p", features: table)])
    snapshotter.limits.texts = most
    let snapshot = try snapshotter.snapshot(
      of: viewport(zoom: 0.3, width: 640, height: 480),
      shaper: shaper)
    let texts = snapshot.scene.layers.flatMap(\.marks).compactMap(\.run).map {
      $0.fragments.map(\.text).joined(separator: " ")
    }
    return Set(texts)
  }

  @Test(arguments: [
    (#""text-field": ["get", "id"]"#, 0.35),
    (#""text-field": ["slice", ["get", "id"], 6]"#, 0.4),
    (
      #""text-field": ["get", "id"], "text-max-width": 3, "text-anchor": "bottom-left", "text-offset": [1, 0.5]"#,
      0.45
    ),
    (#""text-field": ["concat", " ", ["get", "id"], "  "], "text-anchor": "right""#, 0.45),
    (
      #""text-field": ["get", "id"], "text-variable-anchor": ["left", "top"], "text-offset": [0.5, 0.5]"#, 0.6
    ),
    (
      #""text-field": ["get", "id"], "text-variable-anchor-offset": ["center", [0, 0], "bottom-right", [1, -1]]"#,
      0.6
    ),
    // Where overlap is allowed all are; those that are seen twice, at both ends of the world, once more.
    (#""text-field": ["get", "id"], "text-allow-overlap": true"#, 1.2),
  ])
  func `are shaped only where they may find a place, and placed as if all were`(
    layout: String, share: Double
  ) throws {
    let some = CountingShaper(base: try PangoTextShaper())
    let every = CountingShaper(base: try PangoTextShaper())
    let few = try labels(layout, shaper: some)
    // A rotation that changes nothing but that it depends on the data keeps letters from being put off.
    let all = try labels(layout + #", "text-rotate": ["*", 0, ["id"]]"#, shaper: every)
    expect(few, equals: all)
    #expect(few.count > 40)
    #expect(Double(some.count) < Double(every.count) * share, "\(some.count) of \(every.count)")
  }

  @Test func `need no letters to be more than a picture may hold`() throws {
    let shaper = CountingShaper(base: try PangoTextShaper())
    #expect(throws: SnapshotError.tooManyTexts(layer: "t", limit: 1000)) {
      try labels(#""text-field": ["get", "id"], "text-allow-overlap": true"#, atMost: 1000, shaper: shaper)
    }
    // Each letter is measured once.
    #expect(shaper.count < 20)
  }
}

/// Counts what is shaped.
private final class CountingShaper: TextShaper {
  private let base: PangoTextShaper
  private(set) var count = 0

  init(base: PangoTextShaper) { self.base = base }

  func shape(_ request: TextRequest) throws(TextShapingError) -> ShapedText {
    count += 1
    return try base.shape(request)
  }

  func hasFace(named names: [String]) throws(TextShapingError) -> Bool { try base.hasFace(named: names) }
}
