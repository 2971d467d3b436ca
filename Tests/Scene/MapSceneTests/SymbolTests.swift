import CairoCanvas
import Drawing
import MapContent
import MapGeometry
import MapScene
import TestSupport
import Testing

@Suite struct `Icons and texts` {
  private let here = points([(0, 0, #"{"name": "Abcd"}"#)])

  private func images() throws -> ImageSet {
    var images = ImageSet()
    images.add(SpriteImage(try plain(20, 10)), named: "pin")
    images.add(SpriteImage(try plain(40, 20), pixelRatio: 2), named: "fine")
    // The distance field of a disc of radius 6.
    let disc = (0..<256).flatMap { index -> [UInt8] in
      let (x, y) = (Double(index % 16) - 7.5, Double(index / 16) - 7.5)
      let depth = 6 - (x * x + y * y).squareRoot()
      return [0, 0, 0, UInt8(min(255, max(0, (0.75 + depth / 8) * 255)))]
    }
    let shape = try #require(Bitmap(width: 16, height: 16, pixels: disc))
    images.add(SpriteImage(shape, isSDF: true), named: "shape")
    return images
  }

  private func symbols(
    _ layout: String, paint: String = "", of geoJSON: String? = nil, scale: Double = 1
  ) throws -> Snapshot {
    let layer = """
      {"id": "s", "type": "symbol", "source": "a", "layout": {\(layout)}, "paint": {\(paint)}}
      """
    return try drawn(layer, of: geoJSON ?? here, images: images(), scale: scale)
  }

  private func icon(_ layout: String, paint: String = "") throws -> ImageMark {
    let snapshot = try symbols(layout, paint: paint)
    return try #require(snapshot.scene.layers.last?.marks.first?.image)
  }

  @Test(arguments: [
    (#""icon-image": "pin""#, Rectangle(x: 90, y: 95, width: 20, height: 10)),
    (#""icon-image": "fine""#, Rectangle(x: 90, y: 95, width: 20, height: 10)),
    (#""icon-image": "pin", "icon-size": 2"#, Rectangle(x: 80, y: 90, width: 40, height: 20)),
    (#""icon-image": "pin", "icon-anchor": "bottom""#, Rectangle(x: 90, y: 90, width: 20, height: 10)),
    (#""icon-image": "pin", "icon-anchor": "top-left""#, Rectangle(x: 100, y: 100, width: 20, height: 10)),
    // Offsets grow with the icon.
    (
      #""icon-image": "pin", "icon-size": 2, "icon-offset": [5, -3]"#,
      Rectangle(x: 90, y: 84, width: 40, height: 20)
    ),
    // Turned about the point, not about its middle: the middle at 100, 95 goes to 105, 100.
    (
      #""icon-image": "pin", "icon-anchor": "bottom", "icon-rotate": 90"#,
      Rectangle(x: 95, y: 95, width: 20, height: 10)
    ),
  ])
  func `stand at their point`(layout: String, expected: Rectangle) throws {
    let rectangle = try icon(layout).rectangle
    for (a, b) in [
      (rectangle.x, expected.x), (rectangle.y, expected.y), (rectangle.width, expected.width),
      (rectangle.height, expected.height),
    ] { #expect(abs(a - b) < 1e-9, "\(rectangle)") }
  }

  @Test func `are as opaque and as far away as asked for`() throws {
    let image = try icon(#""icon-image": "pin""#, paint: #""icon-opacity": 0.5, "icon-translate": [3, 4]"#)
    expect(image.opacity, equals: 0.5)
    expect(image.rectangle, equals: Rectangle(x: 93, y: 99, width: 20, height: 10))
  }

  @Test func `take the color of their layer where they are bare shapes`() throws {
    let image = try icon(#""icon-image": "shape""#, paint: #""icon-color": "blue""#)
    #expect(image.bitmap[8, 8] == (0, 0, 255, 255))
    expect(image.rectangle, equals: Rectangle(x: 92, y: 92, width: 16, height: 16))
    let framed = try icon(
      #""icon-image": "shape""#,
      paint: #""icon-color": "blue", "icon-halo-color": "white", "icon-halo-width": 2"#)
    expect(framed.rectangle, equals: Rectangle(x: 89, y: 89, width: 22, height: 22))
    // Three pixels of margin; the disc ends 6 from the middle at 11, its edge 8.
    #expect(framed.bitmap[11 - 7, 11].red > 220)
    #expect(framed.bitmap[11 - 7, 11].alpha > 250)
    #expect(framed.bitmap[11 - 3, 11] == (0, 0, 255, 255))
    #expect(framed.bitmap[1, 11].alpha < 5)
  }

  @Test func `fit their icon around their text`() throws {
    // Four letters of 8 points, one line of 19.2: a block of 32 × 19.2 about 100, 100.
    let text = #""icon-image": "pin", "text-field": "{name}", "text-allow-overlap": true"#
    let both = try icon(
      text + #", "icon-text-fit": "both", "icon-text-fit-padding": [1, 2, 3, 4], "text-anchor": "top-left""#)
    #expect(abs(both.rectangle.x - 96) < 1)
    #expect(abs(both.rectangle.y - 99) < 1)
    #expect((both.rectangle.width, both.rectangle.height) == (38, 24))
    let wide = try icon(text + #", "icon-text-fit": "width""#)
    #expect((wide.rectangle.width, wide.rectangle.height) == (32, 10))
    expect(wide.rectangle.center, equals: Point(x: 100, y: 100))
  }

  /// An image of 40 × 20 with ends of 10 that are not stretched; the text goes between them, above a foot of 6.
  private func bubble(
    _ width: SpriteImage.TextFitting = .stretchOrShrink, _ height: SpriteImage.TextFitting = .stretchOrShrink,
    ratio: Double = 1
  ) throws -> ImageSet {
    var images = ImageSet()
    images.add(
      SpriteImage(
        try plain(40, 20), pixelRatio: ratio, stretchX: [10...18, 22...30], stretchY: [2...14],
        content: Rectangle(x: 10, y: 2, width: 20, height: 12), textFitWidth: width, textFitHeight: height),
      named: "bubble")
    return images
  }

  private func fitted(_ text: String, _ layout: String, _ images: ImageSet) throws -> Rectangle {
    let layer = """
      {"id": "s", "type": "symbol", "source": "a", "layout": {"icon-image": "bubble", "text-field": "\(text)",
       "text-allow-overlap": true, "icon-allow-overlap": true, \(layout)}}
      """
    let marks = try drawn(layer, of: here, images: images).scene.layers.last?.marks ?? []
    let image = try #require(marks.first?.image)
    return image.rectangle
  }

  @Test func `keep the fixed parts of an icon that is fitted to its text`() throws {
    let both = #""icon-text-fit": "both", "icon-text-fit-padding": [1, 4, 1, 4]"#
    // The content is as large as the text and its padding, 56 × 21.2; the ends of 10 and the foot of 6 stay.
    let large = try fitted("Abcdef", both, bubble())
    #expect((large.width, large.center.x) == (76, 100))
    #expect(abs(large.height - 30) < 1)
    // The content begins 2 below the top: 89.4 − 2.
    #expect(abs(large.y - 87.4) < 1)
    // Two pixels a point: the fixed parts are half as large.
    try expect(fitted("Abcdef", both, bubble(ratio: 2)).width, equals: 66)
    // Never smaller than what is fixed in the content, 4 between its two zones.
    let tight = try fitted(
      "i", #""icon-text-fit": "width", "icon-text-fit-padding": [0, -20, 0, -20]"#, bubble())
    #expect((tight.width, tight.height, tight.center.x) == (24, 20, 100))
  }

  @Test func `keep an icon in shape where it is fitted in proportion`() throws {
    // 56 × 19.2 are wanted; the content is 20 × 12.
    let both = #""icon-text-fit": "both", "icon-text-fit-padding": [0, 4, 0, 4]"#
    try expect(fitted("Abcdef", both, bubble(.proportional, .proportional)).width, equals: 20 + 32)
    // A width that may not shrink does not: 16 are wanted, 32 is in shape. One that is wide enough stays.
    try expect(fitted("a", both, bubble(.stretchOnly, .proportional)).width, equals: 20 + 32)
    try expect(fitted("Abcdef", both, bubble(.stretchOnly, .proportional)).width, equals: 20 + 56)
    try expect(fitted("a", both, bubble(.stretchOrShrink, .proportional)).width, equals: 20 + 16)
    // 56 / 20 · 12 are 33.6 in height.
    try expect(fitted("Abcdef", both, bubble(.proportional, .stretchOnly)).height, equals: 8 + 34)
    try expect(fitted("a", both, bubble(.proportional, .stretchOnly)).height, equals: 28)
  }

  @Test func `draw all icons of a layer beneath all its texts`() throws {
    let two = points([(0, 0, "{}"), (2, 0, "{}")])
    let marks = try symbols(
      #""icon-image": "pin", "text-field": "x", "icon-allow-overlap": true, "text-allow-overlap": true"#,
      of: two
    ).marks("s")
    expect(marks.map { $0.prefix(5) }, equals: ["image", "image", "text ", "text "])
  }

  @Test func `put images into their text`() throws {
    let marks = try symbols(
      #""text-field": ["format", "ab", {}, ["image", "pin"], {}, "c", {"font-scale": 2}]"#
    )
    .marks("s")
    expect(marks.count, equals: 2)
    // 16 points of letters, 20 of image, 16 of the large letter: the image's room begins 26 − 16 left of the middle,
    // the image a pixel into it.
    #expect((marks.first?.contains("in 91.00,"), marks.first?.contains(" 20.00x10.00")) == (true, true))
    #expect((marks.last?.contains("\"ab\""), marks.last?.contains("\"c\"")) == (true, true))
    expect(marks.last?.contains("at 110.00,"), equals: true)
    // A bare shape has the color of the letters, and room is made for what is higher than the line.
    let layout =
      #""text-field": ["format", ["image", "shape"]], "icon-image": "pin", "icon-text-fit": "both""#
    let shape = try symbols(layout, paint: #""text-color": "red""#)
    expect(shape.marks("s").count, equals: 2)
    #expect(shape.marks("s")[0].contains(" 16.00x"))
    guard case .image(let image)? = shape.scene.layers.last?.marks.last?.shape else { return }
    #expect(image.bitmap[8, 8] == (255, 0, 0, 255))
    expect(image.rectangle.height, equals: 16)
  }

  @Test func `report images that are missing`() throws {
    let snapshot = try symbols(#""icon-image": "pn", "text-field": "x", "text-optional": true"#)
    expect(snapshot.marks("s").count, equals: 1)
    expect(snapshot.reported.first?.hasPrefix("missing-image: there is no image \"pn\""), equals: true)
    expect(snapshot.notes.first?.path.pointer, equals: "/layers/0/layout/icon-image")
    #expect(snapshot.notes.first?.position != nil)
    // What asks before it takes is no fault.
    try expect(
      symbols(#""icon-image": ["coalesce", ["image", "pn"], ["image", "pin"]]"#).reported, equals: [])
  }

  @Test func `draw no boxes for letters that no font has, and report them once`() throws {
    func layer(_ id: String, _ text: String) -> String {
      #"{"id": "\#(id)", "type": "symbol", "source": "a", "layout": {"text-field": "\#(text)"}}"#
    }
    let snapshot = try drawn(
      layer("a", "東京") + "," + layer("b", "東 a"), of: points([(0, 0, "{}")]), shaper: PangoTextShaper())
    #expect((snapshot.marks("a"), snapshot.marks("b").count) == ([], 1))
    expect(
      snapshot.reported,
      equals: [
        "missing-glyph: no font at hand has the characters U+6771 U+4EAC; name one that has with \"font\""
      ])
  }

  @Test func `report once that texts are cut which are too long to be drawn`() throws {
    func layer(_ id: String, _ length: Int) -> String {
      let text = String(repeating: "a", count: length)
      return #"{"id": "\#(id)", "type": "symbol", "source": "a", "layout": {"text-field": "\#(text)"}}"#
    }
    func snapshot(_ layers: String) throws -> Snapshot {
      try drawn(layers, of: points([(0, 0, "{}")]), shaper: PangoTextShaper())
    }
    #expect(try !snapshot(layer("a", 256)).reported.contains { $0.hasPrefix("long-text") })
    let long = try snapshot(layer("a", 257) + "," + layer("b", 300))
    expect(
      long.reported.filter { $0.hasPrefix("long-text") },
      equals: [
        #"long-text: a text beyond 256 characters is cut; shorten it, as with ["slice", …]"#
      ])
    expect(long.notes.first { $0.code == "long-text" }?.path.pointer, equals: "/layers/1/layout/text-field")
  }

  @Test func `report fonts that are missing, each stack once, but not the default that nobody set`() throws {
    let layers = """
      {"id": "a", "type": "symbol", "source": "a", "layout": {"text-field": "x"}},
      {"id": "b", "type": "symbol", "source": "a", "layout": {"text-field": "x", "text-font": ["No Sans", "No Serif"]}},
      {"id": "c", "type": "symbol", "source": "a",
       "layout": {"text-field": ["format", "x", {"text-font": ["literal", ["No Sans", "No Serif"]]}]}}
      """
    let snapshot = try drawn(layers, of: here, shaper: FacelessShaper())
    let note = snapshot.notes.first { $0.code == "missing-font" }
    #expect(
      note?.path.pointer == "/layers/1/layout/text-font"
        || note?.path.pointer == "/layers/2/layout/text-field")
    #expect(note?.position != nil)
    expect(
      snapshot.reported.filter { $0.hasPrefix("missing-font") },
      equals: [
        "missing-font: there is no font \"No Sans\" or \"No Serif\", so the nearest one at hand is used; "
          + "name its file with \"font\""
      ])
  }

  // MARK: Placement

  /// Two symbols so near that their icons meet.
  private let close = points([(0, 0, "{}"), (8, 0, "{}")])

  private func drawnParts(_ layout: String, of geoJSON: String? = nil) throws -> (icons: Int, texts: Int) {
    let marks = try symbols(#""icon-image": "pin", "text-field": "abc""# + layout, of: geoJSON ?? close)
      .marks("s")
    return (marks.count { $0.hasPrefix("image") }, marks.count { $0.hasPrefix("text") })
  }

  @Test(arguments: [
    ("", 1, 1),
    (#", "icon-allow-overlap": true"#, 1, 1),
    (#", "icon-allow-overlap": true, "text-optional": true"#, 2, 1),
    (#", "text-allow-overlap": true, "icon-optional": true"#, 1, 2),
    (#", "text-allow-overlap": true, "icon-allow-overlap": true"#, 2, 2),
    (#", "text-overlap": "cooperative", "icon-overlap": "cooperative""#, 2, 2),
    (#", "text-ignore-placement": true, "icon-ignore-placement": true"#, 2, 2),
  ])
  func `find their place together unless one may be missing`(
    layout: String, icons: Int, texts: Int
  ) throws {
    let parts = try drawnParts(layout)
    #expect(parts == (icons, texts))
  }

  @Test func `let the lowest sort key be placed first and drawn first`() throws {
    let two = points([(0, 0, #"{"k": 2}"#), (2, 0, #"{"k": 1}"#)])
    let layout = #""icon-image": "pin", "symbol-sort-key": ["get", "k"]"#
    let one = try symbols(layout, of: two)
    // 2° are 2.8 points.
    expect(one.marks("s").count, equals: 1)
    #expect(one.marks("s")[0].contains("in 93.00,95.00"))
    let both = try symbols(layout + #", "icon-allow-overlap": true"#, of: two).marks("s")
    expect(both.count, equals: 2)
    expect(both.last?.contains("in 90.00,95.00"), equals: true)
  }

  @Test func `draw lower ones over higher ones where they may overlap`() throws {
    let two = points([(0, -5, "{}"), (2, 5, "{}")])
    func order(_ layout: String) throws -> [Bool] {
      try symbols(#""icon-image": "pin", "icon-allow-overlap": true"# + layout, of: two).marks("s").map {
        $0.contains("in 90.00,")
      }
    }
    try expect(order(""), equals: [false, true])
    try expect(order(#", "symbol-z-order": "source""#), equals: [true, false])
    try expect(order(#", "symbol-z-order": "viewport-y""#), equals: [false, true])
  }

  @Test func `keep their icon when variable anchors move the text`() throws {
    let marks = try symbols(
      #""icon-image": "pin", "text-field": "abc", "text-variable-anchor": ["bottom", "top"], "text-offset": [0, 1]"#,
      of: points([(0, 0, "{}"), (0, -17.4, "{}")])
    ).marks("s")
    expect(marks.count, equals: 4)
    #expect(marks[0].contains("in 90.00,95.00"))
  }

  @Test func `of bare icons stand for their points`() throws {
    let mark = try symbols(#""icon-image": "pin""#).scene.layers.last?.marks.first
    expect(mark?.subject?.title, equals: "Abcd")
  }

  // MARK: Areas and lines

  @Test func `stand where an area has most room`() throws {
    // An L whose corner is the widest place.
    let place = try #require(
      poleOfInaccessibility(
        of: [
          [
            WorldPoint(x: 0, y: 0), WorldPoint(x: 100, y: 0), WorldPoint(x: 100, y: 30),
            WorldPoint(x: 40, y: 30),
            WorldPoint(x: 40, y: 100),
            WorldPoint(x: 0, y: 100), WorldPoint(x: 0, y: 0),
          ]
        ], precision: 1))
    // The largest circle touches both outer edges and the inner corner: r = (40 − r)…: about 20.5.
    #expect((19...23).contains(place.x))
    #expect((15...24).contains(place.y))
    let ring = [
      WorldPoint(x: 0, y: 0), WorldPoint(x: 90, y: 0), WorldPoint(x: 90, y: 90), WorldPoint(x: 0, y: 90),
    ]
    let hole = [
      WorldPoint(x: 10, y: 10), WorldPoint(x: 60, y: 10), WorldPoint(x: 60, y: 60), WorldPoint(x: 10, y: 60),
    ]
    let beside = try #require(poleOfInaccessibility(of: [ring, hole], precision: 1))
    #expect(beside.x > 60 || beside.y > 60)
    let marks = try symbols(
      #""text-field": "x""#, of: feature("Polygon", "[[[0, 0], [60, 0], [60, 60], [0, 60], [0, 0]]]")
    ).marks("s")
    expect(marks.count, equals: 1)
  }

  @Test func `stand at the middle of a line, along it and upright`() throws {
    let line = feature("LineString", "[[45, 0], [-45, 0]]")
    let layout = #""symbol-placement": "line-center", "text-field": "abc", "icon-image": "pin""#
    let marks = try symbols(layout, of: line).marks("s")
    expect(marks.count, equals: 2)
    #expect(marks[0].contains("rotated 180.00"))
    #expect(!marks[1].contains("rotated"))
    // Points are no lines.
    try expect(symbols(layout).marks("s"), equals: [])
  }
}

/// Has no face of any name.
private struct FacelessShaper: TextShaper {
  func shape(_ request: TextRequest) throws(TextShapingError) -> ShapedText {
    try HalfEmShaper().shape(request)
  }

  func hasFace(named names: [String]) throws(TextShapingError) -> Bool { false }
}
