public import Drawing
public import MapGeometry

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
