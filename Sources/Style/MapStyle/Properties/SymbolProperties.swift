public import Drawing
public import MapGeometry

extension StyleProperty {
  /// The placement of labels: at points, or along lines.
  public static let symbolPlacement = PropertyKey<SymbolPlacement>(
    "symbol-placement", .oneOf(SymbolPlacement.self), "point", .zoomStep, in: .layout)
  /// The distance between labels of a line, in points.
  public static let symbolSpacing = PropertyKey<Double>(
    "symbol-spacing", .number(atLeast: 1), 250, .zoom, .pixels, in: .layout)
  static let symbolAvoidEdges = PropertyKey<Bool>(
    "symbol-avoid-edges", .boolean, false, .zoomStep, in: .layout, isDrawn: false)
  /// Symbols with a lower key are placed first.
  public static let symbolSortKey = PropertyKey<Double?>(
    "symbol-sort-key", .number, nil, .dataStep, in: .layout)
  /// The order of symbols that overlap.
  public static let symbolZOrder = PropertyKey<SymbolOrder>(
    "symbol-z-order", .oneOf(SymbolOrder.self), "auto", .zoomStep, in: .layout)
  /// True if icons are drawn where others already are.
  public static let iconAllowOverlap = PropertyKey<Bool>(
    "icon-allow-overlap", .boolean, false, .zoomStep, in: .layout)
  /// The rule for icons that overlap; wins over `icon-allow-overlap`.
  public static let iconOverlap = PropertyKey<Overlap?>(
    "icon-overlap", .oneOf(Overlap.self), nil, .zoomStep, in: .layout)
  /// True if other symbols may be drawn over icons.
  public static let iconIgnorePlacement = PropertyKey<Bool>(
    "icon-ignore-placement", .boolean, false, .zoomStep, in: .layout)
  /// True if a text may stay without its icon.
  public static let iconOptional = PropertyKey<Bool>("icon-optional", .boolean, false, .zoomStep, in: .layout)
  /// The frame that an icon is upright in.
  public static let iconRotationAlignment = PropertyKey<RotationAlignment>(
    "icon-rotation-alignment", .alignment, "auto", .zoomStep, in: .layout)
  /// The factor of an icon's size.
  public static let iconSize = PropertyKey<Double>(
    "icon-size", .size, 1, .data, .timesOriginal, upTo: 100, in: .layout, atWholeZoom: false)
  /// The sides along which an icon is stretched around its text.
  public static let iconTextFit = PropertyKey<TextFit>(
    "icon-text-fit", .oneOf(TextFit.self), "none", .zoomStep, in: .layout)
  /// The space that a stretched icon leaves around its text: top, right, bottom, left, in points.
  public static let iconTextFitPadding = PropertyKey<Padding>(
    "icon-text-fit-padding", .numbers(4), [0, 0, 0, 0], .zoom, .pixels, upTo: 1000, in: .layout)
  /// The name of the image.
  public static let iconImage = PropertyKey<ResolvedImage?>("icon-image", .image, nil, .dataStep, in: .layout)
  /// The turn clockwise, in degrees.
  public static let iconRotate = PropertyKey<Double>("icon-rotate", .number, 0, .data, .degrees, in: .layout)
  /// The space kept free around an icon, in points.
  public static let iconPadding = PropertyKey<Padding>(
    "icon-padding", .padding, .padding(Padding(2)), .data, .pixels, upTo: length, in: .layout)
  /// True if icons along lines are kept from standing on their heads.
  public static let iconKeepUpright = PropertyKey<Bool>(
    "icon-keep-upright", .boolean, false, .zoomStep, in: .layout)
  /// The distance that the icon is moved, right and down, before scaling.
  public static let iconOffset = PropertyKey<Point>(
    "icon-offset", .numbers(2), [0, 0], .data, upTo: length, in: .layout)
  /// The part of the icon that stands at the point.
  public static let iconAnchor = PropertyKey<LabelAnchor>(
    "icon-anchor", .oneOf(LabelAnchor.self), "center", .dataStep, in: .layout)
  package static let iconPitchAlignment = PropertyKey<RotationAlignment>(
    "icon-pitch-alignment", .alignment, "auto", .zoomStep, in: .layout)
  package static let textPitchAlignment = PropertyKey<RotationAlignment>(
    "text-pitch-alignment", .alignment, "auto", .zoomStep, in: .layout)
  /// The frame that a text is upright in.
  public static let textRotationAlignment = PropertyKey<RotationAlignment>(
    "text-rotation-alignment", .oneOf(RotationAlignment.self), "auto", .zoomStep, in: .layout)
  /// The text of the label.
  public static let textField = PropertyKey<FormattedText>(
    "text-field", .formatted, .formatted(FormattedText("")), .dataStep, upTo: 100, in: .layout)
  /// Faces in order of preference.
  public static let textFont = PropertyKey<[String]>(
    "text-font", .strings, ["Open Sans Regular", "Arial Unicode MS Regular"], .dataStep, in: .layout)
  /// The size of the letters, in points.
  public static let textSize = PropertyKey<Double>(
    "text-size", .size, 16, .data, .pixels, upTo: DrawingLimits.textSize, in: .layout, atWholeZoom: false)
  /// The width at which text is broken into lines, in ems.
  public static let textMaxWidth = PropertyKey<Double>("text-max-width", .size, 10, .data, .ems, in: .layout)
  /// The distance from one baseline to the next, in ems.
  public static let textLineHeight = PropertyKey<Double>(
    "text-line-height", .number, 1.2, .zoom, .ems, upTo: 100, in: .layout)
  /// The space added between letters, in ems.
  public static let textLetterSpacing = PropertyKey<Double>(
    "text-letter-spacing", .number, 0, .data, .ems, upTo: 10, in: .layout)
  /// The alignment of lines of different lengths.
  public static let textJustify = PropertyKey<TextJustification>(
    "text-justify", .oneOf(TextJustification.self), "center", .dataStep, in: .layout)
  /// The distance from the point in the direction of the anchor, in ems.
  public static let textRadialOffset = PropertyKey<Double>(
    "text-radial-offset", .number, 0, .data, .ems, upTo: 1000, in: .layout)
  /// Anchors to try in turn if the text does not fit.
  public static let textVariableAnchor = PropertyKey<[LabelAnchor]?>(
    "text-variable-anchor", .someOf(LabelAnchor.self), nil, .zoomStep, in: .layout)
  /// Anchors to try in turn, each with its offset.
  public static let textVariableAnchorOffset = PropertyKey<[VariableAnchorOffset]?>(
    "text-variable-anchor-offset", .anchorOffsets, nil, .data, upTo: 1000, in: .layout)
  /// The part of the text that stands at the point.
  public static let textAnchor = PropertyKey<LabelAnchor>(
    "text-anchor", .oneOf(LabelAnchor.self), "center", .dataStep, in: .layout)
  /// The sharpest bend of a text along a line, in degrees.
  public static let textMaxAngle = PropertyKey<Double>(
    "text-max-angle", .number, 45, .zoom, .degrees, in: .layout)
  /// The directions of writing to try in turn.
  public static let textWritingMode = PropertyKey<[WritingMode]?>(
    "text-writing-mode", .someOf(WritingMode.self), nil, .zoomStep, in: .layout)
  /// The turn clockwise, in degrees.
  public static let textRotate = PropertyKey<Double>("text-rotate", .number, 0, .data, .degrees, in: .layout)
  /// The space kept free around a text, in points.
  public static let textPadding = PropertyKey<Double>(
    "text-padding", .size, 2, .zoom, .pixels, upTo: length, in: .layout)
  /// True if texts along lines are kept from standing on their heads.
  public static let textKeepUpright = PropertyKey<Bool>(
    "text-keep-upright", .boolean, true, .zoomStep, in: .layout)
  /// The change of letters to capitals or small letters.
  public static let textTransform = PropertyKey<TextTransform>(
    "text-transform", .oneOf(TextTransform.self), "none", .dataStep, in: .layout)
  /// The distance that the text is moved, right and down, in ems.
  public static let textOffset = PropertyKey<Point>(
    "text-offset", .numbers(2), [0, 0], .data, .ems, upTo: 1000, in: .layout)
  /// True if texts are drawn where others already are.
  public static let textAllowOverlap = PropertyKey<Bool>(
    "text-allow-overlap", .boolean, false, .zoomStep, in: .layout)
  /// The rule for texts that overlap; wins over `text-allow-overlap`.
  public static let textOverlap = PropertyKey<Overlap?>(
    "text-overlap", .oneOf(Overlap.self), nil, .zoomStep, in: .layout)
  /// True if other symbols may be drawn over texts.
  public static let textIgnorePlacement = PropertyKey<Bool>(
    "text-ignore-placement", .boolean, false, .zoomStep, in: .layout)
  /// True if an icon may stay without its text.
  public static let textOptional = PropertyKey<Bool>("text-optional", .boolean, false, .zoomStep, in: .layout)
  /// The opacity of the icon.
  public static let iconOpacity = PropertyKey<Double>("icon-opacity", .share, 1, .data)
  /// The color of an icon that is a shape only.
  public static let iconColor = PropertyKey<Color>("icon-color", .color, .color(.black), .data)
  /// The color of the edge around an icon.
  public static let iconHaloColor = PropertyKey<Color>("icon-halo-color", .color, .color(.transparent), .data)
  /// The reach of the edge, in points.
  public static let iconHaloWidth = PropertyKey<Double>(
    "icon-halo-width", .size, 0, .data, .pixels, upTo: 100)
  /// The width over which the edge fades, in points.
  public static let iconHaloBlur = PropertyKey<Double>("icon-halo-blur", .size, 0, .data, .pixels, upTo: 100)
  /// The distance that icons are moved, right and down, in points.
  public static let iconTranslate = PropertyKey<Point>(
    "icon-translate", .numbers(2), [0, 0], .zoom, .pixels, upTo: length)
  /// The frame of the translation of icons: with `map` it turns with the map.
  public static let iconTranslateAnchor = PropertyKey<RotationAlignment>(
    "icon-translate-anchor", .frame, "map", .zoomStep)
  /// The opacity of the text.
  public static let textOpacity = PropertyKey<Double>("text-opacity", .share, 1, .data)
  /// The color of the letters.
  public static let textColor = PropertyKey<Color>("text-color", .color, .color(.black), .data)
  /// The color of the edge around the letters.
  public static let textHaloColor = PropertyKey<Color>("text-halo-color", .color, .color(.transparent), .data)
  /// The reach of the edge, in points.
  public static let textHaloWidth = PropertyKey<Double>(
    "text-halo-width", .size, 0, .data, .pixels, upTo: 1000)
  /// The width over which the edge fades, in points.
  public static let textHaloBlur = PropertyKey<Double>("text-halo-blur", .size, 0, .data, .pixels, upTo: 1000)
  /// The distance that texts are moved, right and down, in points.
  public static let textTranslate = PropertyKey<Point>(
    "text-translate", .numbers(2), [0, 0], .zoom, .pixels, upTo: length)
  /// The frame of the translation of texts: with `map` it turns with the map.
  public static let textTranslateAnchor = PropertyKey<RotationAlignment>(
    "text-translate-anchor", .frame, "map", .zoomStep)
}
