import Drawing
import Foundation
import SVGCanvas
import TestSupport
import Testing

@Suite struct `Circles as SVG` {
  private func circle(fill: Double, stroke: Double, width: Double = 2, blur: Double = 0) throws -> [String] {
    try lines([
      DrawItem(
        .circle(
          Circle(
            center: Point(x: 5, y: 6), radius: 10, fill: Color.black.multiplyingAlpha(by: fill),
            strokeWidth: width,
            stroke: Color.white.multiplyingAlpha(by: stroke), blur: blur)))
    ]).filter { $0.contains("<circle") }
  }

  @Test func `have their ring outside their radius`() throws {
    try expect(
      circle(fill: 1, stroke: 1),
      equals: [##" <circle cx="5" cy="6" r="11" stroke="#fff" stroke-width="2"/>"##]
    )
    try expect(
      circle(fill: 0.5, stroke: 0), equals: [##" <circle cx="5" cy="6" r="10" fill-opacity=".5"/>"##])
    try expect(circle(fill: 1, stroke: 1, width: 0), equals: [##" <circle cx="5" cy="6" r="10"/>"##])
    try expect(
      circle(fill: 0, stroke: 1),
      equals: [##" <circle cx="5" cy="6" r="11" fill="none" stroke="#fff" stroke-width="2"/>"##])
    try expect(circle(fill: 0, stroke: 0), equals: [])
  }

  @Test func `of a run are written one by one`() throws {
    let disc = Circle(center: .zero, radius: 2, fill: .black)
    let run = CircleRun(disc, at: [Point(x: 5, y: 6), Point(x: 7, y: 8)])
    try expect(lines([DrawItem(.circles(run))]), equals: lines(run.circles.map { DrawItem(.circle($0)) }))
  }

  @Test func `show no band where a translucent ring meets a translucent disc`() throws {
    try expect(
      circle(fill: 0.5, stroke: 0.5),
      equals: [##" <circle cx="5" cy="6" r="11" stroke="#fff" stroke-width="2" opacity=".5"/>"##])
    try expect(
      circle(fill: 0.25, stroke: 0.5),
      equals: [
        ##" <circle cx="5" cy="6" r="11" fill-opacity=".5" stroke="#fff" stroke-width="2" opacity=".5"/>"##
      ])
    try expect(
      circle(fill: 1, stroke: 0.5),
      equals: [
        ##"  <circle cx="5" cy="6" r="10"/>"##,
        ##"  <circle cx="5" cy="6" r="11" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="2"/>"##,
      ])
  }

  @Test func `fade by gradients that equal circles share`() throws {
    let mark = DrawItem(.circle(Circle(center: .zero, radius: 10, fill: .black, blur: 1)))
    let root = try Document([mark, mark]).root
    expect(root.all("radialGradient").count, equals: 1)
    expect(root.all("g").first?["fill"], equals: "url(#blur-1)")
    let stops = root.all("stop")
    expect(stops.first?["stop-opacity"], equals: nil)
    #expect((stops.last?["offset"], stops.last?["stop-opacity"]) == ("1", "0"))
    // Halfway, where the smooth step is one half.
    expect(stops.first { $0["offset"] == ".5" }?["stop-opacity"], equals: ".5")
  }
}

@Suite struct `Text as SVG` {
  private let halo = TextRun.Halo(color: .black, width: 1)

  @Test func `keeps its place by its alignment`() throws {
    for (alignment, x) in [(TextRun.Alignment.start, "10"), (.middle, "14"), (.end, "18")] {
      var run = label("12", at: Point(x: 10, y: 20), advance: 8)
      run.alignment = alignment
      let text = try #require(try Document([DrawItem(.text(run))]).root.all("text").first)
      #expect((text["x"], text["y"]) == (x, "20"))
      expect(text["text-anchor"], equals: alignment == .start ? nil : alignment.rawValue)
    }
  }

  @Test func `has a span a line and a span a piece that looks different`() throws {
    let run = TextRun(
      fragments: [
        piece("Berlin ", at: Point(x: 0, y: 10), advance: 40),
        piece("Mitte", at: Point(x: 10, y: 24), advance: 20),
        piece("12", at: Point(x: 30, y: 24), advance: 10, color: .black, name: "Noto Sans Regular"),
      ], rotation: 90, pivot: Point(x: 1, y: 2), opacity: 0.5)
    try expect(
      lines([DrawItem(.text(run))])[1],
      equals: """
         <text x="20" y="10" fill="#fff" font-family="Noto Sans,sans-serif" font-weight="700" font-size="12" \
        text-anchor="middle" opacity=".5" transform="rotate(90 1 2)">Berlin<tspan x="25" y="24">Mitte<tspan \
        fill="#000" font-weight="400">12</tspan></tspan></text>
        """)
  }

  @Test func `along a line is one text whose letters each have a place and a turn`() throws {
    var letters = [
      piece("U", at: Point(x: 1, y: 10), advance: 5), piece("s", at: Point(x: 6, y: 9), advance: 5),
      piece("k", at: Point(x: 10, y: 7), advance: 5, color: .black),
    ]
    letters[1].rotation = -20
    letters[2].rotation = -30
    let text = try #require(
      try Document([DrawItem(.text(TextRun(fragments: letters)))]).root.all("text").first)
    #expect((text["x"], text["y"], text["rotate"]) == ("1 6 10", "10 9 7", "0 -20 -30"))
    #expect((text.text, text["text-anchor"]) == ("Usk", nil))
    expect(text.all("tspan").map { [$0["x"], $0.text] }, equals: [[nil, "k"]])
    let halo = TextRun(fragments: letters, halo: halo)
    let both = try Document([DrawItem(.text(halo))]).root.all("text")
    expect(both.map { $0["rotate"] }, equals: ["0 -20 -30", "0 -20 -30"])
    // Where a list of places could name the wrong letter, outlines are drawn.
    letters[0].text = "U\u{301}"
    #expect(try Document([DrawItem(.text(TextRun(fragments: letters)))]).root.all("text").isEmpty)
  }

  @Test func `has its halo beneath`() throws {
    let two = TextRun(
      fragments: [piece("a", at: .zero, advance: 5), piece("b", at: Point(x: 5, y: 0), advance: 5)],
      halo: halo)
    for (run, text) in [(label("1", at: .zero, advance: 5, halo: halo), "1"), (two, "ab")] {
      let texts = try Document([DrawItem(.text(run))]).root.all("text")
      expect(texts.map(\.text), equals: [text, text])
      #expect((texts[0]["aria-hidden"], texts[0]["fill"], texts[0]["stroke"]) == ("true", "none", "#000"))
      #expect((texts[0]["stroke-width"], texts[1]["aria-hidden"], texts[1]["stroke"]) == ("2", nil, nil))
    }
  }

  @Test(arguments: [1, 2])
  func `has a halo that fades beneath, blurred, in text and in outlines`(count: Int) throws {
    var soft = halo
    soft.color = Color(red: 1, green: 0, blue: 0, alpha: 0.5)
    (soft.width, soft.blur) = (3, 2)
    let run = TextRun(
      fragments: (0..<count).map { piece("a", at: Point(x: Double($0) * 5, y: 0), advance: 5) }, halo: soft)
    for (options, element) in [(SVGOptions(), "text"), (SVGOptions(text: .outlines), "path")] {
      let root = try Document([DrawItem(.text(run))], options: options).root
      let all = root.all(element)
      expect(all.count, equals: 2)
      let (beneath, letters) = (all[0], all[1])
      // As steep at its edge as an even fade over twice 2 points: 2 · 2 / √2π.
      let filter = try #require(root.all("filter").first)
      expect(root.all("feGaussianBlur").map { $0["stdDeviation"] }, equals: ["1.596"])
      #expect((beneath["filter"], letters["filter"]) == ("url(#\(filter["id"] ?? ""))", nil))
      #expect(beneath["stroke"] == "red" || beneath["stroke"] == "#f00")
      #expect((beneath["fill"], beneath["stroke-width"]) == (beneath["stroke"], "6"))
      #expect((beneath["opacity"], beneath["stroke-opacity"], letters["stroke"]) == (".5", nil, nil))
    }
  }

  @Test func `keeps spaces only where a viewer would drop them`() throws {
    for (text, keeps) in [("a b", false), (" a", true), ("a ", true), ("a  b", true), ("a\tb", true)] {
      let node = try Document([DrawItem(.text(label(text, at: .zero, advance: 5)))]).root.all("text")[0]
      expect(node["xml:space"] == "preserve", equals: keeps)
      expect(node.text, equals: text)
    }
  }

  @Test func `leaves the room in a line that something else takes`() throws {
    let run = TextRun(fragments: [
      piece("see ", at: Point(x: 10, y: 10), advance: 20),
      piece("inline", at: Point(x: 50, y: 10), advance: 30),
      piece("below", at: Point(x: 40, y: 24), advance: 20),
    ])
    let text = try #require(try Document([DrawItem(.text(run))]).root.all("text").first)
    #expect((text["x"], text["text-anchor"]) == ("10", nil))
    expect(text.all("tspan").map { [$0["x"], $0.text] }, equals: [["50", "inline"], ["40", "below"]])
  }

  @Test func `leaves the order of mixed scripts to the viewer`() throws {
    let text = "\u{5E9}\u{5DC}\u{5D5}\u{5DD} 123"
    let node = try #require(
      try Document([DrawItem(.text(label(text, at: .zero, advance: 5)))]).root.all("text").first)
    #expect((node.text, node["unicode-bidi"]) == (text, "plaintext"))
    let plain = try Document([DrawItem(.text(label("Zürich 123 漢字", at: .zero, advance: 5)))]).root.all(
      "text")
    expect(plain.first?["unicode-bidi"], equals: nil)
  }

  @Test func `is outlines and images where letters have no outlines`() throws {
    var run = label("a😀", at: Point(x: 10, y: 20), advance: 24)
    let bitmap = try #require(Bitmap(width: 1, height: 1, pixels: [1, 2, 3, 255]))
    run.fragments[0].images = [
      ImageMark(bitmap: bitmap, rectangle: Rectangle(x: 12, y: -10, width: 12, height: 12))
    ]
    let document = try Document([DrawItem(.text(run))], options: SVGOptions { $0.pixels })
    expect(document.root.all("path").count, equals: 1)
    #expect(document.root.all("text").isEmpty)
    expect(document.root.all("image").map { [$0["x"], $0["y"]] }, equals: [["22", "10"]])
  }

  @Test func `can be paths`() throws {
    let run = TextRun(
      fragments: [
        piece("1", at: Point(x: 10, y: 10), advance: 5), piece("2", at: Point(x: 20, y: 10), advance: 5),
      ], halo: halo)
    let paths = try Document([DrawItem(.text(run))], options: SVGOptions(text: .outlines)).root.all("path")
    expect(paths.map { $0["d"] }, equals: ["M10 2h5v8h-5zm10 0h5v8h-5z", "M10 2h5v8h-5zm10 0h5v8h-5z"])
    expect(paths.map { $0["stroke"] }, equals: ["#000", nil])
    expect(paths.map { $0["fill"] }, equals: ["none", "#fff"])
  }
}

@Suite struct `Pixels as SVG` {
  private let bitmap = Bitmap(width: 1, height: 1, pixels: [1, 2, 3, 255])
  private let options = SVGOptions { $0.pixels }

  @Test func `are encoded once, however often they are drawn`() throws {
    let bitmap = try #require(bitmap)
    let image = ImageMark(
      bitmap: bitmap, rectangle: Rectangle(x: 1, y: 2, width: 8, height: 8), isSmooth: false)
    var other = image
    other.rectangle.x = 40
    other.rotation = 45
    let root = try Document([DrawItem(.image(image)), DrawItem(.image(other))], options: options).root
    expect(root.all("image").map { $0["href"] }, equals: ["data:image/png;base64,AQID/w=="])
    expect(root.all("image")[0]["image-rendering"], equals: "pixelated")
    expect(root.all("use").map { $0["x"] }, equals: ["1", "40"])
    expect(root.all("use")[1]["transform"], equals: "rotate(45 44 6)")
    let single = try Document([DrawItem(.image(image))], options: options).root
    expect(single.all("image").count, equals: 1)
    #expect(single.all("use").isEmpty)
    #expect(single.all("defs").isEmpty)
  }

  @Test func `fill areas as patterns`() throws {
    let pattern = Pattern(bitmap: try #require(bitmap), size: Size(width: 4, height: 4), opacity: 0.5)
    let root = try Document(
      [
        DrawItem(.fill(Fill(triangle(at: 0), .pattern(pattern)))),
        DrawItem(.fill(Fill(triangle(at: 9), .pattern(pattern)))),
      ],
      options: options
    ).root
    expect(root.all("pattern").count, equals: 1)
    #expect((root.all("g")[0]["fill"], root.all("g")[0]["fill-opacity"]) == ("url(#pattern-1)", ".5"))
  }

  @Test func `need an encoder that works`() throws {
    struct Broken: Error {}
    let image = ImageMark(bitmap: try #require(bitmap), rectangle: Rectangle(x: 0, y: 0, width: 1, height: 1))
    #expect(throws: SVGError.noImageEncoder(layer: "layer", mark: 0)) {
      try Document([DrawItem(.image(image))])
    }
    #expect(throws: SVGError.imageNotEncoded(layer: "layer", mark: 0, reason: "Broken()")) {
      try Document([DrawItem(.image(image))], options: SVGOptions { _ in throw Broken() })
    }
  }
}
