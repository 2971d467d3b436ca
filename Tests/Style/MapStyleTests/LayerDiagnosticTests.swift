import JSONDocument
import MapStyle
import TestSupport
import Testing

@Suite struct `Layer diagnostics` {
  @Test(arguments: [
    (
      #"{"type": "raster", "tiles": ["{z}/{x}/{y}.png"]}"#, "circle",
      "features (geojson or vector), and \"a\" has pictures"
    ),
    // Sources that are not drawn themselves.
    (
      #"{"type": "raster", "url": "mapbox://x"}"#, "circle",
      "features (geojson or vector), and \"a\" has pictures"
    ),
    (
      #"{"type": "video", "urls": [], "coordinates": [[0, 0], [1, 0], [1, 1], [0, 1]]}"#, "symbol",
      "features (geojson or vector), and \"a\" has pictures"
    ),
    (#"{"type": "vector", "url": "x"}"#, "raster", "pictures (raster or image), and \"a\" has features"),
    (
      #"{"type": "geojson", "data": "mapbox://x"}"#, "raster",
      "pictures (raster or image), and \"a\" has features"
    ),
  ])
  func `name sources of the wrong kind`(source: String, layer: String, message: String) {
    let style =
      #"{"version": 8, "sources": {"a": \#(source)}, "layers": [{"id": "l", "type": "\#(layer)", "source": "a"}]}"#
    let errors = Style.parse(Array(style.utf8)).diagnostics.filter { $0.severity == .error }
    #expect((errors.map(\.code), errors[0].path.pointer) == (["wrong-source-type"], "/layers/0/source"))
    expect(errors.first?.message, equals: "a \(layer) layer needs a source of \(message)")
  }

  @Test(arguments: [
    ("U+26", true), ("u+0-7F", true), ("U+0025-00FF", true), ("U+4??", true), ("U+10FFFF", true),
    ("zz", false), ("U+", false), ("U+110000", false), ("U+7F-0", false), ("U+4?5", false), ("U+0-4?", false),
    ("U+1234567", false), ("U+0-1-2", false),
  ])
  func `check ranges of characters`(range: String, isRange: Bool) {
    let style = """
      {"version": 8, "sources": {}, "layers": [],
       "font-faces": {"My Sans": [{"url": "a.ttf", "unicode-range": ["\(range)"]}]}}
      """
    let reported = Style.parse(Array(style.utf8)).diagnostics
    expect(reported.map(\.code), equals: [isRange ? "no-effect" : "invalid-value"])
    expect(reported.first?.severity, equals: isRange ? .info : .error)
    let place = "/font-faces/My Sans/0/unicode-range"
    expect(reported.first?.path.pointer, equals: place + (isRange ? "" : "/0"))
  }
  // MARK: Layers

  @Test(
    arguments: cases(
      """
      {"type": "background"} → 7:2 error missing-key /layers/1: a layer needs "id"; add it
      {"id": 3, "type": "background"} → 7:9 error wrong-type /layers/1/id: expected a string, found 3
      {"id": "dots", "type": "background"} → 7:9 error duplicate-id /layers/1/id: layer 0 has the id "dots" already; give each layer its own
      {"id": "x"} → 7:2 error missing-key /layers/1: a layer needs "type"; add it
      {"id": "x", "type": "circle"} → 7:2 error missing-source /layers/1: a circle layer needs "source"; name one of sources
      {"id": "x", "type": "circle", "source": "aa"} → 7:42 error unknown-source /layers/1/source: there is no source "aa"
      {"id": "x", "type": "raster", "source": "a"} → 7:42 error wrong-source-type /layers/1/source: a raster layer needs a source of pictures (raster or image), and "a" has features
      {"id": "x", "type": "sky", "source": "a"} → 7:2 warning unknown-layer-type /layers/1: sky layers belong to styles of Mapbox, layer skipped
      {"id": "x", "type": "circel", "source": "a"} → 7:2 warning unknown-layer-type /layers/1: "circel" is no type of layer, layer skipped; did you mean circle?
      {"id": "x", "ref": "x"} → 7:21 error cyclic-ref /layers/1/ref: the refs of these layers lead in a circle; give one of them its own type and source
      {"id": "x", "ref": "dot"} → 7:21 error unknown-layer /layers/1/ref: there is no layer "dot"; did you mean dots?
      {"id": "x", "ref": "dots", "paint": {"circle-radius": 9}} →
      {"id": "x", "type": "circle", "source": "a", "source-layer": "b"} → 7:63 warning source-layer /layers/1/source-layer: geojson sources have no layers of their own; source-layer is ignored
      {"id": "x", "type": "circle", "source": "a", "minzoom": 25} → 7:58 error out-of-range /layers/1/minzoom: expected a number in 0…24, found 25
      {"id": "x", "type": "circle", "source": "a", "minzoom": 5, "maxzoom": 5} → 7:72 warning never-drawn /layers/1/maxzoom: maxzoom is not above minzoom, so the layer is never drawn; maxzoom is exclusive
      {"id": "x", "type": "circle", "source": "a", "fitler": []} → 7:47 warning unknown-key /layers/1/fitler: unknown key "fitler" is ignored; did you mean filter?
      {"id": "x", "type": "circle", "source": "a", "mapbox:group": 3} →
      {"id": "x", "type": "circle", "source": "a", "slot": "top"} → 7:47 warning unsupported-key /layers/1/slot: slot belongs to styles of Mapbox; layers are drawn in their order
      {"id": "x", "type": "symbol", "source": "a", "layout": {"symbol-avoid-edges": true}} → 7:80 warning no-effect /layers/1/layout/symbol-avoid-edges: symbol-avoid-edges is not supported; symbols are placed in the whole picture, across the edges of tiles
      {"id": "x", "type": "fill-extrusion", "source": "a", "layout": {"fill-extrusion-rounded-corner-distance": 2}} → 7:108 warning no-effect /layers/1/layout/fill-extrusion-rounded-corner-distance: fill-extrusion-rounded-corner-distance is not supported; walls meet in sharp corners
      {"id": "x", "type": "heatmap", "source": "a"} →
      {"id": "x", "type": "line", "source": "a", "paint": {"line-gradient": ["interpolate", ["linear"], ["line-progress"], 0, "red", 1, "blue"]}} → 7:72 error invalid-value /layers/1/paint/line-gradient: line-gradient needs a geojson source with "lineMetrics": true, and "a" is none; add it there, or name another source
      """))
  func `check layers`(layer: String, expected: String) {
    expect(reported(style(more: ",\n " + layer)), equals: expected)
  }

  @Test(
    arguments: cases(
      """
      "paint": {"line-width": 2} → error missing-key /layers/0: a layer of a vector source needs "source-layer"; name a layer of its tiles
      "source-layer": "roads", "paint": {"line-width": "wide"} → error wrong-type /layers/0/paint/line-width: expected a number, found "wide"; write that or an expression
      "source-layer": "roads", "filter": ["==", "class", "path"] →
      """))
  func `check layers of vector tiles as any others`(layer: String, expected: String) {
    let bytes = Array(
      """
      {"version": 8, "sources": {"b": {"type": "vector", "url": "b.json"}},
       "layers": [{"id": "x", "type": "line", "source": "b", \(layer)}]}
      """.utf8)
    #expect(reported(bytes).drop { !$0.isLetter } == expected)
  }

  @Test func `find circles of refs whatever their length`() {
    let bytes = style(more: #", {"id": "x", "ref": "y"}, {"id": "y", "ref": "z"}, {"id": "z", "ref": "x"}"#)
    #expect(reported(bytes).contains("cyclic-ref"))
  }

  // MARK: Properties

  @Test(
    arguments: cases(
      """
      "circle-radius": "big" → 6:28 error wrong-type /layers/0/paint/circle-radius: expected a number, found "big"; write that or an expression
      "circle-radius": ["sqrt", -1] → 6:28 warning expression-failed /layers/0/paint/circle-radius: the expression is no number; the property's default is used
      "circle-radius": -3 → 6:28 error out-of-range /layers/0/paint/circle-radius: expected a number of at least 0, found -3
      "circle-radius": null → 6:28 error wrong-type /layers/0/paint/circle-radius: expected a number, found null; write that or an expression
      "circle-opacity": 1.5 → 6:29 error out-of-range /layers/0/paint/circle-opacity: expected a number in 0…1, found 1.5
      "circle-color": "blu" → 6:27 error invalid-color /layers/0/paint/circle-color: expected a color, found "blu"; write one as CSS does: #36c, rgb(51, 102, 204), teal
      "circle-color": 3 → 6:27 error wrong-type /layers/0/paint/circle-color: expected a color, found 3; write that or an expression
      "circle-raduis": 3 → 6:11 error unknown-property /layers/0/paint/circle-raduis: circle layers have no paint property "circle-raduis"; did you mean circle-radius?
      "zebra": 3 → 6:11 error unknown-property /layers/0/paint/zebra: circle layers have no paint property "zebra"; remove it
      "circle-sort-key": 3 → 6:11 error unknown-property /layers/0/paint/circle-sort-key: circle-sort-key is a layout property; move it to "layout"
      "line-width": 3 → 6:11 error unknown-property /layers/0/paint/line-width: line-width is a property of line layers, and this is a circle layer
      "circle-pitch-scale": "viewport" →
      "circle-pitch-scale": "viewprot" → 6:33 error invalid-value /layers/0/paint/circle-pitch-scale: expected "map" or "viewport", found "viewprot"; did you mean viewport?
      "circle-radius-transition": {"duration": 300, "delay": 0} → 6:39 info no-effect /layers/0/paint/circle-radius-transition: transitions have no meaning in a still picture
      "circle-radius-transition": 3 → 6:39 error wrong-type /layers/0/paint/circle-radius-transition: expected an object with "duration" and "delay", found 3
      "circle-raduis-transition": {} → 6:11 error unknown-property /layers/0/paint/circle-raduis-transition: circle layers have no paint property "circle-raduis-transition"; remove it
      "circle-blur": 1 →
      """))
  func `check properties`(paint: String, expected: String) {
    expect(reported(style(paint: paint)), equals: expected)
  }

  @Test func `report one cause once, with a count and its first place`() {
    let layers = (0..<20).map { ",\n { \"id\": \"h\($0)\", \"type\": \"model\", \"source\": \"a\" }" }
      .joined()
    expect(
      reported(style(more: layers)),
      equals:
        "7:2 warning unknown-layer-type /layers/1: model layers belong to styles of Mapbox, layer skipped ×20"
    )
    let located = Style.parse(style(more: layers)).locatedDiagnostics
    expect(located.map(\.position?.line), equals: Array(7...26))
    expect(located.map(\.count), equals: Array(repeating: 1, count: 20))
  }

  @Test func `come in the document's order`() {
    let bytes = style(
      root: #", "zoom": "x""#, layout: #""visibility": "gone""#, paint: #""circle-radius": "y""#)
    expect(Style.parse(bytes).diagnostics.map { $0.position?.line }, equals: [1, 5, 6])
  }

  @Test func `keep drawing what they only warn about`() throws {
    let bytes = Array(
      """
      {"version": 8, "sources": {"tiles": {"type": "vector", "url": "https://example.org/t.json"},
        "dem": {"type": "video", "urls": ["d.mp4"], "coordinates": [[0, 1], [1, 1], [1, 0], [0, 0]]}, "a": {"type": "geojson", "data": "a.json"}},
       "layers": [{"id": "land", "type": "fill", "source": "tiles", "source-layer": "land"},
         {"id": "hills", "type": "raster", "source": "dem"},
         {"id": "dots", "type": "circle", "source": "a"}]}
      """.utf8)
    let parsing = Style.parse(bytes)
    expect(
      parsing.diagnostics.map(\.code), equals: ["unsupported-source", "unsupported-source"])
    try expect(#require(parsing.style).layers.map(\.id), equals: ["land", "dots"])
  }
}
