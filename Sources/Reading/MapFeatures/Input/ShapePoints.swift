/// The points that lines and areas are drawn as.
public enum ShapePoints: String, CaseIterable, Hashable, Sendable {
  /// The centroid: of areas by their size, of lines by their length.
  case center
  /// The pole of inaccessibility of the largest area, always inside of it; of the longest line its middle.
  case pole
  /// All vertices.
  case vertices
}
