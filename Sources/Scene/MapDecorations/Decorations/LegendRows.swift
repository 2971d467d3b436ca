import Drawing
import JSONDocument
import MapContent
import MapStyle
import StyleSettings

// The rows of a legend, each with what is drawn beside its words.
extension LegendReader {
  static func numberRows(
    _ property: String, at stops: [Double], _ layer: Layer, in drawing: LayerDrawing
  ) -> [LegendSection.Row] {
    let unit = LegendReader.unit(of: property, in: layer)
    let isShort = LegendReader.areShort(stops.map { $0 * unit }, drawing.numbers)
    return stops.compactMap { stop in
      let label = LegendReader.text(of: stop * unit, drawing.numbers, isShort: isShort)
      return numberRow(property, stop, layer, label, in: drawing)
    }
  }

  static func numberRow(
    _ property: String, _ number: Double, _ layer: Layer, _ label: String, colored: StyleMember? = nil,
    in drawing: LayerDrawing
  ) -> LegendSection.Row? {
    row(for: property, .number(number), isCluster: true, layer, label, colored: colored, in: drawing)
  }

  /// The row of a point with these properties; `nil` where nothing is seen.
  static func row(
    for property: String, _ value: StyleValue, isCluster: Bool, _ layer: Layer, _ label: String,
    colored: StyleMember? = nil, in drawing: LayerDrawing
  ) -> LegendSection.Row? {
    var members = [StyleMember(key: property, value: value)] + [colored].compactMap(\.self)
    if isCluster {
      members.append(StyleMember(key: "cluster", value: .bool(true)))
      if !LegendReader.isCount(property) {
        members.append(StyleMember(key: "point_count", value: .number(2)))
      }
    }
    let row = row(of: MemberFeature(members), layer, label, in: drawing)
    // Without a number of its own, which sizes are of, a swatch has none.
    guard layer.theme?.sizeProperty != nil, property != SizeScale.property,
      case .circle(var circle, _)? = row?.symbol
    else { return row }
    circle.radius = 6
    return LegendSection.Row(symbol: .circle(circle), label: label)
  }

  /// The row of a feature; `nil` where nothing is seen.
  static func row(
    of feature: (any StyleFeature)?, _ layer: Layer, _ label: String, in drawing: LayerDrawing
  ) -> LegendSection.Row? {
    let context = drawing.context(for: feature)
    // What goes wrong for made-up points is nobody's concern.
    var ignored = StyleWarnings()
    var circle = layer.resolved.circle(in: context, noting: &ignored)
    circle.radius = min(100, circle.radius)
    let opacity = layer.resolved.value(.circleOpacity, in: context, noting: &ignored)
    circle.fill = circle.fill.multiplyingAlpha(by: opacity)
    guard circle.radius > 0, circle.fill.alpha > 0 || circle.strokeWidth > 0 && circle.stroke.alpha > 0
    else { return nil }
    return LegendSection.Row(symbol: layer.symbol(circle), label: label)
  }
}

extension ResolvedLayer {
  /// The disc of a feature and its ring, the disc without the layer's opacity.
  func circle(in context: EvaluationContext, noting warnings: inout StyleWarnings) -> Circle {
    Circle(
      center: .zero, radius: value(.circleRadius, in: context, noting: &warnings),
      fill: value(.circleColor, in: context, noting: &warnings),
      strokeWidth: value(.circleStrokeWidth, in: context, noting: &warnings),
      stroke: value(.circleStrokeColor, in: context, noting: &warnings)
        .multiplyingAlpha(by: value(.circleStrokeOpacity, in: context, noting: &warnings)))
  }
}

extension LegendReader.Layer {
  /// The symbol of a disc as the layer draws it: of a map of cells a cell of its color.
  func symbol(_ circle: Circle) -> LegendSection.Symbol {
    cellCorners.map { .cell(corners: $0, circle.fill) } ?? .circle(circle, sign: sign)
  }
}
