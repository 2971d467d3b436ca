import JSONDocument
public import MapFeatures
public import MapGeometry
public import VectorTiles

/// Metadata of tiles: a PMTiles header, an MBTiles table or a TileJSON document. Invalid members count as
/// missing.
public struct ArchiveDescription: Hashable, Sendable {
  /// The kind of the tiles.
  public enum Format: Hashable, Sendable {
    /// Mapbox vector tiles.
    case mvt
    case png, jpeg, webp
    /// Known formats that are not supported.
    case avif, mlt
    case other(String)
  }

  /// The kind of the tiles; `nil` where the metadata does not have it.
  public var format: Format?
  /// The name of the whole.
  public var name: String?
  /// Zooms of the tiles, `0...30`.
  public var minimumZoom, maximumZoom: Int?
  /// The region that has tiles.
  public var bounds: BoundingBox?
  /// The proposed center.
  public var center: Coordinate?
  /// The zoom that it is proposed to be seen at.
  public var centerZoom: Double?
  /// Layers of vector tiles; empty where the metadata does not have them.
  public var layers: [TileFacts.Layer] = []
  /// Attribution, possibly with HTML in it.
  public var attribution: String?
  /// True if rows count from the south.
  public var isFlipped = false
  /// The name of the encoding of its tiles, such as `terrarium` of heights; `nil` where the metadata does not have it.
  public var encoding: String?
  /// Templates of a TileJSON document.
  public var templates: [String] = []

  /// A description of which nothing is known.
  public init() {}

  static let metadataKeys = [
    "name", "format", "minzoom", "maxzoom", "bounds", "center", "attribution", "json", "encoding",
  ]

  /// Reads an MBTiles `metadata` table.
  ///
  /// - Throws: `VectorTileError` for unusable metadata.
  public init(mbtiles values: [String: String]) throws(VectorTileError) {
    if let json = values["json"], !json.isEmpty {
      let inner = ArchiveDescription(try ArchiveDescription.root(of: Array(json.utf8)))
      (layers, attribution) = (inner.layers, inner.attribution)
    }
    (name, encoding) = (values["name"], values["encoding"])
    format = values["format"].map { Format(named: $0) } ?? (layers.isEmpty ? nil : .mvt)
    func zoom(_ key: String) -> Int? {
      values[key].flatMap { Int($0) }.flatMap { TileID.zooms.contains($0) ? $0 : nil }
    }
    (minimumZoom, maximumZoom) = (zoom("minzoom"), zoom("maxzoom"))
    attribution = values["attribution"] ?? attribution
    func numbers(_ key: String) -> [Double] {
      (values[key] ?? "").split(separator: ",").map { Double($0.filter { $0 != " " }) ?? .nan }
    }
    set(bounds: numbers("bounds"), center: numbers("center"))
  }

  /// Reads a PMTiles header and JSON metadata.
  ///
  /// - Throws: `VectorTileError` for unusable metadata.
  public init(pmtiles header: PMTilesHeader, metadata: [UInt8]) throws(VectorTileError) {
    let inner = ArchiveDescription(try ArchiveDescription.root(of: metadata))
    (layers, name, attribution) = (inner.layers, inner.name, inner.attribution)
    (format, encoding) = (Format(header.tileType), inner.encoding)
    (minimumZoom, maximumZoom, bounds) = (header.minimumZoom, header.maximumZoom, header.bounds)
    (center, centerZoom) = (header.center, Double(header.centerZoom))
  }

  /// Reads TileJSON 3.0.0.
  ///
  /// - Throws: `VectorTileError` for other documents.
  public init(tileJSON document: [UInt8]) throws(VectorTileError) {
    let root = try ArchiveDescription.root(of: document)
    self.init(root)
    let isOfHeights = ["mapbox", "terrarium", "custom"].contains(encoding)
    format =
      ((isOfHeights ? nil : root["encoding"]) ?? root["format"])?.string.map { Format(named: $0) }
      ?? (layers.isEmpty ? nil : .mvt)
    set(bounds: [], center: root["center"]?.elements?.compactMap(\.number) ?? [])
  }

  /// Reads what TileJSON, PMTiles metadata and MBTiles' `json` share.
  private init(_ root: JSONValue) {
    name = root["name"]?.string
    attribution = root["attribution"]?.string
    bounds = ArchiveDescription.bounds(root["bounds"])
    minimumZoom = ArchiveDescription.zoom(root["minzoom"])
    maximumZoom = ArchiveDescription.zoom(root["maxzoom"])
    templates = (root["tiles"]?.elements ?? []).compactMap(\.string)
    isFlipped = root["scheme"]?.string == "tms"
    encoding = root["encoding"]?.string
    // MBTiles keep the layers as JSON in a text, and archives made of them may keep that.
    let inner = root["json"]?.string.flatMap { try? JSONText(parsing: $0).root }
    layers = ((root["vector_layers"] ?? inner?["vector_layers"])?.elements ?? []).compactMap { layer in
      layer["id"]?.string.map { .init(name: $0, fields: (layer["fields"]?.members ?? []).map(\.key)) }
    }
  }

  /// Root object; an empty document counts as an empty object.
  private static func root(of document: [UInt8]) throws(VectorTileError) -> JSONValue {
    if document.isEmpty { return JSONValue(.object([]), at: .start) }
    let root = try rethrowing(JSONText(parsing: document)) { (error: JSONError) in
      VectorTileError.metadataNotJSON(error.description)
    }.root
    guard root.members != nil else { throw .metadataNotObject(found: root.kindName) }
    return root
  }

  /// West, south, east, north, as an array, or in MBTiles as comma-separated text.
  private static func bounds(_ value: JSONValue?) -> BoundingBox? {
    let listed: [Double]? = value?.elements?.compactMap(\.number)
    let written: [Double]? = value?.string?.split(separator: ",").compactMap { part in
      Decimal.number(of: part.drop { $0 == " " }.prefix { $0 != " " })
    }
    let numbers = listed ?? written ?? []
    guard numbers.count == 4, numbers[0] < numbers[2], numbers[1] < numbers[3] else { return nil }
    return try? BoundingBox(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
  }

  private static func zoom(_ value: JSONValue?) -> Int? {
    guard let number = value?.number ?? value?.string.flatMap(Decimal.number(of:)),
      let zoom = Int(exactly: number),
      TileID.zooms.contains(zoom)
    else { return nil }
    return zoom
  }

  private mutating func set(bounds edges: [Double], center position: [Double]) {
    if edges.count == 4 {
      bounds = try? BoundingBox(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
    }
    if position.count >= 2 { center = try? Coordinate(checkedLatitude: position[1], longitude: position[0]) }
    if position.count >= 3, position[2].isFinite { centerZoom = position[2] }
  }
}

extension ArchiveDescription.Format {
  init?(_ type: PMTilesHeader.TileType) {
    if type == .unknown { return nil }
    self.init(named: type.name)
  }

  init(named name: String) {
    self =
      switch name.lowercased() {
      case "pbf", "mvt", "application/vnd.mapbox-vector-tile", "application/x-protobuf": .mvt
      case "png", "png8", "png24", "png32", "image/png": .png
      case "jpg", "jpeg", "image/jpeg": .jpeg
      case "webp", "image/webp": .webp
      case "avif", "image/avif": .avif
      case "mlt": .mlt
      default: .other(name)
      }
  }
}
