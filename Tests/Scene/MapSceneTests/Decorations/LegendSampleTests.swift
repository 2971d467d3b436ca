import MapDecorations
import MapSettings
import MapStyle
import StyleSettings
import TestSupport
import Testing

@Suite struct `Samples of a legend` {
  // The legend shows the ramp at 50 and 100, where no point of the data stands; at 50 the opacity cannot be evaluated.
  @Test(arguments: [false, true])
  func `report nothing that no point of the data meets`(hasLegend: Bool) throws {
    let style = try style(
      #"""
      {"version": 8, "metadata": {"clustersnap:output": {"legend": \#(hasLegend)}},
      "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
      "layers": [{"id": "a", "type": "circle", "source": "p", "paint": {
      "circle-color": ["interpolate", ["linear"], ["get", "n"], 0, "red", 100, "blue"],
      "circle-opacity": ["case", ["==", ["get", "n"], 50], ["number", ["get", "none"]], 1]}}]}
      """#)
    func notes(_ csv: String) throws -> [String] {
      let snapshot = try snapshot(
        style, [("p", csv)], viewport(zoom: 2), PictureOptions(decorations: DecorationOptions(style.output)))
      let words = snapshot.scene.lines(of: "decorations").filter { $0.hasPrefix("text") }
      expect(words.contains { $0.contains("50") }, equals: hasLegend)
      return snapshot.notes.map(\.code)
    }
    try expect(notes("lon,lat,n\n0,0,3\n9,9,60\n-9,-9,120\n"), equals: [])
    // What a point meets is reported once, with a legend and without.
    try expect(notes("lon,lat,n\n0,0,3\n9,9,50\n-9,-9,120\n"), equals: ["expression-failed"])
  }
}
