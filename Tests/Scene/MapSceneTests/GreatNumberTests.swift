import CairoCanvas
import Drawing
import MapContent
import MapGeometry
import TestSupport
import Testing

/// No number of a style or of its data keeps a picture from being drawn.
@Suite struct `Great numbers` {
  private static let numbers = ["1e300", "1e9", "-1e300"]

  /// A layer of each kind with one number of the property.
  private static func layer(_ property: String, _ value: String) -> String {
    let kind = property.hasPrefix("circle") ? "circle" : property.hasPrefix("line") ? "line" : "symbol"
    let type = property.hasPrefix("heatmap") ? "heatmap" : property.hasPrefix("fill") ? "fill" : kind
    let isLayout =
      type == "symbol" && !property.contains("halo") && !property.contains("translate")
    var layout =
      type == "symbol" ? [#""text-field": "Abc", "icon-image": "pin", "text-allow-overlap": true"#] : []
    var paint = type == "symbol" ? [#""text-halo-color": "red", "text-halo-width": 1"#] : []
    if property.hasPrefix("text-halo-width") { paint = [#""text-halo-color": "red""#] }
    if property.hasPrefix("line-dash") { paint = [#""line-width": 3"#] }
    if isLayout {
      layout.append("\"\(property)\": \(value)")
    } else {
      paint.append("\"\(property)\": \(value)")
    }
    return """
      {"id": "l", "type": "\(type)", "source": "a", "layout": {\(layout.joined(separator: ", "))},
       "paint": {\(paint.joined(separator: ", "))}}
      """
  }

  private static let data = """
    {"type": "FeatureCollection", "features": [
      \(feature("Point", "[0, 0]", properties: #"{"w": 1e300}"#)),
      \(feature("Point", "[20, 0]", properties: #"{"w": 1}"#)),
      \(feature("LineString", "[[-40, 0], [0, 40], [0.1, -40]]", properties: #"{"w": 1e300}"#)),
      \(feature("Polygon", "[[[-9, -9], [9, -9], [9, 9], [-9, -9]]]", properties: #"{"w": 1e300}"#))]}
    """

  private func images() throws -> ImageSet {
    let images = try with(ImageSet()) { try $0.add(SpriteImage(plain(20, 10)), named: "pin") }
    return images
  }

  /// Draws at the largest scale; canvases must take what comes out.
  private func reported(_ layer: String) throws -> [String] {
    let snapshot = try drawn(
      layer, of: Self.data, images: images(), size: 100, scale: 4, shaper: PangoTextShaper())
    _ = try CairoCanvas.bitmap(of: snapshot.scene)
    #expect(snapshot.scene.layers.reduce(0) { $0 + $1.marks.count } < 2000)
    return snapshot.notes.filter { $0.code == "too-large" }.map(\.message)
  }

  @Test(arguments: [
    "circle-radius", "circle-stroke-width", "circle-blur", "line-width", "line-gap-width", "line-blur",
    "text-size", "text-halo-width", "text-halo-blur", "text-padding", "icon-size", "icon-halo-width",
    "heatmap-radius", "heatmap-weight", "heatmap-intensity",
  ])
  func `above nothing are brought down and reported once`(property: String) throws {
    try expect(reported(Self.layer(property, "1e300")).count, equals: 1)
    try expect(reported(Self.layer(property, "1e100")).count, equals: 1)
  }

  @Test(arguments: [
    "line-offset", "text-letter-spacing", "text-line-height", "text-radial-offset",
  ])
  func `below nothing are brought up, too`(property: String) throws {
    try expect(reported(Self.layer(property, "1e300")).count, equals: 1)
    let low = try reported(Self.layer(property, "-1e300"))
    #expect((low.count, low.first?.hasPrefix("-1e+300 is more than can be drawn; -")) == (1, true))
  }

  @Test(arguments: [
    "circle-translate", "line-translate", "fill-translate", "text-translate", "text-offset", "icon-translate",
    "icon-offset", "line-dasharray",
  ])
  func `in pairs are brought down each`(property: String) throws {
    try expect(reported(Self.layer(property, "[1e300, 1]")).count, equals: 1)
    try expect(reported(Self.layer(property, "[1, 1e9]")).count, equals: 1)
  }

  @Test(arguments: [
    ("icon-text-fit-padding", #"[1, 1e300, 1, 1], "icon-text-fit": "both""#), ("icon-padding", "[1e300]"),
    ("text-variable-anchor-offset", #"["top", [1e300, 0], "left", [1, 1]]"#),
  ])
  func `in lists are brought down each`(property: String, value: String) throws {
    try expect(reported(Self.layer(property, value)).count, equals: 1)
  }

  @Test(arguments: [
    ("text-max-width", "99999"), ("text-max-width", "1e300"), ("line-miter-limit", "1e300"),
    ("text-rotate", "1e300"), ("icon-rotate", "1e300"), ("circle-sort-key", "1e300"),
  ])
  func `that are usual are drawn as they are`(property: String, value: String) throws {
    let layer =
      property == "circle-sort-key" || property == "line-miter-limit"
      ? #"{"id": "l", "type": "\#(property.prefix { $0 != "-" })", "source": "a", "layout": {"\#(property)": \#(value)}}"#
      : Self.layer(property, value)
    try expect(reported(layer), equals: [])
  }

  @Test func `of the data are counted, and the first is named`() throws {
    let snapshot = try drawn(
      Self.layer("text-size", #"["get", "w"]"#),
      of: points([(0, 0, #"{"w": 2000000}"#), (20, 0, #"{"w": 10}"#), (30, 0, #"{"w": 1e300}"#)]), size: 300)
    let reported = snapshot.notes.filter { $0.code == "too-large" }
    expect(
      reported.map(\.message),
      equals: [
        "2000000 is more than can be drawn; 2000 is taken; first met in feature 1"
      ])
    #expect((reported.first?.count, reported.first?.path.dotted) == (2, "layers[0].layout.text-size"))
    // The other record has its label.
    #expect(snapshot.marks("l").contains { $0.contains("\"Abc\"") && $0.contains("10") })
  }

  @Test func `of turns are reported without their whole turns`() throws {
    let marks = try drawn(Self.layer("text-rotate", "36030"), of: points([(0, 0, "{}")])).marks("l")
    expect(marks.count, equals: 1)
    expect(marks.first?.contains("rotated 30.00"), equals: true)
  }

  @Test func `of a section's scale are brought down`() throws {
    try expect(
      reported(
        Self.layer("text-translate", "[0, 0]").replacing(
          "\"Abc\"", with: #"["format", "a", {"font-scale": 1e300}]"#)
      ).count, equals: 1)
  }

  @Test func `leave no more copies of a point than can be seen`() throws {
    let frame = ViewFrame(try frame(zoom: -2))
    for margin in [1e300, .infinity, 1e9, Double.nan] {
      #expect(frame.appearances(of: WorldPoint(x: 0.5, y: 0.5), margin: margin).count < 500)
    }
    for shift in [1e300, -1e300, .infinity, .nan] {
      #expect(
        frame.appearances(of: WorldPoint(x: 0.5, y: 0.5), margin: 10, shift: Point(x: shift, y: 0)).count
          < 500)
    }
    // Three worlds of 128 points and a bit; shifted by a world and a half, other copies are seen.
    let plain = frame.appearances(of: WorldPoint(x: 0.5, y: 0.5), margin: 0)
    let shifted = frame.appearances(of: WorldPoint(x: 0.5, y: 0.5), margin: 0, shift: Point(x: 192, y: 0))
    expect(plain.map(\.x), equals: [72, 200, 328])
    expect(shifted.map(\.x), equals: [-184, -56, 72, 200])
  }
}
