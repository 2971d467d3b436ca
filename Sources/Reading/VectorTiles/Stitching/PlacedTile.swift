public import MapGeometry

/// A decoded tile and the square of the map that it fills: its own, or a descendant that the archive lacks.
public struct PlacedTile: Sendable {
  /// The square to fill, and the decoded tile: the square's own, or an ancestor.
  public let square, source: TileID
  /// The tile as it was decoded.
  public let tile: VectorTile
  /// World copy of the square, counted eastward, so that squares on both sides of 180° are neighbors.
  public let copy: Int

  /// `nil` if the source is neither the square nor an ancestor.
  public init?(_ tile: VectorTile, filling square: TileID, from source: TileID, copy: Int = 0) {
    guard square.ancestor(atZoom: source.zoom) == source else { return nil }
    (self.tile, self.square, self.source, self.copy) = (tile, square, source, copy)
  }

  /// Places a tile in its own square.
  public init(_ tile: VectorTile, at square: TileID, copy: Int = 0) {
    (self.tile, self.square, self.source, self.copy) = (tile, square, square, copy)
  }

  /// The column of the square, counted on through the copies of the world.
  public var column: Int { square.column + copy << square.zoom }
}

/// Position in squares of one zoom, exact: borders are integers, and worlds a power of two.
typealias GridPoint = SIMD2<Double>

struct SquareFrame {
  let column, row: Int
  /// Edges in the layer's units.
  let west, north, east, south: Double
  /// Two units of the extent, in squares.
  let tolerance: Double
  private let extent, factor: Double
  private let origin: GridPoint

  init(_ placed: PlacedTile, extent: Int) {
    (column, row) = (placed.column, placed.square.row)
    let steps = placed.square.zoom - placed.source.zoom
    factor = Double(1 << steps)
    self.extent = Double(extent)
    origin = GridPoint(
      Double(placed.source.column + placed.copy << placed.source.zoom), Double(placed.source.row))
    let side = self.extent / factor
    west = Double(placed.square.column - (placed.source.column << steps)) * side
    north = Double(row - (placed.source.row << steps)) * side
    (east, south) = (west + side, north + side)
    tolerance = 2 / self.extent * factor
  }

  @inline(__always)
  func grid(_ x: Double, _ y: Double) -> GridPoint { (origin + GridPoint(x, y) / extent) * factor }
}
