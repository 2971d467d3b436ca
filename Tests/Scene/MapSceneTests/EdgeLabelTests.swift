import Drawing
import Foundation
import MapContent
import MapScene
import TestSupport
import Testing

/// A picture of 200 points square; a letter is 8 wide, a line 19.2 high.
@Suite struct `Labels at the picture's edge` {
  /// A place in the picture, as a point of the data: 512 points are 360°.
  private func place(_ x: Double, _ y: Double, _ properties: String = "{}") -> (Double, Double, String) {
    let latitude = 2 * atan(tanh((100 - y) * .pi / 512)) * 180 / .pi
    return ((x - 100) * 360 / 512, latitude, properties)
  }

  private func drawnAt(
    _ places: [(Double, Double, String)], _ layout: String, before: String = "", images: ImageSet = ImageSet()
  ) throws -> Snapshot {
    try drawn(
      before + """
        {"id": "s", "type": "symbol", "source": "a",
         "layout": {"text-field": "Abcd", "text-allow-overlap": true\(layout)}}
        """, of: points(places), images: images)
  }

  private let picture = Rectangle(x: 0, y: 0, width: 200, height: 200)

  /// What the letters of a run cover, turned as they are.
  private func letters(_ run: TextRun) -> Rectangle? {
    var box: Rectangle?
    for fragment in run.fragments {
      guard let outline = fragment.outline.bounds?.offset(by: fragment.origin) else { continue }
      box = box?.union(outline) ?? outline
    }
    return box?.boundsOfRotation(by: run.rotation, about: run.pivot)
  }

  @Test(arguments: [(3.0, 100.0), (197, 100), (100, 3), (100, 197), (2, 2), (198, 198)])
  func `that may overlap are moved inside`(x: Double, y: Double) throws {
    for layout in ["", #", "text-rotate": 40"#, #", "text-anchor": "left""#, #", "text-overlap": "always""#] {
      let run = try #require(texts(try drawnAt([place(x, y)], layout).scene).first, "\(layout)")
      let box = try #require(letters(run))
      #expect(picture.expanded(by: 1e-6).contains(box), "\(layout) \(box)")
    }
  }

  @Test(arguments: [(3.0, 100.0), (197, 100), (100, 4), (100, 196), (-6, 100), (100, 207)])
  func `in bubbles that are cut are whole in their middle, or nowhere`(x: Double, y: Double) throws {
    let layers = """
      {"id": "discs", "type": "circle", "source": "a", "metadata": {"clustersnap:pair": "counts"},
       "paint": {"circle-radius": 18}},
      {"id": "counts", "type": "symbol", "source": "a", "layout": {"text-field": "159", "text-size": 12,
       "text-allow-overlap": true}}
      """
    let shot = try drawn(layers, of: points([place(x, y)]))
    // Three letters of 6 points by 8.4 of which the middle is 3 or 4 points from the edge would be cut.
    #expect(texts(shot.scene).isEmpty)
    #expect(shot.notes.isEmpty)
  }

  @Test(arguments: [(3.0, 100.0), (197, 100), (100, 3), (100, 197)])
  func `are moved together with the icon that is fitted to them`(x: Double, y: Double) throws {
    let images = try with(ImageSet()) { try $0.add(SpriteImage(plain(20, 10)), named: "pin") }
    let layout =
      #", "icon-image": "pin", "icon-text-fit": "both", "icon-text-fit-padding": [3, 3, 3, 3], "icon-allow-overlap": true"#
    let scene = try drawnAt([place(x, y)], layout, images: images).scene
    let run = try #require(texts(scene).first.flatMap(letters))
    let icons = scene.layers.flatMap(\.marks).compactMap(\.image?.rectangle)
    let icon = try #require(icons.first)
    // Its pixels reach up to one beyond it.
    #expect(picture.expanded(by: 1.01).contains(icon))
    #expect(icon.contains(run))
  }

  @Test func `are not moved onto their own dot, but to another place that they have`() throws {
    let dot = #"{"id": "c", "type": "circle", "source": "a", "paint": {"circle-radius": 5}},"#
    // Four letters of 8 points right of a dot that is 20 points from the edge.
    let right = #", "text-offset": [0.5, 0], "text-anchor": "left""#
    expect(texts(try drawnAt([place(180, 100)], right).scene).count, equals: 1)
    #expect(texts(try drawnAt([place(180, 100)], right, before: dot).scene).isEmpty)
    let either = #", "text-variable-anchor": ["left", "right"], "text-radial-offset": 0.5"#
    let run = try #require(texts(try drawnAt([place(180, 100)], either, before: dot).scene).first)
    #expect(try #require(letters(run)).maxX <= 175)
    // A text that stands over its dot by itself may be moved with it.
    expect(texts(try drawnAt([place(190, 100)], "", before: dot).scene).count, equals: 1)
  }

  @Test func `that are too far out or too long are dropped, and the hint does not propose to allow overlap`()
    throws
  {
    let snapshot = try drawnAt(
      [place(100, 100), place(199, 50)], #", "text-offset": [3, 0]"#)
    // Three ems right of 199 the text would have to come back by more than its width.
    expect(texts(snapshot.scene).count, equals: 1)
    expect(
      snapshot.reported,
      equals: [
        "labels-hidden: 1 of 2 labels of layer s would be cut by the picture's edge and is not drawn; "
          + "show more around them"
      ])
    let long = try drawnAt([place(100, 100)], #", "text-size": 60, "text-field": "Abcdefghijkl""#)
    expect(long.reported.count, equals: 1)
    #expect(texts(long.scene).isEmpty)
    // Room around a label may be cut.
    expect(texts(try drawnAt([place(100, 100)], #", "text-padding": 300"#).scene).count, equals: 1)
  }

  @Test(arguments: ["true", "false"])
  func `never move in a bubble that is cut itself`(overlap: String) throws {
    let circle = #"{"id": "c", "type": "circle", "source": "a", "paint": {"circle-radius": 20}},"#
    for (x, isDrawn) in [(-1.0, false), (7, false), (9, true), (191, true), (193, false), (201, false)] {
      let scene = try drawnAt(
        [place(x, 100)], #", "text-field": "12", "text-allow-overlap": \#(overlap)"#, before: circle
      ).scene
      let run = texts(scene).first.flatMap(letters)
      expect(run != nil, equals: isDrawn, "\(x)")
      if let run {
        #expect(picture.expanded(by: 1e-6).contains(run))
        #expect(abs(run.center.x - x) < 1e-6)
      }
    }
    // A name too long for its dot is no count.
    let dot = #"{"id": "c", "type": "circle", "source": "a", "paint": {"circle-radius": 4}},"#
    let run = try #require(texts(try drawnAt([place(4, 100)], "", before: dot).scene).first.flatMap(letters))
    #expect(run.minX >= 0)
  }

  /// The head of a pin of this size ends 33 points above its tip.
  @Test(arguments: ["pin", "balloon"])
  func `are left out with the pins whose heads lie above the picture`(shape: String) throws {
    let pin = """
      {"id": "c", "type": "circle", "source": "a", "paint": {"circle-radius": 20},
       "metadata": {"clustersnap:shape": "\(shape)", "clustersnap:pair": "s"}},
      """
    for (y, isDrawn) in [(4.0, false), (100, true)] {
      let scene = try drawnAt([place(100, y)], #", "text-field": "12""#, before: pin).scene
      #expect(texts(scene).isEmpty != isDrawn, "\(y)")
    }
  }

  @Test func `stay in an icon that is cut itself`() throws {
    let images = try with(ImageSet()) { try $0.add(SpriteImage(plain(40, 30)), named: "badge") }
    let layout =
      #", "text-field": "12", "icon-image": "badge", "text-allow-overlap": false, "icon-allow-overlap": true"#
    let run = try #require(
      texts(try drawnAt([place(4, 100)], layout, images: images).scene).first.flatMap(letters))
    #expect(abs(run.center.x - 4) < 1e-6)
  }
}

@Suite struct `Bubbles and their counts` {
  private func style(_ pair: String) -> String {
    """
    {"id": "c", "type": "circle", "source": "a", "metadata": {\(pair)}, "paint": {"circle-radius": 18}},
    {"id": "n", "type": "symbol", "source": "a", "layout": {"text-field": "12"}}
    """
  }

  private let row = points((0..<25).map { (Double($0) * 4 - 48, 0, "{}") })

  @Test func `in pairs are all drawn, each count right above its bubble`() throws {
    let alone = try drawn(style(""), of: row)
    expect(alone.reported.count, equals: 1)
    #expect(texts(alone.scene).count < 25)
    let paired = try drawn(style(#""clustersnap:pair": "n""#), of: row)
    expect(paired.reported, equals: [])
    let marks = paired.marks("c").map { String($0.prefix(4)) }
    expect(marks, equals: Array(repeating: ["circ", "text"], count: 25).flatMap { $0 })
    expect(paired.marks("n"), equals: [])
  }

  @Test func `in pairs take the place of labels beneath`() throws {
    let layers =
      #"{"id": "under", "type": "symbol", "source": "a", "layout": {"text-field": "x"}},"#
      + style(#""clustersnap:pair": "n""#)
    try expect(drawn(layers, of: points([(0, 0, "{}")])).marks("under"), equals: [])
  }

  @Test func `without a bubble of their own are drawn as labels`() throws {
    let layers = """
      {"id": "c", "type": "circle", "source": "a", "metadata": {"clustersnap:pair": "n"},
       "filter": ["==", ["get", "k"], 1]},
      {"id": "n", "type": "symbol", "source": "a", "layout": {"text-field": "12"}}
      """
    let snapshot = try drawn(layers, of: points([(0, 0, #"{"k": 1}"#), (30, 0, #"{"k": 2}"#)]))
    #expect((snapshot.marks("c").count, snapshot.marks("n").count) == (2, 1))
    // So are those of a circle layer that is not seen.
    let unseen = layers.replacing("\"filter\"", with: "\"minzoom\": 5, \"filter\"")
    try expect(drawn(unseen, of: points([(0, 0, #"{"k": 1}"#)])).marks("n").count, equals: 1)
  }
}

@Suite struct `Hidden labels` {
  @Test(arguments: [(1, "layer l0"), (2, "layers l0 and l1"), (40, "layer l0 and 39 more layers")])
  func `of many layers are reported in one line`(count: Int, layers: String) throws {
    let symbol = { (id: String) in
      #"{"id": "\#(id)", "type": "symbol", "source": "a", "layout": {"text-field": "x"}}"#
    }
    let all = ((0..<count).map { symbol("l\($0)") } + [symbol("top")]).joined(separator: ",")
    let reported = try drawn(all, of: points([(0, 0, "{}"), (30, 0, "{}")])).reported
    expect(
      reported,
      equals: [
        "labels-hidden: \(2 * count) of \(2 * count) labels of \(layers) found no place and are not drawn; "
          + "draw a larger or closer view, or set text-allow-overlap in a style of your own"
      ])
  }
}

/// Counts what it lays out.
private final class CountingShaper: TextShaper {
  var count = 0

  func shape(_ request: TextRequest) throws(TextShapingError) -> ShapedText {
    count += 1
    return try HalfEmShaper().shape(request)
  }
}

@Suite struct `Labels that find no place` {
  private func layer(_ layout: String) -> String {
    """
    {"id": "s", "type": "symbol", "source": "a",
     "layout": {"text-field": ["get", "n"], "text-size": 10, "text-max-width": 4\(layout)}}
    """
  }

  @Test(arguments: [
    "", #", "text-anchor": "top-left", "text-padding": 0"#,
    #", "text-offset": [2, -1], "text-anchor": "right""#,
    #", "text-transform": "uppercase", "text-letter-spacing": 0.2"#, #", "text-overlap": "cooperative""#,
    #", "text-radial-offset": 1, "text-anchor": "bottom", "symbol-sort-key": ["get", "k"]"#,
  ])
  func `are dropped before their letters are found, which changes nothing`(layout: String) throws {
    var random = Seeded(seed: 7)
    func next() -> Double { random.number(in: 0...1) }
    let names = ["Abc", "A longer name", "1234", " ", "", "Æ", "x"]
    let data = points(
      (0..<600).map { index in
        let properties =
          #"{"n": "\#(names[index % 7])\#(index % 7 < 3 ? "\(index)" : "")", "k": \#(index * 37 % 11)}"#
        return (next() * 110 - 55, next() * 80 - 40, properties)
      })
    let (eager, lazy) = (CountingShaper(), CountingShaper())
    // What differs from feature to feature is found out feature by feature.
    let all = try drawn(layer(layout + #", "text-rotate": ["*", 0, ["get", "k"]]"#), of: data, shaper: eager)
    let few = try drawn(layer(layout), of: data, shaper: lazy)
    #expect((few.marks("s"), few.reported) == (all.marks("s"), all.reported))
    #expect(few.marks("s").count > 10)
    // Those that may lie over each other have room.
    if !layout.contains("cooperative") {
      #expect(lazy.count * 10 < eager.count * 7, "\(lazy.count) of \(eager.count)")
    }
  }
}
