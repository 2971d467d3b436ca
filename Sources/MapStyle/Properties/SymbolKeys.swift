public import Drawing
public import MapGeometry

extension PropertyKey where Value == SymbolPlacement {
  /// `symbol-placement`: whether labels stand at points or run along lines.
  public static var symbolPlacement: Self { Self(.symbolPlacement) }
}

extension PropertyKey where Value == Double {
  /// `symbol-spacing`: the distance between labels of a line, in points.
  public static var symbolSpacing: Self { Self(.symbolSpacing) }
  /// `icon-size`: the factor of an icon's size.
  public static var iconSize: Self { Self(.iconSize) }
  /// `icon-rotate`: the turn clockwise, in degrees.
  public static var iconRotate: Self { Self(.iconRotate) }
  /// `text-size`: the size of the letters, in points.
  public static var textSize: Self { Self(.textSize) }
  /// `text-max-width`: the width at which text is broken into lines, in ems.
  public static var textMaxWidth: Self { Self(.textMaxWidth) }
  /// `text-line-height`: from one baseline to the next, in ems.
  public static var textLineHeight: Self { Self(.textLineHeight) }
  /// `text-letter-spacing`: what is added between letters, in ems.
  public static var textLetterSpacing: Self { Self(.textLetterSpacing) }
  /// `text-radial-offset`: the distance from the point in the direction of the anchor, in ems.
  public static var textRadialOffset: Self { Self(.textRadialOffset) }
  /// `text-max-angle`: the sharpest bend of a text along a line, in degrees.
  public static var textMaxAngle: Self { Self(.textMaxAngle) }
  /// `text-rotate`: the turn clockwise, in degrees.
  public static var textRotate: Self { Self(.textRotate) }
  /// `text-padding`: what is kept free around a text, in points.
  public static var textPadding: Self { Self(.textPadding) }
  /// `icon-opacity`: the opacity of the icon.
  public static var iconOpacity: Self { Self(.iconOpacity) }
  /// `icon-halo-width`: how far the edge reaches, in points.
  public static var iconHaloWidth: Self { Self(.iconHaloWidth) }
  /// `icon-halo-blur`: over how many points the edge fades, in points.
  public static var iconHaloBlur: Self { Self(.iconHaloBlur) }
  /// `text-opacity`: the opacity of the text.
  public static var textOpacity: Self { Self(.textOpacity) }
  /// `text-halo-width`: how far the edge reaches, in points.
  public static var textHaloWidth: Self { Self(.textHaloWidth) }
  /// `text-halo-blur`: over how many points the edge fades, in points.
  public static var textHaloBlur: Self { Self(.textHaloBlur) }
}

extension PropertyKey where Value == Double? {
  /// `symbol-sort-key`: symbols with a lower key are placed first.
  public static var symbolSortKey: Self { Self(.symbolSortKey) }
}

extension PropertyKey where Value == SymbolOrder {
  /// `symbol-z-order`: which symbol lies over which where they overlap.
  public static var symbolZOrder: Self { Self(.symbolZOrder) }
}

extension PropertyKey where Value == Bool {
  /// `icon-allow-overlap`: whether icons are drawn where others already are.
  public static var iconAllowOverlap: Self { Self(.iconAllowOverlap) }
  /// `icon-ignore-placement`: whether other symbols may be drawn over icons.
  public static var iconIgnorePlacement: Self { Self(.iconIgnorePlacement) }
  /// `icon-optional`: whether a text may stay without its icon.
  public static var iconOptional: Self { Self(.iconOptional) }
  /// `icon-keep-upright`: whether icons along lines are kept from standing on their heads.
  public static var iconKeepUpright: Self { Self(.iconKeepUpright) }
  /// `text-keep-upright`: whether texts along lines are kept from standing on their heads.
  public static var textKeepUpright: Self { Self(.textKeepUpright) }
  /// `text-allow-overlap`: whether texts are drawn where others already are.
  public static var textAllowOverlap: Self { Self(.textAllowOverlap) }
  /// `text-ignore-placement`: whether other symbols may be drawn over texts.
  public static var textIgnorePlacement: Self { Self(.textIgnorePlacement) }
  /// `text-optional`: whether an icon may stay without its text.
  public static var textOptional: Self { Self(.textOptional) }
}

extension PropertyKey where Value == Overlap? {
  /// `icon-overlap`: whether icons may overlap; wins over `icon-allow-overlap`.
  public static var iconOverlap: Self { Self(.iconOverlap) }
  /// `text-overlap`: whether texts may overlap; wins over `text-allow-overlap`.
  public static var textOverlap: Self { Self(.textOverlap) }
}

extension PropertyKey where Value == RotationAlignment {
  /// `icon-rotation-alignment`: what an icon is upright to.
  public static var iconRotationAlignment: Self { Self(.iconRotationAlignment) }
  /// `text-rotation-alignment`: what a text is upright to.
  public static var textRotationAlignment: Self { Self(.textRotationAlignment) }
  /// `icon-translate-anchor`: whether the translation of icons turns with the map.
  public static var iconTranslateAnchor: Self { Self(.iconTranslateAnchor) }
  /// `text-translate-anchor`: whether the translation of texts turns with the map.
  public static var textTranslateAnchor: Self { Self(.textTranslateAnchor) }
}

extension PropertyKey where Value == TextFit {
  /// `icon-text-fit`: whether an icon is stretched around its text.
  public static var iconTextFit: Self { Self(.iconTextFit) }
}

extension PropertyKey where Value == Padding {
  /// `icon-text-fit-padding`: what a stretched icon leaves free around its text: top, right, bottom, left, in points.
  public static var iconTextFitPadding: Self { Self(.iconTextFitPadding) }
  /// `icon-padding`: what is kept free around an icon, in points.
  public static var iconPadding: Self { Self(.iconPadding) }
}

extension PropertyKey where Value == ResolvedImage? {
  /// `icon-image`: the name of the image.
  public static var iconImage: Self { Self(.iconImage) }
}

extension PropertyKey where Value == Point {
  /// `icon-offset`: how far the icon is moved, right and down, before scaling.
  public static var iconOffset: Self { Self(.iconOffset) }
  /// `text-offset`: how far the text is moved, right and down, in ems.
  public static var textOffset: Self { Self(.textOffset) }
  /// `icon-translate`: how far icons are moved, right and down, in points.
  public static var iconTranslate: Self { Self(.iconTranslate) }
  /// `text-translate`: how far texts are moved, right and down, in points.
  public static var textTranslate: Self { Self(.textTranslate) }
}

extension PropertyKey where Value == LabelAnchor {
  /// `icon-anchor`: the part of the icon that stands at the point.
  public static var iconAnchor: Self { Self(.iconAnchor) }
  /// `text-anchor`: the part of the text that stands at the point.
  public static var textAnchor: Self { Self(.textAnchor) }
}

extension PropertyKey where Value == FormattedText {
  /// `text-field`: the text of the label.
  public static var textField: Self { Self(.textField) }
}

extension PropertyKey where Value == [String] {
  /// `text-font`: faces in order of preference.
  public static var textFont: Self { Self(.textFont) }
}

extension PropertyKey where Value == TextJustification {
  /// `text-justify`: how lines of different lengths stand to each other.
  public static var textJustify: Self { Self(.textJustify) }
}

extension PropertyKey where Value == [LabelAnchor]? {
  /// `text-variable-anchor`: anchors to try in turn where the text finds no place.
  public static var textVariableAnchor: Self { Self(.textVariableAnchor) }
}

extension PropertyKey where Value == [VariableAnchorOffset]? {
  /// `text-variable-anchor-offset`: anchors to try in turn, each with its offset.
  public static var textVariableAnchorOffset: Self { Self(.textVariableAnchorOffset) }
}

extension PropertyKey where Value == [WritingMode]? {
  /// `text-writing-mode`: the directions of writing to try in turn.
  public static var textWritingMode: Self { Self(.textWritingMode) }
}

extension PropertyKey where Value == TextTransform {
  /// `text-transform`: whether letters are turned into capitals or small letters.
  public static var textTransform: Self { Self(.textTransform) }
}

extension PropertyKey where Value == Color {
  /// `icon-color`: the color of an icon that is a shape only.
  public static var iconColor: Self { Self(.iconColor) }
  /// `icon-halo-color`: the color of the edge around an icon.
  public static var iconHaloColor: Self { Self(.iconHaloColor) }
  /// `text-color`: the color of the letters.
  public static var textColor: Self { Self(.textColor) }
  /// `text-halo-color`: the color of the edge around the letters.
  public static var textHaloColor: Self { Self(.textHaloColor) }
}
