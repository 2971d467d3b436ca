import Drawing
import MapGeometry

/// Every property of every layer in one table: reading, checking and the coverage table come from it.
///
/// A line holds: which property, its name, what it may hold, its default, its unit, what an expression may depend on, its
/// tier (1 is most wanted; 0 has no meaning in a flat picture) and whether it is drawn. Facts are those of the MapLibre
/// style specification, version 8.
public enum PropertyTable {
  private static let backgroundLayout: [Row] = [
    Row(.backgroundVisibility, "visibility", .visibility, "visible", nil, .state, 1, .drawn)
  ]
  private static let backgroundPaint: [Row] = [
    Row(.backgroundColor, "background-color", .color, .black, nil, .zoom, 1, .drawn),
    Row(.backgroundPattern, "background-pattern", .image, nil, nil, .zoomStep, 2, .drawn),
    Row(.backgroundOpacity, "background-opacity", .number(0...1), 1, nil, .zoom, 1, .drawn),
  ]

  private static let fillLayout: [Row] = [
    Row(.fillSortKey, "fill-sort-key", .number, nil, nil, .dataStep, 2, .drawn),
    Row(.fillVisibility, "visibility", .visibility, "visible", nil, .state, 1, .drawn),
  ]
  private static let fillPaint: [Row] = [
    Row(.fillAntialias, "fill-antialias", .boolean, true, nil, .zoomStep, 2, .drawn),
    Row(.fillOpacity, "fill-opacity", .number(0...1), 1, nil, .data, 1, .drawn),
    Row(.fillLayerOpacity, "fill-layer-opacity", .number(0...1), 1, nil, .zoom, 3, .drawn),
    Row(.fillColor, "fill-color", .color, .black, nil, .data, 1, .drawn),
    Row(.fillOutlineColor, "fill-outline-color", .color, nil, nil, .data, 1, .drawn),
    Row(.fillTranslate, "fill-translate", .numbers(2), [0, 0], .pixels, .zoom, 2, .drawn),
    Row(.fillTranslateAnchor, "fill-translate-anchor", .frame, "map", nil, .zoomStep, 3, .drawn),
    Row(.fillPattern, "fill-pattern", .image, nil, nil, .dataStep, 2, .drawn),
  ]

  private static let lineLayout: [Row] = [
    Row(.lineCap, "line-cap", .cap, "butt", nil, .dataStep, 2, .drawn),
    Row(.lineJoin, "line-join", .join, "miter", nil, .dataStep, 2, .drawn),
    Row(.lineMiterLimit, "line-miter-limit", .number, 2, nil, .data, 2, .drawn),
    Row(.lineRoundLimit, "line-round-limit", .number, 1.05, nil, .data, 2, .drawn),
    Row(.lineSortKey, "line-sort-key", .number, nil, nil, .dataStep, 2, .drawn),
    Row(.lineVisibility, "visibility", .visibility, "visible", nil, .state, 1, .drawn),
  ]
  private static let linePaint: [Row] = [
    Row(.lineOpacity, "line-opacity", .number(0...1), 1, nil, .data, 1, .drawn),
    Row(.lineLayerOpacity, "line-layer-opacity", .number(0...1), 1, nil, .zoom, 3, .drawn),
    Row(.lineColor, "line-color", .color, .black, nil, .data, 1, .drawn),
    Row(.lineTranslate, "line-translate", .numbers(2), [0, 0], .pixels, .zoom, 2, .drawn),
    Row(.lineTranslateAnchor, "line-translate-anchor", .frame, "map", nil, .zoomStep, 3, .drawn),
    Row(.lineWidth, "line-width", .number(atLeast: 0), 1, .pixels, .data, 1, .drawn),
    Row(.lineGapWidth, "line-gap-width", .number(atLeast: 0), 0, .pixels, .data, 2, .drawn),
    Row(.lineOffset, "line-offset", .number, 0, .pixels, .data, 2, .drawn),
    Row(.lineBlur, "line-blur", .number(atLeast: 0), 0, .pixels, .data, 3, .drawn),
    Row(.lineDasharray, "line-dasharray", .numbers(atLeast: 0), nil, .lineWidths, .dataStep, 2, .drawn),
    Row(.linePattern, "line-pattern", .image, nil, nil, .dataStep, 3, .drawn),
    Row(.lineGradient, "line-gradient", .color, nil, nil, .ramp, 3, .drawn),
  ]

  private static let circleLayout: [Row] = [
    Row(.circleSortKey, "circle-sort-key", .number, nil, nil, .dataStep, 1, .drawn),
    Row(.circleVisibility, "visibility", .visibility, "visible", nil, .state, 1, .drawn),
  ]
  private static let circlePaint: [Row] = [
    Row(.circleRadius, "circle-radius", .number(atLeast: 0), 5, .pixels, .data, 1, .drawn),
    Row(.circleColor, "circle-color", .color, .black, nil, .data, 1, .drawn),
    Row(.circleBlur, "circle-blur", .number, 0, nil, .data, 2, .drawn),
    Row(.circleOpacity, "circle-opacity", .number(0...1), 1, nil, .data, 1, .drawn),
    Row(.circleTranslate, "circle-translate", .numbers(2), [0, 0], .pixels, .zoom, 2, .drawn),
    Row(.circleTranslateAnchor, "circle-translate-anchor", .frame, "map", nil, .zoomStep, 3, .drawn),
    Row(.circlePitchScale, "circle-pitch-scale", .frame, "map", nil, .zoomStep, 0, .accepted),
    Row(.circlePitchAlignment, "circle-pitch-alignment", .frame, "viewport", nil, .zoomStep, 0, .accepted),
    Row(.circleStrokeWidth, "circle-stroke-width", .number(atLeast: 0), 0, .pixels, .data, 1, .drawn),
    Row(.circleStrokeColor, "circle-stroke-color", .color, .black, nil, .data, 1, .drawn),
    Row(.circleStrokeOpacity, "circle-stroke-opacity", .number(0...1), 1, nil, .data, 1, .drawn),
  ]

  private static let symbolLayout: [Row] = [
    Row(.symbolPlacement, "symbol-placement", .placement, "point", nil, .zoomStep, 2, .drawn),
    Row(.symbolSpacing, "symbol-spacing", .number(atLeast: 1), 250, .pixels, .zoom, 3, .drawn),
    Row(.symbolAvoidEdges, "symbol-avoid-edges", .boolean, false, nil, .zoomStep, 0, .accepted),
    Row(.symbolSortKey, "symbol-sort-key", .number, nil, nil, .dataStep, 1, .drawn),
    Row(.symbolZOrder, "symbol-z-order", .zOrder, "auto", nil, .zoomStep, 2, .drawn),
    Row(.iconAllowOverlap, "icon-allow-overlap", .boolean, false, nil, .zoomStep, 2, .drawn),
    Row(.iconOverlap, "icon-overlap", .overlap, nil, nil, .zoomStep, 2, .drawn),
    Row(.iconIgnorePlacement, "icon-ignore-placement", .boolean, false, nil, .zoomStep, 2, .drawn),
    Row(.iconOptional, "icon-optional", .boolean, false, nil, .zoomStep, 2, .drawn),
    Row(.iconRotationAlignment, "icon-rotation-alignment", .alignment, "auto", nil, .zoomStep, 3, .drawn),
    Row(.iconSize, "icon-size", .number(atLeast: 0), 1, .timesOriginal, .data, 2, .drawn),
    Row(.iconTextFit, "icon-text-fit", .textFit, "none", nil, .zoomStep, 2, .drawn),
    Row(.iconTextFitPadding, "icon-text-fit-padding", .numbers(4), [0, 0, 0, 0], .pixels, .zoom, 2, .drawn),
    Row(.iconImage, "icon-image", .image, nil, nil, .dataStep, 2, .drawn),
    Row(.iconRotate, "icon-rotate", .number, 0, .degrees, .data, 2, .drawn),
    Row(.iconPadding, "icon-padding", .padding, [2], .pixels, .data, 2, .drawn),
    Row(.iconKeepUpright, "icon-keep-upright", .boolean, false, nil, .zoomStep, 3, .drawn),
    Row(.iconOffset, "icon-offset", .numbers(2), [0, 0], nil, .data, 2, .drawn),
    Row(.iconAnchor, "icon-anchor", .anchor, "center", nil, .dataStep, 2, .drawn),
    Row(.iconPitchAlignment, "icon-pitch-alignment", .alignment, "auto", nil, .zoomStep, 0, .accepted),
    Row(.textPitchAlignment, "text-pitch-alignment", .alignment, "auto", nil, .zoomStep, 0, .accepted),
    Row(
      .textRotationAlignment, "text-rotation-alignment", .textAlignment, "auto", nil, .zoomStep, 3, .drawn),
    Row(.textField, "text-field", .formatted, "", nil, .dataStep, 1, .drawn),
    Row(.textFont, "text-font", .strings, .fonts, nil, .dataStep, 1, .drawn),
    Row(.textSize, "text-size", .number(atLeast: 0), 16, .pixels, .data, 1, .drawn),
    Row(.textMaxWidth, "text-max-width", .number(atLeast: 0), 10, .ems, .data, 1, .drawn),
    Row(.textLineHeight, "text-line-height", .number, 1.2, .ems, .zoom, 1, .drawn),
    Row(.textLetterSpacing, "text-letter-spacing", .number, 0, .ems, .data, 2, .drawn),
    Row(.textJustify, "text-justify", .justify, "center", nil, .dataStep, 1, .drawn),
    Row(.textRadialOffset, "text-radial-offset", .number, 0, .ems, .data, 2, .drawn),
    Row(.textVariableAnchor, "text-variable-anchor", .anchors, nil, nil, .zoomStep, 2, .drawn),
    Row(
      .textVariableAnchorOffset, "text-variable-anchor-offset", .anchorOffsets, nil, nil, .data, 3, .drawn),
    Row(.textAnchor, "text-anchor", .anchor, "center", nil, .dataStep, 1, .drawn),
    Row(.textMaxAngle, "text-max-angle", .number, 45, .degrees, .zoom, 3, .drawn),
    Row(.textWritingMode, "text-writing-mode", .writingModes, nil, nil, .zoomStep, 3, .drawn),
    Row(.textRotate, "text-rotate", .number, 0, .degrees, .data, 2, .drawn),
    Row(.textPadding, "text-padding", .number(atLeast: 0), 2, .pixels, .zoom, 1, .drawn),
    Row(.textKeepUpright, "text-keep-upright", .boolean, true, nil, .zoomStep, 3, .drawn),
    Row(.textTransform, "text-transform", .transform, "none", nil, .dataStep, 2, .drawn),
    Row(.textOffset, "text-offset", .numbers(2), [0, 0], .ems, .data, 1, .drawn),
    Row(.textAllowOverlap, "text-allow-overlap", .boolean, false, nil, .zoomStep, 1, .drawn),
    Row(.textOverlap, "text-overlap", .overlap, nil, nil, .zoomStep, 2, .drawn),
    Row(.textIgnorePlacement, "text-ignore-placement", .boolean, false, nil, .zoomStep, 1, .drawn),
    Row(.textOptional, "text-optional", .boolean, false, nil, .zoomStep, 2, .drawn),
    Row(.symbolVisibility, "visibility", .visibility, "visible", nil, .state, 1, .drawn),
  ]
  private static let symbolPaint: [Row] = [
    Row(.iconOpacity, "icon-opacity", .number(0...1), 1, nil, .data, 2, .drawn),
    Row(.iconColor, "icon-color", .color, .black, nil, .data, 2, .drawn),
    Row(.iconHaloColor, "icon-halo-color", .color, .transparent, nil, .data, 3, .drawn),
    Row(.iconHaloWidth, "icon-halo-width", .number(atLeast: 0), 0, .pixels, .data, 3, .drawn),
    Row(.iconHaloBlur, "icon-halo-blur", .number(atLeast: 0), 0, .pixels, .data, 3, .drawn),
    Row(.iconTranslate, "icon-translate", .numbers(2), [0, 0], .pixels, .zoom, 2, .drawn),
    Row(.iconTranslateAnchor, "icon-translate-anchor", .frame, "map", nil, .zoomStep, 3, .drawn),
    Row(.textOpacity, "text-opacity", .number(0...1), 1, nil, .data, 1, .drawn),
    Row(.textColor, "text-color", .color, .black, nil, .data, 1, .drawn),
    Row(.textHaloColor, "text-halo-color", .color, .transparent, nil, .data, 1, .drawn),
    Row(.textHaloWidth, "text-halo-width", .number(atLeast: 0), 0, .pixels, .data, 1, .drawn),
    Row(.textHaloBlur, "text-halo-blur", .number(atLeast: 0), 0, .pixels, .data, 3, .drawn),
    Row(.textTranslate, "text-translate", .numbers(2), [0, 0], .pixels, .zoom, 2, .drawn),
    Row(.textTranslateAnchor, "text-translate-anchor", .frame, "map", nil, .zoomStep, 3, .drawn),
  ]

  private static let rasterLayout: [Row] = [
    Row(.rasterVisibility, "visibility", .visibility, "visible", nil, .state, 1, .drawn)
  ]
  private static let rasterPaint: [Row] = [
    Row(.rasterOpacity, "raster-opacity", .number(0...1), 1, nil, .zoom, 2, .drawn),
    Row(.rasterHueRotate, "raster-hue-rotate", .number, 0, .degrees, .zoom, 2, .drawn),
    Row(.rasterBrightnessMin, "raster-brightness-min", .number(0...1), 0, nil, .zoom, 2, .drawn),
    Row(.rasterBrightnessMax, "raster-brightness-max", .number(0...1), 1, nil, .zoom, 2, .drawn),
    Row(.rasterSaturation, "raster-saturation", .number(-1...1), 0, nil, .zoom, 2, .drawn),
    Row(.rasterContrast, "raster-contrast", .number(-1...1), 0, nil, .zoom, 2, .drawn),
    Row(.resampling, "resampling", .resampling, "linear", nil, .zoomStep, 2, .drawn),
    Row(.rasterResampling, "raster-resampling", .resampling, "linear", nil, .zoomStep, 2, .drawn),
    Row(
      .rasterFadeDuration, "raster-fade-duration", .number(atLeast: 0), 300, .milliseconds, .zoom, 0,
      .accepted),
  ]

  private static let heatmapLayout: [Row] = [
    Row(.heatmapVisibility, "visibility", .visibility, "visible", nil, .state, 1, .drawn)
  ]
  private static let heatmapPaint: [Row] = [
    Row(.heatmapRadius, "heatmap-radius", .number(atLeast: 1), 30, .pixels, .data, 2, .drawn),
    Row(.heatmapWeight, "heatmap-weight", .number(atLeast: 0), 1, nil, .data, 2, .drawn),
    Row(.heatmapIntensity, "heatmap-intensity", .number(atLeast: 0), 1, nil, .zoom, 2, .drawn),
    Row(.heatmapColor, "heatmap-color", .color, .heatmapRamp, nil, .ramp, 2, .drawn),
    Row(.heatmapOpacity, "heatmap-opacity", .number(0...1), 1, nil, .zoom, 2, .drawn),
  ]

  private static let fillExtrusionLayout: [Row] = [
    Row(.fillExtrusionVisibility, "visibility", .visibility, "visible", nil, .state, 1, .drawn)
  ]
  private static let fillExtrusionPaint: [Row] = [
    Row(.fillExtrusionOpacity, "fill-extrusion-opacity", .number(0...1), 1, nil, .zoom, 2, .drawn),
    Row(.fillExtrusionColor, "fill-extrusion-color", .color, .black, nil, .data, 2, .drawn),
    Row(
      .fillExtrusionTranslate, "fill-extrusion-translate", .numbers(2), [0, 0], .pixels, .zoom, 3, .drawn),
    Row(
      .fillExtrusionTranslateAnchor, "fill-extrusion-translate-anchor", .frame, "map", nil, .zoomStep, 3,
      .drawn),
    Row(.fillExtrusionPattern, "fill-extrusion-pattern", .image, nil, nil, .dataStep, 3, .drawn),
    Row(.fillExtrusionHeight, "fill-extrusion-height", .number(atLeast: 0), 0, nil, .data, 0, .accepted),
    Row(.fillExtrusionBase, "fill-extrusion-base", .number(atLeast: 0), 0, nil, .data, 0, .accepted),
    Row(
      .fillExtrusionVerticalGradient, "fill-extrusion-vertical-gradient", .boolean, true, nil, .zoomStep, 0,
      .accepted),
  ]
}

extension PropertyTable {
  /// All properties, in the order of ``PropertyID``.
  public static let definitions: [PropertyDefinition] = {
    var all: [PropertyDefinition] = []
    all.reserveCapacity(PropertyID.allCases.count)
    for layer in LayerType.allCases {
      for section in [PropertyDefinition.Section.layout, .paint] {
        for row in rows(of: layer, section) { all.append(row.definition(layer, section)) }
      }
    }
    return all
  }()

  /// What a property is.
  ///
  /// - Complexity: O(1).
  public static func definition(of id: PropertyID) -> PropertyDefinition {
    definitions[Int(id.rawValue)]
  }

  /// The property of a layer with a name; `nil` where there is none.
  ///
  /// - Complexity: O(1).
  public static func property(named name: String, of layer: LayerType) -> PropertyDefinition? {
    if name == "visibility" { return visibility(of: layer) }
    guard let index = indexOfName[name], definitions[index].layer == layer else { return nil }
    return definitions[index]
  }

  /// The layer that has a property of this name, whichever it is; `nil` where none has.
  static func property(named name: String) -> PropertyDefinition? {
    indexOfName[name].map { definitions[$0] }
  }

  /// Whether layers of a kind are drawn.
  public static func support(of layer: LayerType) -> PropertyDefinition.Support {
    switch layer {
    case .background, .fill, .line, .circle, .symbol, .heatmap, .raster, .fillExtrusion: .drawn
    }
  }

  /// The property `visibility` of a layer.
  static func visibility(of layer: LayerType) -> PropertyDefinition {
    definitions[visibilities[index(of: layer)]]
  }

  /// The properties of a layer, in the table's order.
  static func properties(of layer: LayerType) -> [PropertyDefinition] { ofLayers[index(of: layer)] }

  private static let ofLayers: [[PropertyDefinition]] = LayerType.allCases.map { layer in
    definitions.filter { $0.layer == layer }
  }

  // Names are unique but for `visibility`, because they begin with their layer's.
  private static let indexOfName: [String: Int] = {
    var result: [String: Int] = [:]
    result.reserveCapacity(definitions.count)
    for (index, definition) in definitions.enumerated() where definition.name != "visibility" {
      result[definition.name] = index
    }
    return result
  }()

  private static let visibilities: [Int] = definitions.indices.filter { definitions[$0].name == "visibility" }

  private static func index(of layer: LayerType) -> Int {
    switch layer {
    case .background: 0
    case .fill: 1
    case .line: 2
    case .circle: 3
    case .symbol: 4
    case .raster: 5
    case .heatmap: 6
    case .fillExtrusion: 7
    }
  }

  private static func rows(of layer: LayerType, _ section: PropertyDefinition.Section) -> [Row] {
    switch (layer, section) {
    case (.background, .layout): backgroundLayout
    case (.background, .paint): backgroundPaint
    case (.fill, .layout): fillLayout
    case (.fill, .paint): fillPaint
    case (.line, .layout): lineLayout
    case (.line, .paint): linePaint
    case (.circle, .layout): circleLayout
    case (.circle, .paint): circlePaint
    case (.symbol, .layout): symbolLayout
    case (.symbol, .paint): symbolPaint
    case (.raster, .layout): rasterLayout
    case (.raster, .paint): rasterPaint
    case (.heatmap, .layout): heatmapLayout
    case (.heatmap, .paint): heatmapPaint
    case (.fillExtrusion, .layout): fillExtrusionLayout
    case (.fillExtrusion, .paint): fillExtrusionPaint
    }
  }

  /// A line of the table.
  private struct Row {
    let id: PropertyID
    let name: String
    let type: PropertyType
    let initial: Initial
    let unit: PropertyDefinition.Unit?
    let dependence: PropertyDefinition.Dependence
    let tier: Int
    let support: PropertyDefinition.Support

    init(
      _ id: PropertyID, _ name: String, _ type: PropertyType, _ initial: Initial,
      _ unit: PropertyDefinition.Unit?, _ dependence: PropertyDefinition.Dependence, _ tier: Int,
      _ support: PropertyDefinition.Support
    ) {
      self.id = id
      self.name = name
      self.type = type
      self.initial = initial
      self.unit = unit
      self.dependence = dependence
      self.tier = tier
      self.support = support
    }

    func definition(_ layer: LayerType, _ section: PropertyDefinition.Section) -> PropertyDefinition {
      PropertyDefinition(
        id: id, name: name, layer: layer, section: section, type: type, defaultValue: initial.value(as: type),
        unit: unit, dependence: dependence, tier: tier, support: support)
    }
  }

  /// A default as the table writes it.
  private enum Initial: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral
  {
    case none
    case bool(Bool)
    case number(Double)
    case string(String)
    case numbers([Double])
    case black
    case transparent
    case fonts
    /// The specification's ramp from blue to red, which is no single value: see ``ColorRamp``.
    case heatmapRamp

    init(nilLiteral: ()) { self = .none }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(stringLiteral value: String) { self = .string(value) }
    init(arrayLiteral elements: Double...) { self = .numbers(elements) }

    func value(as type: PropertyType) -> StyleValue? {
      switch self {
      case .none, .heatmapRamp: nil
      case .bool(let value): .bool(value)
      case .number(let value): .number(value)
      case .string(let text): type == .formatted ? .formatted(FormattedText(text)) : .string(text)
      case .numbers(let values):
        type == .padding
          ? Padding(css: values).map(StyleValue.padding) : .array(values.map(StyleValue.number))
      case .black: .color(.black)
      case .transparent: .color(.transparent)
      case .fonts: .array([.string("Open Sans Regular"), .string("Arial Unicode MS Regular")])
      }
    }
  }
}
