import CairoCanvas
import Drawing
import TestSupport
import Testing

@Suite struct `A donut in pixels` {
  @Test func `has the colors of its shares clockwise, a white hole and smooth edges`() throws {
    let style = try style(
      """
      {"version": 8, "metadata": {"clustersnap:sources": {"p": {"method": "grid", "cellSize": 60}}},
      "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}, "cluster": true,
      "clusterProperties": {"n": ["+", ["get", "n"]]}}},
      "layers": [{"id": "back", "type": "background", "paint": {"background-color": "#808080"}},
      {"id": "rings", "type": "circle", "source": "p", "metadata": {"clustersnap:donut": {"text": "",
      "segments": [{"value": 1, "color": "#ff0000"}, {"value": 2, "color": "#00ff00"}, {"value": 1, "color": "#0000ff"}]}},
      "paint": {"circle-radius": 40}}]}
      """)
    let scene = try snapshot(style, [("p", "lon,lat,n\n0,0,1\n0,0,2\n")], viewport(width: 100, height: 100))
      .scene
    let picture = try CairoCanvas.bitmap(of: scene)
    func color(_ x: Int, _ y: Int) -> [UInt8] {
      let pixel = picture[x, y]
      return [pixel.red, pixel.green, pixel.blue]
    }
    // A quarter to 3 o'clock, half to 9 o'clock, a quarter to 12 o'clock, each in the middle of its ring.
    #expect((color(72, 27), color(72, 72), color(27, 72)) == ([255, 0, 0], [0, 255, 0], [0, 255, 0]))
    expect(color(27, 27), equals: [0, 0, 255])
    #expect((color(50, 50), color(72, 50)) == ([255, 255, 255], [255, 255, 255]))
    expect(color(5, 5), equals: [128, 128, 128])
    // Where the hole ends no background shines through.
    for x in 20..<80 { #expect(color(x, 60) != [128, 128, 128]) }
    // As much of each color as its share of π(40² − 24²), within what the edges' own pixels blur.
    var green = 0
    for y in 0..<100 { for x in 0..<100 where color(x, y) == [0, 255, 0] { green += 1 } }
    let share = Double.pi * (40 * 40 - 24 * 24) / 2
    #expect(abs(Double(green) - share) < share * 0.09)
  }
}
