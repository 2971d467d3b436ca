/// The properties of layers, one case for each line of ``PropertyTable``, in its order.
///
/// A case is the property's name in camel case; `visibility`, which every layer has, carries its layer's name.
public enum PropertyID: UInt8, CaseIterable, Hashable, Sendable {
  // Background.
  case backgroundVisibility, backgroundColor, backgroundPattern, backgroundOpacity
  // Fill.
  case fillSortKey, fillVisibility, fillAntialias, fillOpacity, fillLayerOpacity, fillColor
  case fillOutlineColor, fillTranslate, fillTranslateAnchor, fillPattern
  // Line.
  case lineCap, lineJoin, lineMiterLimit, lineRoundLimit, lineSortKey, lineVisibility, lineOpacity
  case lineLayerOpacity, lineColor, lineTranslate, lineTranslateAnchor, lineWidth, lineGapWidth
  case lineOffset, lineBlur, lineDasharray, linePattern, lineGradient
  // Circle.
  case circleSortKey, circleVisibility, circleRadius, circleColor, circleBlur, circleOpacity
  case circleTranslate, circleTranslateAnchor, circlePitchScale, circlePitchAlignment, circleStrokeWidth
  case circleStrokeColor, circleStrokeOpacity
  // Symbol.
  case symbolPlacement, symbolSpacing, symbolAvoidEdges, symbolSortKey, symbolZOrder, iconAllowOverlap
  case iconOverlap, iconIgnorePlacement, iconOptional, iconRotationAlignment, iconSize, iconTextFit
  case iconTextFitPadding, iconImage, iconRotate, iconPadding, iconKeepUpright, iconOffset, iconAnchor
  case iconPitchAlignment, textPitchAlignment, textRotationAlignment, textField, textFont, textSize
  case textMaxWidth, textLineHeight, textLetterSpacing, textJustify, textRadialOffset, textVariableAnchor
  case textVariableAnchorOffset, textAnchor, textMaxAngle, textWritingMode, textRotate, textPadding
  case textKeepUpright, textTransform, textOffset, textAllowOverlap, textOverlap, textIgnorePlacement
  case textOptional, symbolVisibility, iconOpacity, iconColor, iconHaloColor, iconHaloWidth, iconHaloBlur
  case iconTranslate, iconTranslateAnchor, textOpacity, textColor, textHaloColor, textHaloWidth
  case textHaloBlur, textTranslate, textTranslateAnchor
  // Raster.
  case rasterVisibility, rasterOpacity, rasterHueRotate, rasterBrightnessMin, rasterBrightnessMax
  case rasterSaturation, rasterContrast, resampling, rasterResampling, rasterFadeDuration
  // Heatmap.
  case heatmapVisibility, heatmapRadius, heatmapWeight, heatmapIntensity, heatmapColor, heatmapOpacity
  // Fill extrusion.
  case fillExtrusionVisibility, fillExtrusionOpacity, fillExtrusionColor, fillExtrusionTranslate
  case fillExtrusionTranslateAnchor, fillExtrusionPattern, fillExtrusionHeight, fillExtrusionBase
  case fillExtrusionVerticalGradient

  /// Its name as styles write it: that of the case with dashes.
  var name: String {
    let words = "\(self)"
    if words.hasSuffix("Visibility") { return "visibility" }
    let bytes = words.utf8.flatMap { (0x41...0x5A).contains($0) ? [0x2D, $0 | 0x20] : [$0] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The greatest magnitude that is drawn of the property's numbers; infinite where any can be.
  package var greatestDrawn: Double { PropertyTable.definition(of: self).greatestDrawn }
}
