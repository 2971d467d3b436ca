import CairoCanvas
import Drawing
import JSONDocument
import MapContent
import MapGeometry
import MapSettings
import SessionSupport
import TestSupport
import Testing

@testable import MapSession

/// The size of pictures, the margin around points, and what stands around towns.
@Suite struct `The frame of a picture` {
  private func map(
    _ rows: [(Double, Double)], columns: String = "lon,lat",
    _ set: (inout MapSpecification) -> Void = { _ in }
  ) throws -> LoadedMap {
    let csv = columns + "\n" + rows.map { "\($0.0),\($0.1)\n" }.joined()
    let session = MapSession(resources: MemoryResources(["in.csv": csv]))
    var specification = MapSpecification()
    (specification.inputs, specification.shapesPictures) = (["in.csv"], true)
    set(&specification)
    return try session.load(specification, log: SessionLog())
  }

  private func svg(_ map: LoadedMap) throws -> String {
    var text = ""
    try map.draw([try map.plan(of: 0, as: .svg)], log: SessionLog(), time: nil) {
      (drawn) throws(SessionError) in
      try drawn.encoded()
    } take: { _, bytes throws(SessionError) in
      text = String(decoding: try bytes.get(), as: UTF8.self)
    }
    return text
  }

  /// One degree at the equator is 1/360 of the world, up and across, to a hundredth of a point.
  @Test(arguments: [
    (3.0, 2.0, 683.0), (2, 2, 768), (1, 5, 768), (8, 4, 512), (9, 1, 512), (5, 3, 614), (4, 0, 512),
    (0, 0, 768),
  ])
  func `has the shape of the points, between 2 to 1 and 4 to 3`(across: Double, up: Double, height: Double)
    throws
  {
    let rows = [(-across / 2, -up / 2), (across / 2, up / 2)]
    try expect(map(rows).plan(of: 0).viewport.size, equals: ScreenSize(width: 1024, height: height))
  }

  @Test func `is 1024 by 768 where a view, a zoom or nobody asks for the shape`() throws {
    let rows = [(-4.0, -1.0), (4, 1)]
    let standard = ScreenSize(width: 1024, height: 768)
    try expect(map(rows) { $0.view.zoom = 4 }.plan(of: 0).viewport.size, equals: standard)
    try expect(map(rows) { $0.shapesPictures = false }.plan(of: 0).viewport.size, equals: standard)
    try expect(
      map(rows) { $0.view.box = try? BoundingBox(west: -4, south: -1, east: 4, north: 1) }.plan(of: 0)
        .viewport.size, equals: standard)
    let size = ScreenSize(width: 500, height: 500)
    try expect(map(rows) { $0.view.size = size }.plan(of: 0).viewport.size, equals: size)
  }

  /// The largest bubble of three points reaches less far than a tenth of 500 points. Two alone stand in no corners.
  @Test func `keeps a tenth of the shorter side free of points, and a quarter of each around two`() throws {
    for (others, free) in [([(0.0, 0.0)], 50.0), ([], 150)] {
      let view = try map([(-2.0, -1.0), (2, 1)] + others) {
        $0.view.size = ScreenSize(width: 600, height: 500)
      }.plan(of: 0).viewport
      let corner = view.project(Coordinate(latitude: 1, longitude: -2))
      #expect(abs(corner.x - free) < 0.01)
      #expect(abs(view.size.height / 2 - corner.y - (300 - free) / 2) < 1)
    }
  }

  @Test(arguments: [(1024.0, 768.0, 0.0, 76.8), (200, 150, 0, 24), (400, 300, 60, 60), (80, 80, 60, 20)])
  func `keeps room for the largest bubble, at most a quarter of a side`(
    width: Double, height: Double, reach: Double, free: Double
  ) {
    let padding = ViewOptions.standardPadding(of: ScreenSize(width: width, height: height), reach: reach)
    for side in [padding.top, padding.right, padding.bottom, padding.left] {
      #expect(abs(side - free) < 1e-9)
    }
  }

  /// Equal Earth is 2.05 times as wide as high; these points lie on both sides of its middle, at 11° east.
  @Test func `is filled by a world that is shown whole`() throws {
    let view = try map([(-160.0, -50.0), (170, 60), (0, 0), (10, 10)]).plan(of: 0).viewport
    expect(view.size, equals: ScreenSize(width: 1024, height: 512))
    let sheet = try #require(view.sheet)
    let edges = [-179.999, 179.999].compactMap {
      sheet.planar(Coordinate(latitude: 0, longitude: 11 + $0)).map { view.project($0).x }
    }
    #expect(abs(edges[0]) < 0.1 && abs(edges[1] - 1024) < 0.1, "\(edges)")
  }

  @Test func `has the ground's color around a projected world`() {
    expect(Color(css: "#c8dbe6")?.sheetPaper.hexadecimal, equals: "#eef2f4")
    expect(Color.white.sheetPaper, equals: .white)
  }

  /// Natural Earth has Ghent at 3.7° E, 51.03° N; 0.0202° east are 1.41 km there, 0.0127° north as well.
  @Test(arguments: [(3.7202, 51.0427, "2 km northeast of Ghent"), (3.7, 51.03, "near Ghent")])
  func `names the city that a town's map lies by, unless it is turned off`(
    longitude: Double, latitude: Double, words: String
  ) throws {
    var rows: [(Double, Double)] = []
    for step in 0..<30 {
      let (east, north) = (Double(step - 15) / 5000, Double((step * 7) % 30 - 15) / 5000)
      rows.append((longitude + east, latitude + north))
    }
    func town(_ zoom: Double = 12, _ set: (inout MapSpecification) -> Void = { _ in }) throws -> LoadedMap {
      try map(rows) {
        $0.view.center = Coordinate(latitude: latitude, longitude: longitude)
        $0.view.zoom = zoom
        set(&$0)
      }
    }
    let page = try town().plan(of: 0).page
    #expect(page.locator != nil && page.hasWhereabouts && page.view.output.scaleBar?.isShown == true)
    #expect(try svg(try town()).contains(words))
    var off = OutputSettings.Decoration()
    off.isShown = false
    for map in [
      try town(7.9), try town(12) { $0.basemaps = ["none"] },
      try town(12) { ($0.output.locator, $0.output.scaleBar) = (off, off) },
    ] {
      let page = try map.plan(of: 0).page
      #expect(page.locator == nil && !page.hasWhereabouts)
      #expect(page.view.output.scaleBar?.isShown != true)
    }
  }

  /// 2400 / 1600.
  @Test func `has larger symbols where it is large, and is as large on paper`() throws {
    let map = try map([(-10.0, -5.0), (10, 5), (10, 5.01)]) {
      $0.view.size = ScreenSize(width: 3000, height: 2400)
      ($0.view.center, $0.view.zoom) = (Coordinate(latitude: 0, longitude: 0), 6)
      ($0.basemaps, $0.clustering.form) = (["none"], .bubble)
    }
    let plan = try map.plan(of: 0)
    expect(plan.page.growth, equals: 1.5)
    expect(plan.viewport.size, equals: ScreenSize(width: 2000, height: 1600))
    expect(plan.viewport.scale, equals: 1.5)
    let text = try svg(map)
    #expect(text.contains(#"width="3000" height="2400" viewBox="0 0 2000 1600""#))
    let found = plan.document(of: [], corner: .zero).bytes(.json)
    let json = String(decoding: found, as: UTF8.self)
    #expect(json.contains(#""size": [3000, 2400]"#), "\(json)")
    #expect(json.contains(#""zoom": 6"#), "\(json)")
  }

  // MARK: Pins

  private static let few = [(10.0, 53.5), (13.4, 52.5), (11.6, 48.1), (11.6, 48.1)]

  private func drawsPins(
    _ rows: [(Double, Double)], _ set: (inout MapSpecification) -> Void = { _ in }
  ) throws -> Bool {
    try svg(
      try map(rows) {
        $0.basemaps = ["none"]
        set(&$0)
      }
    ).contains(#"id="points-pins""#)
  }

  @Test func `has pins where few markers stand for few points`() throws {
    #expect(try drawsPins(Self.few))
    // Twelve markers far apart, and thirteen.
    func row(_ count: Int) -> [(Double, Double)] { (0..<count).map { (Double($0) * 5, 0) } }
    #expect(try drawsPins(row(12)))
    #expect(try !drawsPins(row(13)))
    // Nine points in one place, and ten.
    func heap(_ count: Int) -> [(Double, Double)] { [(20, 20)] + Array(repeating: (10, 10), count: count) }
    #expect(try drawsPins(heap(9)))
    #expect(try !drawsPins(heap(10)))
  }

  @Test func `has no pins where anybody sets how markers look`() throws {
    let settings: [(inout MapSpecification) -> Void] = [
      { $0.clustering.form = .bubble }, { $0.clustering.method = .radius }, { $0.clustering.preset = .cch },
      { $0.clustering.colorBy = "lat" }, { $0.clustering.sizeBy = "lat" }, { $0.clustering.donutBy = "lat" },
      { $0.style = "debug" }, { $0.output.callouts = .all },
    ]
    for (number, set) in settings.enumerated() { #expect(try !drawsPins(Self.few, set), "\(number)") }
    for style in ["dark", "print"] { #expect(try drawsPins(Self.few) { $0.style = style }) }
  }

  @Test func `has names beside pins, and counts in their heads`() throws {
    let session = MapSession(
      resources: MemoryResources([
        "in.csv": "Title,lon,lat\nHarbor,10,53.5\nTower,13.4,52.5\nGarden,11.6,48.1\nHall,11.6,48.1\n"
      ]))
    var specification = MapSpecification()
    (specification.inputs, specification.basemaps) = (["in.csv"], ["none"])
    let text = try svg(try session.load(specification, log: SessionLog()))
    #expect(text.contains(">Harbor<") && text.contains(">Tower<"))
    #expect(!text.contains(">Garden<") && text.contains(">2<"))
  }

  @Test func `reports names of pins that have no room only where they are asked for`() throws {
    let rows = (0..<9).map { "A name far longer than the room beside a pin,\(Double($0) / 10),0\n" }
    let session = MapSession(resources: MemoryResources(["in.csv": "name,lon,lat\n" + rows.joined()]))
    var specification = MapSpecification()
    (specification.inputs, specification.basemaps) = (["in.csv"], ["none"])
    for column in [nil, "name"] {
      specification.clustering.labelBy = column
      let log = SessionLog()
      let map = try session.load(specification, log: log)
      let shaper = try map.shaper(log: log)
      defer { map.giveBack(shaper) }
      let codes = try map.snapshot(of: try map.plan(of: 0, as: .svg), shaper: shaper).notes.map(\.code)
      expect(codes.contains("labels-hidden"), equals: (column != nil), "\(codes)")
    }
  }
}
