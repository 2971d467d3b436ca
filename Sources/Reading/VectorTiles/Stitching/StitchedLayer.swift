public import MapGeometry

/// A source layer of many tiles without their borders.
///
/// - Lines are clipped to their squares and joined if kind and id (or all properties) agree, and the ends lie
///   within two units of the extent. They keep their direction.
/// - Areas are clipped and joined along borders: what both sides cover cancels out, and rings are traced
///   anew. So neither fill nor outline shows a border.
/// - Points belong to their square.
///
/// Features keep the order of their tiles.
public final class StitchedLayer: Sendable {
  /// The marks of a vertex.
  public struct Marks: OptionSet, Sendable {
    /// The flags as bits.
    public let rawValue: UInt8

    /// Marks from their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Clipping made the vertex: no circle, label or heat belongs there.
    public static let cut = Marks(rawValue: 1)
    /// Clipping made the edge from this vertex of a ring to the next: no outline belongs there.
    public static let hiddenEdge = Marks(rawValue: 2)
  }

  /// The layer's name in the tiles.
  public let name: String
  /// The vertices of all features; west of 0 and east of 1 where tiles lie in other copies of the world.
  public let positions: [WorldPoint]
  /// The marks of each vertex.
  public let marks: [Marks]

  let parts: PartTable
  let records: [StitchedRecord]

  /// Stitches a layer of tiles that fill squares of one zoom, in O(*vertices* + *b* log *b*) for *b* vertices
  /// at borders.
  ///
  /// - Parameter tiles: in any order; the first of several for one square counts, and of several zooms the
  /// first's.
  public init(_ name: String, of tiles: [PlacedTile]) {
    var stitcher = LayerStitcher(name, tiles)
    let output = stitcher.stitch()
    self.name = name
    (positions, marks) = (output.positions, output.marks)
    (parts, records) = (output.parts, output.records)
  }

  /// The number of features.
  public var count: Int { records.count }

  /// A feature, from 0 to ``count`` - 1, in the order of drawing.
  public subscript(index: Int) -> StitchedFeature {
    precondition(records.indices.contains(index), "feature index out of range")
    return StitchedFeature(layer: self, index: index)
  }

  /// The features in the order of drawing.
  public var features: some Sequence<StitchedFeature> {
    (0..<count).lazy.map { StitchedFeature(layer: self, index: $0) }
  }
}

/// A feature of a stitched layer; its properties are read on demand.
public struct StitchedFeature: Sendable {
  /// The layer that holds the feature.
  public let layer: StitchedLayer
  /// The index in the layer, from 0.
  public let index: Int

  private var record: StitchedRecord { layer.records[index] }

  /// The feature of a tile that has the id and the properties; of several that were joined the first.
  public var origin: VectorTileFeature { record.origin }

  /// The kind of geometry of the feature.
  public var kind: VectorTileFeature.Kind { record.origin.kind }

  /// The number of points, lines or rings, at least 1.
  public var partCount: Int { record.parts.count }

  /// Vertices of a part as indices into ``StitchedLayer/positions``. Rings do not repeat the first vertex;
  /// closed lines do.
  public func part(_ index: Int) -> Range<Int> { layer.parts[layer.parts.index(of: index, in: record.parts)] }

  /// True if a ring is a hole in one of the rings before it. Outer rings run clockwise as seen, holes the other way.
  public func isHole(_ index: Int) -> Bool {
    layer.parts.isHole(layer.parts.index(of: index, in: record.parts))
  }
}

struct StitchedRecord: Sendable {
  var parts: Range<Int32>
  var origin: VectorTileFeature
}

struct StitchedColumns {
  var positions: [WorldPoint] = []
  var marks: [StitchedLayer.Marks] = []
  var parts = PartTable()
  var records: [StitchedRecord] = []
  let size: Double

  @inline(__always) mutating func add(_ point: GridPoint, _ mark: StitchedLayer.Marks = []) {
    positions.append(WorldPoint(x: point.x * size, y: point.y * size))
    marks.append(mark)
  }

  mutating func endPart(isHole: Bool = false) { parts.append(end: positions.count, isHole: isHole) }

  mutating func endFeature(_ origin: VectorTileFeature, from first: Int) {
    guard parts.count > first else { return }
    records.append(StitchedRecord(parts: Int32(first)..<Int32(parts.count), origin: origin))
  }
}
