import JSONDocument
import MapGeometry
import MapContent
import MapSettings
import TestSupport
import Testing

@Suite struct `A view` {
  private func box() throws -> BoundingBox { try BoundingBox(west: -10, south: -10, east: 10, north: 10) }

  @Test func `fits all points with a tenth of the shorter side to spare`() throws {
    let viewport = try ViewOptions().viewport { _ in try? box() }
    let corner = viewport.project(Coordinate(latitude: 10, longitude: -10))
    expect(viewport.size, equals: ScreenSize(width: 1024, height: 768))
    #expect(abs(corner.y - 76.8) < 1e-9)
  }

  @Test func `keeps at least half of each side free of padding that nobody asked for`() throws {
    var options = ViewOptions()
    options.size = ScreenSize(width: 40, height: 200)
    let viewport = try options.viewport { _ in try? box() }
    let corner = viewport.project(Coordinate(latitude: 10, longitude: -10))
    #expect(abs(corner.x - 10) < 1e-9)
    options.padding = Padding(20)
    #expect(throws: SnapshotError.geometry(.paddingTooLarge)) { try options.viewport { _ in try? box() } }
  }

  @Test func `needs a zoom with its center, and points to fit`() throws {
    let options = with(ViewOptions()) { $0.center = Coordinate(latitude: 0, longitude: 0) }
    #expect(throws: SnapshotError.centerWithoutZoom) { try options.viewport { _ in nil } }
    #expect(throws: SnapshotError.nothingToFit) { try ViewOptions().viewport { _ in nil } }
  }

  @Test func `counts zooms from 256 points where that is set`() throws {
    var options = ViewOptions()
    options.center = Coordinate(latitude: 0, longitude: 0)
    options.zoom = 3
    options.tileSize = 256
    try expect(options.viewport { _ in nil }.zoom, equals: 2)
  }

  @Test func `is refused where the picture would be too large`() {
    var options = ViewOptions()
    options.size = ScreenSize(width: 20000, height: 10)
    #expect(throws: SnapshotError.pictureTooLarge(width: 20000, height: 10, scale: 1)) {
      try options.viewport { _ in try? box() }
    }
    // A PNG of so many pixels is drawn in bands.
    options.size = ScreenSize(width: 16384, height: 16384)
    #expect(throws: Never.self) { try options.viewport { _ in try? box() } }
  }

  @Test func `of a request gives way to the options over it`() throws {
    var base = ViewOptions()
    base.center = Coordinate(latitude: 1, longitude: 2)
    base.zoom = 3
    base.size = ScreenSize(width: 10, height: 10)
    var over = ViewOptions()
    over.box = try box()
    let both = over.over(base)
    #expect((both.center, both.zoom, both.box, both.size) == (nil, nil, over.box, base.size))
    over = ViewOptions()
    over.zoom = 5
    #expect((over.over(base).center, over.over(base).zoom) == (base.center, 5))
    // A bearing holds however the view is found.
    base.bearing = 30
    over.fitsPoints = true
    expect(over.over(base).bearing, equals: 30)
    over.bearing = 0
    expect(over.over(base).bearing, equals: 0)
  }
}

@Suite struct `A request` {
  private func reported(_ text: String) throws -> [String] {
    SnapshotRequest.parse(try JSONText(parsing: text)).diagnostics.map { $0.text(file: "r.json") }
  }

  @Test func `sets sources, style, clustering and views`() throws {
    let text = """
      {"sources": {"stones": "berlin.csv"}, "style": "light", "cluster": {"stones": {"preset": "cch"}},
       "size": [100, 50], "cellSize": 80,
       "views": [{"name": "city", "center": [13.377829, 52.516221], "zoom": 9, "size": [320, 504], "output": "city.png"},
                 {"bbox": [0, 0, 1, 1], "output": "box.svg"}]}
      """
    let request = try #require(SnapshotRequest.parse(JSONText(parsing: text)).request)
    #expect((request.sources.map(\.name), request.sources.map(\.path)) == (["stones"], ["berlin.csv"]))
    expect(request.clusteringBySource.first?.options.preset, equals: .cch)
    expect(request.clustering.cellSize, equals: .points(80))
    expect(request.views.map(\.path), equals: ["city.png", "box.svg"])
    expect(request.views[0].view.center, equals: Coordinate(latitude: 52.516221, longitude: 13.377829))
    expect(request.views[0].view.size, equals: ScreenSize(width: 320, height: 504))
    expect(request.views[1].view.size, equals: ScreenSize(width: 100, height: 50))
    expect(request.views[1].view.center, equals: nil)
  }

  @Test func `reports every unknown member with its place`() throws {
    try expect(
      reported(#"{"sourcse": {}}"#),
      equals: [
        #"r.json:1:2: error: sourcse: there is no member "sourcse" here; did you mean sources? [unknown-member]"#
      ])
    try expect(reported(#"{"views": []}"#).count, equals: 1)
    try expect(reported("[]").first?.contains("a request is an object, not array"), equals: true)
    try expect(reported(#"{"center": [1]}"#).first?.contains("[longitude, latitude]"), equals: true)
    let both = #"{"views": [{"center": [1, 2], "zoom": 3, "fit": true, "bbox": [0, 0, 1, 1]}]}"#
    try expect(
      reported(both),
      equals: [
        "r.json:1:42: error: views[0].fit: center and fit exclude each other; set one of them [conflict]",
        "r.json:1:55: error: views[0].bbox: center and bbox exclude each other; set one of them [conflict]",
      ])
    #expect(try reported(#"{"center": [1, 2], "zoom": 3, "fit": false}"#).isEmpty)
    try expect(reported(#"{"center": [10, 100]}"#).first?.contains("outside -90...90"), equals: true)
  }
}
