import Drawing
import JSONDocument
import MapGeometry
import TestSupport
import Testing

@testable import MapStyle

private func read(_ text: String) throws -> Style {
  let parsing = Style.parse(Array(text.utf8))
  #expect(!parsing.diagnostics.contains { $0.severity == .error }, "\(parsing.diagnostics.map(\.message))")
  return try #require(parsing.style)
}

@Suite struct `Style reading` {
  @Test func `finds sources of every kind`() throws {
    let style = try read(
      #"""
      {"version": 8, "layers": [], "sources": {
        "inline": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}, "promoteId": "key",
          "generateId": true, "attribution": "© someone", "cluster": true, "maxzoom": 12, "clusterMinPoints": 1},
        "tiles": {"type": "raster", "tiles": ["tiles/{z}/{x}/{y}.png"], "tileSize": 256, "minzoom": 1, "maxzoom": 9,
          "bounds": [-10, -20, 10, 20], "scheme": "tms"},
        "world": {"type": "raster", "url": "MBTiles://world.mbtiles"},
        "photo": {"type": "image", "url": "photo.png", "coordinates": [[0, 2], [3, 2], [3, 0], [0, 0]]}}}
      """#)
    expect(style.sources.map(\.id), equals: ["inline", "tiles", "world", "photo"])
    let inline = try #require(style.source("inline")?.geoJSON)
    guard case .inline(let value) = inline.data else { throw Missing() }
    expect(value["features"]?.elements?.isEmpty, equals: true)
    #expect((inline.promoteID, inline.clustering?.maxZoom) == ("key", 11))
    #expect(inline.generateID)
    expect(inline.clustering?.minPoints, equals: 2, "fewer than two are raised to two")
    expect(style.source("inline")?.attribution, equals: "© someone")
    guard case .raster(let tiles)? = style.source("tiles")?.content,
      case .raster(let world)? = style.source("world")?.content,
      case .image(let photo)? = style.source("photo")?.content
    else { throw Missing() }
    #expect((tiles.tileSet.tiles, tiles.tileSize) == ([.path("tiles/{z}/{x}/{y}.png")], 256))
    expect(tiles.tileSet.scheme, equals: .tms)
    expect(tiles.tileSet.bounds, equals: try BoundingBox(west: -10, south: -20, east: 10, north: 20))
    #expect((tiles.tileSet.minZoom, tiles.tileSet.maxZoom) == (1, 9))
    #expect((world.tileSet.url, world.tileSize) == (.path("world.mbtiles"), 512))
    #expect(world.tileSet.isArchive)
    expect(photo.reference, equals: .path("photo.png"))
    expect(photo.corners[2], equals: Coordinate(latitude: 0, longitude: 3))
  }

  @Test func `finds vector tiles and the layers of theirs that are drawn`() throws {
    let style = try read(
      #"""
      {"version": 8, "layers": [
         {"id": "roads", "type": "line", "source": "city", "source-layer": "transportation"},
         {"id": "houses", "type": "fill-extrusion", "source": "city", "source-layer": "building"}],
       "sources": {
        "city": {"type": "vector", "url": "pmtiles://https://example.org/city.pmtiles", "promoteId": {"building": "key"}},
        "land": {"type": "vector", "tiles": ["land/{z}/{x}/{y}.pbf"], "maxzoom": 6, "promoteId": "code"},
        "elsewhere": {"type": "vector", "url": "mapbox://a.b"}}}
      """#)
    expect(style.layers.map(\.sourceLayer), equals: ["transportation", "building"])
    expect(style.layers.map(\.type), equals: [.line, .fillExtrusion])
    guard case .vector(let city)? = style.source("city")?.content,
      case .vector(let land)? = style.source("land")?.content,
      case .vector(let elsewhere)? = style.source("elsewhere")?.content
    else { throw Missing() }
    expect(city.tileSet.url, equals: .url("https://example.org/city.pmtiles"))
    #expect(city.tileSet.isArchive)
    #expect((city.idProperty(ofLayer: "building"), city.idProperty(ofLayer: "water")) == ("key", nil))
    #expect((land.tileSet.tiles, land.tileSet.maxZoom) == ([.path("land/{z}/{x}/{y}.pbf")], 6))
    expect(land.idProperty(ofLayer: "anything"), equals: "code")
    expect(elsewhere.tileSet.url, equals: nil, "its tiles can be named elsewhere")
    #expect(elsewhere.tileSet.tiles.isEmpty, "its tiles can be named elsewhere")
  }

  @Test func `finds fonts, sprites and state`() throws {
    let style = try read(
      #"""
      {"version": 8, "sources": {}, "layers": [], "state": {"legend": {"default": true}, "n": {"default": [1, "a"]}},
       "font-faces": {"Mono": "fonts/mono.ttf",
         "Many": [{"url": "https://example.org/m.ttf", "unicode-range": ["U+0000-00FF"]}]},
       "sprite": [{"id": "default", "url": "icons"}, {"id": "pins", "url": "https://example.org/pins"}]}
      """#)
    expect(style.state, equals: ["legend": .bool(true), "n": .array([.number(1), .string("a")])])
    expect(style.fontFaces.map(\.name), equals: ["Mono", "Many"])
    expect(style.fontFaces[0].files.map(\.reference), equals: [.path("fonts/mono.ttf")])
    expect(style.fontFaces[1].files[0].unicodeRanges, equals: ["U+0000-00FF"])
    expect(style.sprites.map(\.reference), equals: [.path("icons"), .url("https://example.org/pins")])
  }

  @Test(arguments: [("", true), (#", "minzoom": 0"#, true), (#", "minzoom": 1"#, false)])
  func `hides a layer of a world smaller than 512 points only where a limit is set`(
    limit: String, isDrawn: Bool
  ) throws {
    let style = try read(
      #"{"version": 8, "sources": {}, "layers": [{"id": "a", "type": "background"\#(limit)}]}"#)
    var warnings = StyleWarnings()
    let layer = try #require(style.layer("a"))
    expect(layer.isDrawn(in: style.context(zoom: -1.5), noting: &warnings), equals: isDrawn)
  }

  @Test func `takes a ref's type, source, filter and layout from its parent`() throws {
    let style = try read(
      #"""
      {"version": 8, "sources": {"a": {"type": "geojson", "data": "a.json"}}, "layers": [
        {"id": "c", "ref": "b", "paint": {"line-width": 3}}, {"id": "b", "ref": "a"},
        {"id": "a", "type": "line", "source": "a", "minzoom": 2, "layout": {"visibility": "none"},
         "paint": {"line-width": 7}}]}
      """#)
    var warnings = StyleWarnings()
    let layer = try #require(style.layer("c"))
    #expect((layer.type, layer.source, layer.minZoom, layer.maxZoom) == (.line, "a", 2, .infinity))
    expect(layer.value(.lineWidth, in: style.context(zoom: 5), noting: &warnings), equals: 3)
    #expect(!layer.isDrawn(in: style.context(zoom: 5), noting: &warnings))
    expect(layer.location?.path.pointer, equals: "/layers/0")
  }

  @Test func `draws layers without limits at every zoom, below 0 and beyond 24 too`() throws {
    let style = try read(
      #"""
      {"version": 8, "sources": {}, "layers": [
        {"id": "all", "type": "background"}, {"id": "zero", "type": "background", "minzoom": 0},
        {"id": "some", "type": "background", "minzoom": 0.5, "maxzoom": 24}]}
      """#)
    var warnings = StyleWarnings()
    let drawn = [-1.0, 0, 24].map { zoom in
      style.layers.filter { $0.isDrawn(in: style.context(zoom: zoom), noting: &warnings) }.map(\.id)
    }
    expect(drawn, equals: [["all", "zero"], ["all", "zero"], ["all", "zero"]])
  }

  @Test func `switches layers by the style's state`() throws {
    let style = try read(
      #"""
      {"version": 8, "sources": {}, "state": {"show": {"default": "none"}}, "layers": [
        {"id": "a", "type": "background", "layout": {"visibility": ["global-state", "show"]}}]}
      """#)
    var warnings = StyleWarnings()
    var view = style.context(zoom: 1)
    #expect(!style.layers[0].isDrawn(in: view, noting: &warnings))
    view.globalState = ["show": .string("visible")]
    #expect(style.layers[0].isDrawn(in: view, noting: &warnings))
    #expect(warnings.isEmpty)
  }

  @Test func `evaluates constants when reading and zooms when resolving`() throws {
    let style = try read(
      #"""
      {"version": 8, "sources": {"a": {"type": "geojson", "data": "a.json"}}, "layers": [
        {"id": "a", "type": "circle", "source": "a", "paint": {
          "circle-radius": ["*", 2, 4], "circle-stroke-width": ["interpolate", ["linear"], ["zoom"], 0, 0, 10, 5],
          "circle-opacity": ["/", ["get", "n"], 100]}}]}
      """#)
    var warnings = StyleWarnings()
    let layer = style.layers[0]
    expect(layer.assignments.first { $0.property === StyleProperty.circleRadius }?.value, equals: 8)
    let resolved = layer.resolved(in: style.context(zoom: 4), noting: &warnings)
    expect(resolved.property(.circleStrokeWidth).constant, equals: 2)
    expect(resolved.property(.circleColor).constant, equals: .black)
    expect(resolved.property(.lineWidth).constant, equals: 1, "another layer's property has its default")
    var context = style.context(zoom: 4)
    let opacity = resolved.property(.circleOpacity)
    for (value, expected) in [(50.0, 0.5), (150, 1), (-3, 0)] {
      context.feature = SketchedFeature(["n": .number(value)])
      expect(
        opacity.value(in: context, noting: &warnings), equals: expected, "numbers are brought within range")
    }
    #expect(warnings.isEmpty)
  }

  @Test func `reads filters at the integer zoom`() throws {
    let style = try read(
      #"""
      {"version": 8, "sources": {"a": {"type": "geojson", "data": "a.json"}}, "layers": [
        {"id": "a", "type": "circle", "source": "a", "filter": ["<=", ["zoom"], 4]}]}
      """#)
    var warnings = StyleWarnings()
    var context = style.context(zoom: 4.9)
    context.feature = SketchedFeature([:])
    #expect(style.layers[0].accepts(context, noting: &warnings))
    context.zoom = 5
    #expect(!style.layers[0].accepts(context, noting: &warnings))
  }

  private static let curves: [(String, Double)] = [
    // Half way between the values at 4 and 5, whatever the curve does there.
    (#"["interpolate", ["linear"], ["zoom"], 4, ["get", "n"], 4.25, 100, 5, 20]"#, 15),
    // (2^0.5 - 1) / (2 - 1) of the way.
    (#"["interpolate", ["exponential", 2], ["zoom"], 4, ["get", "n"], 5, 20]"#, 14.142_135_623_730_951),
    (
      #"["interpolate", ["exponential", 2], ["zoom"], 0, ["get", "n"], 4, ["get", "n"], 6, 40]"#,
      14.142_135_623_730_951
    ),
    (#"["step", ["zoom"], ["get", "n"], 4.25, 100]"#, 10),
    (
      #"["let", "n", ["get", "n"], ["interpolate", ["linear"], ["zoom"], 4, ["var", "n"], 4.25, 100, 5, 20]]"#,
      15
    ),
    // Of the zoom alone: as it is.
    (#"["interpolate", ["linear"], ["zoom"], 4, 10, 4.25, 100, 5, 20]"#, 73.333_333_333_333_33),
    (
      #"{"type": "exponential", "property": "n", "stops": [[{"zoom": 4, "value": 0}, 0], [{"zoom": 4, "value": 10}, 10], [{"zoom": 5, "value": 0}, 0], [{"zoom": 5, "value": 10}, 20]]}"#,
      15
    ),
  ]

  @Test(arguments: curves)
  func `interpolates paint of zoom and data between whole zooms, by the curve of the property`(
    radius: String, expected: Double
  ) throws {
    let style = try read(
      """
      {"version": 8, "sources": {"a": {"type": "geojson", "data": "a.json"}}, "layers": [
        {"id": "a", "type": "circle", "source": "a", "paint": {"circle-radius": \(radius)}}]}
      """)
    var warnings = StyleWarnings()
    var context = style.context(zoom: 4.5)
    let resolved = style.layers[0].resolved(in: context, noting: &warnings)
    context.feature = SketchedFeature(["n": .number(10)])
    let value = resolved.property(.circleRadius).value(in: context, noting: &warnings)
    #expect(abs(value - expected) < 1e-9, "\(value)")
    #expect(warnings.isEmpty)
  }

  @Test func `interpolates colors of zoom and data between whole zooms`() throws {
    let style = try read(
      #"""
      {"version": 8, "sources": {"a": {"type": "geojson", "data": "a.json"}}, "layers": [
        {"id": "a", "type": "circle", "source": "a", "paint": {"circle-color":
          ["interpolate", ["linear"], ["zoom"], 4, ["to-color", ["get", "c"]], 4.4, "red", 5, "black"]}}]}
      """#)
    var warnings = StyleWarnings()
    var context = style.context(zoom: 4.75)
    let resolved = style.layers[0].resolved(in: context, noting: &warnings)
    context.feature = SketchedFeature(["c": .string("white")])
    let color = resolved.property(.circleColor).value(in: context, noting: &warnings)
    expect(color, equals: Color(red: 0.25, green: 0.25, blue: 0.25))
  }

  @Test func `lays out at the whole zoom below, but for the sizes of texts and icons`() throws {
    let curve = #"["interpolate", ["linear"], ["zoom"], 4, ["get", "n"], 5, 20]"#
    let plain = #"["interpolate", ["linear"], ["zoom"], 4, 10, 5, 20]"#
    for (curve, whole, exact) in [(curve, 10.0, 15.0), (plain, 10, 15)] {
      let style = try read(
        """
        {"version": 8, "sources": {"a": {"type": "geojson", "data": "a.json"}}, "layers": [
          {"id": "a", "type": "symbol", "source": "a", "layout": {"text-size": \(curve), "icon-size": \(curve),
            "text-max-width": \(curve), "icon-rotate": \(curve)}}]}
        """)
      var warnings = StyleWarnings()
      var context = style.context(zoom: 4.5)
      let resolved = style.layers[0].resolved(in: context, noting: &warnings)
      context.feature = SketchedFeature(["n": .number(10)])
      expect(resolved.property(.textSize).value(in: context, noting: &warnings), equals: exact)
      expect(resolved.property(.iconSize).value(in: context, noting: &warnings), equals: exact)
      expect(resolved.property(.textMaxWidth).value(in: context, noting: &warnings), equals: whole)
      expect(resolved.property(.iconRotate).value(in: context, noting: &warnings), equals: whole)
    }
  }

  @Test func `reads lists, names, padding and images in all their spellings`() throws {
    let style = try read(
      #"""
      {"version": 8, "sources": {"a": {"type": "geojson", "data": "a.json"}}, "layers": [
        {"id": "s", "type": "symbol", "source": "a",
         "layout": {"text-font": ["Noto Sans Bold", "Noto Sans"], "text-offset": [0, 1.5], "icon-padding": [1, 2],
           "text-variable-anchor": ["top", "bottom-left"], "text-anchor": ["get", "anchor"], "text-transform": "uppercase",
           "icon-image": "pin-{kind}", "text-field": ["concat", ["get", "n"], " x"], "icon-text-fit-padding": [1, 2, 3, 4],
           "text-variable-anchor-offset": ["top", [0, 4], "left", [3, 0]], "text-writing-mode": ["vertical"]},
         "paint": {"text-translate": ["literal", [3, 4]]}},
        {"id": "l", "type": "line", "source": "a", "layout": {"line-cap": "round", "line-join": ["literal", "bevel"]},
         "paint": {"line-dasharray": [2, 1]}}]}
      """#)
    var warnings = StyleWarnings()
    var context = style.context(zoom: 3, availableImages: ["pin-red"])
    context.feature = SketchedFeature(["anchor": .string("left"), "n": .number(42), "kind": .string("red")])
    let symbol = try #require(style.layer("s"))
    let line = try #require(style.layer("l"))
    expect(symbol.value(.textFont, in: context, noting: &warnings), equals: ["Noto Sans Bold", "Noto Sans"])
    expect(symbol.value(.textOffset, in: context, noting: &warnings), equals: Point(x: 0, y: 1.5))
    expect(
      symbol.value(.iconPadding, in: context, noting: &warnings),
      equals: Padding(top: 1, right: 2, bottom: 1, left: 2))
    expect(
      symbol.value(.iconTextFitPadding, in: context, noting: &warnings),
      equals: Padding(top: 1, right: 2, bottom: 3, left: 4))
    expect(symbol.value(.textVariableAnchor, in: context, noting: &warnings), equals: [.top, .bottomLeft])
    expect(
      symbol.value(.textVariableAnchorOffset, in: context, noting: &warnings),
      equals: [
        VariableAnchorOffset(anchor: .top, x: 0, y: 4), VariableAnchorOffset(anchor: .left, x: 3, y: 0),
      ])
    expect(symbol.value(.textAnchor, in: context, noting: &warnings), equals: .left)
    expect(symbol.value(.textTransform, in: context, noting: &warnings), equals: .uppercase)
    expect(symbol.value(.textWritingMode, in: context, noting: &warnings), equals: [.vertical])
    expect(symbol.value(.iconImage, in: context, noting: &warnings)?.name, equals: "pin-red")
    expect(symbol.value(.textField, in: context, noting: &warnings).text, equals: "42 x")
    expect(symbol.value(.textTranslate, in: context, noting: &warnings), equals: Point(x: 3, y: 4))
    expect(line.value(.lineCap, in: context, noting: &warnings), equals: .round)
    expect(line.value(.lineJoin, in: context, noting: &warnings), equals: .bevel)
    expect(line.value(.lineDasharray, in: context, noting: &warnings), equals: [2, 1])
    expect(line.value(.linePattern, in: context, noting: &warnings), equals: nil)
    #expect(warnings.isEmpty)
    context.feature = SketchedFeature(["anchor": .string("middle"), "n": .number(1)])
    expect(symbol.value(.textAnchor, in: context, noting: &warnings), equals: .center)
    expect(warnings.diagnostics.count, equals: 1)
  }

  @Test(arguments: [
    (#""text-font": "Noto Sans""#, "wrong-type"), (#""text-offset": [1]"#, "wrong-type"),
    (#""text-variable-anchor": ["top", "middle"]"#, "wrong-type"),
    (#""icon-padding": [1, 2, 3, 4, 5]"#, "wrong-type"),
    (#""text-anchor": "middle""#, "invalid-value"), (#""text-max-width": [">", 1, 2]"#, "invalid-expression"),
    (#""text-size": ["interpolate", ["linear"], ["zoom"], 0, "a", 1, 2]"#, "invalid-expression"),
    (#""symbol-placement": ["get", "x"]"#, "invalid-expression"),
  ])
  func `refuses lists and names that do not fit`(layout: String, code: String) {
    let parsing = Style.parse(
      Array(
        """
        {"version": 8, "sources": {"a": {"type": "geojson", "data": "a.json"}}, "layers": [
          {"id": "s", "type": "symbol", "source": "a", "layout": {\(layout)}}]}
        """.utf8))
    let errors = parsing.diagnostics.filter { $0.severity == .error }
    #expect((errors.count, errors.first?.path.pointer.hasPrefix("/layers/0/layout/")) == (1, true))
    expect(errors.first?.code, equals: code, "\(errors.map(\.message))")
  }

  @Test func `warns where a filter mixes both languages`() {
    let parsing = Style.parse(
      Array(
        """
        {"version": 8, "sources": {"a": {"type": "geojson", "data": "a.json"}}, "layers": [
          {"id": "s", "type": "circle", "source": "a",
          "filter": ["all", ["==", "$type", "Point"], ["==", ["get", "cluster"], true]]}]}
        """.utf8))
    #expect(parsing.diagnostics.contains { $0.code == "filter-mixing" && $0.position?.line == 3 })
  }

  @Test func `reports expressions and filters where they fail`() {
    let parsing = Style.parse(
      Array(
        """
        {"version": 8, "sources": {"a": {"type": "geojson", "data": "a.json",
         "cluster": true, "clusterProperties": {"n": ["+", ["zoom"]]}}}, "layers": [
        {"id": "a", "type": "circle", "source": "a",
         "filter": ["<=", ["zooom"], 4],
         "paint": {"circle-radius": ["+", 1, ["gett", "x"]],
          "circle-color": ["+", 1, 2],
          "circle-opacity": ["*", 2, 4]}}]}
        """.utf8))
    #expect(parsing.style == nil)
    expect(
      parsing.diagnostics.map { "\($0.position?.line ?? 0) \($0.code) \($0.path.pointer)" },
      equals: [
        "2 invalid-expression /sources/a/clusterProperties/n/1",
        "4 invalid-filter /layers/0/filter/1/0",
        "5 invalid-expression /layers/0/paint/circle-radius/2/0",
        "6 invalid-expression /layers/0/paint/circle-color",
        "7 out-of-range /layers/0/paint/circle-opacity",
      ])
  }

  private struct Missing: Error {}
}

@Suite struct `Style warnings` {
  @Test func `count every place once and keep the first feature`() {
    let value = JSONValue(.null, at: TextPosition(line: 3, column: 4))
    let site = EvaluationSite(
      "expression-failed", at: JSONNode(value: value, path: JSONPath([.key("x")])),
      consequence: "the default is used")
    var (early, late) = (StyleWarnings(), StyleWarnings())
    early.note(.custom("no number"), at: site, for: SketchedFeature([:], id: .string("a\u{1b}")))
    late.note(.custom("no color"), at: site, for: nil)
    late.note(.custom("no color"), at: site, for: nil)
    early.merge(late)
    expect(
      early.diagnostics,
      equals: [
        Diagnostic(
          .warning, code: "expression-failed", path: JSONPath([.key("x")]),
          position: TextPosition(line: 3, column: 4),
          message: "no number; the default is used; first met in feature \"a\\u001b\"", count: 3)
      ])
  }
}
