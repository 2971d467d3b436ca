import Drawing
import Foundation
import SVGCanvas
import TestSupport
import Testing

@Suite struct `A scene as SVG` {
  private let small = Scene(
    size: Size(width: 200, height: 100.5), scale: 2, background: Color(red: 0.9, green: 0.95, blue: 1),
    title: "Stones & <paths>",
    layers: [
      SceneLayer(
        id: "land", opacity: 0.5,
        marks: [
          DrawItem(.fill(Fill(triangle(at: 10), .color(.black)))),
          DrawItem(.fill(Fill(triangle(at: 60), .color(.black)))),
          DrawItem(
            .stroke(Stroke(triangle(at: 60), .color(.white), width: 1.5, join: .round, dashes: [4, 2]))),
        ]),
      SceneLayer(
        id: "land",
        marks: [
          DrawItem(
            .circle(
              Circle(
                center: Point(x: 50, y: 40), radius: 20, fill: Color(red: 1, green: 0, blue: 0),
                strokeWidth: 2,
                stroke: .white)),
            subject: MarkDescription(id: "c1", count: 12, title: "12 stones", details: "north\nsouth")),
          DrawItem(
            .circle(
              Circle(
                center: Point(x: 90, y: 40), radius: 10, fill: Color(red: 1, green: 0, blue: 0),
                strokeWidth: 2,
                stroke: .white)),
            subject: MarkDescription(id: "\"2\"", count: 1, title: "")),
          DrawItem(.text(label("12", at: Point(x: 42, y: 45), advance: 16))),
        ]),
    ])

  @Test func `nests what is laid upon it, cut to its size, under ids of its own`() throws {
    let paper = Scene(
      size: Size(width: 420, height: 120), background: .white, layers: small.layers,
      insets: [Inset(small, at: Point(x: 10, y: 5.5)), Inset(small, at: Point(x: 215, y: 5.5))])
    let text = String(decoding: try SVGCanvas.svg(of: paper), as: UTF8.self)
    let lines = text.split(separator: "\n")
    expect(
      lines.filter { $0.hasPrefix("<svg x=") },
      equals: [
        "<svg x=\"10\" y=\"5.5\" width=\"200\" height=\"100.5\">",
        "<svg x=\"215\" y=\"5.5\" width=\"200\" height=\"100.5\">",
      ])
    expect(lines.count { $0 == "</svg>" }, equals: 3)
    expect(
      lines.filter { $0.hasPrefix("<rect") },
      equals: [
        "<rect width=\"420\" height=\"120\" fill=\"#fff\"/>",
        "<rect width=\"200\" height=\"100.5\" fill=\"#e6f2ff\"/>",
        "<rect width=\"200\" height=\"100.5\" fill=\"#e6f2ff\"/>",
      ])
    let ids = text.matches(of: #/ id="([^"]*)"/#).map { String($0.output.1) }
    expect(ids, equals: ["land", "land-2", "land-3", "land-4", "land-5", "land-6"])
    _ = try Document(Array(text.utf8))
  }

  @Test func `refuses an inset without a place or a size`() throws {
    var empty = small
    empty.size.width = 0
    let bad = [Inset(small, at: Point(x: .nan, y: 0)), Inset(empty, at: .zero)]
    for inset in bad {
      #expect(throws: SVGError.self) { try SVGCanvas.svg(of: Scene(size: small.size, insets: [inset])) }
    }
  }

  @Test func `reads as one would write it by hand`() throws {
    let text = String(decoding: try SVGCanvas.svg(of: small), as: UTF8.self)
    expect(
      text,
      equals: """
        <svg xmlns="http://www.w3.org/2000/svg" width="200" height="100.5" viewBox="0 0 200 100.5" role="img">
        <title>Stones &amp; &lt;paths&gt;</title>
        <rect width="200" height="100.5" fill="#e6f2ff"/>
        <g id="land" opacity=".5" fill-rule="evenodd">
         <path d="M10 10h20l-10 20z"/>
         <path d="M60 10h20l-10 20z"/>
         <path d="M60 10h20l-10 20z" fill="none" stroke="#fff" stroke-width="1.5" stroke-linejoin="round" stroke-dasharray="4 2"/>
        </g>
        <g id="land-2" stroke-width="2">
         <circle data-id="c1" data-count="12" cx="50" cy="40" r="21" fill="#f00" stroke="#fff"><title>12 stones</title><desc>north
        south</desc></circle>
         <circle data-id="&quot;2&quot;" data-count="1" cx="90" cy="40" r="11" fill="#f00" stroke="#fff"/>
         <text x="50" y="45" fill="#fff" font-family="Noto Sans,sans-serif" font-weight="700" font-size="12" text-anchor="middle">12</text>
        </g>
        </svg>

        """)
  }

  @Test func `begins with the words for readers who cannot see it`() throws {
    var scene = small
    scene.alt = AltText(title: "Steine", details: "12 < 13", language: "de")
    let text = String(decoding: try SVGCanvas.svg(of: scene), as: UTF8.self)
    #expect(
      text.hasPrefix(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="200" height="100.5" viewBox="0 0 200 100.5" role="graphics-document">
        <title lang="de">Steine</title>
        <desc lang="de">12 &lt; 13</desc>

        """))
  }

  /// Discs by their middles and counts, the label of each behind it; those at 10 and 14 overlap.
  @Test func `reads the largest first, and keeps above what lies above`() throws {
    var marks: [DrawItem] = []
    for (x, count) in [(100.0, 3), (10, 5), (14, 1), (50, 2), (14, 9), (80, 7)] {
      let circle = Circle(center: Point(x: x, y: 20), radius: 8, fill: .black)
      marks.append(
        DrawItem(
          .circle(circle), subject: MarkDescription(id: "\(x)", count: count, title: "\(count) points")))
      marks.append(DrawItem(.circle(Circle(center: Point(x: x, y: 20), radius: 2, fill: .white))))
    }
    var scene = Scene(size: Size(width: 120, height: 40), layers: [SceneLayer(id: "l", marks: marks)])
    scene.alt = AltText(title: "Map", details: "", language: "en")
    let text = String(decoding: try SVGCanvas.svg(of: scene), as: UTF8.self)
    let titles = text.matches(of: #/<title>(\d) points/#).map { String($0.output.1) }
    // The 9 lies over the 1, which lies over the 5.
    expect(titles, equals: ["7", "5", "3", "2", "1", "9"])
    #expect(text.contains("9 points</title></circle>\n <circle cx=\"14\" cy=\"20\" r=\"2\""))
  }

  @Test func `puts a prefix before every id, and refers to it`() throws {
    var options = SVGOptions()
    options.idPrefix = "a1-"
    let text = String(decoding: try SVGCanvas.svg(of: small, options: options), as: UTF8.self)
    let ids = text.matches(of: #/ id="([^"]*)"/#).map { String($0.output.1) }
    expect(ids, equals: ["a1-land", "a1-land-2"])
  }

  @Test func `writes once what most marks of a layer share, and where one differs`() throws {
    let colors = [Color.white, .white, .white, .white, .black, .transparent]
    let marks = colors.map {
      DrawItem(.circle(Circle(center: .zero, radius: 2, fill: $0, strokeWidth: 2, stroke: .white)))
    }
    try expect(
      lines(marks),
      equals: [
        ##"<g id="layer" fill="#fff" stroke="#fff" stroke-width="2">"##,
        ##" <circle cx="0" cy="0" r="3"/>"##, ##" <circle cx="0" cy="0" r="3"/>"##,
        ##" <circle cx="0" cy="0" r="3"/>"##,
        ##" <circle cx="0" cy="0" r="3"/>"##, ##" <circle cx="0" cy="0" r="3" fill="#000"/>"##,
        ##" <circle cx="0" cy="0" r="3" fill="none"/>"##, "</g>",
      ])
  }

  @Test func `is the same twice, and well-formed`() throws {
    let bytes = try SVGCanvas.svg(of: small)
    try expect(SVGCanvas.svg(of: small), equals: bytes)
    let root = try Document(bytes).root.children[0]
    expect(root.all("g").map { $0["id"] }, equals: ["land", "land-2"])
    expect(root.all("title").first?.text, equals: "Stones & <paths>")
    expect(root.all("circle")[0]["data-count"], equals: "12")
  }

  @Test func `does not depend on the scale`() throws {
    var large = small
    large.scale = 4
    try expect(SVGCanvas.svg(of: large), equals: SVGCanvas.svg(of: small))
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "]]>", "a & b", "\u{0}\u{8}\u{B}x", "\u{FFFE}\u{FFFF}", "\" onload=\"x", "'",
    "é\u{301}\u{301}", "مرحبا 12", "👩‍👩‍👧", "a\r\nb\tc", "&#0;", "\u{202E}abc",
  ])
  func `survives any label`(label: String) throws {
    let xml = label.unicodeScalars.map { scalar -> String in
      let isAllowed =
        scalar.value >= 0x20 && scalar.value < 0xFFFE || [0x9, 0xA, 0xD].contains(scalar.value)
        || scalar.value > 0xFFFF
      return isAllowed ? String(scalar) : "\u{FFFD}"
    }.joined()
    let run = SVGCanvasTests.label(label, at: .zero, advance: 5)
    let root = try Document([
      DrawItem(.text(run), subject: MarkDescription(id: label, count: 3, title: label, details: label))
    ])
    .root
    expect(root.all("text").map(\.text), equals: [xml])
    expect(root.all("title").map(\.text), equals: [xml])
    expect(root.all("desc").map(\.text), equals: [xml])
    expect(root.all("text")[0]["data-id"], equals: xml)
    #expect(root.all("script").isEmpty)
  }

  @Test func `refuses numbers that are none, and reports where`() throws {
    for bad in [Double.nan, .infinity, 2e9] {
      let marks: [DrawItem] = [
        DrawItem(.circle(Circle(center: Point(x: bad, y: 0), radius: 1, fill: .black))),
        DrawItem(.circle(Circle(center: .zero, radius: bad, fill: .black))),
        DrawItem(.fill(Fill(Path().moved(to: Point(x: bad, y: 0)), .color(.black)))),
        DrawItem(.stroke(Stroke(triangle(at: 0), .color(.black), width: bad))),
        DrawItem(.text(label("1", at: Point(x: 0, y: bad), advance: 3))),
      ]
      for mark in marks {
        let layers = [
          SceneLayer(id: "a"),
          SceneLayer(id: "b", marks: [DrawItem(.fill(Fill(Path(), .color(.black)))), mark]),
        ]
        let scene = Scene(size: Size(width: 10, height: 10), layers: layers)
        let error = #expect(throws: SVGError.self) { try SVGCanvas.svg(of: scene) }
        expect(error?.description, equals: SVGError.badNumber(bad, layer: "b", mark: 1).description)
      }
    }
    for size in [Size(width: 0, height: 1), Size(width: 1, height: .nan), Size(width: .infinity, height: 1)] {
      #expect(throws: SVGError.self) { try SVGCanvas.svg(of: Scene(size: size)) }
    }
  }
}

extension Path {
  /// A path with a first line from a point to the origin.
  fileprivate func moved(to point: Point) -> Path {
    var path = self
    path.move(to: point)
    path.line(to: .zero)
    return path
  }
}

/// A triangle 20 points wide and high.
func triangle(at x: Double) -> Path {
  var path = Path()
  path.move(to: Point(x: x, y: 10))
  path.line(to: Point(x: x + 20, y: 10))
  path.line(to: Point(x: x + 10, y: 30))
  path.close()
  return path
}

/// One piece of white bold text, its middle kept; its outline is a box.
func label(_ text: String, at origin: Point, advance: Double, halo: TextRun.Halo? = nil) -> TextRun {
  TextRun(fragments: [piece(text, at: origin, advance: advance)], halo: halo)
}

/// One piece of text; its outline is a box.
func piece(
  _ text: String, at origin: Point, advance: Double, color: Color = .white, name: String = "Noto Sans Bold"
) -> TextRun.Fragment {
  var outline = Path()
  outline.add(Rectangle(x: 0, y: -8, width: advance, height: 8))
  return TextRun.Fragment(
    text: text, font: Font(names: [name], size: 12), color: color, origin: origin, advance: advance,
    outline: outline)
}
