import Drawing
import MapSettings
import MapStyle
import StyleSettings
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
    #expect(Attribution.plain(html) == text)
  }

  @Test func `is named once`() {
    #expect(
      Attribution.joined(["Natural Earth", "<b>OSM</b>", "", "Natural Earth", "OSM contributors"])
        == "Natural Earth | OSM contributors")
  }

  @Test func `is an end even for hostile text`() {
    #expect(Attribution.plain(String(repeating: "<a", count: 100_000)).count <= 4000)
  }
}

@Suite struct `A legend` {
  private typealias Range = LegendReader.Range

  @Test func `has the ranges between steps that are in view`() {
    let stops = [10.0, 100, 1000]
    func labels(_ least: Double, _ most: Double, isWhole: Bool = true) -> [String] {
      LegendReader.ranges(stops, least: least, most: most).map {
        LegendReader.label(of: $0, isWhole: isWhole)
      }
    }
    #expect(labels(2, 5000) == ["< 10", "10–99", "100–999", "≥ 1,000"])
    #expect(labels(10, 99) == ["10–99"])
    #expect(labels(3, 100, isWhole: false) == ["< 10", "10–100", "100–1,000"])
    #expect(LegendReader.label(of: Range(low: 3, high: 4), isWhole: true) == "3")
  }

  @Test(arguments: [
    ([139_000, 593_000, 1_186_000], ["< 139k", "139k–593k", "593k–1.186M", "≥ 1.186M"]),
    ([900, 10_000, 1e9], ["< 900", "900–10k", "10k–1B", "≥ 1B"]),
    // Where one of them has more digits than a unit leaves, all have all of theirs.
    ([593_000, 1_186_021], ["< 593,000", "593,000–1,186,021", "≥ 1,186,021"]),
    ([139_000, 593_000], ["< 139,000", "139,000–593,000", "≥ 593,000"]),
  ])
  func `writes all numbers of a section in one way`(stops: [Double], labels: [String]) {
    let isShort = LegendReader.areShort(stops, NumberFormat())
    #expect(
      LegendReader.ranges(stops, least: 0, most: 1e10).map {
        LegendReader.label(of: $0, isWhole: true, isShort: isShort)
      } == labels)
  }

  @Test func `shows ramps at round numbers that the data reaches`() {
    #expect(LegendReader.samples([0, 50, 100], [3, 60, 120]) == [50, 100])
    #expect(LegendReader.samples([1.9953, 10_000], [2, 370]) == [10, 100])
    #expect(LegendReader.samples([1.9953, 10_000], [2, 37, 50]) == [20, 40])
    #expect(LegendReader.samples([0, 1000], [12, 15]) == [12, 13, 14, 15])
    #expect(LegendReader.samples([0.5, 2.5], [0.7, 0.8]) == [0.7, 0.75, 0.8])
    #expect(LegendReader.samples([1, 5], []) == [1, 5])
    #expect(LegendReader.roundNumbers(from: -1e300, to: 1e300).count >= 2)
  }

  @Test func `shows a heatmap's colors, and how many points in one place have the last`() throws {
    let lines = try map(#"{"id": "heat", "type": "heatmap", "source": "p"}"#, "lon,lat\n0,0\n1,1\n")
    #expect(lines.contains { $0.hasPrefix("image 256×1") || $0.hasPrefix("image 256x1") }, "\(lines)")
    // A kernel is 0.39894 high, and the ramp ends at 1.
    // 1 / 0.39894 is 2.507: three whole points reach it, two do not.
    #expect(words(lines) == ["Key", "points in one place", "0", "≥ 3"])
  }

  @Test func `counts a heatmap's points whole, and at least one`() throws {
    // An intensity that gives a single point more than the last color: 1 / (0.39894 · 2.6) is 0.964.
    let layer = #"{"id": "heat", "type": "heatmap", "source": "p", "paint": {"heatmap-intensity": 2.6}}"#
    #expect(words(try map(layer, "lon,lat\n0,0\n")) == ["Key", "points in one place", "0", "≥ 1"])
  }

  @Test func `lists layers that look alike once`() throws {
    let layer = #""type": "circle", "source": "p", "paint": {"circle-color": "red"}"#
    let lines = try map(#"{"id": "a", \#(layer)}, {"id": "b", \#(layer)}"#, "lon,lat\n0,0\n")
    #expect(words(lines) == ["Key", "p"])
  }

  private func map(_ layers: String, _ csv: String) throws -> [String] {
    let style = try style(
      """
      {"version": 8, "metadata": {"clustersnap:output": {"legend": {"text": "Key", "position": "top-left"}}},
      "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
      "layers": [\(layers)]}
      """)
    let options = PictureOptions(decorations: DecorationOptions(style.output))
    return try snapshot(style, [("p", csv)], viewport(zoom: 2), options).scene.lines(of: "decorations")
  }

  private func words(_ lines: [String]) -> [String] {
    lines.compactMap { $0.hasPrefix("text") ? $0.split(separator: "\"")[1].description : nil }
  }

  @Test func `shows the sizes and colors of steps`() throws {
    let lines = try map(
      """
      {"id": "a", "type": "circle", "source": "p", "paint": {"circle-color": ["step", ["get", "n"], "#ff0000", 10, "#00ff00"],
      "circle-radius": ["interpolate", ["linear"], ["zoom"], 0, 5, 4, ["step", ["get", "n"], 9, 10, 13]]}}
      """, "lon,lat,n\n0,0,3\n9,9,30\n")
    #expect(words(lines) == ["Key", "< 10", "≥ 10"])
    let circles = lines.filter { $0.hasPrefix("circle") }
    #expect(
      circles.map { $0.split(separator: " ").dropFirst(2).joined(separator: " ") } == [
        "r 7.00 fill #ff0000", "r 9.00 fill #00ff00",
      ])
  }

  @Test func `shows classes by small bubbles where large ones would cover much of the picture`() throws {
    let lines = try map(
      """
      {"id": "a", "type": "circle", "source": "p", "paint": {"circle-color": ["step", ["get", "n"], "#ff0000", 10, "#00ff00"],
      "circle-radius": ["step", ["get", "n"], 12, 10, 60]}}
      """, "lon,lat,n\n0,0,3\n9,9,30\n")
    #expect(words(lines) == ["Key", "< 10", "≥ 10"])
    #expect(lines.filter { $0.hasPrefix("circle") }.map { $0.split(separator: " ")[3] } == ["5.00", "8.00"])
  }

  @Test func `shows words, stops and shares`() throws {
    let csv = "lon,lat,n,kind\n0,0,3,inn\n9,9,30,bar\n"
    let words = try map(
      #"""
      {"id": "a", "type": "circle", "source": "p", "paint": {"circle-color":
      ["match", ["get", "kind"], "inn", "#f00", ["bar", "pub"], "#0f0", "#00f"]}}
      """#, csv)
    #expect(self.words(words) == ["Key", "inn", "bar"])
    let stops = try map(
      #"""
      {"id": "a", "type": "circle", "source": "p", "paint": {"circle-radius":
      ["interpolate", ["linear"], ["sqrt", ["get", "n"]], 1, 3, 10, 20]}}
      """#, csv)
    #expect(self.words(stops) == ["Key", "10", "20", "30"])
    let classes = try map(
      #"""
      {"id": "a", "type": "circle", "source": "p", "metadata": {"clustersnap:classes":
      {"method": "equal", "property": "n", "colors": ["#f00", "#0f0", "#00f"]}}}
      """#, csv + "5,5,5,inn\n")
    #expect(self.words(classes) == ["Key", "3–5", "30"])
    let plain = try map(#"{"id": "a", "type": "circle", "source": "p"}"#, csv)
    #expect(self.words(plain) == ["Key", "p"])
  }

  @Test func `rounds classes to the fewest digits that keep them apart`() {
    func labels(_ ends: Double...) -> [String] {
      LegendReader.labels(
        of: stride(from: 0, to: ends.count, by: 2).map { (least: ends[$0], most: ends[$0 + 1]) })
    }
    #expect(labels(0.5725, 3.4473, 3.5574, 6.7902) == ["0.572–3.45", "3.55–6.8"])
    #expect(labels(0.11, 0.34, 0.38, 0.91) == ["0.11–0.34", "0.38–0.91"])
    #expect(labels(1, 17, 18, 1234) == ["1–17", "18–1,234"])
    #expect((labels(0.572, 0.57343), labels(0.5, 0.5)) == (["0.572–0.574"], ["0.5"]))
    #expect(labels(-3.6, -1.2, 2e-6, 3e-6) == ["−3.6 – −1.2", "0.000002–0.000003"])
    #expect(labels(1e-6, 2e-6, 3e-6, 4e-6) == ["0.000001–0.000002", "0.000003–0.000004"])
    #expect(labels(-1e300, 1e17, 1e300, 1e301).count == 2)
    #expect(labels().isEmpty)
  }

  @Test func `shows the sizes of bubbles that grow by a formula`() throws {
    // Ten points in one place, and two in another; the layer has no single dot to show.
    let csv =
      "lon,lat\n" + String(repeating: "0,0\n", count: 10) + String(repeating: "9,9\n", count: 2)
    let style = try style(
      """
      {"version": 8, "metadata": {"clustersnap:output": {"legend": {"text": "Key", "position": "top-left"}}},
      "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}, "cluster": true}},
      "layers": [{"id": "singles", "type": "circle", "source": "p", "filter": ["!", ["has", "point_count"]]},
      {"id": "clusters", "type": "circle", "source": "p", "filter": ["has", "point_count"],
      "paint": {"circle-radius": ["+", 5, ["/", ["get", "point_count"], 2]]}}]}
      """)
    let options = PictureOptions(decorations: DecorationOptions(style.output))
    let lines = try snapshot(style, [("p", csv)], viewport(zoom: 5, width: 900, height: 900), options)
      .scene.lines(of: "decorations")
    #expect(words(lines) == ["Key", "2", "4", "6", "8", "10"])
    #expect(
      lines.filter { $0.hasPrefix("circle") }.map { $0.split(separator: " ").dropFirst(2)[3] } == [
        "6.00", "7.00", "8.00", "9.00", "10.00",
      ])
  }

  @Test func `is not there where nothing is drawn`() throws {
    #expect(try map(#"{"id": "a", "type": "circle", "source": "p", "maxzoom": 1}"#, "lon,lat\n0,0\n") == [])
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
    #expect(
      put(piece(50, 40, [.topLeft, .bottomRight]), into: &layout)
        == Rectangle(x: 340, y: 250, width: 50, height: 40))
    #expect(
      put(piece(50, 40, [.bottomLeft, .topRight]), into: &layout)
        == Rectangle(x: 10, y: 250, width: 50, height: 40))
    #expect(
      put(piece(50, 40, [.topRight]), into: &layout)?.minY == 10, "a corner that was asked for is taken")
  }

  @Test func `moves along an edge where corners would hide markers`() {
    var layout = DecorationLayout(
      picture: picture, discs: [count(30, 30), count(370, 20)])
    // The first free place right of the marker, which ends 40 points from the left.
    let box = put(piece(50, 40, [.topLeft, .topRight]), into: &layout)
    #expect(box?.minY == 10)
    #expect((40...44).contains(box?.minX ?? 0))
    #expect(
      put(piece(350, 40, [.topRight]), into: &layout) == Rectangle(x: 40, y: 55, width: 350, height: 40))
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
    #expect(place(counts) == Rectangle(x: 300, y: 0, width: 100, height: 20))
    let moved = place(counts + [count(390, 10), count(10, 10)])
    #expect((moved?.maxY, moved.map { $0.maxX <= 380 && $0.minX >= 20 }) == (300, true))
  }

  @Test func `stands beside what is there`() {
    var layout = DecorationLayout(picture: picture, discs: [])
    #expect(put(piece(100, 20, [.bottomRight], isFlush: true), into: &layout)?.maxY == 300)
    #expect(
      put(piece(80, 50, [.bottomRight]), into: &layout) == Rectangle(x: 310, y: 225, width: 80, height: 50))
    #expect(put(piece(80, 250, [.bottomRight]), into: &layout) == nil, "there is no room above")
    #expect(layout.boxes.count == 2)
  }

  @Test func `takes the first form that hides no count, else the one that hides the fewest`() {
    let discs = (0..<4).map { count(390, 250 - 20 * Double($0)) } + [count(10, 20), count(200, 10)]
    let layout = DecorationLayout(picture: picture, discs: discs)
    let tall = piece(60, 200, [.bottomRight])
    let wide = piece(200, 30, [.bottomRight])
    #expect(layout.place(forms: [tall, wide])?.piece.size == wide.size)
    #expect(layout.place(forms: [wide, tall])?.piece.size == wide.size)
    let short = piece(60, 80, [.bottomRight])
    #expect(layout.place(forms: [tall, short])?.cover.counts == 3)
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
    #expect(shot.scene.layers.map(\.id) == ["graticule", "dots", "decorations"])
    let lines = shot.scene.lines(of: "decorations")
    #expect(lines[0].hasPrefix("fill rgba(18,23,28,0.9) M 13.00,10.00"))
    #expect(lines[1] == ##"text start at 20.00,33.00 "A" #e8ebed "DejaVu Sans Bold" 20.00 advance 12.00"##)
    #expect(lines[2].hasPrefix(##"text start at 20.00,54.05 "B" #e8ebed "DejaVu Sans" 13.00"##))
    #expect(lines.contains { $0.contains("\"Somebody\"") }, "sources are thanked unasked")
    #expect(shot.notes == [])
  }

  @Test func `warns when it covers markers`() throws {
    let csv = "lon,lat\n-32,22\n-32,22\n32,22\n"
    let notes = try figure(
      #""title": {"text": "A headline that is long", "position": "top-left"}"#, csv
    ).notes
    #expect(notes.map(\.code) == ["decoration-covers"])
    #expect(notes[0].message.hasPrefix("the title covers 1 count;"))
    #expect(try figure(#""title": {"text": "A headline that is long", "show": false}"#, csv).notes == [])
  }

  @Test func `is left out rather than hide counts, unless its position is set`() throws {
    // A point at every corner and along every edge.
    let places = stride(from: -34, through: 34, by: 4).flatMap { x in
      stride(from: -24, through: 24, by: 4).map { y in "\(x),\(y)\n\(x),\(y)\n" }
    }
    let csv = "lon,lat\n" + places.joined()
    let free = try figure(#""scaleBar": true, "attribution": false"#, csv, radius: 40)
    #expect(free.notes.map(\.code) == ["decoration-left-out"])
    #expect(free.notes.first?.message.hasPrefix("the scale bar would cover ") == true)
    #expect(free.scene.lines(of: "decorations") == [])
    let placed = try figure(
      #""scaleBar": {"position": "top-left", "background": "rgba(18, 23, 28, 0.9)"}, "attribution": false"#,
      csv, radius: 40)
    #expect(placed.notes.map(\.code) == ["decoration-covers"])
    // What is beneath does not shine through.
    #expect(placed.scene.lines(of: "decorations").first?.hasPrefix("fill #12171c M") == true)
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
      #expect(shot.notes.map(\.code) == ["decoration-moved"])
      #expect(shot.notes.map(\.severity) == [.warning])
      #expect(shot.scene.size.width == plain.size.width)
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
    #expect(try figure(#""legend": true, "attribution": false"#, "lon,lat\n0,0\n").scene.size == plain.size)
  }

  @Test func `stands below a map that is lower than the legend`() throws {
    let shot = try figure(#""legend": true, "attribution": false"#, "lon,lat\n0,0\n0,0\n", height: 12)
    #expect(shot.notes.map(\.code) == ["decoration-moved"])
    #expect(shot.scene.size.height > 24)
  }

  @Test func `warns when it has no room`() throws {
    let notes = try figure(
      #""title": "\#(String(repeating: "long words ", count: 200))""#, "lon,lat\n0,0\n"
    ).notes
    #expect(notes.map(\.code) == ["decoration-left-out"])
  }

  @Test func `keeps labels away`() throws {
    let csv = "lon,lat\n-32,23\n0,0\n"
    #expect(try figure(#""attribution": false"#, csv, labels: true).scene.lines(of: "names").count == 2)
    let shot = try figure(
      #""title": {"text": "A headline that is long", "position": "top-left"}"#, csv, labels: true)
    #expect(shot.scene.lines(of: "names").count == 1)
  }
}
