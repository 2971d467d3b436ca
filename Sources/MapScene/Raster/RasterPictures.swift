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
  /// Squares of the world; those without a picture stay empty. Whom to thank is what the tiles say themselves.
  case tiles(TileCover, [TileID: Bitmap], attribution: String? = nil)
  /// One picture; the style says where its corners lie.
  case image(Bitmap)

  /// Whom to thank, where the pictures say so and the style does not.
  var attribution: String? {
    if case .tiles(_, _, let attribution) = self { attribution } else { nil }
  }
}
