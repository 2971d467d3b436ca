import Drawing

/// The specification's default `heatmap-color`.
enum HeatmapRamp {
  private static let stops: [(density: Double, color: Color)] = [
    (0, Color(red: 0, green: 0, blue: 1, alpha: 0)),
    (0.1, Color(red: 65 / 255, green: 105 / 255, blue: 225 / 255)),  // royalblue
    (0.3, Color(red: 0, green: 1, blue: 1)),
    (0.5, Color(red: 0, green: 1, blue: 0)),
    (0.7, Color(red: 1, green: 1, blue: 0)),
    (1, Color(red: 1, green: 0, blue: 0)),
  ]

  /// Color of a density in `0...1`, interpolated in straight sRGB.
  static func color(at density: Double) -> Color {
    var (below, above) = (stops[0], stops[0])
    for stop in stops {
      above = stop
      if stop.density >= density { break }
      below = stop
    }
    guard above.density > below.density else { return above.color }
    let share = min(1, max(0, (density - below.density) / (above.density - below.density)))
    return ColorSpace.rgb.mix(below.color, above.color, share)
  }
}
