import Drawing
import MapSettings
import MapStyle
import StyleSettings
import TestSupport
import Testing

private func read(_ text: String) throws -> Style {
  let parsing = Style.parseWithSettings(Array(text.utf8))
  #expect(!parsing.diagnostics.contains { $0.severity == .error }, "\(parsing.diagnostics.map(\.message))")
  return try #require(parsing.style)
}

/// A feature with properties alone.
private struct Marked: StyleFeature {
  let properties: [String: StyleValue]
  var identifier: StyleValue? { nil }
  var geometryType: GeometryType { .point }

  init(_ properties: [String: StyleValue]) {
    self.properties = properties
  }

  func property(_ name: String) -> StyleValue? { properties[name] }

  var propertyObject: StyleValue {
    .object(properties.sorted { $0.key < $1.key }.map { StyleMember(key: $0.key, value: $0.value) })
  }
}

@Suite struct `Settings of a layer` {
  @Test func `draws rings as our donut sets them`() throws {
    let style = try read(
      #"""
      {"version": 8, "sources": {"a": {"type": "geojson", "data": "a.json", "cluster": true}}, "layers": [
        {"id": "rings", "type": "circle", "source": "a", "metadata": {"clustersnap:donut": {
          "segments": [{"property": "small", "color": "#fed976"},
                       {"value": ["-", ["get", "point_count"], ["get", "small"]], "color": "red", "label": "large"}],
          "radius": ["step", ["get", "point_count"], 18, 10, 24, 100, 32, 1000, 50], "hole": 0.5,
          "text": "{point_count} places", "textSize": ["step", ["get", "point_count"], 16, 10, 18, 100, 20, 1000, 22]}}},
        {"id": "classes", "type": "circle", "source": "a", "metadata": {"clustersnap:classes": {
          "method": "jenks", "property": "point_count", "colors": ["#eee", "#888"], "radii": [5, 10]}}}]}
      """#)
    var warnings = StyleWarnings()
    let donut = try #require(style.layer("rings")?.settings.donut)
    var context = style.context(zoom: 3)
    context.feature = Marked(["small": .number(3), "point_count": .number(120)])
    expect(donut.segments.map { $0.value.value(in: context, noting: &warnings) }, equals: [3, 117])
    expect(donut.segments.map(\.label), equals: ["small", "large"])
    #expect((donut.radius?.value(in: context, noting: &warnings), donut.hole) == (32, 0.5))
    expect(donut.textSize.value(in: context, noting: &warnings), equals: 20)
    expect(donut.text?.value(in: context, noting: &warnings).text, equals: "120 places")
    #expect((donut.centerColor.constant, donut.textColor.constant) == (.white, .black))
    let reading = donut.reading(in: context, noting: &warnings)
    #expect((reading.total, reading.text.text) == (120, "120 places"))
    #expect((reading.segments.map(\.start), reading.segments.map(\.end)) == ([0, 0.025], [0.025, 1]))
    expect(
      reading.segments.map(\.color),
      equals: [try #require(Color(css: "#fed976")), try #require(Color(css: "red"))])
    let classes = try #require(style.layer("classes")?.settings.classes)
    #expect((classes.method, classes.count, classes.radii) == (.jenks, 2, [5, 10]))
    #expect((classes.value.value(in: context, noting: &warnings), classes.label) == (120, "point_count"))
    #expect(warnings.isEmpty)
  }

  @Test(arguments: [
    (1_234_567.0, "1,234,567"), (1000, "1,000"), (999, "999"), (0, "1"), (999.6, "1,000"), (1e300, "1e+300"),
  ])
  func
    `writes a ring's sum inside it, the number of points where nothing has a share, and leaves out what has none`(
      sum: Double, text: String
    ) throws
  {
    let style = try read(
      #"""
      {"version": 8, "sources": {"a": {"type": "geojson", "data": "a.json", "cluster": true}}, "layers": [
        {"id": "rings", "type": "circle", "source": "a", "metadata": {"clustersnap:donut": {
          "segments": [{"property": "a", "color": "red"}, {"property": "b", "color": "blue"}]}}}]}
      """#)
    var warnings = StyleWarnings()
    var context = style.context(zoom: 3)
    context.feature = Marked(["a": .number(-3), "b": .number(sum)])
    let donut = try #require(style.layer("rings")?.settings.donut)
    let reading = donut.reading(in: context, noting: &warnings)
    #expect((reading.text.text, reading.total, donut.hole) == (text, sum, 0.6))
    #expect(donut.radius == nil)
    expect(reading.segments.count, equals: sum > 0 ? 1 : 0)
    #expect(reading.segments.allSatisfy { $0.start == 0 && $0.end == 1 })
    context.feature = Marked(["b": .number(2)])
    expect(
      donut.reading(in: context, noting: &warnings).total, equals: 2,
      "a missing share counts as 0 and is reported")
    expect(warnings.diagnostics.count, equals: 1)
  }
}
