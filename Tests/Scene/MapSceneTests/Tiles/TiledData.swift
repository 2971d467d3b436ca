import JSONDocument
import MapContent
import MapDecorations
import MapFeatures
import MapGeometry
import MapGround
import MapScene
import MapSettings
import MapStyle
import StyleSettings
import TestSupport
import Testing
import VectorTiles

/// The same features as vector tiles and as GeoJSON. Positions are units of zoom 4, eight a point there, about the
/// middle of the world, where four tiles meet.
struct TiledData {
  enum Shape {
    case point(Int, Int)
    case line([(Int, Int)])
    case area([[(Int, Int)]])
  }

  /// Each with the value of its property `name`.
  var features: [(name: String, shape: Shape)] = []
  /// The zoom of the tiles; positions stay what they are.
  var zoom = 4

  private static let extent = 4096
  private static let buffer = 64

  /// Units a tile's side at the zoom of the tiles.
  private var side: Int { TiledData.extent << max(0, 4 - zoom) }

  // MARK: Tiles

  /// The tiles that hold something.
  var tiles: [TileID: VectorTile] {
    var tiles: [TileID: VectorTile] = [:]
    let middle = (1 << zoom) / 2
    for row in max(0, middle - 1)..<max(1, middle + 1) {
      for column in max(0, middle - 1)..<max(1, middle + 1) {
        guard let id = TileID(zoom: zoom, column: column, row: row), let tile = tile(id) else { continue }
        tiles[id] = tile
      }
    }
    return tiles
  }

  private func tile(_ id: TileID) -> VectorTile? {
    let half = 8 * TiledData.extent
    let (west, north) = (id.column * side - half, id.row * side - half)
    let names = Set(features.map(\.name)).sorted()
    var layer = LayerWriter("shapes", keys: ["name"], values: names.map(LayerWriter.text))
    for (name, shape) in features {
      let tags = [0, UInt64(names.firstIndex(of: name) ?? 0)]
      if let feature = written(shape, west, north, tags) { layer.features.append(feature.bytes) }
    }
    return layer.features.isEmpty ? nil : VectorTile(layer.bytes)
  }

  private func written(_ shape: Shape, _ west: Int, _ north: Int, _ tags: [UInt64]) -> FeatureWriter? {
    let (scale, margin) = (side / TiledData.extent, TiledData.buffer * side / TiledData.extent)
    func local(_ point: (Int, Int)) -> (Int, Int) { ((point.0 - west) / scale, (point.1 - north) / scale) }
    let (x, y) = (west - margin...west + side + margin, north - margin...north + side + margin)
    switch shape {
    case .point(let px, let py):
      return x.contains(px) && y.contains(py) ? .points([local((px, py))], tags: tags) : nil
    case .line(let line):
      var parts: [[(Int, Int)]] = []
      var isOpen = false
      for (a, b) in zip(line, line.dropFirst()) {
        let reaches =
          (min(a.0, b.0)...max(a.0, b.0)).overlaps(x) && (min(a.1, b.1)...max(a.1, b.1)).overlaps(y)
        if reaches, !isOpen { parts.append([local(a)]) }
        if reaches { parts[parts.count - 1].append(local(b)) }
        isOpen = reaches
      }
      return parts.isEmpty ? nil : .lines(parts, tags: tags)
    case .area(let rings):
      let cut = rings.map { clipped($0, x, y).map(local) }.filter { $0.count > 2 }
      return cut.isEmpty ? nil : .rings(cut, tags: tags)
    }
  }

  private func clipped(_ ring: [(Int, Int)], _ x: ClosedRange<Int>, _ y: ClosedRange<Int>) -> [(Int, Int)] {
    let sides: [((Double, Double)) -> Double] = [
      { $0.0 - Double(x.lowerBound) }, { Double(x.upperBound) - $0.0 }, { $0.1 - Double(y.lowerBound) },
      { Double(y.upperBound) - $0.1 },
    ]
    let points = sides.reduce(ring.map { (Double($0.0), Double($0.1)) }) { ring, side in
      var kept: [(Double, Double)] = []
      for (index, point) in ring.enumerated() {
        let last = ring[(index + ring.count - 1) % ring.count]
        let (before, now) = (side(last), side(point))
        if (before < 0) != (now < 0) {
          let share = before / (before - now)
          kept.append((last.0 + (point.0 - last.0) * share, last.1 + (point.1 - last.1) * share))
        }
        if now >= 0 { kept.append(point) }
      }
      return kept
    }
    return points.map { (Int($0.0.rounded()), Int($0.1.rounded())) }
  }

  /// A shape farther east and south.
  static func moved(_ shape: Shape, by units: Int) -> Shape {
    func moved(_ point: (Int, Int)) -> (Int, Int) { (point.0 + units, point.1 + units) }
    switch shape {
    case .point(let x, let y): return .point(x + units, y + units)
    case .line(let line): return .line(line.map(moved))
    case .area(let rings): return .area(rings.map { $0.map(moved) })
    }
  }

  // MARK: GeoJSON

  var geoJSON: String {
    let size = Double(16 * TiledData.extent)
    func place(_ point: (Int, Int)) -> String {
      let place = WorldPoint(x: 0.5 + Double(point.0) / size, y: 0.5 + Double(point.1) / size).coordinate
      return "[\(place.longitude), \(place.latitude)]"
    }
    func places(_ points: [(Int, Int)]) -> String { "[" + points.map(place).joined(separator: ", ") + "]" }
    let features = features.map { name, shape in
      let properties = "{\"name\": \"\(name)\"}"
      switch shape {
      case .point(let x, let y): return feature("Point", place((x, y)), properties: properties)
      case .line(let line): return feature("LineString", places(line), properties: properties)
      case .area(let rings):
        let closed = rings.map { places($0 + $0.prefix(1)) }.joined(separator: ", ")
        return feature("Polygon", "[\(closed)]", properties: properties)
      }
    }
    return "{\"type\": \"FeatureCollection\", \"features\": [\(features.joined(separator: ","))]}"
  }

  // MARK: Pictures

  /// What a style and tiles make of a view about the middle of the world.
  struct View {
    var zoom = 4.0
    var size = 200.0
    var scale = 1.0
    /// Where the middle of the picture lies, in degrees east and south.
    var shift = 0.0
    /// The longitude that `shift` counts from.
    var longitude = 0.0
    var bearing = 0.0

    var viewport: Viewport {
      get throws {
        try MapSceneTests.viewport(
          longitude: longitude + shift, latitude: -shift, zoom: zoom, width: size, height: size, scale: scale,
          bearing: bearing)
      }
    }
  }

  /// A picture of tiles; `cover` lists which there are, `layers` end their sources with `FROM`.
  func fromTiles(
    _ layers: String, _ view: View = View(), cover: TileCover? = nil, tiles: [TileID: VectorTile]? = nil,
    source: String = "", attribution: String? = nil, images: ImageSet = ImageSet(),
    options: PictureOptions = PictureOptions()
  ) throws -> Snapshot {
    let cover = cover ?? .vector(minimumZoom: 0, maximumZoom: zoom)
    let known = tiles ?? self.tiles
    var filled: [TileID: (tile: VectorTile, source: TileID)] = [:]
    for square in cover.tiles(in: try view.viewport) {
      if let source = square.ancestor(atZoom: zoom), let tile = known[source] {
        filled[square] = (tile, source)
      }
    }
    let style = try style(
      layers.replacing("FROM", with: #""source": "t", "source-layer": "shapes""#), tiles: source)
    var snapshotter = MapSnapshotter(style: style, sources: [], images: images)
    snapshotter.tiles["t"] = VectorTileSet(cover: cover, tiles: filled, attribution: attribution)
    return try snapshotter.snapshot(of: try view.viewport, options: options, shaper: HalfEmShaper())
  }

  /// The same picture of one GeoJSON; `lastZoom` is the last one that it is cut for.
  func fromGeoJSON(
    _ layers: String, _ view: View = View(), lastZoom: Int = 18, images: ImageSet = ImageSet()
  ) throws -> Snapshot {
    let style = try style(layers.replacing("FROM", with: #""source": "g""#), lastZoom: lastZoom)
    let source = try MapSource(id: "g", features: try geoFeatures(geoJSON), isBackdrop: true)
    return try MapSnapshotter(style: style, sources: [source], images: images)
      .snapshot(of: try view.viewport, shaper: HalfEmShaper())
  }

  private func style(_ layers: String, tiles: String = "", lastZoom: Int = 18) throws -> Style {
    let text = """
      {"version": 8,
       "sources": {
         "t": {"type": "vector", "tiles": ["{z}/{x}/{y}.pbf"]\(tiles)},
         "g": {"type": "geojson", "maxzoom": \(lastZoom), "data": {"type": "FeatureCollection", "features": []}}},
       "layers": [\(layers)]}
      """
    let parsing = Style.parseWithSettings(Array(text.utf8))
    return try #require(parsing.style, "\(parsing.diagnostics)")
  }
}
