import Drawing
import JSONDocument
import MapClusters
import MapGeometry
import MapStyle
import StyleSettings
import TestSupport
import Testing

@testable import MapSettings

/// A style whose metadata holds settings for its source `a`, for the output, and for its layer `dots`.
private func settings(source: String = "", output: String = "", layer: String = "") -> StyleParsing {
  Style.parseWithSettings(
    Array(
      """
      {"version": 8, "metadata": {
      "clustersnap:sources": {"a": {\(source)}},
      "clustersnap:output": {\(output)}, "other:key": {"anything": 1} },
      "sources": {"a": {"type": "geojson", "data": "a.json", "cluster": true}},
      "layers": [{"id": "dots", "type": "circle", "source": "a", "metadata": {
      \(layer)}}, {"id": "counts", "type": "symbol", "source": "a"}]}
      """.utf8))
}

/// What is reported, one line a diagnostic.
private func reported(_ parsing: StyleParsing) -> String {
  parsing.diagnostics.map { one in
    "\(one.position?.line ?? 0):\(one.position?.column ?? 0) \(one.severity) \(one.code) \(one.path.dotted): \(one.message)"
  }.joined(separator: "\n")
}

@Suite struct `Settings of ours` {
  @Test func `of a source are the command's options in camel case`() throws {
    let parsing = settings(
      source: """
        "method": "grid", "preset": "amap-distance", "cellSize": 60, "alignWorld": true, "anchor": "view",
        "margin": 0.5, "snapZoom": "yes", "radius": 40, "extent": 256, "acrossAntimeridian": "yes", "distance": "50pt", "clusters": 8, "eps": 20, "minPoints": 4,
        "position": "near-center", "minCount": 3, "minUnique": 0, "clusterMaxZoom": 12, "coLocated": "ring:3", "joinPlaces": true,
        "filter": "mag >= 5", "weight": "population", "missingWeight": "skip", "weightedSingles": true, "optOut": "keep", "keepInvisible": true, "reuse": "no", "hysteresis": false, "debugGrid": "counts", "title": "{name}",
        "titleTemplate": "{count} places", "subtitle": "", "subtitleTemplate": "{titles,5}",
        "colorBy": "kind", "sizeBy": "pop", "donutBy": "kind", "labelBy": "name", "aggregate": "max:pop", "palette": "viridis",
        "classes": "jenks:4"
        """)
    #expect(reported(parsing).isEmpty)
    let set = try #require(parsing.style?.source("a")).settings
    #expect((set.method, set.preset) == (.grid, .amapDistance))
    #expect((set.cellSize, set.alignsToWorld, set.anchor) == (.points(60), true, .view))
    #expect((set.margin, set.snapsZoom, set.radius) == (0.5, true, 40))
    #expect((set.distance, set.clusterCount, set.epsilon) == (.points(50), 8, 20))
    #expect((set.minimumPoints, set.options.position, set.minimumCount) == (4, .nearCenter, 3))
    #expect((set.minimumUnique, set.maximumZoom) == (0, 12))
    #expect((set.coLocated, set.weight) == (.ring(.meters(3)), "population"))
    try expect(set.options.filter.map { try CompiledRowFilter($0).columns }, equals: ["mag"])
    #expect((set.options.missingWeight, set.options.weightedSingles) == (.skip, true))
    #expect((set.keepsInvisible, set.reusesMarkers, set.keepsLeaders) == (true, false, false))
    expect(set.debugGrid, equals: DebugGridSetting(isShown: true, showsCounts: true))
    #expect((set.extent, set.wrapsAntimeridian, set.optOut) == (256, true, "keep"))
    #expect((set.colorBy, set.sizeBy, set.donutBy, set.labelBy) == ("kind", "pop", "kind", "name"))
    #expect((set.aggregate, set.palette) == (ColumnAggregate(.max, of: "pop"), .viridis))
    #expect((set.classes, set.classBy) == (ColumnClasses(method: .jenks, count: 4), nil))
    #expect((set.groupBy, set.facetBy, set.facetEvery, set.facetTimeFormat) == (nil, nil, nil, nil))
    #expect((set.options.drawnForm, set.hull, set.icon) == (nil, nil, nil))
    #expect((set.breaks, set.sizeRange, set.unit) == (nil, nil, nil))
    #expect((set.title, set.subtitle) == ("{count} places", "{titles,5}"))
    expect(set.position(of: "cellSize"), equals: TextPosition(line: 2, column: 88))
    expect(parsing.portability.first?.path.pointer, equals: "/metadata/clustersnap:sources/a/method")
  }

  @Test(arguments: ClusterOptions.table.entries.filter(\.isInDocuments).map(\.description))
  func `of a source are read, each by its own key`(setting: SettingDescription) throws {
    let parsing = settings(source: "\"\(setting.name)\": \(setting.example)")
    #expect(reported(parsing).isEmpty)
    let set = try #require(parsing.style?.source("a")).settings
    let entry = try #require(ClusterOptions.table[setting.name])
    #expect(entry.isSet(set.options))
    #expect(set.position(of: setting.name) != nil)
    // It sets its own member, and that of its other name.
    let others = ClusterOptions.table.entries.filter { $0.isSet(set.options) }.map(\.key)
    #expect(
      others.allSatisfy { $0 == setting.name || $0.hasPrefix(setting.name) || setting.name.hasPrefix($0) })
    expect(
      parsing.portability.map(\.path.pointer), equals: ["/metadata/clustersnap:sources/a/\(setting.name)"])
  }

  @Test(arguments: [
    ("60", CellSize.points(60)), ("\"60\"", .points(60)), ("\"1/8\"", .fraction(8)),
    (#"{"13": 64, "0": 88}"#, .byZoom([ZoomStep(from: 0, 88), ZoomStep(from: 13, 64)])),
    (#""0:88,13:64""#, .byZoom([ZoomStep(from: 0, 88), ZoomStep(from: 13, 64)])),
  ])
  func `take cell sizes in four forms`(text: String, expected: CellSize) throws {
    let parsing = settings(source: "\"cellSize\": \(text)")
    try expect(#require(parsing.style?.source("a")).settings.cellSize, equals: expected)
  }

  @Test(
    arguments: cases(
      """
      "metod": "grid" → 2:31 error unknown-setting metadata.clustersnap:sources.a.metod: a source has no setting "metod"; did you mean method?
      "method": "gird" → 2:41 error invalid-value metadata.clustersnap:sources.a.method: expected "grid", "peaks", "hex", "radius", "distance", "leader", "kmeans", "dbscan" or "none", found "gird"; did you mean grid?
      "cellSize": 0 → 2:43 error out-of-range metadata.clustersnap:sources.a.cellSize: expected a number above 0, found 0
      "cellSize": "1/0" → 2:43 error invalid-value metadata.clustersnap:sources.a.cellSize: expected points, "1/8" (of the width) or {"0": 88, "13": 64} (points by zoom), found "1/0"
      "cellSize": {"x": 3} → 2:44 error invalid-value metadata.clustersnap:sources.a.cellSize.x: expected a zoom, found "x"
      "cellSize": {"1": 3, "1.0": 4} → 2:43 error invalid-value metadata.clustersnap:sources.a.cellSize: expected points, "1/8" (of the width) or {"0": 88, "13": 64} (points by zoom), each zoom once, found 2 sizes
      "distance": "50km" → 2:43 error invalid-value metadata.clustersnap:sources.a.distance: expected meters, or points such as "50pt", found "50km"
      "coLocated": "ring:x" → 2:44 error invalid-value metadata.clustersnap:sources.a.coLocated: expected "merge", "legs", "ring" or "scatter", as "ring:3m" or "ring:20pt" of that radius, found "ring:x"
      "minCount": 1.5 → 2:43 error wrong-type metadata.clustersnap:sources.a.minCount: expected a whole number, found 1.5
      "minCount": 1e300 → 2:43 error out-of-range metadata.clustersnap:sources.a.minCount: expected a number in 1…1000000000, found 1e+300
      "debugGrid": "count" → 2:44 error invalid-value metadata.clustersnap:sources.a.debugGrid: expected true, false, "counts", "indices" or "counts,indices", found "count"
      """))
  func `of a source are checked`(source: String, expected: String) {
    expect(reported(settings(source: source)), equals: expected)
  }

  @Test func `have a place of their own, which is not the source`() {
    let text =
      #"{"version": 8, "sources": {"a": {"type": "geojson", "data": "a.json", "cellSize": 40}}, "layers": []}"#
    expect(
      reported(Style.parseWithSettings(Array(text.utf8))),
      equals:
        "1:71 error unknown-key sources.a.cellSize: a geojson source has no \"cellSize\"; our own settings stand in the root's metadata[\"clustersnap:sources\"][\"a\"]"
    )
  }

  @Test func `name sources that exist`() {
    let text = #"{"version": 8, "metadata": {"clustersnap:sources": {"b": {}}}, "sources": {}, "layers": []}"#
    expect(
      reported(Style.parseWithSettings(Array(text.utf8))),
      equals: "1:53 error unknown-source metadata.clustersnap:sources.b: there is no source \"b\"")
  }

  @Test func `at the root are two`() {
    let text = #"{"version": 8, "metadata": {"clustersnap:outputs": {}}, "sources": {}, "layers": []}"#
    expect(
      reported(Style.parseWithSettings(Array(text.utf8))),
      equals:
        "1:29 error unknown-setting metadata.clustersnap:outputs: the style's metadata has no setting \"clustersnap:outputs\"; did you mean clustersnap:output?"
    )
  }

  @Test func `of the output set size, styling and decorations`() throws {
    let parsing = settings(
      output: """
        "size": "1024x768", "scale": 2, "background": "none", "padding": [1, 2, 3, 4],
        "bbox": [170, -20, -170, 20], "maxZoomFit": 14, "debugGrid": true, "title": "Quakes",
        "subtitle": {"text": "2024", "color": "#333", "textSize": 11, "position": "top-right"},
        "attribution": false, "scaleBar": true, "northArrow": {"position": "top-left"},
        "locator": [0, 40, 20, 60], "insetFrames": {"color": "red"},
        "legend": {"text": "Places", "background": "white"}, "graticule": 10, "scaleFurniture": 2, "placeNames": true, "borders": false,
        "callouts": "unique", "calloutRows": 3, "calloutColumns": ["name"], "compression": 6, "text": "outlines",
        "edgeLabels": "cut", "walls": "flat", "members": true, "worldCopies": false, "author": "Ada", "numberFormat": "si,de",
        "alt": "{count} quakes", "language": "fr", "metadata": "described", "quality": 70, "colors": 64, "idPrefix": "a-",
        "projection": "albers", "centralMeridian": 150, "parallels": [-36, -18], "panelSize": [300, 200],
        "fontSize": 12, "panelLetters": true, "panelTitles": ["East", "West"], "highlight": "mag >= 5",
        "htmlImage": "cid:map"
        """)
    #expect(reported(parsing).isEmpty)
    let output = try #require(parsing.style).output
    #expect((output.view.size, output.view.scale) == (ScreenSize(width: 1024, height: 768), 2))
    expect(output.background, equals: OutputSettings.Background.none)
    expect(output.view.padding, equals: Padding(top: 1, right: 2, bottom: 3, left: 4))
    expect(output.view.box, equals: try BoundingBox(west: 170, south: -20, east: -170, north: 20))
    expect(output.view.maximumFitZoom, equals: 14)
    #expect((output.title?.text, output.title?.isShown) == ("Quakes", true))
    #expect((output.subtitle?.position, output.subtitle?.textSize) == (.topRight, 11))
    #expect((output.attribution?.isShown, output.scaleBar?.isShown) == (false, true))
    #expect((output.northArrow?.position, output.northArrow?.isShown) == (.topLeft, true))
    #expect((output.legend?.background, output.graticule?.step) == (.white, 10))
    #expect((output.callouts, output.calloutRows, output.calloutColumns) == (.unique, 3, ["name"]))
    #expect((output.compression, output.scaleFurniture) == (6, 2))
    #expect((output.edgeLabels, output.walls, output.members) == (.cut, .flat, true))
    #expect((output.text, output.view.fitsPoints) == (.outlines, nil))
    #expect((output.view.worldCopies, output.author) == (false, "Ada"))
    expect(output.alt?.parts, equals: [.gap(.count), .words(" quakes")])
    #expect((output.language, output.metadata, output.quality, output.colors) == (.fr, .described, 70, 64))
    expect(output.numberFormat, equals: NumberFormat(.si, marks: NumberMarks(language: "de")))
    // All but dpi, which stands for scale, and fit, which stands for a box.
    expect(parsing.portability.count, equals: OutputSettings.table.keys.count - 2)
    let fitted = settings(output: #""fit": true"#)
    try expect(#require(fitted.style).output.view.fitsPoints, equals: true)
  }

  @Test(
    arguments: cases(
      """
      "size": [0, 100] → 3:32 error out-of-range metadata.clustersnap:output.size: expected 1…16384 points across and down
      "size": "big" → 3:32 error invalid-value metadata.clustersnap:output.size: expected a size: [width, height], "1024x768" or "180x120mm", found "big"
      "scale": 11 → 3:33 error out-of-range metadata.clustersnap:output.scale: expected a number in 0.5…10, found 11
      "background": "nones" → 3:38 error invalid-color metadata.clustersnap:output.background: expected a color, found "nones"; write one as CSS does: #36c, rgb(51, 102, 204), teal
      "padding": [-1] → 3:35 error wrong-type metadata.clustersnap:output.padding: expected points of at least 0: one number, or [top, right, bottom, left], found an array
      "bbox": [0, 50, 10, 40] → 3:32 error out-of-range metadata.clustersnap:output.bbox: expected south and north in -90…90, south first, found 50 and 40
      "legend": {"colour": "red"} → 3:35 error unknown-setting metadata.clustersnap:output.legend.colour: this has no setting "colour"; did you mean color?
      "scaleBar": "yes" → 3:36 error wrong-type metadata.clustersnap:output.scaleBar: expected true, false or an object, found "yes"
      "compress": 3 → 3:24 error unknown-setting metadata.clustersnap:output.compress: the output has no setting "compress"; did you mean compression?
      """))
  func `of the output are checked`(output: String, expected: String) {
    expect(reported(settings(output: output)), equals: expected)
  }

  @Test(
    arguments: cases(
      """
      "clustersnap:donuts": {} → 6:1 error unknown-setting layers[0].metadata.clustersnap:donuts: a layer has no setting "clustersnap:donuts"; did you mean clustersnap:donut?
      "clustersnap:pair": "count" → 6:21 error unknown-layer layers[0].metadata.clustersnap:pair: there is no layer "count"; did you mean counts?
      "clustersnap:pair": "dots" → 6:21 error invalid-value layers[0].metadata.clustersnap:pair: a layer cannot be its own partner; name the other layer
      "clustersnap:declutter": "shuft" → 6:26 error invalid-value layers[0].metadata.clustersnap:declutter: expected "merge", "shift" or "clear", found "shuft"; did you mean shift?
      "clustersnap:donut": {} → 6:22 error missing-key layers[0].metadata.clustersnap:donut: a donut needs "segments"; add it
      "clustersnap:donut": {"segments": []} → 6:35 error invalid-value layers[0].metadata.clustersnap:donut.segments: a donut needs at least one segment; add one
      "clustersnap:donut": {"segments": [{"color": "red"}]} → 6:36 error missing-key layers[0].metadata.clustersnap:donut.segments[0]: a segment needs "property" or an expression as "value"
      "clustersnap:normalize": 0.5 → 6:1 warning no-effect layers[0].metadata.clustersnap:normalize: clustersnap:normalize is for heatmap layers and has no effect on a circle layer
      "clustersnap:fit-text": "yes" → 6:25 error wrong-type layers[0].metadata.clustersnap:fit-text: expected true, false or points, found "yes"
      "clustersnap:classes": {"property": "n", "colors": ["red"]} → 6:24 error missing-key layers[0].metadata.clustersnap:classes: classes needs "method"; add it
      "clustersnap:shape": "sqare" → 6:22 error invalid-value layers[0].metadata.clustersnap:shape: expected "circle", "square", "pin", "balloon", "cell" or "hull", found "sqare"; did you mean square?
      "clustersnap:text-fit": "grow" → 6:1 warning no-effect layers[0].metadata.clustersnap:text-fit: clustersnap:text-fit is for symbol layers and has no effect on a circle layer
      "maputnik:renderer": "x", "clustersnap": 3 →
      """))
  func `of a layer are checked`(layer: String, expected: String) {
    expect(reported(settings(layer: layer)), equals: expected)
  }

  @Test func `of a circle layer have no effect elsewhere`() {
    let text = """
      {"version": 8, "sources": {}, "layers": [{"id": "b", "type": "background",
      "metadata": {"clustersnap:declutter": "merge"}}]}
      """
    expect(
      reported(Style.parseWithSettings(Array(text.utf8))),
      equals:
        "2:14 warning no-effect layers[0].metadata.clustersnap:declutter: clustersnap:declutter is for circle layers and has no effect on a background layer"
    )
  }

  @Test(
    arguments: triples(
      """
      "clustersnap:pair": "texts" →  →
      "clustersnap:pair": "counts", "clustersnap:fit-text": true →  →
      "clustersnap:pair": "more" →  → 4:21 error invalid-value layers[0].metadata.clustersnap:pair: "more" is a circle layer, and a partner is a symbol layer; name the one with the texts
      "clustersnap:pair": "others" →  → 4:21 error invalid-value layers[0].metadata.clustersnap:pair: "others" draws another source, and partners draw the same markers; name a layer of source "a"
      "clustersnap:pair": "counts" → "clustersnap:pair": "counts" → 6:21 warning shared-partner layers[1].metadata.clustersnap:pair: "counts" is the partner of "dots" already, so its symbols are drawn with both; give each a partner, or filters that share no features
      "clustersnap:pair": "counts" → "clustersnap:pair": "texts" →
      "clustersnap:fit-text": 2 →  → 4:25 warning no-effect layers[0].metadata.clustersnap:fit-text: clustersnap:fit-text has no effect without clustersnap:pair; name the layer whose text should fit
      "clustersnap:fit-text": false →  →
      "clustersnap:donut": {"segments": [{"property": "n", "value": 3, "color": "red"}]} →  → 4:49 warning no-effect layers[0].metadata.clustersnap:donut.segments[0].property: "property" has no effect where there is a "value"; remove one of them
      """))
  func `of pairs are checked`(dots: String, more: String, expected: String) {
    expect(reported(pairs(dots, more)), equals: expected)
  }

  @Test(arguments: [
    (#"["has", "n"]"#, #"["has",  "n"]"#, ["shared-partner"]),
    (#"["has", "n"]"#, #"["!", ["has", "n"]]"#, []),
  ])
  func `of pairs share no partner but with filters`(one: String, other: String, codes: [String]) {
    let pair = #""clustersnap:pair": "counts""#
    expect(pairs(pair, pair, filters: (one, other)).diagnostics.map(\.code), equals: codes)
  }

  @Test func `of pairs belong to circle layers`() {
    let text = """
      {"version": 8, "sources": {"a": {"type": "geojson", "data": "a.json"}}, "layers": [
      {"id": "counts", "type": "symbol", "source": "a", "metadata": {"clustersnap:pair": "dots"}},
      {"id": "dots", "type": "circle", "source": "a"}]}
      """
    expect(
      reported(Style.parseWithSettings(Array(text.utf8))),
      equals:
        "2:64 warning no-effect layers[0].metadata.clustersnap:pair: clustersnap:pair is for circle layers and has no effect on a symbol layer"
    )
  }

  /// A style of two circle layers with metadata, and symbol layers of their source and of another one.
  private func pairs(_ dots: String, _ more: String, filters: (String, String)? = nil) -> StyleParsing {
    let (one, other) = filters.map { (", \"filter\": \($0.0)", ", \"filter\": \($0.1)") } ?? ("", "")
    return Style.parseWithSettings(
      Array(
        """
        {"version": 8, "sources": {"a": {"type": "geojson", "data": "a.json"},
        "b": {"type": "geojson", "data": "b.json"}}, "layers": [
        {"id": "dots", "type": "circle", "source": "a"\(one), "metadata": {
        \(dots)}},
        {"id": "more", "type": "circle", "source": "a"\(other), "metadata": {
        \(more)}},
        {"id": "counts", "type": "symbol", "source": "a"}, {"id": "texts", "type": "symbol", "source": "a"},
        {"id": "others", "type": "symbol", "source": "b"}]}
        """.utf8))
  }

  @Test func `pair and let bubbles grow`() throws {
    let parsing = settings(
      layer: #""clustersnap:pair": "counts", "clustersnap:declutter": "shift", "clustersnap:fit-text": true"#)
    let set = try #require(parsing.style?.layer("dots")).settings
    #expect((set.pair?.value, set.declutter?.value, set.fitText?.value) == ("counts", .shift, 3))
    expect(parsing.portability.map(\.path.dotted).last, equals: "layers[0].metadata.clustersnap:fit-text")
  }

  @Test(arguments: ["", "nan", "0x10", "1/", "1/-3", "60:", ":60", "1:2,", "-5", "1:0", "1:2:3", "1,2"])
  func `refuse odd cell sizes`(text: String) {
    expect(CellSize(setting: text), equals: nil)
  }
}
