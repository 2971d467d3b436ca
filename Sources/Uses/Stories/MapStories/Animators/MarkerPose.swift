public import Drawing

/// The pose of a marker's marks in the course of a transition.
public struct MarkerPose: Hashable, Sendable {
  /// 0 is invisible, 1 as in the style.
  public var opacity: Double
  /// Size as a factor, about the middle of the marks; at least 0.
  public var scale: Double
  /// The share of the way to its partner: 0 at its own place, 1 at the partner's; 0 where it has none. Places are those drawn, where
  /// markers stand once they have made room for each other.
  public var travel: Double
  /// Points it stands aside beyond that.
  public var offset: Point

  /// As in the style, at its own place.
  public static let rest = MarkerPose()

  /// A pose; omitted values are those at rest.
  public init(opacity: Double = 1, scale: Double = 1, travel: Double = 0, offset: Point = .zero) {
    self.opacity = opacity
    self.scale = scale
    self.travel = travel
    self.offset = offset
  }
}
