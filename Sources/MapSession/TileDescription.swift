import JSONDocument
import MapFeatures
import MapGeometry
import MapScene
import MapStyle

/// Where a raster source's tiles are and which there are: as the style says, or the TileJSON or MBTiles file it names.
struct TileDescription {
  var location: TileArchive
  var cover: TileCover
  var isFlipped: Bool
  /// Whom to thank, as the tiles say themselves.
  private(set) var attribution: String?

  /// A source whose tiles the style names itself.
  init(_ location: TileArchive, _ source: RasterSource) {
    (self.location, cover) = (location, TileCover(source))
    isFlipped = source.scheme == .tms
  }

  /// Takes over what an MBTiles file says: which tiles it has, and whom to thank.
  mutating func narrow(to metadata: [String: String]) {
    attribution = metadata["attribution"]
    if let zoom = metadata["minzoom"].flatMap({ Int($0) }), (0...30).contains(zoom) {
      cover.minimumZoom = max(cover.minimumZoom, zoom)
    }
    if let zoom = metadata["maxzoom"].flatMap({ Int($0) }), (0...30).contains(zoom) {
      cover.maximumZoom = min(cover.maximumZoom, zoom)
    }
  }

  /// A source whose tiles a TileJSON document names.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - source: what the style says; the document says the rest.
  ///   - locate: finds a template's place.
  /// - Returns: `nil` where it names none.
  /// - SeeAlso: TileJSON 3.0.0.
  init?(
    tileJSON document: [UInt8], _ source: RasterSource,
    locate: (String) throws(SessionError) -> TileArchive
  ) throws(SessionError) {
    guard let root = try? JSONText(parsing: document).root,
      let template = root["tiles"]?.elements?.first?.string
    else { return nil }
    self.init(try locate(template), source)
    func zoom(_ key: String) -> Int? {
      root[key]?.number.flatMap { Int(exactly: $0) }.flatMap { (0...30).contains($0) ? $0 : nil }
    }
    cover.minimumZoom = max(cover.minimumZoom, zoom("minzoom") ?? 0)
    cover.maximumZoom = min(cover.maximumZoom, zoom("maxzoom") ?? 30)
    attribution = root["attribution"]?.string
    isFlipped = isFlipped || root["scheme"]?.string == "tms"
    let edges = root["bounds"]?.elements?.compactMap(\.number) ?? []
    if cover.bounds == nil, edges.count == 4 {
      cover.bounds = try? BoundingBox(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
    }
  }
}
