import Drawing
import MapDecorations
import MapScene
import MapStyle
import StyleSettings
import TestSupport
import Testing

@Suite struct `Bubbles in each other's way` {
  /// Cells of 30 points from the picture's corner, bubbles of 20 points with their counts.
  private func bubbles(_ rule: String, radius: Double = 20, cellSize: Double = 30) throws -> Style {
    try style(
      """
      {"version": 8,
      "metadata": {"clustersnap:sources": {"p": {"method": "grid", "cellSize": \(cellSize), "anchor": "view", "alignWorld": false,
      "minCount": 1}}},
      "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}, "cluster": true,
      "clusterProperties": {"sum": ["+", ["get", "n"]]}}},
      "layers": [
      {"id": "bubbles", "type": "circle", "source": "p", "filter": ["has", "point_count"],
      "metadata": {"clustersnap:declutter": "\(rule)", "clustersnap:pair": "counts"}, "paint": {"circle-radius": \(radius)}},
      {"id": "sums", "type": "symbol", "source": "p", "filter": ["has", "point_count"],
      "layout": {"text-field": ["to-string", ["get", "sum"]], "text-size": 10, "text-allow-overlap": true,
      "text-offset": [0, 3]}},
      {"id": "counts", "type": "symbol", "source": "p", "filter": ["has", "point_count"],
      "layout": {"text-field": "{point_count}", "text-size": 10, "text-allow-overlap": true}}]}
      """)
  }

  /// Points at places of a picture of 240 × 120 points about 0, 0 at zoom 4, each so many times.
  private func csv(_ places: [(x: Double, y: Double, count: Int)]) -> String {
    let degrees = 360 / (512 * 16.0)
    return "lon,lat,n\n"
      + places.flatMap { place in
        (0..<place.count).map { index in
          "\((place.x - 120) * degrees),\((60 - place.y) * degrees),\(index == 0 ? 10 : 1)\n"
        }
      }.joined()
  }

  private func shot(_ rule: String, _ places: [(x: Double, y: Double, count: Int)]) throws -> Snapshot {
    try snapshot(
      try bubbles(rule), [("p", csv(places))], viewport(zoom: 4, width: 240, height: 120),
      PictureOptions(describesMarks: false))
  }

  @Test func `move apart with all that is drawn for them`() throws {
    let scene = try shot("shift", [(110, 60, 3), (130, 60, 3)]).scene
    expect(
      scene.lines(of: "bubbles").filter { $0.hasPrefix("circle") },
      equals: [
        "circle 99.50,60.00 r 20.00 fill #000000", "circle 140.50,60.00 r 20.00 fill #000000",
      ])
    expect(scene.lines(of: "bubbles").count, equals: 4, "each bubble is followed by its count")
    #expect(scene.lines(of: "bubbles")[3].hasPrefix("text middle at 137.50,"))
    expect(
      scene.lines(of: "sums").map { $0.prefix(21) },
      equals: ["text middle at 93.50,", "text middle at 134.50"])
  }

  @Test func `become one in the heavier one's place`() throws {
    let shot = try shot("merge", [(110, 60, 2), (130, 60, 3), (200, 60, 2)])
    expect(
      shot.scene.lines(of: "bubbles").filter { $0.hasPrefix("circle") },
      equals: [
        "circle 130.00,60.00 r 20.00 fill #000000", "circle 200.00,60.00 r 20.00 fill #000000",
      ])
    let joined = try #require(shot.groups.first)
    #expect(
      (joined.markers.markers.map(\.count), joined.markers.members) == ([5, 2], [0, 1, 2, 3, 4, 5, 6]))
    expect(joined.markers.markers.map(\.members), equals: [0..<5, 5..<7])
    let texts = shot.scene.lines(of: "sums") + shot.scene.lines(of: "bubbles").filter { $0.hasPrefix("text") }
    expect(texts.compactMap { $0.split(separator: "\"").dropFirst().first }, equals: ["23", "11", "5", "2"])
  }

  @Test func `take in one after the other until none overlap`() throws {
    // A chain: the heaviest takes in both neighbors, and the outer ones then stand free.
    let shot = try shot("merge", [(50, 60, 2), (85, 60, 3), (122, 60, 4), (158, 60, 2), (195, 60, 3)])
    expect(shot.groups.first?.markers.markers.map(\.count), equals: [2, 9, 3])
  }

  @Test func `are reported where one's middle stays under another`() throws {
    // A bubble in each of 8 × 4 cells of 30 points, all of them 40 points wide: there is no room for all.
    var cells: [(x: Double, y: Double, count: Int)] = []
    for column in 0..<8 {
      for row in 0..<4 { cells.append((15 + 30 * Double(column), 15 + 30 * Double(row), 3)) }
    }
    let crowd = try shot("shift", cells)
    #expect(
      crowd.notes.filter { $0.code == "bubbles-overlap" }.isEmpty, "they overlap, but all counts are seen")
    // Held in the picture, ten middles have a box of 140 × 20 points.
    let tight = try bubbles("shift", radius: 50)
    let columns = [65.0, 95, 125, 155, 185]
    let places = columns.map { (x: $0, y: 55.0, count: 3) } + columns.map { (x: $0, y: 65.0, count: 3) }
    let shot = try snapshot(
      tight, [("p", csv(places))], viewport(zoom: 4, width: 240, height: 120),
      PictureOptions(describesMarks: false))
    let note = try #require(shot.notes.first { $0.code == "bubbles-overlap" })
    #expect(
      note.message.hasSuffix(
        " of 10 bubbles of layer bubbles have their middle still under another; make them smaller, or set declutter to merge"
      ), "\(note.message)")
    #expect((note.path.dotted, note.position?.line) == ("layers[0].metadata.clustersnap:declutter", 8))
  }

  @Test func `are reported where crowds are too large to part`() throws {
    // 39 × 39 bubbles in cells of a point: all can meet all, and 1521 · 1520 / 2 pairs are more than a million.
    let style = try bubbles("shift", radius: 60, cellSize: 1)
    var places: [(x: Double, y: Double, count: Int)] = []
    for row in 0..<39 {
      for column in 0..<39 { places.append((80.5 + Double(column), 40.5 + Double(row), 1)) }
    }
    let notes = try snapshot(
      style, [("p", csv(places))], viewport(zoom: 4, width: 240, height: 120),
      PictureOptions(describesMarks: false)
    ).notes
    expect(
      notes.filter { $0.code == "bubbles-overlap" }.map(\.message),
      equals: [
        "the 1521 bubbles of layer bubbles stand too close to move apart; make them smaller, or set declutter to merge"
      ])
  }

  @Test(arguments: ["merge", "shift", "clear"])
  func `move only where there are clusters`(rule: String) throws {
    let style = try style(
      """
      {"version": 8, "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
      "layers": [{"id": "dots", "type": "circle", "source": "p",
      "metadata": {"clustersnap:declutter": "\(rule)"}}]}
      """)
    let shot = try snapshot(
      style, [("p", csv([(110, 60, 1), (112, 60, 1)]))], viewport(zoom: 4, width: 240, height: 120))
    expect(
      shot.scene.lines(of: "dots").map { $0.prefix(19) },
      equals: ["circle 110.00,60.00", "circle 112.00,60.00"])
    expect(
      shot.notes.map { "\($0.code): \($0.message)" },
      equals: [
        "unused-setting: source \"p\" is not clustered, and single points stay where they are; cluster it, or leave declutter out"
      ])
    #expect(shot.notes.allSatisfy { $0.position?.line == 3 })
  }

  /// Bubbles, and dots of 5 points above which they lie in the style.
  private func withDots(_ rule: String, radius: Double = 20) throws -> Style {
    try style(
      """
      {"version": 8,
      "metadata": {"clustersnap:sources": {"p": {"method": "grid", "cellSize": 30, "anchor": "view", "alignWorld": false}}},
      "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}, "cluster": true}},
      "layers": [
      {"id": "dots", "type": "circle", "source": "p", "filter": ["!", ["has", "point_count"]],
      "paint": {"circle-radius": 5}},
      {"id": "bubbles", "type": "circle", "source": "p", "filter": ["has", "point_count"],
      "metadata": {"clustersnap:declutter": "\(rule)"}, "paint": {"circle-radius": \(radius)}}]}
      """)
  }

  private func centers(_ shot: Snapshot, _ layer: String) -> [Point] {
    (shot.scene.layers.first { $0.id == layer }?.marks ?? []).compactMap { mark in
      if case .circle(let circle) = mark.shape { circle.center } else { nil }
    }
  }

  @Test(arguments: ["shift", "clear"])
  func `keep off single points, which stay`(rule: String) throws {
    // The bubble of the cell from 90 to 120 stands at (110, 60), and the point of the next cell 15 points beside it.
    let shot = try snapshot(
      try withDots(rule), [("p", csv([(110, 60, 3), (125, 60, 1)]))],
      viewport(zoom: 4, width: 240, height: 120))
    let (dots, bubbles) = (centers(shot, "dots"), centers(shot, "bubbles"))
    try #require((dots.count, bubbles.count) == (1, 1))
    #expect((dots[0] - Point(x: 125, y: 60)).length < 1e-6)
    #expect((25..<30).contains((bubbles[0] - dots[0]).length), "\(bubbles)")
    #expect(abs(bubbles[0].y - 60) < 1e-6 && bubbles[0].x < 110)
  }

  @Test func `lie beneath single points that they have no room beside`() throws {
    // A point in each of 8 × 4 cells but two, 30 points apart: no disc of 28 points fits among them, be it where one is missing.
    var places: [(x: Double, y: Double, count: Int)] = []
    for column in 0..<8 {
      for row in 0..<4 {
        let count = [(1, 1), (6, 2)].contains { $0 == (column, row) } ? 3 : 1
        places.append((15 + 30 * Double(column), 15 + 30 * Double(row), count))
      }
    }
    let shot = try snapshot(
      try withDots("clear", radius: 28), [("p", csv(places))], viewport(zoom: 4, width: 240, height: 120))
    expect(shot.scene.layers.map(\.id), equals: ["dots", "bubbles", "dots-above"])
    let (beneath, above) = (centers(shot, "dots"), centers(shot, "dots-above"))
    let bubbles = centers(shot, "bubbles")
    #expect((beneath.count + above.count, bubbles.count) == (30, 2))
    for bubble in bubbles {
      #expect(beneath.allSatisfy { ($0 - bubble).length > 32 })
      #expect(above.contains { ($0 - bubble).length < 33 })
    }
    let singles = places.filter { $0.count == 1 }
    #expect(
      singles.allSatisfy { place in
        (beneath + above).contains { ($0 - Point(x: place.x, y: place.y)).length < 0.05 }
      })
  }

  @Test func `stay as they are where nothing is set`() throws {
    let style = try style(
      """
      {"version": 8, "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
      "layers": [{"id": "dots", "type": "circle", "source": "p"}]}
      """)
    let scene = try snapshot(
      style, [("p", csv([(110, 60, 1), (112, 60, 1)]))], viewport(zoom: 4, width: 240, height: 120)
    ).scene
    expect(
      scene.lines(of: "dots").map { $0.prefix(19) }, equals: ["circle 110.00,60.00", "circle 112.00,60.00"])
  }

  @Test func `have no class without a number`() throws {
    let style = try style(
      """
      {"version": 8, "metadata": {"clustersnap:output": {"legend": true}},
      "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
      "layers": [{"id": "dots", "type": "circle", "source": "p", "paint": {"circle-radius": 3, "circle-color": "#888888"},
      "metadata": {"clustersnap:classes":
      {"method": "equal", "property": "n", "colors": ["#ff0000", "#00ff00"], "radii": [4, 6]}}}]}
      """)
    let shot = try snapshot(
      style, [("p", "lon,lat,n\n0,0,7\n1,0,\n2,0,many\n3,0,17\n4,0,8\n")], viewport(zoom: 4, width: 400),
      PictureOptions(decorations: DecorationOptions(style.output)))
    let looks = shot.scene.lines(of: "dots").map { line in
      line.split(separator: " ").dropFirst(2).prefix(4).joined(separator: " ")
    }
    expect(
      looks,
      equals: [
        "r 4.00 fill #ff0000", "r 3.00 fill #888888", "r 3.00 fill #888888", "r 6.00 fill #00ff00",
        "r 4.00 fill #ff0000",
      ])
    expect(
      shot.notes.map(\.message),
      equals: [
        "2 of 5 features of layer dots have no number to class and keep the layer's own size and color; filter them out, or give them one"
      ])
    expect(shot.notes.first?.path.dotted, equals: "layers[0].metadata.clustersnap:classes")
    let words = shot.scene.lines(of: "decorations").filter { $0.hasPrefix("text") }
    #expect(words.contains { $0.contains("\"7–8\"") })
    #expect(words.contains { $0.contains("\"17\"") })
  }

  @Test func `have sizes and colors of their classes`() throws {
    let style = try style(
      """
      {"version": 8, "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
      "layers": [{"id": "dots", "type": "circle", "source": "p", "metadata": {"clustersnap:classes":
      {"method": "quantile", "property": "n", "colors": ["#ff0000", "#00ff00", "#0000ff"], "radii": [2, 4, 6]}}}]}
      """)
    // The seventh point lies outside and does not count.
    let csv = "lon,lat,n\n0,0,1\n1,0,2\n2,0,3\n3,0,4\n4,0,5\n5,0,6\n150,0,1000\n"
    let scene = try snapshot(style, [("p", csv)], viewport(zoom: 4, width: 400)).scene
    let looks = scene.lines(of: "dots").map { line in
      line.split(separator: " ").dropFirst(2).prefix(4).joined(separator: " ")
    }
    expect(
      looks,
      equals: [
        "r 2.00 fill #ff0000", "r 2.00 fill #ff0000", "r 4.00 fill #00ff00", "r 4.00 fill #00ff00",
        "r 6.00 fill #0000ff", "r 6.00 fill #0000ff",
      ])
  }
}
