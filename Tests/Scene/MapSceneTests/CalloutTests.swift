import Drawing
import JSONDocument
import MapClusters
import MapContent
import MapFeatures
import MapGeometry
import MapSettings
import TestSupport
import Testing

@testable import MapDecorations
@testable import MapScene

@Suite struct `A callout` {
  @Test func `leaves no half of a name beneath it`() {
    func text(_ x: Double) -> DrawItem {
      let font = Font(names: ["DejaVu Sans"], size: 10)
      let fragment = TextRun.Fragment(
        text: "Ulm", font: font, color: .black, origin: Point(x: x, y: 20), advance: 30, outline: Path())
      return DrawItem(.text(TextRun(fragments: [fragment])))
    }
    let box = Path(rings: [
      [Point(x: 35, y: 0), Point(x: 80, y: 0), Point(x: 80, y: 40), Point(x: 35, y: 40)]
    ])
    // The first ends at 40 and the last begins at 90.
    var layers = ["names", "others"].map { SceneLayer(id: $0, marks: [text(10), text(40), text(90)]) }
    layers.leaveTextsOut(beneath: [SceneLayer(id: "callouts", marks: [.fill(box, .white)])]) { $0 == "names" }
    expect(layers.map(\.marks.count), equals: [1, 3])
    expect(layers[0].marks, equals: [text(90)])
  }

  private static let look = """
    {"version": 8, "sources": {"points": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
     "layers": [{"id": "dots", "type": "circle", "source": "points", "paint": {"circle-radius": 10}}]}
    """

  private func snapshot(
    _ csv: String, _ options: PictureOptions, clustering: ClusterOptions? = nil, width: Double = 400,
    height: Double = 300, zoom: Double = 0, bearing: Double = 0
  ) throws -> Snapshot {
    var grid = ClusterOptions()
    grid.method = .grid
    let source = try MapSource(
      id: "points", features: try table(csv), clustering: SourceClustering(nil, options: clustering ?? grid))
    return try MapSnapshotter(style: try style(Self.look), sources: [source]).snapshot(
      of: try viewport(zoom: zoom, width: width, height: height, bearing: bearing), options: options,
      shaper: BoxShaper())
  }

  private func plates(_ snapshot: Snapshot) -> [Rectangle] {
    snapshot.scene.layers.first { $0.id == "callouts" }?.marks.compactMap { mark in
      guard case .fill(let fill) = mark.shape else { return nil }
      return fill.path.bounds
    } ?? []
  }

  @Test(arguments: [0.0, 30, 90, 200])
  func `never leaves the picture nor covers its marker, and callouts keep apart`(bearing: Double) throws {
    var random = Seeded(seed: 7)
    func next() -> Double { random.number(in: 0...1) }
    let options = with(PictureOptions()) { $0.callouts = .all }
    var drawn = 0
    for count in [1, 5, 30, 120] {
      let rows = (0..<count).map { "p\($0),\(next() * 280 - 140),\(next() * 150 - 75)" }
      let found = try snapshot("id,lon,lat\n" + rows.joined(separator: "\n"), options, bearing: bearing)
      let plates = plates(found)
      drawn += plates.count
      let picture = Rectangle(x: 0, y: 0, width: 400, height: 300)
      #expect(plates.allSatisfy(picture.contains))
      for (index, plate) in plates.enumerated() {
        #expect(!plates[..<index].contains { $0.intersects(plate) })
        for circle in circles(found.scene) {
          let box = Rectangle(x: circle.center.x, y: circle.center.y, width: 0, height: 0)
          #expect(!plate.contains(box))
        }
      }
    }
    #expect(drawn > 20)
  }

  @Test(arguments: [0.0, 45, 90, 270])
  func `is upright and points at its marker wherever north is`(bearing: Double) throws {
    let options = with(PictureOptions()) { $0.callouts = .all }
    let found = try snapshot("id,lon,lat\np,40,20\n", options, zoom: 1, bearing: bearing)
    let plate = try #require(plates(found).first)
    let marker = try #require(circles(found.scene).first).center
    // Beside the disc, as large as with north up.
    let nearest = Point(
      x: min(max(marker.x, plate.minX), plate.maxX), y: min(max(marker.y, plate.minY), plate.maxY))
    let way = nearest - marker
    #expect((way.x * way.x + way.y * way.y).squareRoot() < 22, "\(way)")
    let upright = try #require(plates(try snapshot("id,lon,lat\np,40,20\n", options, zoom: 1)).first)
    #expect(abs(plate.width - upright.width) < 1e-6)
    #expect(abs(plate.height - upright.height) < 1e-6)
  }

  @Test(arguments: [(1.0, 1.0), (399, 1), (1, 299), (399, 299), (200, 150)])
  func `stands beside a marker wherever it is`(x: Double, y: Double) throws {
    let view = try viewport()
    let place = view.unproject(ScreenPoint(x: x, y: y))
    let options = with(PictureOptions()) { $0.selection = MapPoint(source: "points", index: 0) }
    let found = try snapshot("id,lon,lat\nHome,\(place.longitude),\(place.latitude)", options)
    let plate = try #require(plates(found).first)
    #expect(Rectangle(x: 0, y: 0, width: 400, height: 300).contains(plate))
    #expect(!plate.expanded(by: 1).contains(Point(x: x, y: y)))
    expect(found.scene.layers.map(\.id).suffix(2), equals: ["selection", "callouts"])
  }

  @Test func `lists members up to its limit`() throws {
    let rows = (1...17).map { "m\($0),0,0" }.joined(separator: "\n")
    var options = PictureOptions()
    options.callouts = .all
    options.calloutRows = 3
    let found = try snapshot("id,lon,lat\n" + rows, options)
    let lines = texts(found.scene).flatMap(\.fragments).map(\.text)
    expect(lines, equals: ["17 points", "m1", "m2", "m3", "… and 14 more"])
    let subject = found.scene.layers.last?.marks.compactMap(\.subject).first
    expect(subject?.title, equals: "17 points")
    expect(subject?.details, equals: "m1\nm2\nm3\n… and 14 more")
  }

  @Test func `lists fewer members where all have no room, and counts the others`() throws {
    func listed(of limit: Int) throws -> (lines: [String], notes: [String]) {
      var options = PictureOptions()
      options.callouts = .all
      options.calloutRows = limit
      let found = try snapshot(
        "id,lon,lat\n" + (1...130).map { "m\($0),0,0" }.joined(separator: "\n"), options)
      return (texts(found.scene).flatMap(\.fragments).map(\.text), found.notes.map(\.code))
    }
    let (lines, notes) = try listed(of: 100)
    let rows = lines.count - 2
    expect(lines.first, equals: "130 points")
    expect(lines.dropFirst().prefix(rows), equals: (1...rows).map { "m\($0)" }[...])
    expect(lines.last, equals: "… and \(130 - rows) more")
    expect(notes, equals: ["callout-rows-cut"])
    // As many as have room: so many are all listed, and of one more the last is not.
    #expect((5..<100).contains(rows))
    #expect(try listed(of: rows) == (lines, []))
    #expect(try listed(of: rows + 1) == (lines, ["callout-rows-cut"]))
  }

  @Test func `lists columns of members, all but the first in a second line`() throws {
    var options = PictureOptions()
    options.callouts = .all
    options.calloutColumns = ["name", "street", "phone"]
    let found = try snapshot(
      "id,name,street,phone,lon,lat\n1,Ritz,Main St 1,555,0,0\n2,,Side St 2,,0,0\n3,Inn,,,0,0", options)
    let lines = texts(found.scene).flatMap(\.fragments).map(\.text)
    expect(lines, equals: ["3 points", "Ritz", "Main St 1, 555", "–", "Side St 2", "Inn"])
    let single = try snapshot("id,name,street,phone,lon,lat\n1,Ritz,Main St 1,555,0,0", options)
    expect(texts(single.scene).flatMap(\.fragments).map(\.text), equals: ["Ritz", "Main St 1, 555"])
  }

  @Test(arguments: [
    (ClusterPreset.cch, ["1 annotation", "Ritz"]), (.amap, ["Ritz", "Main St 1"]), (.tb, ["Ritz", "555"]),
    (.pins, ["Ritz"]), (.pablo, ["Ritz"]), (.clustermap, ["Ritz"]), (.supercluster, ["Ritz"]),
  ])
  func `of a single point shows what its preset shows`(preset: ClusterPreset, expected: [String]) throws {
    let options = with(PictureOptions()) { $0.callouts = .all }
    let clustering = with(ClusterOptions()) { $0.preset = preset }
    let found = try snapshot(
      "id,name,address,phone,lon,lat\n1,Ritz,Main St 1,555,0,0", options, clustering: clustering)
    expect(texts(found.scene).flatMap(\.fragments).map(\.text), equals: expected)
    // A point without the property has no second line.
    let bare = try snapshot("id,name,lon,lat\n1,Ritz,0,0", options, clustering: clustering)
    expect(texts(bare.scene).flatMap(\.fragments).map(\.text).count, equals: preset == .cch ? 2 : 1)
  }

  @Test func `lists the members of the AMap demo's clusters, whose subtitle names the first five`() throws {
    var options = PictureOptions()
    options.callouts = .all
    var clustering = ClusterOptions()
    clustering.preset = .amap
    options.calloutRows = 7
    let text = "id,name,lon,lat\n" + (1...7).map { "\($0),m\($0),0,0" }.joined(separator: "\n")
    let found = try snapshot(text, options, clustering: clustering)
    expect(
      texts(found.scene).flatMap(\.fragments).map(\.text), equals: ["7 points"] + (1...7).map { "m\($0)" })
    let group = try #require(found.groups.first)
    expect(group.subtitle(of: try #require(group.markers.markers.first)), equals: "m1, m2, m3, m4, m5")
    clustering.subtitle = "all of them"
    let own = try snapshot(text, options, clustering: clustering)
    expect(texts(own.scene).flatMap(\.fragments).map(\.text), equals: ["7 points", "all of them"])
  }

  @Test func `of a single point follows templates that are set`() throws {
    let options = with(PictureOptions()) { $0.callouts = .all }
    var clustering = ClusterOptions()
    clustering.preset = .pins
    clustering.singleTitle = "{name} ({count|house|houses})"
    clustering.singleSubtitle = "{phone}"
    // Those of clusters say nothing of single points.
    (clustering.title, clustering.subtitle) = ("{count} pins here", "{count} in all")
    let found = try snapshot(
      "id,name,phone,lon,lat\n1,Ritz,555,-90,0\n2,Inn,,90,0", options, clustering: clustering)
    expect(
      Set(texts(found.scene).flatMap(\.fragments).map(\.text)),
      equals: ["Ritz (house)", "555", "Inn (house)"])
  }

  /// Twelve points in one place and three in another: with 9 rows the first list has no room in 300 by 120 points.
  @Test(arguments: [(400.0, 300.0, [3, 9]), (400, 120, [0, 0])])
  func `of one cluster lists its members where those of all do`(
    width: Double, height: Double, rows: [Int]
  ) throws {
    var options = PictureOptions()
    options.callouts = .all
    options.calloutRows = 9
    let many = (1...12).map { "m\($0),-60,0" } + (1...3).map { "n\($0),60,0" }
    let found = try snapshot(
      "id,lon,lat\n" + many.joined(separator: "\n"), options, width: width, height: height)
    let lines = texts(found.scene).flatMap(\.fragments).map(\.text)
    #expect(lines.contains("12 points"))
    #expect(lines.contains("3 points"))
    expect([lines.count { $0.hasPrefix("n") }, lines.count { $0.hasPrefix("m") }], equals: rows)
  }

  @Test func `shows what a preset shows, and lists nothing twice`() throws {
    let options = with(PictureOptions()) { $0.callouts = .all }
    let clustering = with(ClusterOptions()) { $0.preset = .cch }
    let found = try snapshot("id,name,lon,lat\na,Inn,0,0\nb,Ritz,1,0", options, clustering: clustering)
    expect(texts(found.scene).flatMap(\.fragments).map(\.text), equals: ["2 annotations", "Inn, Ritz"])
    // Ids are no names: without these the members are listed.
    let nameless = try snapshot("id,lon,lat\na,0,0\nb,1,0", options, clustering: clustering)
    expect(texts(nameless.scene).flatMap(\.fragments).map(\.text), equals: ["2 annotations", "a", "b"])
  }

  /// A row is 13 points high at least: of 60 not all find room in 400 points, and no fewer are listed where more are asked for.
  @Test func `lists as many members as there is room for, and reports it`() throws {
    var options = PictureOptions()
    options.callouts = .all
    let csv = "id,lon,lat\n" + (1...60).map { "m\($0),0,0" }.joined(separator: "\n")
    var listed: [Int] = []
    for rows in [5, 15, 20, 30, 45, 60] {
      options.calloutRows = rows
      let found = try snapshot(csv, options, width: 400, height: 400)
      listed.append(texts(found.scene).flatMap(\.fragments).count { $0.text.hasPrefix("m") })
      let note = found.notes.first { $0.code == "callout-rows-cut" }?.message
      let wanted =
        "callouts list \(listed[listed.count - 1]) of up to \(rows) members, as there is no room for more; draw a larger picture"
      expect(note, equals: listed.last == rows ? nil : wanted)
    }
    expect(listed, equals: listed.sorted())
    expect(listed[0], equals: 5)
    #expect((listed.last ?? 0) > 10 && (listed.last ?? 0) * 13 < 400)
    options.calloutRows = 60
    let tall = try snapshot(csv, options, width: 400, height: 3000)
    expect(texts(tall.scene).flatMap(\.fragments).count { $0.text.hasPrefix("m") }, equals: 60)
  }

  /// A square of 20 points has its corners 14.1 points from its middle, 17 with a frame of 2; a number begins 15 points from the middle
  /// of a disc of 10.
  @Test(arguments: [true, false])
  func `comes with a ring that fits squares, and keeps off numbers`(isSquare: Bool) throws {
    let dots = isSquare ? #""metadata": {"clustersnap:shape": "square"}, "# : ""
    let numbers =
      #", {"id": "n", "type": "symbol", "source": "points", "layout": {"text-field": "5", "text-anchor": "left", "text-offset": [1.5, 0], "text-size": 10}}"#
    let look = Self.look.replacing(#""paint": {"#, with: dots + #""paint": {"circle-stroke-width": 2, "#)
      .replacing("}}]}", with: "}}" + (isSquare ? "" : numbers) + "]}")
    let source = try MapSource(
      id: "points", features: try table("id,lon,lat\n1,0,0"),
      clustering: SourceClustering(nil, options: with(ClusterOptions()) { $0.method = .grid }))
    var options = PictureOptions()
    (options.selection, options.callouts) = (MapPoint(source: "points", index: 0), .none)
    let scene = try MapSnapshotter(style: try style(look), sources: [source]).snapshot(
      of: try viewport(zoom: 3, width: 200, height: 200), options: options, shaper: BoxShaper()
    ).scene
    let rings = try #require(scene.layers.first { $0.id == "selection" }).marks.compactMap { mark in
      if case .circle(let circle) = mark.shape { circle } else { nil }
    }
    try #require(rings.count == 2)
    let (inner, outer) = (rings[0].radius, rings[0].radius + rings[0].strokeWidth)
    if isSquare { #expect(inner >= 12 * 2.squareRoot()) } else { #expect(outer <= 15.001 && outer > 13) }
    #expect(rings[1].radius > inner && rings[1].radius + rings[1].strokeWidth < outer)
  }

  @Test func `wraps long titles and cuts what does not fit`() throws {
    let options = with(PictureOptions()) { $0.callouts = .unique }
    let name = Array(repeating: "Llanfairpwll", count: 20).joined(separator: " ")
    let found = try snapshot("id,lon,lat\n\(name),0,0", options)
    let lines = texts(found.scene).flatMap(\.fragments)
    expect(lines.count, equals: 2)
    expect(lines.last?.text.hasSuffix("…"), equals: true)
    #expect(lines.allSatisfy { $0.advance <= CalloutContent.widest })
  }

  @Test func `is reported where it found no place`() throws {
    let options = with(PictureOptions()) { $0.callouts = .all }
    let found = try snapshot("id,lon,lat\na,0,0", options, width: 50, height: 50)
    #expect(plates(found).isEmpty)
    expect(found.notes.map(\.code), equals: ["callouts-hidden"])
  }

  /// Counts the texts that are laid out.
  private final class CountingShaper: TextShaper {
    private(set) var count = 0

    func shape(_ request: TextRequest) throws(TextShapingError) -> ShapedText {
      count += 1
      return try BoxShaper().shape(request)
    }
  }

  @Test func `of a crowd is laid out for few who find no place`() throws {
    var random = Seeded(seed: 11)
    let rows = (0..<100_000).map { _ in
      "\(random.number(in: -140...140)),\(random.number(in: -75...75))"
    }
    let source = try MapSource(
      id: "points", features: try table("lon,lat\n" + rows.joined(separator: "\n")),
      clustering: SourceClustering(nil, options: with(ClusterOptions()) { $0.method = ClusterMethod.none }))
    let shaper = CountingShaper()
    let found = try MapSnapshotter(style: try style(Self.look), sources: [source]).snapshot(
      of: try viewport(width: 1024, height: 768),
      options: with(PictureOptions(describesMarks: false)) { $0.callouts = .all }, shaper: shaper)
    let plates = plates(found)
    #expect(plates.count > 5)
    // 300 without a place end the search; each has a title, and numbers of its own at most.
    #expect(shaper.count <= 4 * (300 + plates.count))
    let note = try #require(found.notes.first { $0.code == "callouts-hidden" })
    #expect(note.message.contains("\(100_000 - plates.count) of 100000 callouts"))
  }

  @Test func `is for the selected marker only, unless more is asked for`() throws {
    let csv = "id,lon,lat\na,-60,0\nb,60,0"
    #expect(plates(try snapshot(csv, PictureOptions())).isEmpty)
    var options = PictureOptions()
    options.selection = MapPoint(source: "points", index: 1)
    expect(plates(try snapshot(csv, options)).count, equals: 1)
    options.callouts = .none
    let found = try snapshot(csv, options)
    #expect(plates(found).isEmpty)
    expect(found.scene.layers.last?.id, equals: "selection")
    options.selection = MapPoint(source: "points", index: 0)
    try expect(snapshot(csv, options, zoom: 6).notes.map(\.code), equals: ["selection-unseen"])
  }
}
