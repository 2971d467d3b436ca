/// A decoded Mapbox vector tile, version 1 or 2. Broken layers, features and geometries are skipped and
/// counted as ``faults``; decoding never fails.
public struct VectorTile: Sendable {
  /// The layers in the order of the tile.
  public let layers: [VectorTileLayer]
  /// The faults, equal ones counted together.
  public let faults: [TileFault]

  init(layers: [VectorTileLayer], faults: [TileFault]) { (self.layers, self.faults) = (layers, faults) }

  /// - Parameter names: layers to decode and check; `nil` for all.
  public init(_ bytes: UnsafeRawBufferPointer, layers names: Set<String>? = nil) {
    var decoder = TileDecoder(names: names)
    decoder.decode(bytes)
    (layers, faults) = (decoder.layers, decoder.faults.faults)
  }

  /// - Parameter names: layers to decode and check; `nil` for all.
  public init(_ bytes: [UInt8], layers names: Set<String>? = nil) {
    self = bytes.withUnsafeBytes { VectorTile($0, layers: names) }
  }

  /// The layer of a name; `nil` where the tile has none, or it was not read.
  public func layer(_ name: String) -> VectorTileLayer? { layers.first { $0.name == name } }
}

/// A layer of a vector tile in columns.
public final class VectorTileLayer: Sendable {
  /// The layer's name in its tile.
  public let name: String
  /// Version of the format, 1 or 2, and units along the tile's side, above 0.
  public let version, extent: Int
  /// Vertices of all features: x, y, x, y … in units from the tile's upper left corner, y down; outside of
  /// `0...extent` is the buffer.
  public let coordinates: [Int32]

  let columns: FeatureColumns
  let table: TagTable

  init(
    name: String, version: Int, extent: Int, coordinates: [Int32], columns: FeatureColumns, table: TagTable
  ) {
    (self.name, self.version, self.extent) = (name, version, extent)
    (self.coordinates, self.columns, self.table) = (coordinates, columns, table)
  }

  /// The number of features.
  public var count: Int { columns.records.count }

  /// A feature, from 0 to ``count`` - 1, in the order of the tile.
  public subscript(index: Int) -> VectorTileFeature {
    precondition(columns.records.indices.contains(index), "feature index out of range")
    return VectorTileFeature(layer: self, index: index)
  }

  /// The features in the order of the tile.
  public var features: some Sequence<VectorTileFeature> {
    (0..<count).lazy.map { VectorTileFeature(layer: self, index: $0) }
  }
}

/// A feature of a vector tile's layer; its properties are read on demand.
public struct VectorTileFeature: Sendable {
  /// The kind of geometry of a feature.
  public enum Kind: UInt8, Hashable, Sendable {
    /// Points, one a part.
    case point = 1
    /// One line or several.
    case line
    /// Rings: each outer ring is followed by its holes. Outer rings run clockwise as seen, holes the other way, and
    /// the last vertex does not repeat the first.
    case polygon
  }

  /// The layer that holds the feature.
  public let layer: VectorTileLayer
  /// The index in the layer, from 0.
  public let index: Int

  private var record: FeatureRecord { layer.columns.records[index] }

  /// The kind of geometry of the feature.
  public var kind: Kind { record.kind }

  /// The identifier, where the tile has one.
  public var id: UInt64? { record.hasID ? record.id : nil }

  /// The number of points, lines or rings, at least 1.
  public var partCount: Int { record.parts.count }

  /// The vertices of a part: vertex `i` lies at `layer.coordinates[2 * i]` and `[2 * i + 1]`.
  public func part(_ index: Int) -> Range<Int> {
    layer.columns.parts[layer.columns.parts.index(of: index, in: record.parts)]
  }

  /// True if a ring is a hole in the outer ring before it.
  public func isHole(_ index: Int) -> Bool {
    layer.columns.parts.isHole(layer.columns.parts.index(of: index, in: record.parts))
  }

  /// The properties in the order of the tile.
  public var properties: [(key: String, value: TileValue)] {
    var properties: [(key: String, value: TileValue)] = []
    for (key, value) in tagIndices {
      if let value = layer.table.value(value) { properties.append((layer.table.key(key), value)) }
    }
    return properties
  }

  /// The property of a name; `nil` where the feature has none. Of a repeated name the last value counts.
  public func property(_ name: String) -> TileValue? {
    var last: Int?
    for (key, value) in tagIndices where layer.table.key(key, is: name) { last = value }
    return last.flatMap { layer.table.value($0) }
  }

  var tagIndices: some Sequence<(key: Int, value: Int)> {
    let tags = layer.columns.tags
    return stride(from: Int(record.tags.lowerBound), to: Int(record.tags.upperBound), by: 2).lazy
      .map { (Int(tags[$0]), Int(tags[$0 + 1])) }
  }
}

struct FeatureRecord: Sendable {
  var kind: VectorTileFeature.Kind
  var hasID: Bool
  var id: UInt64
  var parts, tags: Range<Int32>
}

struct FeatureColumns: Sendable {
  var parts = PartTable()
  var records: [FeatureRecord] = []
  var tags: [UInt32] = []
}
