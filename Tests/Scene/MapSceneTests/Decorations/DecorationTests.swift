import Drawing
import MapSettings
import MapStyle
import StyleSettings
import TestSupport
import Testing

@testable import MapDecorations
@testable import MapScene

@Suite struct `Whom a map thanks` {
  @Test(arguments: [
    (#"<a href="https://osm.org">© OpenStreetMap</a> contributors"#, "© OpenStreetMap contributors"),
    ("&copy; A &amp; B&nbsp;C &#233;&#xE9; &lt;b&gt;", "© A & B C éé <b>"),
    ("one<br/>two\n  three", "one two three"), ("1 < 2 & 3 > 2", "1 < 2 & 3 > 2"), ("a <b c", "a <b c"),
    ("&nothing; &#xFFFFFFF;", "&nothing; &#xFFFFFFF;"), ("", ""), ("<i></i>", ""),
  ])
  func `is plain text`(html: String, text: String) {
    expect(Attribution.plain(html), equals: text)
  }

  @Test func `is named once`() {
    expect(
      Attribution.joined(["Natural Earth", "<b>OSM</b>", "", "Natural Earth", "OSM contributors"]),
      equals: "Natural Earth | OSM contributors")
  }

  @Test func `is an end even for hostile text`() {
    #expect(Attribution.plain(String(repeating: "<a", count: 100_000)).count <= 4000)
  }
}

@Suite struct `Decorations` {
  private let picture = Rectangle(x: 0, y: 0, width: 400, height: 300)

  private func dot(_ x: Double, _ y: Double) -> DecorationDisc {
    .init(center: Point(x: x, y: y), radius: 10, isCounted: false)
  }

  private func count(_ x: Double, _ y: Double) -> DecorationDisc {
    .init(center: Point(x: x, y: y), radius: 10, isCounted: true)
  }

  private func piece(
    _ width: Double, _ height: Double, _ corners: [OutputSettings.Corner], isFlush: Bool = false
  ) -> DecorationPiece {
    var piece = DecorationPiece(
      "piece", Box(Size(width: width, height: height)) { _ in [] }, OutputSettings.Decoration(),
      plate: .white, corners: corners)
    piece.isFlush = isFlush
    return piece
  }

  /// Places a piece and takes the place.
  private func put(_ piece: DecorationPiece, into layout: inout DecorationLayout) -> Rectangle? {
    guard let placed = layout.place(forms: [piece]) else { return nil }
    layout.take(placed)
    return placed.box
  }

  @Test func `takes the corner with the fewest markers, and the first of equal ones`() {
    var layout = DecorationLayout(
      picture: picture,
      discs: [dot(30, 30), dot(390, 20), dot(395, 30)])
    expect(
      put(piece(50, 40, [.topLeft, .bottomRight]), into: &layout),
      equals: Rectangle(x: 340, y: 250, width: 50, height: 40))
    expect(
      put(piece(50, 40, [.bottomLeft, .topRight]), into: &layout),
      equals: Rectangle(x: 10, y: 250, width: 50, height: 40))
    expect(
      put(piece(50, 40, [.topRight]), into: &layout)?.minY, equals: 10, "a corner that was asked for is taken"
    )
  }

  @Test func `moves along an edge where corners would hide markers`() {
    var layout = DecorationLayout(
      picture: picture, discs: [count(30, 30), count(370, 20)])
    // The first free place right of the marker, which ends 40 points from the left.
    let box = put(piece(50, 40, [.topLeft, .topRight]), into: &layout)
    expect(box?.minY, equals: 10)
    #expect((40...44).contains(box?.minX ?? 0))
    expect(
      put(piece(350, 40, [.topRight]), into: &layout), equals: Rectangle(x: 40, y: 55, width: 350, height: 40)
    )
  }

  @Test func `leaves its corners only where it would hide a count, for another one or along its edge`() {
    func place(_ discs: [DecorationDisc]) -> Rectangle? {
      var layout = DecorationLayout(picture: picture, discs: discs)
      var credit = piece(100, 20, [.bottomRight, .bottomLeft], isFlush: true)
      credit.spareCorners = [.topRight, .topLeft]
      return put(credit, into: &layout)
    }
    let corner = Rectangle(x: 300, y: 280, width: 100, height: 20)
    #expect((place([]), place([dot(390, 290), dot(10, 290)])) == (corner, corner))
    let counts = [count(390, 290), count(10, 290)]
    expect(place(counts), equals: Rectangle(x: 300, y: 0, width: 100, height: 20))
    let moved = place(counts + [count(390, 10), count(10, 10)])
    #expect((moved?.maxY, moved.map { $0.maxX <= 380 && $0.minX >= 20 }) == (300, true))
  }

  @Test func `stands beside what is there`() {
    var layout = DecorationLayout(picture: picture, discs: [])
    expect(put(piece(100, 20, [.bottomRight], isFlush: true), into: &layout)?.maxY, equals: 300)
    expect(
      put(piece(80, 50, [.bottomRight]), into: &layout),
      equals: Rectangle(x: 310, y: 225, width: 80, height: 50))
    expect(put(piece(80, 250, [.bottomRight]), into: &layout), equals: nil, "there is no room above")
    expect(layout.boxes.count, equals: 2)
  }

  @Test func `takes the first form that hides no count, else the one that hides the fewest`() {
    let discs = (0..<4).map { count(390, 250 - 20 * Double($0)) } + [count(10, 20), count(200, 10)]
    let layout = DecorationLayout(picture: picture, discs: discs)
    let tall = piece(60, 200, [.bottomRight])
    let wide = piece(200, 30, [.bottomRight])
    expect(layout.place(forms: [tall, wide])?.piece.size, equals: wide.size)
    expect(layout.place(forms: [wide, tall])?.piece.size, equals: wide.size)
    let short = piece(60, 80, [.bottomRight])
    expect(layout.place(forms: [tall, short])?.cover.counts, equals: 3)
    #expect(layout.place(forms: []) == nil)
  }

  private func figure(
    _ output: String, _ csv: String, labels: Bool = false, radius: Int = 5, height: Double = 300
  ) throws -> Snapshot {
    let style = try style(
      """
      {"version": 8, "metadata": {"clustersnap:output": {\(output)}},
      "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}, "cluster": true,
      "attribution": "<a href='x'>Somebody</a>"}},
      "layers": [{"id": "back", "type": "background", "paint": {"background-color": "#102030"}},
      {"id": "dots", "type": "circle", "source": "p", "paint": {"circle-radius": \(radius)}},
      {"id": "names", "type": "symbol", "source": "p", "layout": {"text-field": "\(labels ? "name" : "")"}}]}
      """)
    let options = PictureOptions(decorations: DecorationOptions(style.output))
    return try snapshot(style, [("p", csv)], viewport(zoom: 2, height: height), options)
  }

  @Test func `is drawn last, light on a dark map`() throws {
    let shot = try figure(
      #""title": "A", "subtitle": "B", "graticule": 45, "scaleBar": true"#, "lon,lat\n0,0\n")
    expect(shot.scene.layers.map(\.id), equals: ["graticule", "dots", "decorations"])
    let lines = shot.scene.lines(of: "decorations")
    #expect(lines[0].hasPrefix("fill rgba(18,23,28,0.9) M 13.00,10.00"))
    expect(lines[1], equals: ##"text start at 20.00,33.00 "A" #e8ebed "Noto Sans Bold" 20.00 advance 12.00"##)
    #expect(lines[2].hasPrefix(##"text start at 20.00,54.05 "B" #e8ebed "Noto Sans Regular" 13.00"##))
    #expect(lines.contains { $0.contains("\"Somebody\"") }, "sources are thanked unasked")
    expect(shot.notes, equals: [])
  }

  @Test func `warns when it covers markers`() throws {
    let csv = "lon,lat\n-32,22\n-32,22\n32,22\n"
    let notes = try figure(
      #""title": {"text": "A headline that is long", "position": "top-left"}"#, csv
    ).notes
    expect(notes.map(\.code), equals: ["decoration-covers"])
    #expect(notes[0].message.hasPrefix("the title covers 1 count;"))
    try expect(figure(#""title": {"text": "A headline that is long", "show": false}"#, csv).notes, equals: [])
  }

  @Test func `stands outside rather than hide counts, unless its position is set`() throws {
    // A point at every corner and along every edge.
    let places = stride(from: -34, through: 34, by: 4).flatMap { x in
      stride(from: -24, through: 24, by: 4).map { y in "\(x),\(y)\n\(x),\(y)\n" }
    }
    let csv = "lon,lat\n" + places.joined()
    let free = try figure(#""scaleBar": true, "attribution": false"#, csv, radius: 40)
    expect(free.notes.map(\.code), equals: ["decoration-moved"])
    expect(free.notes.first?.message.hasPrefix("the scale bar would cover "), equals: true)
    expect(free.notes.first?.message.contains("in a strip below the map"), equals: true)
    #expect(free.scene.size.height > 300)
    expect(free.scene.origin, equals: .zero)
    let placed = try figure(
      #""scaleBar": {"position": "top-left", "background": "rgba(18, 23, 28, 0.9)"}, "attribution": false"#,
      csv, radius: 40)
    expect(placed.notes.map(\.code), equals: ["decoration-covers"])
    // What is beneath does not shine through.
    expect(placed.scene.lines(of: "decorations").first?.hasPrefix("fill #12171c M"), equals: true)
  }

  @Test func `stands below the map where a legend would hide counts, which makes the picture higher`() throws
  {
    let places = stride(from: -34, through: 34, by: 4).flatMap { x in
      stride(from: -24, through: 24, by: 4).map { y in "\(x),\(y)\n\(x),\(y)\n" }
    }
    let csv = "lon,lat\n" + places.joined()
    let plain = try figure(#""attribution": false"#, csv, radius: 40).scene
    for title in ["", #""title": {"text": "A", "position": "below"}, "#] {
      let shot = try figure(title + #""legend": true, "attribution": false"#, csv, radius: 40)
      expect(shot.notes.map(\.code), equals: ["decoration-moved"])
      expect(shot.notes.map(\.severity), equals: [.warning])
      expect(shot.scene.size.width, equals: plain.size.width)
      let texts = shot.scene.layers.last?.marks.flatMap { mark -> [TextRun.Fragment] in
        if case .text(let run) = mark.shape { run.fragments } else { [] }
      }
      // All of its words lie below the map, above the lower edge of the picture.
      let words = try #require(texts?.filter { $0.text != "A" })
      #expect(!words.isEmpty)
      #expect(words.allSatisfy { $0.origin.y > plain.size.height })
      #expect(words.allSatisfy { $0.origin.y < shot.scene.size.height })
      let headline = texts?.first { $0.text == "A" }?.origin.y
      #expect(headline.map { $0 < words[0].origin.y } ?? true)
    }
    // Where there is room it stays on the map.
    try expect(
      figure(#""legend": true, "attribution": false"#, "lon,lat\n0,0\n").scene.size, equals: plain.size)
  }

  @Test(arguments: ["above", "below", "left", "right"])
  func `stands beside the map where its position is a side`(side: String) throws {
    let plain = try figure(#""attribution": false"#, "lon,lat\n0,0\n0,0\n").scene
    let shot = try figure(
      #""legend": {"text": "Key", "position": "\#(side)"}, "scaleBar": {"position": "\#(side)"}, "attribution": {"position": "\#(side)"}"#,
      "lon,lat\n0,0\n0,0\n")
    expect(shot.notes, equals: [])
    let isBeside = side == "left" || side == "right"
    expect(shot.scene.size.width > plain.size.width, equals: isBeside)
    expect(shot.scene.size.height > plain.size.height, equals: !isBeside)
    let map = Rectangle(x: 0, y: 0, width: 400, height: 300)
    var words: [String] = []
    var places: [Point] = []
    for case .text(let run) in shot.scene.layers.last?.marks.map(\.shape) ?? [] {
      words += run.fragments.map(\.text)
      places += run.fragments.map(\.origin)
    }
    // One after another on the same side, and the attribution last; the sources' own is there, too.
    #expect(words.contains("Key"))
    #expect(words.contains { $0.contains("km") })
    expect(words.last, equals: "Somebody")
    #expect(places.allSatisfy { !map.contains($0) })
    #expect(places.allSatisfy { $0.y <= places[places.count - 1].y })
  }

  @Test(arguments: ["title", "scaleBar", "attribution", "legend"])
  func `takes its position from an option of its own`(piece: String) throws {
    var output = OutputSettings()
    try OutputSettings.table["\(piece)Position"]?.take(word: "below", into: &output)
    if piece != "attribution" {
      try OutputSettings.table[piece]?.take(word: piece == "title" ? "A" : "", into: &output)
    }
    let merged = OutputSettings().over(output.over(OutputSettings()))
    let options = DecorationOptions(merged)
    let pieces = [options.title, options.scaleBar, options.attribution, options.legend].compactMap(\.self)
    expect(pieces.map(\.side), equals: [.below])
  }

  @Test func `that is a title stands above a map that is too narrow for it`() throws {
    let words = #""title": "\#(String(repeating: "words ", count: 14))", "attribution": false"#
    let shot = try figure(words, "lon,lat\n0,0\n0,0\n", height: 90)
    expect(shot.notes.map(\.code), equals: shot.scene.origin.y < 0 ? ["decoration-moved"] : [])
    #expect(shot.scene.origin.y < 0)
  }

  @Test func `stands below a map that is lower than the legend`() throws {
    let shot = try figure(#""legend": true, "attribution": false"#, "lon,lat\n0,0\n0,0\n", height: 12)
    expect(shot.notes.map(\.code), equals: ["decoration-moved"])
    #expect(shot.scene.size.height > 24)
  }

  @Test func `warns when it has no room`() throws {
    let notes = try figure(
      #""title": "\#(String(repeating: "long words ", count: 200))""#, "lon,lat\n0,0\n"
    ).notes
    expect(notes.map(\.code), equals: ["decoration-left-out"])
  }

  @Test func `keeps labels away`() throws {
    let csv = "lon,lat\n-32,23\n0,0\n"
    try expect(figure(#""attribution": false"#, csv, labels: true).scene.lines(of: "names").count, equals: 2)
    let shot = try figure(
      #""title": {"text": "A headline that is long", "position": "top-left"}"#, csv, labels: true)
    expect(shot.scene.lines(of: "names").count, equals: 1)
  }
}
