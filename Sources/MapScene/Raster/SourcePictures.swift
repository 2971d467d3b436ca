public import Drawing
public import MapGeometry

/// What was loaded for a source of the style whose content is no GeoJSON.
public enum SourcePictures: Sendable {
  /// Squares of the world; those without a picture stay empty. The attribution is that of the tiles themselves.
  case tiles(TileCover, [TileID: Bitmap], attribution: String? = nil)
  /// Features in squares of the world.
  case vectorTiles(VectorTileSet)
  /// One picture; the style sets where its corners lie.
  case image(Bitmap)

  /// The attribution, where the pictures have one and the style has none.
  var attribution: String? {
    switch self {
    case .tiles(_, _, let attribution): attribution
    case .vectorTiles(let set): set.attribution
    case .image: nil
    }
  }
}
