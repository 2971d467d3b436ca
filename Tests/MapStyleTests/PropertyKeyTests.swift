import Drawing
import MapGeometry
import Testing

@testable import MapStyle

@Suite struct `Property keys` {
  /// The ids of all keys, after a look at each: its default is read from the table, or there is none and none is needed.
  private static func ids<Value>(_ keys: [PropertyKey<Value>]) -> [PropertyID] {
    for key in keys {
      let definition = PropertyTable.definition(of: key.id)
      #expect(
        Value.read(definition.defaultValue ?? .null) != nil,
        "\(definition.name) cannot be read as \(Value.self)")
    }
    return keys.map(\.id)
  }

  @Test func `name every property that means something in a picture, each once`() {
    var ids: [PropertyID] = []
    ids += `Property keys`.ids([PropertyKey<SymbolPlacement>.symbolPlacement])
    ids += `Property keys`.ids([
      PropertyKey<Double>.symbolSpacing, .iconSize, .iconRotate, .textSize, .textMaxWidth, .textLineHeight,
      .textLetterSpacing, .textRadialOffset, .textMaxAngle, .textRotate, .textPadding, .iconOpacity,
      .iconHaloWidth, .iconHaloBlur, .textOpacity, .textHaloWidth, .textHaloBlur, .backgroundOpacity,
      .fillOpacity, .fillLayerOpacity, .fillExtrusionOpacity, .lineMiterLimit, .lineRoundLimit, .lineOpacity,
      .lineLayerOpacity,
      .lineWidth, .lineGapWidth, .lineOffset, .lineBlur, .circleRadius, .circleBlur, .circleOpacity,
      .circleStrokeWidth, .circleStrokeOpacity, .rasterOpacity, .rasterHueRotate, .rasterBrightnessMin,
      .rasterBrightnessMax, .rasterSaturation, .rasterContrast, .heatmapRadius, .heatmapWeight,
      .heatmapIntensity, .heatmapOpacity,
    ])
    ids += `Property keys`.ids([
      PropertyKey<Double?>.symbolSortKey, .fillSortKey, .lineSortKey, .circleSortKey,
    ])
    ids += `Property keys`.ids([PropertyKey<SymbolOrder>.symbolZOrder])
    ids += `Property keys`.ids([
      PropertyKey<Bool>.iconAllowOverlap, .iconIgnorePlacement, .iconOptional, .iconKeepUpright,
      .textKeepUpright, .textAllowOverlap, .textIgnorePlacement, .textOptional, .fillAntialias,
    ])
    ids += `Property keys`.ids([PropertyKey<Overlap?>.iconOverlap, .textOverlap])
    ids += `Property keys`.ids([
      PropertyKey<RotationAlignment>.iconRotationAlignment, .textRotationAlignment, .fillTranslateAnchor,
      .lineTranslateAnchor, .circleTranslateAnchor, .fillExtrusionTranslateAnchor, .iconTranslateAnchor,
      .textTranslateAnchor,
    ])
    ids += `Property keys`.ids([PropertyKey<TextFit>.iconTextFit])
    ids += `Property keys`.ids([PropertyKey<Padding>.iconTextFitPadding, .iconPadding])
    ids += `Property keys`.ids([
      PropertyKey<ResolvedImage?>.iconImage, .backgroundPattern, .fillPattern, .fillExtrusionPattern,
      .linePattern,
    ])
    ids += `Property keys`.ids([
      PropertyKey<Point>.iconOffset, .textOffset, .iconTranslate, .textTranslate, .fillTranslate,
      .fillExtrusionTranslate,
      .lineTranslate, .circleTranslate,
    ])
    ids += `Property keys`.ids([PropertyKey<LabelAnchor>.iconAnchor, .textAnchor])
    ids += `Property keys`.ids([PropertyKey<FormattedText>.textField])
    ids += `Property keys`.ids([PropertyKey<[String]>.textFont])
    ids += `Property keys`.ids([PropertyKey<TextJustification>.textJustify])
    ids += `Property keys`.ids([PropertyKey<[LabelAnchor]?>.textVariableAnchor])
    ids += `Property keys`.ids([PropertyKey<[VariableAnchorOffset]?>.textVariableAnchorOffset])
    ids += `Property keys`.ids([PropertyKey<[WritingMode]?>.textWritingMode])
    ids += `Property keys`.ids([PropertyKey<TextTransform>.textTransform])
    ids += `Property keys`.ids([
      PropertyKey<Color>.iconColor, .iconHaloColor, .textColor, .textHaloColor, .backgroundColor, .fillColor,
      .lineColor, .circleColor, .circleStrokeColor, .fillExtrusionColor,
    ])
    ids += `Property keys`.ids([PropertyKey<Color?>.fillOutlineColor])
    ids += `Property keys`.ids([PropertyKey<Stroke.Cap>.lineCap])
    ids += `Property keys`.ids([PropertyKey<Stroke.Join>.lineJoin])
    ids += `Property keys`.ids([PropertyKey<[Double]?>.lineDasharray])
    ids += `Property keys`.ids([PropertyKey<Resampling>.resampling, .rasterResampling])
    #expect(Set(ids).count == ids.count)
    let others = PropertyTable.definitions.filter { !ids.contains($0.id) }
    #expect(others.allSatisfy { !$0.isDrawn || $0.name == "visibility" || $0.expressions == .ramp })
  }
}
