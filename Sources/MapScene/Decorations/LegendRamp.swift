import Drawing
import MapStyle

/// The colors of a heatmap in a legend, from hardly any points to many.
enum LegendRamp {
  /// The ramp over white between its ends: a density is called by the points in one place that have it, or by what they weigh.
  ///
  /// - Returns: `nil` where the layer has no colors.
  static func section(
    of layer: LegendReader.Layer, in drawing: inout LayerDrawing
  ) -> LegendSection? {
    guard
      let colors = layer.resolved.colors(
        of: .heatmapColor, in: drawing.context(), noting: &drawing.warnings)
    else { return nil }
    var bytes: [UInt8] = []
    for color in colors {
      let shown = color.over(.white)
      for channel in [shown.red, shown.green, shown.blue] {
        bytes.append(UInt8(clamping: Int((channel * 255).rounded())))
      }
      bytes.append(255)
    }
    guard let bitmap = Bitmap(width: colors.count, height: 1, pixels: bytes) else { return nil }
    guard let hottest = layer.hottest, hottest > 0, hottest < 1e15 else {
      return LegendSection(
        heading: layer.weight ?? "Density", rows: [.init(symbol: .ramp(bitmap), lead: "few", label: "many")])
    }
    let rounded = hottest.withDigits(2)
    let most = rounded < 10_000 ? drawing.numbers.whole(rounded) : drawing.numbers.count(rounded)
    return LegendSection(
      heading: "\(layer.weight ?? "Points") in one place",
      rows: [.init(symbol: .ramp(bitmap), lead: drawing.numbers.whole(0), label: "≥ \(most)")])
  }
}
