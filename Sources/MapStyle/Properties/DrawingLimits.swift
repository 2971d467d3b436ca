/// The greatest numbers that are drawn.
///
/// The specification knows no greatest width or distance, canvases do: they count in fixed point, and labels and world
/// copies are looked for as far out as a layer reaches. What a style or its data ask for beyond is brought down to these
/// and reported once. All lie far beyond what could be seen in any picture.
extension PropertyID {
  /// The greatest magnitude that is drawn of the property's numbers; infinite where any can be.
  package var greatestDrawn: Double {
    switch self {
    case .circleRadius, .circleStrokeWidth, .circleTranslate, .fillTranslate, .lineTranslate, .lineWidth,
      .lineGapWidth, .lineOffset, .lineBlur, .iconTranslate, .textTranslate, .textPadding, .iconPadding,
      .iconOffset:
      DrawingLimits.length
    case .textSize: DrawingLimits.textSize
    case .iconTextFitPadding, .heatmapRadius: 1000
    // Kernels of greater weights reach no visibly farther: their reach grows with the root of the logarithm.
    case .heatmapWeight, .heatmapIntensity: 1e9
    // In ems.
    case .textOffset, .textRadialOffset, .textVariableAnchorOffset: 1000
    case .textLineHeight: 100
    // Hundreds of letters are laid out in 32 bits.
    case .textLetterSpacing: 10
    // In line widths.
    case .lineDasharray: 1000
    // Factors: of an image's size, of letters in a text.
    case .iconSize, .textField: 100
    case .circleBlur, .textHaloWidth, .textHaloBlur: 1000
    case .iconHaloWidth, .iconHaloBlur: 100
    default: .infinity
    }
  }
}

/// The limits that settings of ours share with properties.
package enum DrawingLimits {
  /// Of distances in points.
  package static let length = 9999.0
  /// Of letters in points.
  package static let textSize = 2000.0
}
