import Drawing
import MapContent
import MapDecorations
import MapScene
import TestSupport
import Testing

/// A picture of 200 points square; a degree is 1.42 points wide, a letter 8, a line 19.2 high.
@Suite struct `Labels along lines` {
  private func labels(
    _ layout: String, of geoJSON: String, paint: String = "", images: ImageSet = ImageSet(),
    size: Double = 200
  ) throws -> Snapshot {
    try drawn(
      """
      {"id": "s", "type": "symbol", "source": "a", "layout": {"text-field": "{name}", \(layout)},
       "paint": {\(paint)}}
      """, of: geoJSON, images: images, size: size)
  }

  private func road(_ coordinates: String, name: String = "Abcd") -> String {
    feature("LineString", coordinates, properties: #"{"name": "\#(name)"}"#)
  }

  private func runs(_ snapshot: Snapshot) -> [TextRun] {
    (snapshot.scene.layers.last?.marks ?? []).compactMap(\.run)
  }

  private let center = #""symbol-placement": "line-center""#
  private let line = #""symbol-placement": "line""#

  @Test func `set each letter with its middle on the line, turned as the line runs`() throws {
    // Down to the right at 45° about the middle of the picture.
    let run = try #require(runs(try labels(center, of: road("[[-43.711, 40], [43.711, -40]]"))).first)
    expect(run.fragments.map(\.text), equals: ["A", "b", "c", "d"])
    for (index, letter) in run.fragments.enumerated() {
      // 40° of latitude are as high as 43.711° of longitude are wide.
      #expect(abs(letter.rotation - 45) < 0.01)
      // The middle of the block is 9.6 below its top, the baseline 15.36: 5.76 below the line.
      let middle = letter.origin + Point(x: 4, y: -5.76).rotated(by: letter.rotation)
      #expect(abs(middle.x - middle.y) < 0.1)
      let way = (middle.x - 100) / 0.5.squareRoot()
      #expect(abs(way - (Double(index) * 8 - 12)) < 0.01)
    }
  }

  @Test func `bend with their line`() throws {
    let bend = road("[[-40, 0], [0, 0], [30, -25]]")
    let run = try #require(runs(try labels(center + #", "text-max-angle": 90"#, of: bend)).first)
    expect(run.fragments[0].rotation, equals: 0)
    #expect(run.fragments[3].rotation > 30)
    #expect(runs(try labels(center + #", "text-max-angle": 20"#, of: bend)).isEmpty)
  }

  @Test func `are turned as a whole where they would stand on their heads`() throws {
    let back = road("[[40, 0], [-40, 0]]")
    let upright = try #require(runs(try labels(center, of: back)).first)
    expect(upright.fragments.map(\.rotation), equals: [0, 0, 0, 0])
    #expect(upright.fragments[0].origin.x < upright.fragments[3].origin.x)
    let turned = try #require(runs(try labels(center + #", "text-keep-upright": false"#, of: back)).first)
    #expect(turned.fragments.allSatisfy { abs($0.rotation) == 180 })
    #expect(turned.fragments[0].origin.x > turned.fragments[3].origin.x)
  }

  @Test func `are not drawn where the line is shorter`() throws {
    #expect(runs(try labels(center, of: road("[[0, 0], [22, 0]]"))).isEmpty)
    expect(runs(try labels(center, of: road("[[0, 0], [24, 0]]"))).count, equals: 1)
    #expect(runs(try labels(line, of: road("[[0, 0], [22, 0]]"))).isEmpty)
    try expect(labels(line, of: road("[[5, 5], [5, 5]]")).reported, equals: [])
  }

  @Test func `are repeated every spacing, and not nearer than half of it with the same text`() throws {
    let long = road("[[-70, 0], [70, 0]]")
    let spaced = #", "symbol-spacing": 80"#
    // 199 points long: 48 in, then 80 farther.
    let once = runs(try labels(line + spaced, of: long))
    expect(once.count, equals: 2)
    #expect(abs(once[1].fragments[0].origin.x - once[0].fragments[0].origin.x - 80) < 1e-6)
    let beside = #"{"type": "FeatureCollection", "features": [\#(long), \#(road("[[-70, 25], [70, 25]]"))]}"#
    expect(runs(try labels(line + spaced, of: beside)).count, equals: 2)
    let other =
      #"{"type": "FeatureCollection", "features": [\#(long), \#(road("[[-70, 25], [70, 25]]", name: "Efgh"))]}"#
    expect(runs(try labels(line + spaced, of: other)).count, equals: 4)
    // One at the middle each, whatever stands nearby.
    expect(runs(try labels(center, of: beside)).count, equals: 2)
  }

  @Test func `are spaced as their size at zoom 18 asks for, at all zooms`() throws {
    let growing = #", "symbol-spacing": 60, "text-size": ["interpolate", ["linear"], ["zoom"], 0, 8, 18, 32]"#
    // The first would stand 32 + 64 in, the spacing is 64 + 15: at 17 and at 175 of 199 points there is no room for 64.
    let runs = runs(try labels(line + growing, of: road("[[-70, 0], [70, 0]]")))
    expect(runs.count, equals: 1)
    #expect(abs(runs[0].fragments[0].origin.x - (100 - 70 * 512 / 360.0 + 96 - 8)) < 1e-9)
    expect(runs[0].fragments[0].font.size, equals: 8)
  }

  @Test func `are not wrapped, and stand off their line by anchor and offset`() throws {
    let long = road("[[-60, 0], [60, 0]]", name: "Ab Cd Ef")
    let plain = try #require(runs(try labels(center + #", "text-max-width": 1"#, of: long)).first)
    #expect((Set(plain.fragments.map(\.origin.y)).count, plain.fragments.count) == (1, 8))
    let above = try #require(
      runs(try labels(center + #", "text-anchor": "bottom", "text-offset": [1, -1]"#, of: long)).first)
    #expect(abs(above.fragments[0].origin.x - plain.fragments[0].origin.x - 16) < 1e-9)
    #expect(abs(above.fragments[0].origin.y - plain.fragments[0].origin.y + 9.6 + 16) < 1e-9)
  }

  @Test(arguments: [
    ("map", true), ("auto", true), ("viewport", false), ("viewport-glyph", false),
  ])
  func `turn as their alignment sets`(alignment: String, turns: Bool) throws {
    let run = try #require(
      runs(
        try labels(
          center + #", "text-rotation-alignment": "\#(alignment)""#, of: road("[[-40, 40], [40, -40]]"))
      )
      .first)
    expect(run.rotation, equals: 0)
    #expect(run.fragments.allSatisfy { ($0.rotation != 0) == turns })
    let ys = Set(run.fragments.map { ($0.origin.y * 100).rounded() })
    expect(ys.count, equals: alignment == "viewport" ? 1 : 4)
  }

  @Test func `turn their letters by the rotation of the text`() throws {
    let run = try #require(
      runs(try labels(center + #", "text-rotate": 90"#, of: road("[[-40, 0], [40, 0]]"))).first)
    #expect(run.fragments.allSatisfy { $0.rotation == 90 })
    // About their middles.
    let middles = run.fragments.map { $0.origin + Point(x: 4, y: -5.6).rotated(by: 90) }
    #expect(middles.allSatisfy { abs($0.y - middles[0].y) < 1e-9 })
    #expect(abs(middles[1].x - middles[0].x - 8) < 1e-9)
  }

  @Test func `keep others off by discs, not by one box around all`() throws {
    // A label along a diagonal, and points beside it: inside the box around it, off its letters.
    let diagonal = road("[[-60, 55], [60, -55]]", name: "Abcdefgh")
    func shown(_ longitude: Double, _ latitude: Double) throws -> Int {
      let point = feature("Point", "[\(longitude), \(latitude)]", properties: #"{"name": "x"}"#)
      let both = #"{"type": "FeatureCollection", "features": [\#(diagonal), \#(point)]}"#
      let layers = """
        {"id": "p", "type": "symbol", "source": "a", "filter": ["==", ["geometry-type"], "Point"],
         "layout": {"text-field": "{name}"}},
        {"id": "s", "type": "symbol", "source": "a", "filter": ["==", ["geometry-type"], "LineString"],
         "layout": {"text-field": "{name}", "symbol-placement": "line-center"}}
        """
      return try drawn(layers, of: both).scene.layers.count
    }
    try expect(shown(0, 0), equals: 1)
    // The corner of the point's box is 3 points off the line, of the other 16: discs and padding are 11.6.
    try expect(shown(7, 7), equals: 1)
    try expect(shown(14, 14), equals: 2)
  }

  @Test func `are left out whole at the picture's edge, and missed nowhere`() throws {
    let out = try labels(line + #", "symbol-spacing": 60"#, of: road("[[-90, 0], [170, 0]]"))
    for run in runs(out) {
      for letter in run.fragments { #expect((0...192).contains(letter.origin.x)) }
    }
    #expect(!runs(out).isEmpty)
    #expect(out.reported.isEmpty)
  }

  @Test func `are cut there where that is asked for, as are labels of points`() throws {
    let options = with(PictureOptions()) { $0.cutsLabelsAtEdge = true }
    func count(_ layout: String, _ geoJSON: String, _ options: PictureOptions) throws -> Int {
      runs(
        try drawn(
          #"{"id": "s", "type": "symbol", "source": "a", "layout": {"text-field": "Abcdefgh"\#(layout)}}"#,
          of: geoJSON, options: options)
      ).count
    }
    // The middle of the line is the picture's right edge.
    let across = road("[[30, 0], [110.625, 0]]")
    let along = #", "symbol-placement": "line-center""#
    try expect(count(along, across, PictureOptions()), equals: 0)
    try expect(count(along, across, options), equals: 1)
    // The first label lies wholly outside.
    let outside = points([(110, 0, "{}"), (69, 0, "{}")])
    guard
      case .text(let run)? = try drawn(
        #"{"id": "s", "type": "symbol", "source": "a", "layout": {"text-field": "Abcdefgh"}}"#,
        of: outside, options: options
      ).scene.layers.last?.marks.first?.shape
    else { throw SnapshotError.nothingToFit }
    #expect(abs(run.fragments[0].origin.x - (100 + 69 * 512 / 360 - 32)) < 1e-9)
  }

  @Test func `take their icons with them`() throws {
    let images = try with(ImageSet()) { try $0.add(SpriteImage(plain(20, 10)), named: "pin") }
    let down = road("[[0, 60], [0, -60]]")
    func angle(_ layout: String) throws -> Double? {
      let marks = try labels(center + #", "icon-image": "pin""# + layout, of: down, images: images)
        .scene.layers.last?.marks
      if case .image(let image)? = marks?.first?.shape { return image.rotation }
      return nil
    }
    try expect(angle(""), equals: 90)
    try expect(angle(#", "icon-rotate": 30"#), equals: 120)
    try expect(angle(#", "icon-rotation-alignment": "viewport""#), equals: 0)
    let up = road("[[30, -60], [0, 60]]")
    let upright = try labels(
      center + #", "icon-image": "pin", "icon-keep-upright": true"#, of: up, images: images
    ).scene.layers.last?.marks.first
    let image = try #require(upright?.image)
    #expect((-90...90).contains(image.rotation))
    #expect(image.rotation > 0)
  }

  @Test func `of ten thousand corners take no time to speak of`() throws {
    let corners = (0..<10_000).map { index in
      "[\(Double(index) / 100 - 50), \(Double(index % 7) / 700)]"
    }
    let snapshot = try labels(
      line + #", "symbol-spacing": 1, "text-max-angle": 180, "text-allow-overlap": true"#,
      of: road("[\(corners.joined(separator: ","))]"))
    #expect(!runs(snapshot).isEmpty)
  }
}
