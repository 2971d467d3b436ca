public import JSONDocument
public import MapGeometry

/// The description of a set of tiles: a TileJSON document, the metadata of a PMTiles archive, or MBTiles' `json`.
///
/// Nothing in it is needed to read tiles, so that members of a wrong type count as absent.
public struct TileSetDescription: Hashable, Sendable {
  /// A layer of the tiles.
  public struct Layer: Hashable, Sendable {
    /// The name in the tiles, for a style's `source-layer`.
    public let id: String
    /// Names and descriptions of the properties, in the order of the document.
    public let fields: [Field]
    /// The lowest zoom that has the layer.
    public let minimumZoom: Int?
    /// The highest zoom that has the layer.
    public let maximumZoom: Int?
    /// The description of the layer.
    public let description: String?
  }

  /// A property of a layer's features.
  public struct Field: Hashable, Sendable {
    /// The name of the property.
    public let name: String
    /// Its type or meaning; empty where the document has none.
    public let description: String
  }

  /// The name of the contents.
  public let name: String?
  /// The attribution, as HTML or plain text.
  public let attribution: String?
  /// The region that has tiles.
  public let bounds: BoundingBox?
  /// The lowest zoom, `0...30`.
  public let minimumZoom: Int?
  /// The highest zoom, `0...30`.
  public let maximumZoom: Int?
  /// Templates of the tiles' addresses, from TileJSON.
  public let tiles: [String]
  /// The direction in which rows count: `xyz` from the north, `tms` from the south.
  public let scheme: String?
  /// The encoding of the tiles, such as `mvt` or `mlt`; `nil` where the document names none.
  public let encoding: String?
  /// The layers; empty for pictures, and where the document does not list them.
  public let layers: [Layer]

  /// Reads a document.
  ///
  /// - Parameter bytes: JSON, inflated; nothing at all counts as an empty object, as PMTiles archives may have it.
  /// - Throws: ``VectorTileError`` for what is not a JSON object.
  public init(_ bytes: [UInt8]) throws(VectorTileError) {
    if bytes.isEmpty {
      self.init(JSONValue(.object([]), at: TextPosition(line: 1, column: 1)))
      return
    }
    let root = try rethrowing(JSONText(parsing: bytes)) { (error: JSONError) in
      VectorTileError.metadataNotJSON(error.description)
    }.root
    guard root.members != nil else { throw .metadataNotObject(found: root.kindName) }
    self.init(root)
  }

  /// Takes what is known from a JSON object; other values describe nothing.
  public init(_ root: JSONValue) {
    name = root["name"]?.string
    attribution = root["attribution"]?.string
    bounds = TileSetDescription.bounds(root["bounds"])
    minimumZoom = TileSetDescription.zoom(root["minzoom"])
    maximumZoom = TileSetDescription.zoom(root["maxzoom"])
    tiles = (root["tiles"]?.elements ?? []).compactMap(\.string)
    scheme = root["scheme"]?.string
    encoding = root["encoding"]?.string
    // MBTiles keep the layers as JSON in a text, and archives made of them may keep that.
    let inner = root["json"]?.string.flatMap { try? JSONText(parsing: $0).root }
    layers = ((root["vector_layers"] ?? inner?["vector_layers"])?.elements ?? []).compactMap(Layer.init)
  }

  /// The layer of a name.
  public func layer(_ id: String) -> Layer? { layers.first { $0.id == id } }

  /// West, south, east, north, as an array or, in MBTiles and some archives, as text with commas.
  private static func bounds(_ value: JSONValue?) -> BoundingBox? {
    let listed: [Double]? = value?.elements?.compactMap(\.number)
    let written: [Double]? = value?.string?.split(separator: ",").compactMap { part in
      Decimal.number(of: part.drop { $0 == " " }.prefix { $0 != " " })
    }
    let numbers = listed ?? written ?? []
    guard numbers.count == 4, numbers[0] < numbers[2], numbers[1] < numbers[3] else { return nil }
    return try? BoundingBox(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
  }

  /// A zoom as a number or, in some archives, as text.
  fileprivate static func zoom(_ value: JSONValue?) -> Int? {
    guard let number = value?.number ?? value?.string.flatMap(Decimal.number(of:)),
      let zoom = Int(exactly: number),
      TileID.zooms.contains(zoom)
    else { return nil }
    return zoom
  }
}

extension TileSetDescription.Layer {
  fileprivate init?(_ value: JSONValue) {
    guard let id = value["id"]?.string else { return nil }
    self.id = id
    fields = (value["fields"]?.members ?? []).map { member in
      TileSetDescription.Field(name: member.key, description: member.value.string ?? "")
    }
    minimumZoom = TileSetDescription.zoom(value["minzoom"])
    maximumZoom = TileSetDescription.zoom(value["maxzoom"])
    description = value["description"]?.string
  }
}
