public import Drawing

extension StyleProperty {
  static let length = DrawingLimits.length

  static let visibility = PropertyKey<String>("visibility", .visibility, "visible", .state, in: .layout)

  /// The color of the whole picture behind everything else.
  public static let backgroundColor = PropertyKey<Color>("background-color", .color, .color(.black), .zoom)
  /// The image the whole picture is tiled with, instead of a color.
  public static let backgroundPattern = PropertyKey<ResolvedImage?>(
    "background-pattern", .image, nil, .zoomStep, atWholeZoom: true)
  /// The opacity of the background.
  public static let backgroundOpacity = PropertyKey<Double>("background-opacity", .share, 1, .zoom)

  /// Areas with a higher key are drawn later, over those with a lower one.
  public static let fillSortKey = PropertyKey<Double?>("fill-sort-key", .number, nil, .dataStep, in: .layout)
  /// True if edges are smooth.
  public static let fillAntialias = PropertyKey<Bool>("fill-antialias", .boolean, true, .zoomStep)
  /// The opacity of an area, outline included.
  public static let fillOpacity = PropertyKey<Double>("fill-opacity", .share, 1, .data)
  /// The opacity of the whole layer, drawn as one.
  public static let fillLayerOpacity = PropertyKey<Double>("fill-layer-opacity", .share, 1, .zoom)
  /// The color of an area.
  public static let fillColor = PropertyKey<Color>("fill-color", .color, .color(.black), .data)
  /// The color of a one point wide outline; without it the area's own color.
  public static let fillOutlineColor = PropertyKey<Color?>("fill-outline-color", .color, nil, .data)
  /// The distance that areas are moved, right and down, in points.
  public static let fillTranslate = PropertyKey<Point>(
    "fill-translate", .numbers(2), [0, 0], .zoom, .pixels, upTo: length)
  /// The frame of the translation of areas: with `map` it turns with the map.
  public static let fillTranslateAnchor = PropertyKey<RotationAlignment>(
    "fill-translate-anchor", .frame, "map", .zoomStep)
  /// The image an area is tiled with, instead of a color.
  public static let fillPattern = PropertyKey<ResolvedImage?>(
    "fill-pattern", .image, nil, .dataStep, atWholeZoom: true)

  /// The shape of the ends of a line.
  public static let lineCap = PropertyKey<Stroke.Cap>(
    "line-cap", .oneOf(["butt", "round", "square"]), "butt", .dataStep, in: .layout)
  /// The shape of the corners of a line.
  public static let lineJoin = PropertyKey<Stroke.Join>(
    "line-join", .oneOf(["bevel", "round", "miter"]), "miter", .dataStep, in: .layout)
  /// The sharpness of a corner from which on a miter becomes a bevel.
  public static let lineMiterLimit = PropertyKey<Double>("line-miter-limit", .number, 2, .data, in: .layout)
  /// The slightness of a corner from which on a round join becomes a miter.
  public static let lineRoundLimit = PropertyKey<Double>(
    "line-round-limit", .number, 1.05, .data, in: .layout)
  /// Lines with a higher key are drawn later, over those with a lower one.
  public static let lineSortKey = PropertyKey<Double?>("line-sort-key", .number, nil, .dataStep, in: .layout)
  /// The opacity of a line.
  public static let lineOpacity = PropertyKey<Double>("line-opacity", .share, 1, .data)
  /// The opacity of the whole layer, drawn as one.
  public static let lineLayerOpacity = PropertyKey<Double>("line-layer-opacity", .share, 1, .zoom)
  /// The color of a line.
  public static let lineColor = PropertyKey<Color>("line-color", .color, .color(.black), .data)
  /// The distance that lines are moved, right and down, in points.
  public static let lineTranslate = PropertyKey<Point>(
    "line-translate", .numbers(2), [0, 0], .zoom, .pixels, upTo: length)
  /// The frame of the translation of lines: with `map` it turns with the map.
  public static let lineTranslateAnchor = PropertyKey<RotationAlignment>(
    "line-translate-anchor", .frame, "map", .zoomStep)
  /// The width of the stroke, in points.
  public static let lineWidth = PropertyKey<Double>("line-width", .size, 1, .data, .pixels, upTo: length)
  /// The width of a gap inside a line drawn as two, in points.
  public static let lineGapWidth = PropertyKey<Double>(
    "line-gap-width", .size, 0, .data, .pixels, upTo: length)
  /// The distance that a line is moved to the right of its direction, in points.
  public static let lineOffset = PropertyKey<Double>("line-offset", .number, 0, .data, .pixels, upTo: length)
  /// The width over which the edge fades, in points.
  public static let lineBlur = PropertyKey<Double>("line-blur", .size, 0, .data, .pixels, upTo: length)
  /// The lengths of dashes and gaps by turns, in line widths.
  public static let lineDasharray = PropertyKey<[Double]?>(
    "line-dasharray", .numbers(nil, in: 0...Double.infinity), nil, .dataStep, .lineWidths, upTo: 1000,
    atWholeZoom: true)
  /// The image a line is tiled with.
  public static let linePattern = PropertyKey<ResolvedImage?>(
    "line-pattern", .image, nil, .dataStep, atWholeZoom: true)
  /// The color of a position along a line in `0...1`: a ramp.
  public static let lineGradient = PropertyKey<Color?>("line-gradient", .color, nil, .ramp)

  /// Circles with a higher key are drawn later, over those with a lower one.
  public static let circleSortKey = PropertyKey<Double?>(
    "circle-sort-key", .number, nil, .dataStep, in: .layout)
  /// The radius without the stroke, in points.
  public static let circleRadius = PropertyKey<Double>(
    "circle-radius", .size, 5, .data, .pixels, upTo: length)
  /// The fill's color.
  public static let circleColor = PropertyKey<Color>("circle-color", .color, .color(.black), .data)
  /// The part of the outer radius that fades; 1 fades from the center on.
  public static let circleBlur = PropertyKey<Double>("circle-blur", .number, 0, .data, upTo: 1000)
  /// The fill's opacity.
  public static let circleOpacity = PropertyKey<Double>("circle-opacity", .share, 1, .data)
  /// The distance that circles are moved, right and down, in points.
  public static let circleTranslate = PropertyKey<Point>(
    "circle-translate", .numbers(2), [0, 0], .zoom, .pixels, upTo: length)
  /// The frame of the translation of circles: with `map` it turns with the map.
  public static let circleTranslateAnchor = PropertyKey<RotationAlignment>(
    "circle-translate-anchor", .frame, "map", .zoomStep)
  package static let circlePitchScale = PropertyKey<RotationAlignment>(
    "circle-pitch-scale", .frame, "map", .zoomStep)
  package static let circlePitchAlignment = PropertyKey<RotationAlignment>(
    "circle-pitch-alignment", .frame, "viewport", .zoomStep)
  /// The width of the stroke, which lies outside the radius, in points.
  public static let circleStrokeWidth = PropertyKey<Double>(
    "circle-stroke-width", .size, 0, .data, .pixels, upTo: length)
  /// The stroke's color.
  public static let circleStrokeColor = PropertyKey<Color>(
    "circle-stroke-color", .color, .color(.black), .data)
  /// The stroke's opacity.
  public static let circleStrokeOpacity = PropertyKey<Double>("circle-stroke-opacity", .share, 1, .data)

  /// The opacity of the picture.
  public static let rasterOpacity = PropertyKey<Double>("raster-opacity", .share, 1, .zoom)
  /// The turn of hues on the color circle, in degrees.
  public static let rasterHueRotate = PropertyKey<Double>("raster-hue-rotate", .number, 0, .zoom, .degrees)
  /// The brightness that black gets.
  public static let rasterBrightnessMin = PropertyKey<Double>("raster-brightness-min", .share, 0, .zoom)
  /// The brightness that white gets.
  public static let rasterBrightnessMax = PropertyKey<Double>("raster-brightness-max", .share, 1, .zoom)
  /// The change of color; -1 is gray.
  public static let rasterSaturation = PropertyKey<Double>("raster-saturation", .number(-1...1), 0, .zoom)
  /// The change of contrast; -1 is all one gray.
  public static let rasterContrast = PropertyKey<Double>("raster-contrast", .number(-1...1), 0, .zoom)
  /// The sampling of enlarged images.
  public static let resampling = PropertyKey<Resampling>(
    "resampling", .oneOf(Resampling.self), "linear", .zoomStep)
  /// The sampling of enlarged images; the older name.
  public static let rasterResampling = PropertyKey<Resampling>(
    "raster-resampling", .oneOf(Resampling.self), "linear", .zoomStep)
  static let rasterFadeDuration = PropertyKey<Double>(
    "raster-fade-duration", .size, 300, .zoom, .milliseconds, isDrawn: false, hasTransition: false)

  /// The reach of a point, in points.
  public static let heatmapRadius = PropertyKey<Double>(
    "heatmap-radius", .number(atLeast: 1), 30, .data, .pixels, upTo: 1000)
  /// The number of points that a point counts for.
  public static let heatmapWeight = PropertyKey<Double>(
    "heatmap-weight", .size, 1, .data, upTo: 1e9, hasTransition: false)
  /// The factor of all weights.
  public static let heatmapIntensity = PropertyKey<Double>("heatmap-intensity", .size, 1, .zoom, upTo: 1e9)
  /// The color of a density in `0...1`: a ramp.
  public static let heatmapColor = PropertyKey<Color?>("heatmap-color", .color, nil, .ramp)
  /// The opacity of the whole heatmap.
  public static let heatmapOpacity = PropertyKey<Double>("heatmap-opacity", .share, 1, .zoom)

  /// The opacity of the whole layer, drawn as one.
  public static let fillExtrusionOpacity = PropertyKey<Double>("fill-extrusion-opacity", .share, 1, .zoom)
  /// The color of a footprint.
  public static let fillExtrusionColor = PropertyKey<Color>(
    "fill-extrusion-color", .color, .color(.black), .data)
  /// The distance that footprints are moved, right and down, in points.
  public static let fillExtrusionTranslate = PropertyKey<Point>(
    "fill-extrusion-translate", .numbers(2), [0, 0], .zoom, .pixels)
  /// The frame of the translation of footprints: with `map` it turns with the map.
  public static let fillExtrusionTranslateAnchor = PropertyKey<RotationAlignment>(
    "fill-extrusion-translate-anchor", .frame, "map", .zoomStep)
  /// The image a footprint is tiled with, instead of a color.
  public static let fillExtrusionPattern = PropertyKey<ResolvedImage?>(
    "fill-extrusion-pattern", .image, nil, .dataStep)
  static let fillExtrusionRoundedCornerDistance = PropertyKey<Double>(
    "fill-extrusion-rounded-corner-distance", .size, 0, .state, .meters, in: .layout, isDrawn: false)
  /// The height of roofs above the ground.
  public static let fillExtrusionHeight = PropertyKey<Double>(
    "fill-extrusion-height", .size, 0, .data, .meters)
  /// The height at which walls begin.
  public static let fillExtrusionBase = PropertyKey<Double>("fill-extrusion-base", .size, 0, .data, .meters)
  /// True if walls are darker at their foot.
  public static let fillExtrusionVerticalGradient = PropertyKey<Bool>(
    "fill-extrusion-vertical-gradient", .boolean, true, .zoomStep)

  /// With `map`, the light turns with the map.
  package static let lightAnchor = PropertyKey<RotationAlignment>("anchor", .frame, "viewport", .zoomStep)
  /// Distance, and degrees clockwise from the top and down from straight above.
  package static let lightPosition = PropertyKey<[Double]>("position", .numbers(3), [1.15, 210, 30], .zoom)
  package static let lightColor = PropertyKey<Color>("color", .color, .color(.white), .zoom)
  package static let lightIntensity = PropertyKey<Double>("intensity", .share, 0.5, .zoom)

  /// The directions that light comes from, clockwise from the top of the picture or from north, one for each light.
  public static let hillshadeIlluminationDirection = PropertyKey<[Double]>(
    "hillshade-illumination-direction", .numbersOrOne(0...359), .numberArray([335]), .zoom, .degrees,
    hasTransition: false)
  /// The heights of lights above the horizon.
  public static let hillshadeIlluminationAltitude = PropertyKey<[Double]>(
    "hillshade-illumination-altitude", .numbersOrOne(0...90), .numberArray([45]), .zoom, .degrees,
    hasTransition: false)
  /// The frame of the light's direction: with `map` it turns with the map.
  public static let hillshadeIlluminationAnchor = PropertyKey<RotationAlignment>(
    "hillshade-illumination-anchor", .frame, "viewport", .zoomStep)
  /// The strength of light and shade.
  public static let hillshadeExaggeration = PropertyKey<Double>("hillshade-exaggeration", .share, 0.5, .zoom)
  /// The color of slopes that face away from a light, one for each light.
  public static let hillshadeShadowColor = PropertyKey<[Color]>(
    "hillshade-shadow-color", .colors, .colorArray([.black]), .zoom)
  /// The color of slopes that face a light, one for each light.
  public static let hillshadeHighlightColor = PropertyKey<[Color]>(
    "hillshade-highlight-color", .colors, .colorArray([.white]), .zoom)
  /// The color of steep slopes, whatever they face.
  public static let hillshadeAccentColor = PropertyKey<Color>(
    "hillshade-accent-color", .color, .color(.black), .zoom)
  /// The way in which light becomes color.
  public static let hillshadeMethod = PropertyKey<HillshadeMethod>(
    "hillshade-method", .oneOf(HillshadeMethod.self), "standard", .zoomStep)
  /// The opacity of the colors of heights.
  public static let colorReliefOpacity = PropertyKey<Double>("color-relief-opacity", .share, 1, .zoom)
  /// The color of a height in meters: a ramp.
  public static let colorReliefColor = PropertyKey<Color?>("color-relief-color", .color, nil, .ramp)
}
