import Drawing
import MapContent
import MapSettings
import MapStyle
import StyleSettings
import TestSupport
import Testing

@testable import MapDecorations
@testable import MapScene

@Suite struct `A legend` {
  private typealias Range = LegendReader.Range

  @Test func `has the ranges between steps that are in view`() {
    let stops = [10.0, 100, 1000]
    func labels(_ least: Double, _ most: Double, isWhole: Bool = true) -> [String] {
      LegendReader.ranges(stops, least: least, most: most).map {
        LegendReader.label(of: $0, isWhole: isWhole)
      }
    }
    expect(labels(2, 5000), equals: ["< 10", "10–99", "100–999", "≥ 1,000"])
    expect(labels(10, 99), equals: ["10–99"])
    expect(labels(3, 100, isWhole: false), equals: ["< 10", "10–100", "100–1,000"])
    expect(LegendReader.label(of: Range(low: 3, high: 4), isWhole: true), equals: "3")
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
    expect(
      LegendReader.ranges(stops, least: 0, most: 1e10).map {
        LegendReader.label(of: $0, isWhole: true, isShort: isShort)
      }, equals: labels)
  }

  @Test func `shows ramps at round numbers that the data reaches`() {
    expect(LegendReader.samples([0, 50, 100], [3, 60, 120]), equals: [50, 100])
    expect(LegendReader.samples([1.9953, 10_000], [2, 370]), equals: [10, 100])
    expect(LegendReader.samples([1.9953, 10_000], [2, 37, 50]), equals: [20, 40])
    expect(LegendReader.samples([0, 1000], [12, 15]), equals: [12, 13, 14, 15])
    expect(LegendReader.samples([0.5, 2.5], [0.7, 0.8]), equals: [0.7, 0.75, 0.8])
    expect(LegendReader.samples([1, 5], []), equals: [1, 5])
    #expect(LegendReader.roundNumbers(from: -1e300, to: 1e300).count >= 2)
  }

  @Test func `shows a heatmap's colors, and how many points in one place have the last`() throws {
    let lines = try map(#"{"id": "heat", "type": "heatmap", "source": "p"}"#, "lon,lat\n0,0\n1,1\n")
    #expect(lines.contains { $0.hasPrefix("image 256×1") || $0.hasPrefix("image 256x1") }, "\(lines)")
    // A kernel is 0.39894 high, and the ramp ends at 1.
    // 1 / 0.39894 is 2.507: three whole points reach it, two do not.
    expect(words(lines), equals: ["Key", "points in one place", "0", "≥ 3"])
  }

  @Test func `counts a heatmap's points whole, and at least one`() throws {
    // An intensity that gives a single point more than the last color: 1 / (0.39894 · 2.6) is 0.964.
    let layer = #"{"id": "heat", "type": "heatmap", "source": "p", "paint": {"heatmap-intensity": 2.6}}"#
    expect(words(try map(layer, "lon,lat\n0,0\n")), equals: ["Key", "points in one place", "0", "≥ 1"])
  }

  @Test func `lists layers that look alike once`() throws {
    let layer = #""type": "circle", "source": "p", "paint": {"circle-color": "red"}"#
    let lines = try map(#"{"id": "a", \#(layer)}, {"id": "b", \#(layer)}"#, "lon,lat\n0,0\n")
    expect(words(lines), equals: ["Key", "p"])
  }

  private func map(_ layers: String, _ csv: String, at place: String = "top-left") throws -> [String] {
    let style = try style(
      """
      {"version": 8, "metadata": {"clustersnap:output": {"legend": {"text": "Key", "position": "\(place)"}}},
      "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
      "layers": [\(layers)]}
      """)
    let options = PictureOptions(decorations: DecorationOptions(style.output))
    return try snapshot(style, [("p", csv)], viewport(zoom: 2), options).scene.lines(of: "decorations")
  }

  /// Three points in one place, and one far from them.
  @Test(arguments: [
    (ClusterForm.bubble, ["Key", "1", "2–9"]), (.hexagon, ["Points per hexagon", "1", "2–3"]),
    (.square, ["Points per square", "1", "2–3"]),
  ])
  func `counts points in the words of people`(form: ClusterForm, words: [String]) throws {
    let clusters =
      #""filter": ["has", "point_count"], "paint": {"circle-radius": ["step", ["get", "point_count"], 9, 10, 13]}"#
    let style = try style(
      """
      {"version": 8, "metadata": {"clustersnap:output": {"legend": \(form == .bubble ? #"{"text": "Key"}"# : "true")}}, "sources":
      {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}}, "layers": [
      {"id": "single", "type": "circle", "source": "p", "filter": ["!", ["has", "point_count"]], "paint": {"circle-color": "#ff0000"}},
      {"id": "cluster", "type": "circle", "source": "p", \(clusters)}]}
      """)
    var options = ClusterOptions()
    options.form = form
    if form == .bubble { options.method = .grid } else { options.breaks = [2, 4] }
    let source = try MapSource(
      id: "p", features: try table("lon,lat\n0,0\n0,0\n0,0\n20,0\n"),
      clustering: SourceClustering(nil, options: options), drawing: options)
    let drawn = source.theme.map { style.drawing("p", by: $0) } ?? style
    let scene = try MapSnapshotter(style: drawn, sources: [source]).snapshot(
      of: try viewport(zoom: 2), options: PictureOptions(decorations: DecorationOptions(style.output)),
      shaper: BoxShaper()
    ).scene
    expect(self.words(scene.lines(of: "decorations")), equals: words)
  }

  /// Three points, one of them with nothing.
  @Test(arguments: [
    ("colorBy", "kind", ["Key", "bar", "inn", "no value"]), ("colorBy", "n", ["Key", "5", "no value"]),
    ("sizeBy", "n", ["Key", "5", "no value"]), ("donutBy", "kind", ["Key", "bar", "inn", "no value"]),
  ])
  func `lists points without a value in the grey that they have`(
    setting: String, column: String, words: [String]
  ) throws {
    var drawing = ClusterOptions()
    switch setting {
    case "colorBy": drawing.colorBy = column
    case "sizeBy": drawing.sizeBy = column
    default: drawing.donutBy = column
    }
    let source = try MapSource(
      id: "p", features: try table("lon,lat,kind,n\n0,0,inn,5\n9,9,,\n-9,9,bar,5\n"), drawing: drawing)
    let style = try style(
      """
      {"version": 8, "metadata": {"clustersnap:output": {"legend": {"text": "Key"}}}, "sources":
      {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}}, "layers": []}
      """)
    let theme = try #require(source.theme)
    let scene = try MapSnapshotter(style: style.drawing("p", by: theme), sources: [source]).snapshot(
      of: try viewport(zoom: 2), options: PictureOptions(decorations: DecorationOptions(style.output)),
      shaper: BoxShaper()
    ).scene
    let lines = scene.lines(of: "decorations")
    expect(self.words(lines), equals: words)
    // Sized marks are translucent. 0.78 of 255 is c7.
    guard setting != "sizeBy" else { return }
    expect(lines.last { $0.hasPrefix("circle") }?.contains("fill #c7c7c7"), equals: true)
    expect(scene.layers.flatMap { scene.lines(of: $0.id) }.count { $0.contains("fill #c7c7c7") }, equals: 2)
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
    expect(words(lines), equals: ["Key", "< 10", "≥ 10"])
    let circles = lines.filter { $0.hasPrefix("circle") }
    expect(
      circles.map { $0.split(separator: " ").dropFirst(2).joined(separator: " ") },
      equals: [
        "r 7.00 fill #ff0000", "r 9.00 fill #00ff00",
      ])
  }

  @Test func `shows classes within each other, in their sizes, where rows would cover much of the picture`()
    throws
  {
    let layer = """
      {"id": "a", "type": "circle", "source": "p", "paint": {"circle-color": ["step", ["get", "n"], "#ff0000", 10, "#00ff00"],
      "circle-radius": ["step", ["get", "n"], 12, 10, 60]}}
      """
    let csv = "lon,lat,n\n0,0,3\n9,9,30\n"
    let lines = try map(layer, csv)
    expect(words(lines), equals: ["Key", "≥ 10", "< 10"])
    expect(
      lines.filter { $0.hasPrefix("circle") }.map { $0.split(separator: " ")[3] }, equals: ["60.00", "12.00"])
    // Beside the map they stand in rows.
    let beside = try map(layer, csv, at: "right")
    expect(
      beside.filter { $0.hasPrefix("circle") }.map { $0.split(separator: " ")[3] },
      equals: ["12.00", "60.00"])
  }

  @Test func `shows words, stops and shares`() throws {
    let csv = "lon,lat,n,kind\n0,0,3,inn\n9,9,30,bar\n"
    let words = try map(
      #"""
      {"id": "a", "type": "circle", "source": "p", "paint": {"circle-color":
      ["match", ["get", "kind"], "inn", "#f00", ["bar", "pub"], "#0f0", "#00f"]}}
      """#, csv)
    expect(self.words(words), equals: ["Key", "inn", "bar"])
    let stops = try map(
      #"""
      {"id": "a", "type": "circle", "source": "p", "paint": {"circle-radius":
      ["interpolate", ["linear"], ["sqrt", ["get", "n"]], 1, 3, 10, 20]}}
      """#, csv)
    expect(self.words(stops), equals: ["Key", "10", "20", "30"])
    let classes = try map(
      #"""
      {"id": "a", "type": "circle", "source": "p", "metadata": {"clustersnap:classes":
      {"method": "equal", "property": "n", "colors": ["#f00", "#0f0", "#00f"]}}}
      """#, csv + "5,5,5,inn\n")
    expect(self.words(classes), equals: ["Key", "3–5", "30"])
    let plain = try map(#"{"id": "a", "type": "circle", "source": "p"}"#, csv)
    expect(self.words(plain), equals: ["Key", "p"])
  }

  @Test func `rounds classes to the fewest digits that keep them apart`() {
    func labels(_ ends: Double...) -> [String] {
      LegendReader.labels(
        of: stride(from: 0, to: ends.count, by: 2).map { (least: ends[$0], most: ends[$0 + 1]) })
    }
    expect(labels(0.5725, 3.4473, 3.5574, 6.7902), equals: ["0.572–3.45", "3.55–6.8"])
    expect(labels(0.11, 0.34, 0.38, 0.91), equals: ["0.11–0.34", "0.38–0.91"])
    expect(labels(1, 17, 18, 1234), equals: ["1–17", "18–1,234"])
    #expect((labels(0.572, 0.57343), labels(0.5, 0.5)) == (["0.572–0.574"], ["0.5"]))
    expect(labels(-3.6, -1.2, 2e-6, 3e-6), equals: ["−3.6 – −1.2", "0.000002–0.000003"])
    expect(labels(1e-6, 2e-6, 3e-6, 4e-6), equals: ["0.000001–0.000002", "0.000003–0.000004"])
    expect(labels(-1e300, 1e17, 1e300, 1e301).count, equals: 2)
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
    expect(words(lines), equals: ["Key", "2", "4", "6", "8", "10"])
    expect(
      lines.filter { $0.hasPrefix("circle") }.map { $0.split(separator: " ").dropFirst(2)[3] },
      equals: [
        "6.00", "7.00", "8.00", "9.00", "10.00",
      ])
  }

  @Test(arguments: [1.0, 2])
  func `shows far sizes as circles within each other, as large as on the map`(scale: Double) throws {
    let csv =
      "lon,lat\n" + String(repeating: "0,0\n", count: 10) + String(repeating: "9,9\n", count: 2)
    let style = try style(
      """
      {"version": 8, "metadata": {"clustersnap:output": {"legend": {"text": "Key", "position": "top-left"},
      "scaleFurniture": \(scale)}},
      "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}, "cluster": true}},
      "layers": [{"id": "clusters", "type": "circle", "source": "p", "filter": ["has", "point_count"],
      "paint": {"circle-stroke-width": 1, "circle-radius": ["*", 9, ["get", "point_count"]]}}]}
      """)
    let options = PictureOptions(decorations: DecorationOptions(style.output))
    let scene = try snapshot(style, [("p", csv)], viewport(zoom: 5, width: 1200, height: 900), options).scene
    let shapes = try #require(scene.layers.last { $0.id == "decorations" }?.marks.map(\.shape))
    let circles = shapes.compactMap { if case .circle(let circle) = $0 { circle } else { nil } }
    // Counts of 2, 4 … 10, the largest below the others.
    #expect(zip(circles, [90.0, 72, 54, 36, 18]).allSatisfy { abs($0.radius - $1) < 1e-9 })
    expect(circles.count, equals: 5)
    let ground = circles[0].center.y + circles[0].radius
    #expect(circles.allSatisfy { abs($0.center.y + $0.radius - ground) < 1e-9 })
    let lines = shapes.flatMap { shape -> [Point] in
      if case .stroke(let stroke) = shape { stroke.path.points } else { [] }
    }
    for circle in circles {
      let top = circle.center.y - circle.radius
      #expect(lines.count { abs($0.y - top) < 1e-9 } >= 2, "a line from its top to its words")
    }
    let sizes = shapes.compactMap {
      if case .text(let run) = $0 { run.fragments.first?.font.size } else { nil }
    }
    #expect(sizes.dropFirst().allSatisfy { abs($0 - 11 * scale) < 1e-9 })
  }

  @Test func `shows colors that run into each other as one bar`() throws {
    let layer = ##"""
      {"id": "a", "type": "circle", "source": "p", "paint": {"circle-color":
      ["interpolate", ["linear"], ["get", "n"], 0, "#000000", 100, "#ffffff"]}}
      """##
    let lines = try map(layer, "lon,lat,n\n0,0,0\n9,9,50\n-9,-9,100\n")
    expect(words(lines), equals: ["Key", "0", "100"])
    #expect(!lines.contains { $0.hasPrefix("circle") })
  }

  @Test func `is not there where nothing is drawn`() throws {
    try expect(
      map(#"{"id": "a", "type": "circle", "source": "p", "maxzoom": 1}"#, "lon,lat\n0,0\n"), equals: [])
  }
}
