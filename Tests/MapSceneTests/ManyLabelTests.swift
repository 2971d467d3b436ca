import CairoCanvas
import Drawing
import Foundation
import MapFeatures
import MapGeometry
import MapStyle
import Testing

@testable import MapScene

@Suite struct `Labels of many points` {
  @Test func `are shaped only where they may find a place, and placed as if all were`() throws {
    // A grid of points over the whole picture: at the edges texts would have to be moved.
    let rows = (0..<6000).map { number in
      "label \(number),\(Double(number % 100) * 3.3 - 160),\(Double(number / 100) * 2.5 - 72)"
    }
    let table = try FeatureTable.read(ByteArray("id,lon,lat\n" + rows.joined(separator: "\n")))
    func labels(_ more: String) throws -> (texts: Set<String>, shaped: Int) {
      let style = try #require(
        Style.parse(
          Array(
            """
            {"version": 8, "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
             "layers": [{"id": "t", "type": "symbol", "source": "p",
              "layout": {"text-field": ["get", "id"], "text-size": 12\(more)}}]}
            """.utf8)
        ).style)
      let shaper = CountingShaper(base: try PangoTextShaper())
      let snapshot = try MapSnapshotter(style: style, sources: [MapSource(id: "p", features: table)])
        .snapshot(
          of: Viewport(
            center: Coordinate(latitude: 0, longitude: 0), zoom: 0.3,
            size: ScreenSize(width: 640, height: 480)),
          shaper: shaper)
      let texts = snapshot.scene.layers.flatMap(\.marks).compactMap { mark -> String? in
        if case .text(let run) = mark.shape { run.fragments.map(\.text).joined(separator: " ") } else { nil }
      }
      return (Set(texts), shaper.count)
    }
    let few = try labels("")
    // A rotation that changes nothing but that it depends on the data keeps letters from being put off.
    let all = try labels(#", "text-rotate": ["*", 0, ["id"]]"#)
    #expect(few.texts == all.texts && few.texts.count > 40)
    #expect(few.shaped < all.shaped / 2, "\(few.shaped) of \(all.shaped)")
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
