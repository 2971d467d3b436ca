/// A map or a story of which there are several clusterings side by side.
protocol InColumns {
  /// The others, from left to right.
  var beside: [Self] { get set }
  /// The text above it.
  var caption: String { get set }
}
