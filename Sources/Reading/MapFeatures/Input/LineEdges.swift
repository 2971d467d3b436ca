/// The way that lines and the edges of areas take between their positions.
public enum LineEdges: String, CaseIterable, Hashable, Sendable {
  /// Straight in longitude and latitude, as RFC 7946 has it.
  case straight
  /// Along great circles, the short way.
  case geodesic
}
