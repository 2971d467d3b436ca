import Drawing
import MapGeometry
import MapStyle
import TestSupport
import Testing

/// A style that must be read without an error.
private func read(_ text: String) throws -> Style {
  let parsing = Style.parse(Array(text.utf8))
  let errors = parsing.diagnostics.filter { $0.severity == .error }
  #expect(errors.isEmpty, "\(errors.map { "\($0.path.dotted): \($0.message)" })")
  #expect(parsing.portability.isEmpty)
  return try #require(parsing.style)
}

private func css(_ text: String) throws -> Color { try #require(Color(css: text)) }

@Suite struct `Canonical styles` {
  private let cluster = SketchedFeature([
    "cluster": .bool(true), "point_count": .number(1234), "point_count_abbreviated": .string("1.2k"),
  ])
  private let single = SketchedFeature(["mag": .number(4.5)], id: .number(7))

  @Test func `draw clusters in steps of size and color`() throws {
    let style = try read(CanonicalStyle.clusters)
    var warnings = StyleWarnings()
    expect(style.center, equals: Coordinate(latitude: 40.66995747013945, longitude: -103.59179687498357))
    expect(style.zoom, equals: 3)
    let source = try #require(style.source("earthquakes")?.geoJSON)
    let clustering = try #require(source.clustering)
    #expect((clustering.maxZoom, clustering.radius, clustering.minPoints) == (14, 50, 2))
    let clusters = try #require(style.layer("clusters"))
    let counts = try #require(style.layer("cluster-count"))
    let singles = try #require(style.layer("unclustered-point"))
    var context = style.context(zoom: 3.5)
    let expected: [(Double, String, Double)] = [
      (2, "#51bbd6", 20), (99, "#51bbd6", 20), (100, "#f1f075", 30), (749, "#f1f075", 30),
      (750, "#f28cb1", 40),
    ]
    for (count, color, radius) in expected {
      context.feature = SketchedFeature(["point_count": .number(count)])
      try expect(clusters.value(.circleColor, in: context, noting: &warnings), equals: css(color))
      expect(clusters.value(.circleRadius, in: context, noting: &warnings), equals: radius)
    }
    context.feature = cluster
    #expect(clusters.accepts(context, noting: &warnings))
    #expect(counts.accepts(context, noting: &warnings))
    #expect(!singles.accepts(context, noting: &warnings))
    expect(counts.value(.textField, in: context, noting: &warnings).text, equals: "1.2k")
    expect(counts.value(.textFont, in: context, noting: &warnings), equals: ["Noto Sans Regular"])
    context.feature = single
    #expect(!clusters.accepts(context, noting: &warnings))
    #expect(singles.accepts(context, noting: &warnings))
    expect(singles.value(.circleStrokeWidth, in: context, noting: &warnings), equals: 1)
    #expect(warnings.isEmpty)
  }

  @Test func `count by magnitude and draw what is single`() throws {
    let style = try read(CanonicalStyle.donut)
    var warnings = StyleWarnings()
    let clustering = try #require(style.source("earthquakes")?.geoJSON?.clustering)
    #expect((clustering.radius, clustering.maxZoom) == (80, 17))
    expect(clustering.properties.map(\.name), equals: ["mag1", "mag2", "mag3", "mag4", "mag5"])
    let mapped = clustering.properties.map { $0.mapped(single, noting: &warnings) }
    expect(mapped, equals: [.number(0), .number(0), .number(0), .number(1), .number(0)])
    let other = SketchedFeature(["mag4": .number(3)])
    expect(clustering.properties[3].reduced(.number(2), with: other, noting: &warnings), equals: .number(5))
    let circles = try #require(style.layer("earthquake_circle"))
    let labels = try #require(style.layer("earthquake_label"))
    var context = style.context(zoom: 0.3)
    context.feature = single
    #expect(circles.accepts(context, noting: &warnings), "a legacy != is true where the property is missing")
    try expect(circles.value(.circleColor, in: context, noting: &warnings), equals: css("#fc4e2a"))
    expect(labels.value(.textField, in: context, noting: &warnings).text, equals: "4.5")
    expect(labels.value(.textColor, in: context, noting: &warnings), equals: .white)
    context.feature = cluster
    #expect(!circles.accepts(context, noting: &warnings))
    #expect(warnings.isEmpty)
  }

  @Test func `warm the map from afar and show points from close`() throws {
    let style = try read(CanonicalStyle.heatmap)
    var warnings = StyleWarnings()
    let heat = try #require(style.layer("earthquakes-heat"))
    let points = try #require(style.layer("earthquakes-point"))
    #expect(heat.isDrawn(in: style.context(zoom: 8.99), noting: &warnings))
    #expect(!heat.isDrawn(in: style.context(zoom: 9), noting: &warnings), "maxzoom is exclusive")
    #expect(points.isDrawn(in: style.context(zoom: 7), noting: &warnings), "minzoom is inclusive")
    #expect(!points.isDrawn(in: style.context(zoom: 6.99), noting: &warnings))
    let view = style.context(zoom: 4.5)
    let resolved = heat.resolved(in: view, noting: &warnings)
    expect(resolved.property(.heatmapIntensity).constant, equals: 2)
    expect(resolved.property(.heatmapRadius).constant, equals: 11)
    expect(resolved.property(.heatmapOpacity).constant, equals: 1)
    #expect(!resolved.property(.heatmapWeight).isConstant)
    let ramp = try #require(resolved.colors(of: .heatmapColor, count: 11, in: view, noting: &warnings))
    #expect((ramp.count, ramp.first?.alpha) == (11, 0))
    try expect(ramp[2], equals: css("rgb(103,169,207)"))
    try expect(ramp[10], equals: css("rgb(178,24,43)"))
    var context = style.context(zoom: 11.5)
    context.feature = SketchedFeature(["mag": .number(6)])
    // Halfway from 4 to 50, both ends being what magnitude 6 gives.
    expect(points.value(.circleRadius, in: context, noting: &warnings), equals: 27)
    #expect(warnings.isEmpty)
  }

  @Test func `fall back where a magnitude is null, and warn once`() throws {
    let style = try read(CanonicalStyle.heatmap)
    var warnings = StyleWarnings()
    let view = style.context(zoom: 8)
    let points = try #require(style.layer("earthquakes-point")).resolved(in: view, noting: &warnings)
    let radius = points.property(.circleRadius)
    var context = view
    for index in 0..<5 {
      context.feature = SketchedFeature(
        index > 1 ? ["mag": .null] : ["mag": .number(3)], id: .number(Double(index)))
      let value = radius.value(in: context, noting: &warnings)
      #expect(index > 1 ? value == 5 : value != 5)
    }
    let reported = warnings.diagnostics
    #expect((reported.count, reported.first?.count) == (1, 3))
    #expect((reported.first?.code, reported.first?.severity) == ("expression-failed", .warning))
    expect(reported.first?.path.pointer, equals: "/layers/1/paint/circle-radius")
    expect(
      reported.first?.message.hasSuffix("; the property's default is used; first met in feature 2"),
      equals: true)
  }

  @Test func `have the specification's ramp where a heatmap brings none`() throws {
    let style = try read(
      #"""
      {"version": 8, "sources": {"a": {"type": "geojson", "data": "a.json"}},
      "layers": [{"id": "heat", "type": "heatmap", "source": "a"}]}
      """#)
    var warnings = StyleWarnings()
    let view = style.context(zoom: 0)
    let heat = try #require(style.layer("heat")).resolved(in: view, noting: &warnings)
    let ramp = try #require(heat.colors(of: .heatmapColor, count: 101, in: view, noting: &warnings))
    #expect((ramp[0].alpha, ramp[0].blue) == (0, 1))
    try expect(ramp[10], equals: css("royalblue"))
    try expect(ramp[30], equals: css("cyan"))
    try expect(ramp[50], equals: css("lime"))
    try expect(ramp[70], equals: css("yellow"))
    try expect(ramp[100], equals: css("red"))
    expect(ramp[60].green, equals: 1)
    #expect(abs(ramp[60].red - 0.5) < 1e-9)
  }
}
