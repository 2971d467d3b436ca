import JSONDocument
import MapStyle
import TestSupport
import Testing

/// The codes of errors, and where they stand, of a style with one source of each kind.
private func errors(root: String = "", sources: String = "", layers: String = "") -> [String] {
  let style = """
    {"version": 8\(root), "sources": {
      "g": {"type": "geojson", "data": "g.json", "lineMetrics": true}, "p": {"type": "geojson", "data": "p.json"},
      "v": {"type": "vector", "url": "v.json"}, "r": {"type": "raster", "url": "r.json"},
      "d": {"type": "raster-dem", "url": "d.json"}\(sources)},
     "layers": [\(layers)]}
    """
  return Style.parse(Array(style.utf8)).diagnostics.filter { $0.severity == .error }.map {
    "\($0.code) \($0.path.pointer)"
  }
}

private func errors(paint: String, of type: String, from source: String = "g") -> [String] {
  errors(layers: #"{"id": "l", "type": "\#(type)", "source": "\#(source)", "paint": {\#(paint)}}"#)
    .map { $0.replacing("/layers/0/paint/", with: "") }
}

private func errors(layout: String, of type: String) -> [String] {
  errors(layers: #"{"id": "l", "type": "\#(type)", "source": "g", "layout": {\#(layout)}}"#)
    .map { $0.replacing("/layers/0/layout/", with: "") }
}

@Suite struct `A check by the specification` {
  // MARK: Functions

  @Test(
    arguments: cases(
      """
      {"stops": [[0, 1], [5, 2]]} →
      {"stops": [[0, 1], [0, 2]], "base": 1.5} →
      {"property": "a", "type": "identity", "default": 1} →
      {"property": "a", "type": "categorical", "stops": [["x", 1], ["y", 2]]} →
      {"property": "a", "type": "categorical", "stops": [[true, 1], [false, 2]]} →
      {"property": "a", "type": "categorical", "stops": [[2, 1], [1, 2]]} →
      {"property": "a", "stops": [[{"zoom": 0, "value": 0}, 1], [{"zoom": 5, "value": 0}, 2]]} →
      {"stops": [[0, 1]], "colorSpace": "hcl"} →
      {} → invalid-function circle-radius
      {"stops": []} → invalid-function circle-radius/stops
      {"stops": 3} → wrong-type circle-radius/stops
      {"stops": [3]} → wrong-type circle-radius/stops/0
      {"stops": [[1]]} → wrong-type circle-radius/stops/0
      {"stops": [[1, 2, 3]]} → wrong-type circle-radius/stops/0
      {"stops": [[null, 1]]} → wrong-type circle-radius/stops/0/0
      {"stops": [[[], 1]]} → wrong-type circle-radius/stops/0/0
      {"stops": [["a", 1]]} → wrong-type circle-radius/stops/0/0
      {"stops": [[0, 1], ["a", 2]]} → invalid-function circle-radius/stops/1/0
      {"stops": [[5, 1], [0, 2]]} → invalid-function circle-radius/stops/1/0
      {"stops": [[0, "x"]]} → wrong-type circle-radius/stops/0/1
      {"stops": [[0, -5]]} → out-of-range circle-radius/stops/0/1
      {"stops": [[0, ["get", "a"]]]} → invalid-function circle-radius/stops/0/1
      {"stops": [[0, {"stops": [[0, 1]]}]]} → wrong-type circle-radius/stops/0/1
      {"stops": [[0, 1]], "base": "x"} → wrong-type circle-radius/base
      {"stops": [[0, 1]], "base": -1} → out-of-range circle-radius/base
      {"stops": [[0, 1]], "foo": 1} → unknown-key circle-radius/foo
      {"stops": [[0, 1]], "property": 3} → wrong-type circle-radius/property
      {"stops": [[0, 1]], "type": "nope"} → invalid-value circle-radius/type
      {"stops": [[0, 1]], "colorSpace": "xyz"} → invalid-value circle-radius/colorSpace
      {"stops": [[0, 1]], "default": "x"} → wrong-type circle-radius/default
      {"property": "a", "type": "identity", "stops": [[0, 1]]} → invalid-function circle-radius/stops
      {"type": "identity"} → invalid-function circle-radius
      {"property": "a"} → invalid-function circle-radius
      {"property": "a", "type": "exponential"} → invalid-function circle-radius
      {"type": "categorical", "stops": [["a", 1]]} → invalid-function circle-radius
      {"property": "a", "type": "categorical", "stops": [["a", 1], ["a", 2]]} → invalid-function circle-radius/stops/1/0
      {"property": "a", "type": "categorical", "stops": [[1.5, 1]]} → wrong-type circle-radius/stops/0/0
      {"property": "a", "type": "categorical", "stops": [["a", 1], [2, 2]]} → invalid-function circle-radius/stops/1/0
      {"property": "a", "stops": [[true, 1]]} → wrong-type circle-radius/stops/0/0
      {"stops": [[{"zoom": 0, "value": 0}, 1]]} → invalid-function circle-radius
      {"property": "a", "stops": [[{"zoom": 0}, 1]]} → missing-key circle-radius/stops/0/0
      {"property": "a", "stops": [[{"value": 0}, 1]]} → missing-key circle-radius/stops/0/0
      {"property": "a", "stops": [[{"zoom": 5, "value": 0}, 1], [{"zoom": 0, "value": 0}, 2]]} → invalid-function circle-radius/stops/1/0/zoom
      {"property": "a", "stops": [[{"zoom": 0, "value": 5}, 1], [{"zoom": 0, "value": 0}, 2]]} → invalid-function circle-radius/stops/1/0/value
      {"property": "a", "stops": [[{"zoom": 0, "value": 0}, 1], [3, 2]]} → wrong-type circle-radius/stops/1/0
      {"property": "a", "stops": [[{"zoom": "x", "value": 0}, 1]]} → wrong-type circle-radius/stops/0/0/zoom
      {"property": "a", "stops": [[{"zoom": 0, "value": 0, "foo": 1}, 1]]} → unknown-key circle-radius/stops/0/0/foo
      """))
  func `finds every fault of a function`(function: String, expected: String) {
    expect(errors(paint: #""circle-radius": \#(function)"#, of: "circle").joined(), equals: expected)
  }

  @Test(arguments: [
    ("fill", #""fill-translate-anchor": {"type": "exponential", "stops": [[0, "map"]]}"#),
    ("fill", #""fill-translate": {"property": "a", "stops": [[0, [1, 1]]]}"#),
    ("heatmap", #""heatmap-color": {"stops": [[0, "red"]]}"#),
  ])
  func `finds functions of what a property cannot depend on`(type: String, paint: String) {
    expect(errors(paint: paint, of: type).map { $0.prefix(16) }, equals: ["invalid-function"])
  }

  // MARK: Filters

  @Test(arguments: [
    (#"["==", "a", 1]"#, ""), (#"["in", "$type", "Point", "Polygon"]"#, ""), (#"["in", "a"]"#, ""),
    ("true", ""),
    (#"["all", ["has", "a"], ["!has", "b"], ["none", ["<", "$id", 3]]]"#, ""), (#"["has", "$type"]"#, ""),
    ("[]", "invalid-filter "), ("3", "invalid-filter "), ("null", "invalid-filter "),
    ("{}", "invalid-filter "),
    (#"["=="]"#, "invalid-filter "), (#"["==", "a"]"#, "invalid-filter "),
    (#"["any", 3]"#, "invalid-filter /1"),
    (#"["==", "a", null]"#, "wrong-type /2"), (#"["==", "a", {}]"#, "wrong-type /2"),
    (#"["==", 1, 2]"#, "wrong-type /1"), (#"["!in", 3, 1]"#, "wrong-type /1"),
    (#"["!has", 3]"#, "wrong-type /1"),
    (#"["in", "a", null]"#, "wrong-type /2"), (#"["<", "$type", "Point"]"#, "invalid-filter /1"),
    (#"["==", "$type", "point"]"#, "invalid-value /2"),
    (#"["in", "$type", "Point", "Line"]"#, "invalid-value /3"),
    (#"["==", "$type", 3]"#, "wrong-type /2"), (#"["has"]"#, "invalid-filter "),
    (#"["!has", "a", "b"]"#, "invalid-filter "), (#"["none", ["==", "a", 1], ["has"]]"#, "invalid-filter /2"),
    (#"["==", ["feature-state", "a"], 1]"#, "invalid-filter "),
  ])
  func `finds every fault of a filter`(filter: String, expected: String) {
    let found = errors(layers: #"{"id": "l", "type": "circle", "source": "g", "filter": \#(filter)}"#)
    expect(found.map { $0.replacing("/layers/0/filter", with: "") }.joined(), equals: expected)
  }

  // MARK: Properties

  @Test(arguments: [
    (#"["A"]"#, true), (#"["literal", ["A"]]"#, true),
    (#"["case", ["has", "a"], ["literal", ["A"]], ["literal", ["B"]]]"#, true),
    (#"["step", ["zoom"], ["literal", ["A"]], 5, ["literal", ["B"]]]"#, true),
    (#"["match", ["get", "a"], "x", ["literal", ["A"]], ["literal", ["B"]]]"#, true),
    (#"["let", "q", ["literal", ["A"]], ["var", "q"]]"#, true),
    (#"["array", "string", ["get", "x"]]"#, false), (#"["get", "fonts"]"#, false),
    (#"["case", ["has", "a"], ["get", "x"], ["literal", ["B"]]]"#, false),
    (#"{"type": "identity", "property": "x"}"#, false),
  ])
  func `wants the names of fonts to be known`(fonts: String, isSound: Bool) {
    expect(errors(layout: #""text-font": \#(fonts)"#, of: "symbol").isEmpty, equals: isSound)
  }

  @Test func `refuses the state of features in layout, transitions of names, and tokens elsewhere`() {
    expect(
      errors(layout: #""circle-sort-key": ["feature-state", "x"]"#, of: "circle"),
      equals: ["invalid-expression circle-sort-key"])
    expect(
      errors(paint: #""circle-radius": ["number", ["feature-state", "x"], 3]"#, of: "circle"), equals: [])
    expect(
      errors(paint: #""circle-translate-anchor-transition": {}"#, of: "circle"),
      equals: ["unknown-property circle-translate-anchor-transition"])
    expect(
      errors(paint: #""heatmap-weight-transition": {}"#, of: "heatmap"),
      equals: ["unknown-property heatmap-weight-transition"])
    expect(errors(paint: #""circle-radius-transition": {"delay": -1}"#, of: "circle").count, equals: 1)
    expect(errors(paint: #""fill-pattern": "{a}""#, of: "fill"), equals: ["invalid-value fill-pattern"])
  }

  @Test(arguments: [
    (#""hillshade-exaggeration": 2"#, "out-of-range hillshade-exaggeration"),
    (#""hillshade-illumination-direction": [10, 400]"#, "out-of-range hillshade-illumination-direction"),
    (#""hillshade-illumination-direction": []"#, "wrong-type hillshade-illumination-direction"),
    (#""hillshade-illumination-altitude": []"#, "wrong-type hillshade-illumination-altitude"),
    (#""hillshade-highlight-color": []"#, "wrong-type hillshade-highlight-color"),
    (#""hillshade-illumination-anchor": "sun""#, "invalid-value hillshade-illumination-anchor"),
    (#""hillshade-shadow-color": "darkish""#, "invalid-color hillshade-shadow-color"),
    (#""hillshade-shadow-color": ["red", "blue"]"#, ""),
    (#""hillshade-accent-color": ["get", "x"]"#, "invalid-expression hillshade-accent-color"),
    (#""hillshade-exaggeration-transition": {"duration": 3}"#, ""),
    (#""hillshade-height": 3"#, "unknown-property hillshade-height"),
    (#""hillshade-exaggeration": {"stops": [[0, 0.5], [5, 1]]}"#, ""),
  ])
  func `checks layers that are not drawn`(paint: String, expected: String) {
    expect(errors(paint: paint, of: "hillshade", from: "d").joined(), equals: expected)
  }

  @Test func `checks ramps over heights`() {
    let ramp = #"["interpolate", ["linear"], ["elevation"], 0, "red", 9, "blue"]"#
    expect(errors(paint: #""color-relief-color": \#(ramp)"#, of: "color-relief", from: "d"), equals: [])
    expect(
      errors(paint: #""color-relief-color": ["get", "x"]"#, of: "color-relief", from: "d"),
      equals: ["invalid-expression color-relief-color"])
  }

  // MARK: Layers

  @Test(
    arguments: cases(
      """
      {"id": "x", "ref": "b"} →
      {"id": "x", "ref": "b", "type": "fill"} → invalid-ref /layers/1/type
      {"id": "x", "ref": "b", "source": "g"} → invalid-ref /layers/1/source
      {"id": "x", "ref": "b", "source-layer": "q"} → invalid-ref /layers/1/source-layer
      {"id": "x", "ref": "b", "filter": ["all"]} → invalid-ref /layers/1/filter
      {"id": "x", "ref": "b", "layout": {}} → invalid-ref /layers/1/layout
      {"id": "x", "type": "hillshade", "source": "d"} →
      {"id": "x", "type": "hillshade", "source": "r"} → wrong-source-type /layers/1/source
      {"id": "x", "type": "hillshade", "source": "zz"} → unknown-source /layers/1/source
      {"id": "x", "type": "hillshade"} → missing-source /layers/1
      {"id": "x", "type": "fill", "source": "d"} → wrong-source-type /layers/1/source
      {"id": "x", "type": "raster", "source": "d"} → wrong-source-type /layers/1/source
      {"id": "x", "type": "fill", "source": "v"} → missing-key /layers/1
      {"id": "x", "type": "fill", "source": "v", "paint": {"fill-color": "x"}} → missing-key /layers/1invalid-color /layers/1/paint/fill-color
      {"id": "x", "type": "raster", "source": "r", "paint": {"resampling": "nearest", "raster-resampling": "nearest"}} → invalid-value /layers/1/paint/raster-resampling
      {"id": "x", "type": "line", "source": "p", "paint": {"line-gradient": ["interpolate", ["linear"], ["line-progress"], 0, "red", 1, "blue"]}} → invalid-value /layers/1/paint/line-gradient
      {"id": "x", "type": "line", "source": "g", "paint": {"line-gradient": ["interpolate", ["linear"], ["line-progress"], 0, "red", 1, "blue"]}} →
      """))
  func `checks what layers are made of`(layer: String, expected: String) {
    let found = errors(layers: #"{"id": "b", "type": "circle", "source": "g"}, "# + layer)
    expect(found.joined(), equals: expected)
  }

  @Test func `wants refs to lead to a layer of its own kind at once`() {
    let style = """
      {"version": 8, "sources": {"a": {"type": "geojson", "data": "a.json"}}, "layers": [
        {"id": "b", "type": "circle", "source": "a"}, {"id": "y", "ref": "b"}, {"id": "x", "ref": "y"}]}
      """
    let parsing = Style.parse(Array(style.utf8))
    #expect((parsing.diagnostics.map(\.code), parsing.style?.layers.count) == (["chained-ref"], 3))
    expect(parsing.diagnostics.first?.asChecked.severity, equals: .error)
  }

  // MARK: Sources

  @Test(arguments: [
    (#"{"type": "raster-dem", "url": "x", "encoding": "mapbox", "volatile": true}"#, ""),
    (#"{"type": "raster-dem", "url": "x", "encoding": "custom", "redFactor": 2}"#, ""),
    (#"{"type": "raster-dem", "url": "x", "encoding": "x"}"#, "invalid-value /encoding"),
    (#"{"type": "raster-dem", "url": "x", "redFactor": 2}"#, "invalid-value /redFactor"),
    (
      #"{"type": "raster-dem", "url": "x", "encoding": "custom", "blueFactor": 1e300}"#,
      "out-of-range /blueFactor"
    ),
    (#"{"type": "raster-dem", "url": "x", "foo": 2}"#, "unknown-key /foo"),
    (#"{"type": "raster-dem", "url": 3}"#, "wrong-type /url"),
    (#"{"type": "raster-dem", "tiles": [3]}"#, "wrong-type /tiles/0"),
    (#"{"type": "raster-dem", "url": "x", "bounds": [1, 2, 3]}"#, "wrong-type /bounds"),
    (#"{"type": "video", "urls": ["a"]}"#, "missing-key "),
    (
      #"{"type": "video", "urls": "a", "coordinates": [[0, 0], [1, 0], [1, 1], [0, 1]]}"#, "wrong-type /urls"
    ),
    (#"{"type": "canvas"}"#, "invalid-value "),
    (#"{"type": "vector", "url": "x", "encoding": "png"}"#, "invalid-value /encoding"),
    (#"{"type": "vector", "url": "x", "volatile": 3}"#, "wrong-type /volatile"),
    (#"{"type": "geojson", "data": "x", "buffer": 513}"#, "out-of-range /buffer"),
    (
      #"{"type": "image", "url": "x.png", "coordinates": [[0, 0], [1, 0], [1, 1], [0, 1]], "foo": 1}"#,
      "unknown-key /foo"
    ),
  ])
  func `checks sources`(source: String, expected: String) {
    let found = errors(sources: #", "x": \#(source)"#)
    expect(found.map { $0.replacing("/sources/x", with: "") }.joined(), equals: expected)
  }

  // MARK: The root

  @Test(arguments: [
    (#""light": {"anchor": "map", "color-transition": {"duration": 3}, "intensity": 0.4}"#, ""),
    (#""light": 3"#, "wrong-type /light"), (#""light": {"anchor": "sun"}"#, "invalid-value /light/anchor"),
    (#""light": {"color": "rod"}"#, "invalid-color /light/color"),
    (#""light": {"intensity": 2}"#, "out-of-range /light/intensity"),
    (#""light": {"position": [1, 2]}"#, "wrong-type /light/position"),
    (#""light": {"foo": 1}"#, "unknown-key /light/foo"),
    (#""light": {"anchor-transition": {}}"#, "unknown-key /light/anchor-transition"),
    (#""sky": {"atmosphere-blend": ["interpolate", ["linear"], ["zoom"], 0, 1, 5, 0]}"#, ""),
    (#""sky": {"sky-color": "rod"}"#, "invalid-color /sky/sky-color"),
    (#""sky": {"sky-horizon-blend": 2}"#, "out-of-range /sky/sky-horizon-blend"),
    (#""sky": {"foo": 1}"#, "unknown-key /sky/foo"),
    (#""terrain": {"source": "d", "exaggeration": 2}"#, ""),
    (#""terrain": {"source": 3}"#, "wrong-type /terrain/source"),
    (#""terrain": {"source": "d", "exaggeration": -1}"#, "out-of-range /terrain/exaggeration"),
    (#""terrain": {"source": "d", "foo": 1}"#, "unknown-key /terrain/foo"),
    (#""projection": {"type": ["step", ["zoom"], "globe", 5, "mercator"]}"#, ""),
    (#""projection": {"type": 3}"#, "wrong-type /projection/type"),
    (#""projection": {"foo": 3}"#, "unknown-key /projection/foo"),
    (#""transition": {"duration": -3}"#, "out-of-range /transition/duration"),
    (#""transition": {"foo": 3}"#, "unknown-key /transition/foo"),
    (#""centerAltitude": "high""#, "wrong-type /centerAltitude"),
    (#""constants": {"@a": 1}"#, "unknown-key /constants"),
    (#""glyphs": "https://e.org/{range}.pbf""#, "invalid-value /glyphs"),
    (#""glyphs": "https://e.org/{fontstack}.pbf""#, "invalid-value /glyphs"),
    (#""font-faces": {"A": [{"url": "a.ttf", "weight": 3}]}"#, "unknown-key /font-faces/A/0/weight"),
    (
      #""font-faces": {"A": [{"unicode-range": ["x"]}]}"#,
      "missing-key /font-faces/A/0invalid-value /font-faces/A/0/unicode-range/0"
    ),
    (#""sprite": [{"id": "a", "url": "u"}, {"id": "b", "url": "u"}]"#, "duplicate-id /sprite/1/url"),
    (#""sprite": [{"id": "a", "url": "u", "foo": 1}]"#, "unknown-key /sprite/0/foo"),
  ])
  func `checks the root's keys`(root: String, expected: String) {
    expect(errors(root: ", " + root).joined(), equals: expected)
  }

  @Test(
    arguments: triples(
      """
      {"type": "geojson", "data": 3} →  → invalid-value /layers/0/paint/line-gradient
      {"type": "geojson", "data": 3, "lineMetrics": true} →  →
      {"type": "vector", "minzoom": 1} →  → missing-key /layers/0invalid-value /layers/0/paint/line-gradient
      {"type": "vector", "minzoom": 1} → , "source-layer": "q" → invalid-value /layers/0/paint/line-gradient
      """))
  func `examines layers whose source is at fault`(source: String, more: String, expected: String) {
    let ramp = #"["interpolate", ["linear"], ["line-progress"], 0, "red", 1, "blue"]"#
    let found = errors(
      sources: #", "x": \#(source)"#,
      layers:
        #"{"id": "l", "type": "line", "source": "x", "paint": {"line-gradient": \#(ramp)}\#(more)}"#)
    expect(found.filter { $0.contains("/layers") }.joined(), equals: expected)
  }

  @Test func `takes dashes together with a gradient`() {
    let style = """
      {"version": 8, "sources": {"g": {"type": "geojson", "data": "g.json", "lineMetrics": true}},
       "layers": [{"id": "l", "type": "line", "source": "g", "paint": {"line-dasharray": [1, 2],
        "line-gradient": ["interpolate", ["linear"], ["line-progress"], 0, "red", 1, "blue"]}}]}
      """
    #expect(Style.parse(Array(style.utf8)).diagnostics.isEmpty)
  }

  @Test func `takes types that it does not know for errors`() {
    let style =
      #"{"version": 8, "sources": {"a": {"type": "shapes"}}, "layers": [{"id": "x", "type": "fog"}]}"#
    let parsing = Style.parse(Array(style.utf8))
    expect(parsing.diagnostics.map(\.severity), equals: [.warning, .warning])
    #expect(parsing.style != nil)
    expect(parsing.diagnostics.map(\.asChecked.severity), equals: [.error, .error])
  }
}
