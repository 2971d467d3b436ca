/// A corner of the picture.
public enum PictureCorner: String, Hashable, Sendable, CaseIterable {
  /// Above, on the left.
  case topLeft = "top-left"
  /// Above, on the right.
  case topRight = "top-right"
  /// Below, on the left.
  case bottomLeft = "bottom-left"
  /// Below, on the right.
  case bottomRight = "bottom-right"
}
