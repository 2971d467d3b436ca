import MapSettings
import MapStyle
import Testing

@testable import MapScene

@Suite struct `A limit of pixels` {
  /// A picture of 100 by 50 pixels with six heatmaps, each of which fills it: their ramps begin with a color.
  private func picture(_ options: PictureOptions) throws -> Snapshot {
    let layers = (0..<6).map {
      #"{"id": "\#($0)", "type": "heatmap", "source": "p", "paint": {"heatmap-color": "#
        + #"["interpolate", ["linear"], ["heatmap-density"], 0, "white", 1, "red"]}}"#
    }
    let style = try style(
      #"{"version": 8, "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}}, "#
        + #""layers": [\#(layers.joined(separator: ","))]}"#)
    return try snapshot(style, [("p", "lon,lat\n0,0\n")], viewport(width: 100, height: 50), options)
  }

  @Test func `holds for the heatmaps of a picture together`() throws {
    var options = PictureOptions()
    #expect(options.mostHeatmapPixels == 256_000_000)
    options.mostHeatmapPixels = 6 * 5000
    #expect(try picture(options).scene.layers.count == 6)
    options.mostHeatmapPixels = 3 * 5000
    #expect(throws: SnapshotError.tooManyLayerPixels(layer: "3", limit: 15_000)) { try picture(options) }
  }

  @Test func `is reported with what to do`() {
    #expect(
      "\(SnapshotError.tooManyLayerPixels(layer: "4", limit: PictureOptions().mostHeatmapPixels))"
        == "layer 4: the heatmaps up to this one hold more than 256 million pixels; draw fewer of them, or a smaller picture"
    )
  }
}
