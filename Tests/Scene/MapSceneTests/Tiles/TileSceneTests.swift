import CairoCanvas
import Drawing
import MapContent
import MapGeometry
import MapGround
import MapScene
import MapStyle
import TestSupport
import Testing
import VectorTiles

@Suite struct `Pictures of vector tiles` {
  /// Areas and lines across the point where four tiles meet, and points beside the tiles' borders. The slopes are such
  /// that every crossing of a tile's buffer is a whole unit.
  private static let data = TiledData(features: [
    (
      "a",
      .area([
        [(-480, -320), (320, -320), (480, 0), (240, 480), (-320, 200), (-480, -120)],
        [(-64, -64), (-64, 96), (96, 96)],
      ])
    ),
    ("b", .area([[(320, 320), (640, 320), (640, 640), (320, 640)]])),
    ("river", .line([(-720, -560), (-240, -80), (240, -80), (560, 560), (-400, 560)])),
    ("x", .point(8, 16)), ("y", .point(-240, 240)),
  ])

  private static let layers =
    cases(
      """
      a translucent fill → {"id": "l", "type": "fill", FROM, "paint": {"fill-color": "#a02010", "fill-opacity": 0.5}}
      a footprint → {"id": "l", "type": "fill-extrusion", FROM, "paint": {"fill-extrusion-color": "red"}}
      a wide translucent line → {"id": "l", "type": "line", FROM, "paint": {"line-width": 9, "line-opacity": 0.5}}
      a pattern → {"id": "l", "type": "fill", FROM, "paint": {"fill-pattern": "dots"}}
      names of points and areas → {"id": "l", "type": "symbol", FROM, "layout": {"text-field": ["get", "name"], "text-size": 12}}
      """) + [
      (
        "an outlined fill",
        """
        {"id": "l", "type": "fill", FROM,
         "paint": {"fill-color": "#80c0e0", "fill-outline-color": "#102040"}}
        """
      ),
      (
        "a dashed line",
        """
        {"id": "l", "type": "line", FROM, "filter": ["==", ["geometry-type"], "LineString"],
         "layout": {"line-cap": "round"}, "paint": {"line-width": 3, "line-dasharray": [2, 3]}}
        """
      ),
      (
        "a line's pattern",
        """
        {"id": "l", "type": "line", FROM, "filter": ["==", ["geometry-type"], "LineString"],
         "paint": {"line-width": 8, "line-pattern": "dots"}}
        """
      ),
      (
        "a name at a line's middle",
        """
        {"id": "l", "type": "symbol", FROM, "filter": ["==", ["geometry-type"], "LineString"],
         "layout": {"text-field": ["get", "name"], "symbol-placement": "line-center", "text-max-angle": 180,
                    "text-size": 10}}
        """
      ),
      (
        "names along a line",
        """
        {"id": "l", "type": "symbol", FROM, "filter": ["==", ["geometry-type"], "LineString"],
         "layout": {"text-field": ["get", "name"], "symbol-placement": "line", "symbol-spacing": 60,
                    "text-size": 10}}
        """
      ),
      (
        "discs at points and corners",
        """
        {"id": "l", "type": "circle", FROM, "filter": ["!=", ["geometry-type"], "Polygon"],
         "paint": {"circle-radius": 4, "circle-color": "#206020"}}
        """
      ),
      (
        "heat",
        """
        {"id": "l", "type": "heatmap", FROM, "filter": ["!=", ["geometry-type"], "Polygon"],
         "paint": {"heatmap-radius": 12}}
        """
      ),
    ]

  private static var images: ImageSet {
    get throws {
      var images = ImageSet()
      let pixels = (0..<35).flatMap { index -> [UInt8] in
        index % 3 == 0 ? [200, 40, 40, 255] : [UInt8(index), 90, 120, 128]
      }
      images.add(SpriteImage(try #require(Bitmap(width: 7, height: 5, pixels: pixels))), named: "dots")
      return images
    }
  }

  /// The greatest difference of two pictures' pixels, and how many differ by more than rounding does: corners are
  /// rounded to 1/256 of a pixel, and edges counted in 15 rows a pixel.
  private func difference(_ a: Scene, _ b: Scene) throws -> (greatest: Int, count: Int) {
    let (a, b) = (try CairoCanvas.bitmap(of: a), try CairoCanvas.bitmap(of: b))
    guard a.width == b.width, a.height == b.height else { return (.max, .max) }
    var (greatest, count) = (0, 0)
    // Most rows are equal, and comparing them whole takes no time.
    let bytes = a.width * 4
    for y in 0..<a.height where a.pixels[y * bytes..<(y + 1) * bytes] != b.pixels[y * bytes..<(y + 1) * bytes]
    {
      for x in 0..<a.width where a[x, y] != b[x, y] {
        let distance = zip(inked(a, x, y), inked(b, x, y)).reduce(0) { max($0, abs($1.0 - $1.1)) }
        greatest = max(greatest, distance)
        if distance > 8 { count += 1 }
      }
    }
    return (greatest, count)
  }

  /// A pixel's colors as far as they are seen, and how far.
  private func inked(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> [Int] {
    let (red, green, blue, alpha) = bitmap[x, y]
    let seen: [Int] = [red, green, blue].map { Int($0) * Int(alpha) / 255 }
    return seen + [Int(alpha)]
  }

  /// A hairline or an edge along a border between tiles would be two hundred pixels long; a thousandth of a small picture
  /// is forty.
  private func expectAlike(_ a: Snapshot, _ b: Snapshot, _ name: String) throws {
    let (greatest, count) = try difference(a.scene, b.scene)
    let pixels = a.scene.size.width * a.scene.size.height * a.scene.scale * a.scene.scale
    #expect(greatest <= 24, "\(name): \(count) pixels, up to \(greatest)")
    #expect(Double(count) <= pixels / 1000, "\(name): \(count) pixels, up to \(greatest)")
  }

  @Test(
    arguments: layers,
    [
      (4.0, 1.0, 0.0), (4, 2, 0), (4.5, 1, 0), (4.5, 2, 0), (6.25, 1, 0), (6.25, 2, 0), (4, 1, 30),
      (4, 2, 30), (4.5, 1, 30), (4.5, 2, 30), (6.25, 1, 30), (6.25, 2, 30),
    ])
  func `are those of the same data in one piece`(
    layer: (name: String, layer: String), view: (zoom: Double, scale: Double, bearing: Double)
  ) throws {
    // The line's middle is not in the picture there.
    if layer.name == "a name at a line's middle", view.zoom > 6 { return }
    // Borders lie within pixels.
    let view = TiledData.View(
      zoom: view.zoom, scale: view.scale, shift: 0.0173, bearing: view.bearing)
    let images = try Self.images
    let tiles = try Self.data.fromTiles(layer.layer, view, images: images)
    let whole = try Self.data.fromGeoJSON(layer.layer, view, lastZoom: Self.data.zoom, images: images)
    #expect(!whole.scene.layers.isEmpty, "\(layer.name)")
    try expectAlike(tiles, whole, layer.name)
    expect(tiles.reported, equals: [])
  }

  @Test(arguments: layers, [(4.0, 0.0), (4.5, 0), (4.5, 30)])
  func `are the same on both sides of 180°`(
    layer: (name: String, layer: String), view: (zoom: Double, bearing: Double)
  ) throws {
    // The same tiles half a world farther: those west of the middle end the world, those east of it begin it.
    let moved = Self.data.tiles.reduce(into: [TileID: VectorTile]()) { tiles, entry in
      let (id, tile) = entry
      let column = (id.column + 1 << (id.zoom - 1)) & (1 << id.zoom - 1)
      if let id = TileID(zoom: id.zoom, column: column, row: id.row) { tiles[id] = tile }
    }
    let images = try Self.images
    var here = TiledData.View(zoom: view.zoom, shift: 0.0173, bearing: view.bearing)
    let expected = try Self.data.fromTiles(layer.layer, here, images: images)
    for longitude in [180.0, -180] {
      here.longitude = longitude
      let seam = try Self.data.fromTiles(layer.layer, here, tiles: moved, images: images)
      // Patterns lie on the map from 0° on, and their size is no part of the way from there.
      if layer.name != "a pattern" { try expectAlike(seam, expected, layer.name) }
      expect(seam.marks("l").count, equals: expected.marks("l").count)
    }
  }

  @Test(arguments: [0.0, 33, 90])
  func `have each point once in each copy of the world`(bearing: Double) throws {
    let data = TiledData(
      features: [("p", .point(-20_000, -9000)), ("q", .point(9000, 12_000)), ("r", .point(31_000, 500))],
      zoom: 1)
    let layer = #"{"id": "l", "type": "circle", FROM, "paint": {"circle-radius": 2}}"#
    let view = TiledData.View(zoom: 1, size: 2600, shift: 0.0173, bearing: bearing)
    let tiles = try data.fromTiles(layer, view)
    let whole = try data.fromGeoJSON(layer, view)
    func places(_ snapshot: Snapshot) -> [String] {
      circles(snapshot.scene).map { "\(Int($0.center.x.rounded())) \(Int($0.center.y.rounded()))" }.sorted()
    }
    expect(places(tiles), equals: places(whole))
    #expect(places(tiles).count > 5)
  }

  @Test func `go on from one copy of the world into the next`() throws {
    // A line around the world, dashed, and a band of land: no seam wherever the world begins anew.
    let band = [(0, 20_000), (65_536, 20_000), (65_536, 40_000), (0, 40_000)]
    let data = TiledData(
      features: [("land", .area([band])), ("line", .line([(0, 30_000), (65_536, 30_000)]))].map {
        name, shape in
        (name, TiledData.moved(shape, by: -32_768))
      }, zoom: 0)
    let layers = """
      {"id": "f", "type": "fill", FROM, "filter": ["==", ["geometry-type"], "Polygon"],
       "paint": {"fill-color": "#208040", "fill-opacity": 0.5, "fill-outline-color": "#000000"}},
      {"id": "l", "type": "line", FROM, "filter": ["==", ["geometry-type"], "LineString"],
       "layout": {"line-cap": "round"}, "paint": {"line-width": 6, "line-opacity": 0.5}}
      """
    let snapshot = try data.fromTiles(layers, TiledData.View(zoom: 0.3, size: 1500, shift: 0.0173))
    let bitmap = try CairoCanvas.bitmap(of: snapshot.scene)
    // Inside of the band each row has one color from edge to edge.
    let middle = bitmap.height / 2 - 10
    for row in [middle - 30, middle, middle + 12] {
      let first = bitmap[2, row]
      #expect((2..<bitmap.width - 2).allSatisfy { bitmap[$0, row] == first }, "row \(row)")
      #expect(first.3 > 0)
    }
    expect(snapshot.marks("l").count, equals: 1)
  }

  @Test(arguments: layers)
  func `are filled from the tiles of lower zooms where those of their own are missing`(
    layer: (name: String, layer: String)
  ) throws {
    let view = TiledData.View(zoom: 5.5)
    let images = try Self.images
    let tiles = try Self.data.fromTiles(
      layer.layer, view, cover: .vector(minimumZoom: 0, maximumZoom: 14), images: images)
    let whole = try Self.data.fromGeoJSON(layer.layer, view, images: images)
    try expectAlike(tiles, whole, layer.name)
  }

  @Test(arguments: layers)
  func `do not depend on the order of tiles`(layer: (name: String, layer: String)) throws {
    let images = try Self.images
    let tiles = Self.data.tiles.sorted { ($0.key.row, $0.key.column) < ($1.key.row, $1.key.column) }
    func marks(_ tiles: [(key: TileID, value: VectorTile)], capacity: Int) throws -> [String] {
      var table = [TileID: VectorTile](minimumCapacity: capacity)
      for tile in tiles { table[tile.key] = tile.value }
      return try Self.data.fromTiles(layer.layer, tiles: table, images: images).marks("l")
    }
    let first = try marks(tiles, capacity: 4)
    #expect(!first.isEmpty)
    try expect(marks(tiles.reversed(), capacity: 400), equals: first)
  }

  @Test func `repeat with the world`() throws {
    let data = TiledData(
      features: [("a", .area([[(-8000, -8000), (16000, -8000), (16000, 4000), (-8000, 4000)]]))], zoom: 0)
    let layer = #"{"id": "l", "type": "fill", FROM, "paint": {"fill-outline-color": "red"}}"#
    let view = TiledData.View(zoom: 0, size: 1300)
    let (tiles, whole) = (try data.fromTiles(layer, view), try data.fromGeoJSON(layer, view))
    try expectAlike(tiles, whole, "worlds")
    let bitmap = try CairoCanvas.bitmap(of: tiles.scene)
    #expect([138, 650, 1162].allSatisfy { bitmap[$0, 650].3 == 255 })
  }

  @Test func `have no outline, disc or label where the tiles at hand end`() throws {
    let western = Self.data.tiles.filter { $0.key.column == 7 }
    func drawn(_ layer: String) throws -> Scene {
      try Self.data.fromTiles(layer, tiles: western).scene
    }
    // The tiles end at 100.
    let outlined = try CairoCanvas.bitmap(
      of: drawn(
        """
        {"id": "l", "type": "fill", FROM,
         "paint": {"fill-color": "#ffffff", "fill-outline-color": "#000000"}}
        """))
    #expect((95..<100).allSatisfy { outlined[$0, 80] == (255, 255, 255, 255) })
    expect(outlined[102, 80].3, equals: 0)
    let edges = try CairoCanvas.bitmap(of: drawn(#"{"id": "l", "type": "line", FROM}"#))
    #expect((70..<87).allSatisfy { edges[99, $0].3 == 0 })
    #expect(edges[99, 90].3 > 100)
    let discs = circles(try drawn(#"{"id": "l", "type": "circle", FROM}"#))
    #expect(!discs.isEmpty)
    #expect(discs.allSatisfy { $0.center.x < 95 })
    let names = texts(
      try Self.data.fromTiles(
        """
        {"id": "l", "type": "symbol", FROM, "filter": ["==", ["geometry-type"], "LineString"],
         "layout": {"text-field": ["get", "name"]}}
        """, TiledData.View(size: 400),
        tiles: Self.data.tiles.filter { $0.key.column == 8 }
      ).scene)
    #expect(names.isEmpty)
  }

  @Test func `filter by ids, properties and places`() throws {
    func count(_ filter: String, source: String = "") throws -> Int {
      try Self.data.fromTiles(
        #"{"id": "l", "type": "line", FROM, "filter": \#(filter)}"#, source: source
      ).scene.layers.first?.marks.count ?? 0
    }
    try expect(count(#"["==", ["get", "name"], "b"]"#), equals: 1)
    try expect(count(#"["==", ["id"], "b"]"#), equals: 0)
    try expect(count(#"["==", ["id"], "b"]"#, source: #", "promoteId": "name""#), equals: 1)
    try expect(count(#"["==", ["id"], "b"]"#, source: #", "promoteId": {"shapes": "name"}"#), equals: 1)
    try expect(count(#"["==", ["id"], "b"]"#, source: #", "promoteId": {"others": "name"}"#), equals: 0)
    try expect(count(#"["==", ["get", "name", ["properties"]], "river"]"#), equals: 1)
    let east = #"{"type": "Polygon", "coordinates": [[[0.5, -9], [9, -9], [9, 9], [0.5, 9], [0.5, -9]]]}"#
    try expect(count(#"["within", \#(east)]"#), equals: 0)
    let all = #"{"type": "Polygon", "coordinates": [[[-9, -9], [9, -9], [9, 9], [-9, 9], [-9, -9]]]}"#
    try expect(count(#"["within", \#(all)]"#), equals: 1)
  }

  @Test(arguments: [
    (#"["==", "$type", "LineString"]"#, 2), (#"["==", ["geometry-type"], "MultiLineString"]"#, 1),
    (#"["==", ["geometry-type"], "Polygon"]"#, 1),
    (#"["all", ["==", "$type", "Polygon"], ["==", "name", "a"]]"#, 1),
  ])
  func `filter by the kind of geometry features that are alike otherwise`(filter: String, count: Int) throws {
    let data = TiledData(features: [
      ("a", .line([(8, 8), (80, 80)])), ("a", .area([[(8, 8), (80, 8), (80, 80)]])),
      // Leaves the tile's reach and comes back, so that it is two lines.
      ("a", .line([(8, 40), (80, 40), (-9000, 50), (-9000, 60), (80, 60), (8, 64)])),
    ])
    let layer = #"{"id": "l", "type": "line", FROM, "filter": \#(filter), "paint": {"line-opacity": 0.5}}"#
    try expect(data.fromTiles(layer).marks("l").count, equals: count)
  }

  @Test func `are few marks where lines look alike, and none shines through`() throws {
    let cross = TiledData(features: [
      ("a", .line([(-400, -400), (400, 400)])), ("b", .line([(-400, 400), (400, -400)])),
      ("c", .line([(-400, 80), (400, 80)])),
    ])
    func count(_ paint: String) throws -> Int {
      try cross.fromTiles(#"{"id": "l", "type": "line", FROM, "paint": {\#(paint)}}"#).marks("l").count
    }
    try expect(count(#""line-width": 5"#), equals: 1)
    try expect(count(#""line-width": 5, "line-opacity": 0.5"#), equals: 3)
    try expect(count(#""line-color": ["match", ["get", "name"], "c", "red", "blue"]"#), equals: 2)
  }

  @Test func `thank whom the tiles thank, where the style thanks nobody`() throws {
    let layer = #"{"id": "l", "type": "line", FROM}"#
    func words(_ source: String) throws -> String {
      texts(try Self.data.fromTiles(layer, source: source, attribution: "© Maps").scene)
        .flatMap(\.fragments).map(\.text).joined()
    }
    #expect(try words("").contains("© Maps"))
    #expect(try words(#", "attribution": "© Style""#).contains("© Style"))
    #expect(try !words(#", "attribution": "© Style""#).contains("© Maps"))
  }

  @Test func `miss no labels that found no place`() throws {
    let crowd = TiledData(features: (0..<9).map { ("name \($0)", .point(16 + $0, 8)) })
    let layer = #"{"id": "l", "type": "symbol", FROM, "layout": {"text-field": ["get", "name"]}}"#
    let snapshot = try crowd.fromTiles(layer)
    #expect((texts(snapshot.scene).count, snapshot.reported) == (1, []))
  }

  @Test func `show the tiles of the zoom below, in their range`() throws {
    let cover = TileCover.vector(minimumZoom: 2, maximumZoom: 5)
    func zoom(_ zoom: Double) throws -> Int? { cover.zoom(in: try TiledData.View(zoom: zoom).viewport) }
    try expect(zoom(1.99), equals: nil)
    try expect(zoom(2), equals: 2)
    try expect(zoom(4.99), equals: 4)
    try expect(zoom(9.5), equals: 5)
    let all = TileCover.vector(minimumZoom: 0, maximumZoom: 14)
    try expect(all.zoom(in: TiledData.View(zoom: -0.7, size: 100).viewport), equals: 0)
    try expect(all.tiles(in: TiledData.View(zoom: 4.7).viewport).map(\.zoom), equals: [4, 4, 4, 4])
  }
}
