/// The kinds of layers that are drawn here, named as the specification names them.
public enum LayerType: String, Hashable, Sendable, CaseIterable {
  /// One color or pattern behind everything.
  case background
  /// Areas of polygons.
  case fill
  case line, circle, symbol, raster, heatmap
  /// Areas with a height: walls and roofs.
  case fillExtrusion = "fill-extrusion"
  /// Light and shade of heights.
  case hillshade
  /// Heights as color.
  case colorRelief = "color-relief"

  /// True if the layer draws heights, which only some sources have.
  public var drawsHeights: Bool { self == .hillshade || self == .colorRelief }
}

extension LayerType {
  /// Properties of each layer in the specification's order: layout, then paint.
  static let tables: [LayerType: [StyleProperty]] = [
    .background: [
      .visibility, .backgroundColor, .backgroundPattern, .backgroundOpacity,
    ],
    .fill: [
      .fillSortKey, .visibility, .fillAntialias, .fillOpacity, .fillLayerOpacity, .fillColor,
      .fillOutlineColor, .fillTranslate, .fillTranslateAnchor, .fillPattern,
    ],
    .line: [
      .lineCap, .lineJoin, .lineMiterLimit, .lineRoundLimit, .lineSortKey, .visibility, .lineOpacity,
      .lineLayerOpacity, .lineColor, .lineTranslate, .lineTranslateAnchor, .lineWidth, .lineGapWidth,
      .lineOffset, .lineBlur, .lineDasharray, .linePattern, .lineGradient,
    ],
    .circle: [
      .circleSortKey, .visibility, .circleRadius, .circleColor, .circleBlur, .circleOpacity,
      .circleTranslate, .circleTranslateAnchor, .circlePitchScale, .circlePitchAlignment,
      .circleStrokeWidth, .circleStrokeColor, .circleStrokeOpacity,
    ],
    .symbol: [
      .symbolPlacement, .symbolSpacing, .symbolAvoidEdges, .symbolSortKey, .symbolZOrder,
      .iconAllowOverlap, .iconOverlap, .iconIgnorePlacement, .iconOptional, .iconRotationAlignment,
      .iconSize, .iconTextFit, .iconTextFitPadding, .iconImage, .iconRotate, .iconPadding,
      .iconKeepUpright, .iconOffset, .iconAnchor, .iconPitchAlignment, .textPitchAlignment,
      .textRotationAlignment, .textField, .textFont, .textSize, .textMaxWidth, .textLineHeight,
      .textLetterSpacing, .textJustify, .textRadialOffset, .textVariableAnchor, .textVariableAnchorOffset,
      .textAnchor, .textMaxAngle, .textWritingMode, .textRotate, .textPadding, .textKeepUpright,
      .textTransform, .textOffset, .textAllowOverlap, .textOverlap, .textIgnorePlacement, .textOptional,
      .visibility, .iconOpacity, .iconColor, .iconHaloColor, .iconHaloWidth, .iconHaloBlur, .iconTranslate,
      .iconTranslateAnchor, .textOpacity, .textColor, .textHaloColor, .textHaloWidth, .textHaloBlur,
      .textTranslate, .textTranslateAnchor,
    ],
    .raster: [
      .visibility, .rasterOpacity, .rasterHueRotate, .rasterBrightnessMin, .rasterBrightnessMax,
      .rasterSaturation, .rasterContrast, .resampling, .rasterResampling, .rasterFadeDuration,
    ],
    .heatmap: [
      .visibility, .heatmapRadius, .heatmapWeight, .heatmapIntensity, .heatmapColor, .heatmapOpacity,
    ],
    .fillExtrusion: [
      .fillExtrusionRoundedCornerDistance, .visibility, .fillExtrusionOpacity, .fillExtrusionColor,
      .fillExtrusionTranslate,
      .fillExtrusionTranslateAnchor, .fillExtrusionPattern, .fillExtrusionHeight, .fillExtrusionBase,
      .fillExtrusionVerticalGradient,
    ],
    .hillshade: [
      .visibility, .hillshadeIlluminationDirection, .hillshadeIlluminationAltitude,
      .hillshadeIlluminationAnchor, .hillshadeExaggeration, .hillshadeShadowColor, .hillshadeHighlightColor,
      .hillshadeAccentColor, .hillshadeMethod, .resampling,
    ],
    .colorRelief: [.visibility, .colorReliefOpacity, .colorReliefColor, .resampling],
  ]

  /// The layer's properties, in the order of the specification.
  public var properties: [StyleProperty] { LayerType.tables[self] ?? [] }

  /// The layer's property of a name.
  public func property(named name: String) -> StyleProperty? { properties.first { $0.name == name } }
}

extension StyleProperty {
  static let light: [StyleProperty] = [.lightAnchor, .lightPosition, .lightColor, .lightIntensity]
  static let sky: [StyleProperty] =
    ["sky-color", "horizon-color", "fog-color"].map { .init($0, .color, nil, .zoom) }
    + ["fog-ground-blend", "horizon-fog-blend", "sky-horizon-blend", "atmosphere-blend"].map {
      .init($0, .share, nil, .zoom)
    }
}
