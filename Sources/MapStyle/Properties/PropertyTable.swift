import Drawing
import MapGeometry

/// Every property of every layer in one table: reading, checking and the coverage table come from it.
///
/// A line holds: which property, what it may hold, its default, what its expressions may depend on, its unit, the greatest
/// magnitude that is drawn, and whether it has a meaning in a flat picture. Facts are those of the MapLibre style
/// specification, version 8, but for the greatest magnitudes: see ``DrawingLimits``.
public enum PropertyTable {
  private static let background = rows(
    of: .background,
    layout: [
      Row(.backgroundVisibility, .visibility, "visible", .state)
    ],
    paint: [
      Row(.backgroundColor, .color, .black, .zoom),
      Row(.backgroundPattern, .image, nil, .zoomStep),
      Row(.backgroundOpacity, .number(0...1), 1, .zoom),
    ])

  private static let fill = rows(
    of: .fill,
    layout: [
      Row(.fillSortKey, .number, nil, .dataStep),
      Row(.fillVisibility, .visibility, "visible", .state),
    ],
    paint: [
      Row(.fillAntialias, .boolean, true, .zoomStep),
      Row(.fillOpacity, .number(0...1), 1, .data),
      Row(.fillLayerOpacity, .number(0...1), 1, .zoom),
      Row(.fillColor, .color, .black, .data),
      Row(.fillOutlineColor, .color, nil, .data),
      Row(.fillTranslate, .numbers(2), [0, 0], .zoom, .pixels, upTo: DrawingLimits.length),
      Row(.fillTranslateAnchor, .frame, "map", .zoomStep),
      Row(.fillPattern, .image, nil, .dataStep),
    ])

  private static let line = rows(
    of: .line,
    layout: [
      Row(.lineCap, .cap, "butt", .dataStep),
      Row(.lineJoin, .join, "miter", .dataStep),
      Row(.lineMiterLimit, .number, 2, .data),
      Row(.lineRoundLimit, .number, 1.05, .data),
      Row(.lineSortKey, .number, nil, .dataStep),
      Row(.lineVisibility, .visibility, "visible", .state),
    ],
    paint: [
      Row(.lineOpacity, .number(0...1), 1, .data),
      Row(.lineLayerOpacity, .number(0...1), 1, .zoom),
      Row(.lineColor, .color, .black, .data),
      Row(.lineTranslate, .numbers(2), [0, 0], .zoom, .pixels, upTo: DrawingLimits.length),
      Row(.lineTranslateAnchor, .frame, "map", .zoomStep),
      Row(.lineWidth, .number(atLeast: 0), 1, .data, .pixels, upTo: DrawingLimits.length),
      Row(.lineGapWidth, .number(atLeast: 0), 0, .data, .pixels, upTo: DrawingLimits.length),
      Row(.lineOffset, .number, 0, .data, .pixels, upTo: DrawingLimits.length),
      Row(.lineBlur, .number(atLeast: 0), 0, .data, .pixels, upTo: DrawingLimits.length),
      Row(.lineDasharray, .numbers(atLeast: 0), nil, .dataStep, .lineWidths, upTo: 1000),
      Row(.linePattern, .image, nil, .dataStep),
      Row(.lineGradient, .color, nil, .ramp),
    ])

  private static let circle = rows(
    of: .circle,
    layout: [
      Row(.circleSortKey, .number, nil, .dataStep),
      Row(.circleVisibility, .visibility, "visible", .state),
    ],
    paint: [
      Row(.circleRadius, .number(atLeast: 0), 5, .data, .pixels, upTo: DrawingLimits.length),
      Row(.circleColor, .color, .black, .data),
      Row(.circleBlur, .number, 0, .data, upTo: 1000),
      Row(.circleOpacity, .number(0...1), 1, .data),
      Row(.circleTranslate, .numbers(2), [0, 0], .zoom, .pixels, upTo: DrawingLimits.length),
      Row(.circleTranslateAnchor, .frame, "map", .zoomStep),
      Row(.circlePitchScale, .frame, "map", .zoomStep, isDrawn: false),
      Row(.circlePitchAlignment, .frame, "viewport", .zoomStep, isDrawn: false),
      Row(.circleStrokeWidth, .number(atLeast: 0), 0, .data, .pixels, upTo: DrawingLimits.length),
      Row(.circleStrokeColor, .color, .black, .data),
      Row(.circleStrokeOpacity, .number(0...1), 1, .data),
    ])

  private static let symbol = rows(
    of: .symbol,
    layout: [
      Row(.symbolPlacement, .placement, "point", .zoomStep),
      Row(.symbolSpacing, .number(atLeast: 1), 250, .zoom, .pixels),
      Row(.symbolAvoidEdges, .boolean, false, .zoomStep, isDrawn: false),
      Row(.symbolSortKey, .number, nil, .dataStep),
      Row(.symbolZOrder, .zOrder, "auto", .zoomStep),
      Row(.iconAllowOverlap, .boolean, false, .zoomStep),
      Row(.iconOverlap, .overlap, nil, .zoomStep),
      Row(.iconIgnorePlacement, .boolean, false, .zoomStep),
      Row(.iconOptional, .boolean, false, .zoomStep),
      Row(.iconRotationAlignment, .alignment, "auto", .zoomStep),
      Row(.iconSize, .number(atLeast: 0), 1, .data, .timesOriginal, upTo: 100),
      Row(.iconTextFit, .textFit, "none", .zoomStep),
      Row(.iconTextFitPadding, .numbers(4), [0, 0, 0, 0], .zoom, .pixels, upTo: 1000),
      Row(.iconImage, .image, nil, .dataStep),
      Row(.iconRotate, .number, 0, .data, .degrees),
      Row(.iconPadding, .padding, [2], .data, .pixels, upTo: DrawingLimits.length),
      Row(.iconKeepUpright, .boolean, false, .zoomStep),
      Row(.iconOffset, .numbers(2), [0, 0], .data, upTo: DrawingLimits.length),
      Row(.iconAnchor, .anchor, "center", .dataStep),
      Row(.iconPitchAlignment, .alignment, "auto", .zoomStep, isDrawn: false),
      Row(.textPitchAlignment, .alignment, "auto", .zoomStep, isDrawn: false),
      Row(.textRotationAlignment, .textAlignment, "auto", .zoomStep),
      Row(.textField, .formatted, "", .dataStep, upTo: 100),
      Row(.textFont, .strings, .fonts, .dataStep),
      Row(.textSize, .number(atLeast: 0), 16, .data, .pixels, upTo: DrawingLimits.textSize),
      Row(.textMaxWidth, .number(atLeast: 0), 10, .data, .ems),
      Row(.textLineHeight, .number, 1.2, .zoom, .ems, upTo: 100),
      Row(.textLetterSpacing, .number, 0, .data, .ems, upTo: 10),
      Row(.textJustify, .justify, "center", .dataStep),
      Row(.textRadialOffset, .number, 0, .data, .ems, upTo: 1000),
      Row(.textVariableAnchor, .anchors, nil, .zoomStep),
      Row(.textVariableAnchorOffset, .anchorOffsets, nil, .data, upTo: 1000),
      Row(.textAnchor, .anchor, "center", .dataStep),
      Row(.textMaxAngle, .number, 45, .zoom, .degrees),
      Row(.textWritingMode, .writingModes, nil, .zoomStep),
      Row(.textRotate, .number, 0, .data, .degrees),
      Row(.textPadding, .number(atLeast: 0), 2, .zoom, .pixels, upTo: DrawingLimits.length),
      Row(.textKeepUpright, .boolean, true, .zoomStep),
      Row(.textTransform, .transform, "none", .dataStep),
      Row(.textOffset, .numbers(2), [0, 0], .data, .ems, upTo: 1000),
      Row(.textAllowOverlap, .boolean, false, .zoomStep),
      Row(.textOverlap, .overlap, nil, .zoomStep),
      Row(.textIgnorePlacement, .boolean, false, .zoomStep),
      Row(.textOptional, .boolean, false, .zoomStep),
      Row(.symbolVisibility, .visibility, "visible", .state),
    ],
    paint: [
      Row(.iconOpacity, .number(0...1), 1, .data),
      Row(.iconColor, .color, .black, .data),
      Row(.iconHaloColor, .color, .transparent, .data),
      Row(.iconHaloWidth, .number(atLeast: 0), 0, .data, .pixels, upTo: 100),
      Row(.iconHaloBlur, .number(atLeast: 0), 0, .data, .pixels, upTo: 100),
      Row(.iconTranslate, .numbers(2), [0, 0], .zoom, .pixels, upTo: DrawingLimits.length),
      Row(.iconTranslateAnchor, .frame, "map", .zoomStep),
      Row(.textOpacity, .number(0...1), 1, .data),
      Row(.textColor, .color, .black, .data),
      Row(.textHaloColor, .color, .transparent, .data),
      Row(.textHaloWidth, .number(atLeast: 0), 0, .data, .pixels, upTo: 1000),
      Row(.textHaloBlur, .number(atLeast: 0), 0, .data, .pixels, upTo: 1000),
      Row(.textTranslate, .numbers(2), [0, 0], .zoom, .pixels, upTo: DrawingLimits.length),
      Row(.textTranslateAnchor, .frame, "map", .zoomStep),
    ])

  private static let raster = rows(
    of: .raster,
    layout: [
      Row(.rasterVisibility, .visibility, "visible", .state)
    ],
    paint: [
      Row(.rasterOpacity, .number(0...1), 1, .zoom),
      Row(.rasterHueRotate, .number, 0, .zoom, .degrees),
      Row(.rasterBrightnessMin, .number(0...1), 0, .zoom),
      Row(.rasterBrightnessMax, .number(0...1), 1, .zoom),
      Row(.rasterSaturation, .number(-1...1), 0, .zoom),
      Row(.rasterContrast, .number(-1...1), 0, .zoom),
      Row(.resampling, .resampling, "linear", .zoomStep),
      Row(.rasterResampling, .resampling, "linear", .zoomStep),
      Row(.rasterFadeDuration, .number(atLeast: 0), 300, .zoom, .milliseconds, isDrawn: false),
    ])

  private static let heatmap = rows(
    of: .heatmap,
    layout: [
      Row(.heatmapVisibility, .visibility, "visible", .state)
    ],
    paint: [
      Row(.heatmapRadius, .number(atLeast: 1), 30, .data, .pixels, upTo: 1000),
      Row(.heatmapWeight, .number(atLeast: 0), 1, .data, upTo: 1e9),
      Row(.heatmapIntensity, .number(atLeast: 0), 1, .zoom, upTo: 1e9),
      Row(.heatmapColor, .color, .heatmapRamp, .ramp),
      Row(.heatmapOpacity, .number(0...1), 1, .zoom),
    ])

  private static let fillExtrusion = rows(
    of: .fillExtrusion,
    layout: [
      Row(.fillExtrusionVisibility, .visibility, "visible", .state)
    ],
    paint: [
      Row(.fillExtrusionOpacity, .number(0...1), 1, .zoom),
      Row(.fillExtrusionColor, .color, .black, .data),
      Row(.fillExtrusionTranslate, .numbers(2), [0, 0], .zoom, .pixels),
      Row(.fillExtrusionTranslateAnchor, .frame, "map", .zoomStep),
      Row(.fillExtrusionPattern, .image, nil, .dataStep),
      Row(.fillExtrusionHeight, .number(atLeast: 0), 0, .data, isDrawn: false),
      Row(.fillExtrusionBase, .number(atLeast: 0), 0, .data, isDrawn: false),
      Row(.fillExtrusionVerticalGradient, .boolean, true, .zoomStep, isDrawn: false),
    ])
}

extension PropertyTable {
  /// All properties, in the order of ``PropertyID``.
  public static let definitions: [PropertyDefinition] = [
    background, fill, line, circle, symbol, raster, heatmap, fillExtrusion,
  ].flatMap(\.self)

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
    if name == "visibility" { return definition(of: visibility(of: layer)) }
    return property(named: name).flatMap { $0.layer == layer ? $0 : nil }
  }

  /// The layer that has a property of this name, whichever it is; `nil` where none has.
  static func property(named name: String) -> PropertyDefinition? {
    indexOfName[name].map { definitions[$0] }
  }

  /// The property `visibility` of a layer.
  static func visibility(of layer: LayerType) -> PropertyID {
    switch layer {
    case .background: .backgroundVisibility
    case .fill: .fillVisibility
    case .line: .lineVisibility
    case .circle: .circleVisibility
    case .symbol: .symbolVisibility
    case .raster: .rasterVisibility
    case .heatmap: .heatmapVisibility
    case .fillExtrusion: .fillExtrusionVisibility
    }
  }

  /// The properties of a layer, in the table's order.
  static func properties(of layer: LayerType) -> [PropertyDefinition] {
    switch layer {
    case .background: background
    case .fill: fill
    case .line: line
    case .circle: circle
    case .symbol: symbol
    case .raster: raster
    case .heatmap: heatmap
    case .fillExtrusion: fillExtrusion
    }
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

  private static func rows(of layer: LayerType, layout: [Row], paint: [Row]) -> [PropertyDefinition] {
    layout.map { $0.definition(layer, .layout) } + paint.map { $0.definition(layer, .paint) }
  }

  /// A line of the table.
  private struct Row {
    let id: PropertyID
    let type: PropertyType
    let initial: Initial
    let expressions: PropertyDefinition.Expressions
    let unit: PropertyDefinition.Unit?
    let greatest: Double
    let isDrawn: Bool

    init(
      _ id: PropertyID, _ type: PropertyType, _ initial: Initial,
      _ expressions: PropertyDefinition.Expressions, _ unit: PropertyDefinition.Unit? = nil,
      upTo greatest: Double = .infinity, isDrawn: Bool = true
    ) {
      (self.id, self.type, self.initial, self.expressions) = (id, type, initial, expressions)
      (self.unit, self.greatest, self.isDrawn) = (unit, greatest, isDrawn)
    }

    func definition(_ layer: LayerType, _ section: PropertyDefinition.Section) -> PropertyDefinition {
      PropertyDefinition(
        id: id, name: id.name, layer: layer, section: section, type: type,
        defaultValue: initial.value(as: type), unit: unit, expressions: expressions,
        greatestDrawn: greatest, isDrawn: isDrawn)
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
