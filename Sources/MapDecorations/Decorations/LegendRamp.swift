import Drawing
import MapContent
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
    for color in colors { bytes.append(pixel: color.over(.white)) }
    guard let bitmap = Bitmap(width: colors.count, height: 1, pixels: bytes) else { return nil }
    guard let unit = unit(of: layer, in: &drawing), let hottest = layer.hottest.map({ $0 * unit.size }),
      hottest > 0,
      hottest.isFinite
    else {
      return LegendSection(
        heading: "Density", rows: [.init(symbol: .ramp(bitmap), lead: "few", label: "many")])
    }
    // Rounded up: so many in one place have the last color. Points are counted whole.
    let rounded = (layer.weight == nil ? hottest.rounded(.up) : hottest).withDigits(2, .up)
    let most = rounded < 10_000 ? drawing.numbers.whole(rounded) : drawing.numbers.count(rounded)
    return LegendSection(
      heading: "Density", basis: "\(unit.name) in one place",
      rows: [.init(symbol: .ramp(bitmap), lead: drawing.numbers.whole(0), label: "≥ \(most)")])
  }

  /// The unit of a density, and its size in the layer's own weight; `nil` where a style weighs points
  /// in a way of its own, whose sums mean nothing to a reader.
  private static func unit(
    of layer: LegendReader.Layer, in drawing: inout LayerDrawing
  ) -> (name: String, size: Double)? {
    guard layer.layer.sets(.heatmapWeight) else { return (layer.weight ?? "points", 1) }
    let weight = layer.resolved.property(.heatmapWeight)
    if let constant = weight.constant { return constant > 0 ? ("points", 1 / constant) : nil }
    guard let name = layer.weight, layer.layer.reads("clustersnap:weight", for: .heatmapWeight) else {
      return nil
    }
    let isPlain = [1.0, 1000].allSatisfy { number in
      // What goes wrong for made-up points is nobody's concern.
      var ignored = StyleWarnings()
      let feature = MemberFeature([StyleMember(key: "clustersnap:weight", value: .number(number))])
      return weight.value(in: drawing.context(for: feature), noting: &ignored) == number
    }
    return isPlain ? (name, 1) : nil
  }
}

extension LegendReader {
  /// The colors between numbers that a ramp is shown at, as far from each other as these stand.
  mutating func smoothBar(
    _ property: String, _ rows: [LegendSection.Row], at stops: [Double], _ layer: Layer
  ) -> LegendSection.Bar? {
    let (steps, parts) = (8, stops.count - 1)
    guard rows.count == stops.count else { return nil }
    let colors = (0...(parts * steps)).compactMap { step in
      let (part, share) = (min(step / steps, parts - 1), Double(step) / Double(steps))
      let number = stops[part] + (stops[part + 1] - stops[part]) * (share - Double(part))
      return numberRow(property, number, layer, "")?.symbol.color
    }
    guard colors.count == parts * steps + 1 else { return nil }
    let ticks = rows.enumerated().map {
      LegendSection.Bar.Tick(share: Double($0.offset) / Double(parts), label: $0.element.label)
    }
    return LegendSection.Bar(colors: colors, ticks: ticks, isSmooth: true)
  }
}
