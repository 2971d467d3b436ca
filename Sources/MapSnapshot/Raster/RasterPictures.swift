public import Drawing

/// A square of the world map: at zoom `z` there are 2^z columns and rows.
public struct TileID: Hashable, Sendable {
  /// Zoom, from 0.
  public let zoom: Int
  /// From the antimeridian eastward, from 0.
  public let column: Int
  /// From the north, from 0.
  public let row: Int

  /// A square of the world map.
  public init(zoom: Int, column: Int, row: Int) {
    (self.zoom, self.column, self.row) = (zoom, column, row)
  }
}

/// The pictures of a source of the style.
public enum SourcePictures: Sendable {
  /// Squares of the world; those without a picture stay empty.
  case tiles(TileCover, [TileID: Bitmap])
  /// One picture; the style says where its corners lie.
  case image(Bitmap)
}
