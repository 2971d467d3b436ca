public import Drawing
public import MapGeometry
public import MapStyle

/// The images of a raster or image source of the style.
public enum SourcePictures: Sendable {
  /// Squares of the world; those without a picture stay empty. The attribution and the encoding of heights are those of the
  /// tiles themselves.
  case tiles(
    TileCover, [TileID: Bitmap], attribution: String? = nil, encoding: ElevationEncoding? = nil)
  /// One picture; the style sets where its corners lie.
  case image(Bitmap)

  /// The attribution, where the pictures have one and the style has none.
  package var attribution: String? {
    if case .tiles(_, _, let attribution, _) = self { attribution } else { nil }
  }
}
