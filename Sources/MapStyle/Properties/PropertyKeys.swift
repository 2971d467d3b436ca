public import Drawing
public import MapGeometry

extension PropertyKey where Value == Color {
  /// `background-color`: the color of the whole picture behind everything else.
  public static var backgroundColor: Self { Self(.backgroundColor) }
  /// `fill-color`: the color of an area.
  public static var fillColor: Self { Self(.fillColor) }
  /// `fill-extrusion-color`: the color of a footprint.
  public static var fillExtrusionColor: Self { Self(.fillExtrusionColor) }
  /// `line-color`: the color of a line.
  public static var lineColor: Self { Self(.lineColor) }
  /// `circle-color`: the fill's color.
  public static var circleColor: Self { Self(.circleColor) }
  /// `circle-stroke-color`: the stroke's color.
  public static var circleStrokeColor: Self { Self(.circleStrokeColor) }
}

extension PropertyKey where Value == ResolvedImage? {
  /// `background-pattern`: the image the whole picture is tiled with, instead of a color.
  public static var backgroundPattern: Self { Self(.backgroundPattern) }
  /// `fill-pattern`: the image an area is tiled with, instead of a color.
  public static var fillPattern: Self { Self(.fillPattern) }
  /// `fill-extrusion-pattern`: the image a footprint is tiled with, instead of a color.
  public static var fillExtrusionPattern: Self { Self(.fillExtrusionPattern) }
  /// `line-pattern`: the image a line is tiled with.
  public static var linePattern: Self { Self(.linePattern) }
}

extension PropertyKey where Value == Double {
  /// `background-opacity`: the opacity of the background.
  public static var backgroundOpacity: Self { Self(.backgroundOpacity) }
  /// `fill-opacity`: the opacity of an area, outline included.
  public static var fillOpacity: Self { Self(.fillOpacity) }
  /// `fill-layer-opacity`: the opacity of the whole layer, drawn as one.
  public static var fillLayerOpacity: Self { Self(.fillLayerOpacity) }
  /// `fill-extrusion-opacity`: the opacity of the whole layer, drawn as one.
  public static var fillExtrusionOpacity: Self { Self(.fillExtrusionOpacity) }
  /// `line-miter-limit`: from how sharp a corner on a miter becomes a bevel.
  public static var lineMiterLimit: Self { Self(.lineMiterLimit) }
  /// `line-round-limit`: from how slight a corner on a round join becomes a miter.
  public static var lineRoundLimit: Self { Self(.lineRoundLimit) }
  /// `line-opacity`: the opacity of a line.
  public static var lineOpacity: Self { Self(.lineOpacity) }
  /// `line-layer-opacity`: the opacity of the whole layer, drawn as one.
  public static var lineLayerOpacity: Self { Self(.lineLayerOpacity) }
  /// `line-width`: the width of the stroke, in points.
  public static var lineWidth: Self { Self(.lineWidth) }
  /// `line-gap-width`: the width of a gap inside a line drawn as two, in points.
  public static var lineGapWidth: Self { Self(.lineGapWidth) }
  /// `line-offset`: how far a line is moved to the right of its direction, in points.
  public static var lineOffset: Self { Self(.lineOffset) }
  /// `line-blur`: over how many points the edge fades, in points.
  public static var lineBlur: Self { Self(.lineBlur) }
  /// `circle-radius`: the radius without the stroke, in points.
  public static var circleRadius: Self { Self(.circleRadius) }
  /// `circle-blur`: how much of the outer radius fades; 1 fades from the center on.
  public static var circleBlur: Self { Self(.circleBlur) }
  /// `circle-opacity`: the fill's opacity.
  public static var circleOpacity: Self { Self(.circleOpacity) }
  /// `circle-stroke-width`: the width of the stroke, which lies outside the radius, in points.
  public static var circleStrokeWidth: Self { Self(.circleStrokeWidth) }
  /// `circle-stroke-opacity`: the stroke's opacity.
  public static var circleStrokeOpacity: Self { Self(.circleStrokeOpacity) }
  /// `raster-opacity`: the opacity of the picture.
  public static var rasterOpacity: Self { Self(.rasterOpacity) }
  /// `raster-hue-rotate`: how far hues are turned on the color circle, in degrees.
  public static var rasterHueRotate: Self { Self(.rasterHueRotate) }
  /// `raster-brightness-min`: what black becomes.
  public static var rasterBrightnessMin: Self { Self(.rasterBrightnessMin) }
  /// `raster-brightness-max`: what white becomes.
  public static var rasterBrightnessMax: Self { Self(.rasterBrightnessMax) }
  /// `raster-saturation`: more or less color; -1 is gray.
  public static var rasterSaturation: Self { Self(.rasterSaturation) }
  /// `raster-contrast`: more or less contrast; -1 is all one gray.
  public static var rasterContrast: Self { Self(.rasterContrast) }
  /// `heatmap-radius`: how far a point's warmth reaches, in points.
  public static var heatmapRadius: Self { Self(.heatmapRadius) }
  /// `heatmap-weight`: how many points a point counts for.
  public static var heatmapWeight: Self { Self(.heatmapWeight) }
  /// `heatmap-intensity`: the factor of all weights.
  public static var heatmapIntensity: Self { Self(.heatmapIntensity) }
  /// `heatmap-opacity`: the opacity of the whole heatmap.
  public static var heatmapOpacity: Self { Self(.heatmapOpacity) }
}

extension PropertyKey where Value == Double? {
  /// `fill-sort-key`: areas with a higher key are drawn later, over those with a lower one.
  public static var fillSortKey: Self { Self(.fillSortKey) }
  /// `line-sort-key`: lines with a higher key are drawn later, over those with a lower one.
  public static var lineSortKey: Self { Self(.lineSortKey) }
  /// `circle-sort-key`: circles with a higher key are drawn later, over those with a lower one.
  public static var circleSortKey: Self { Self(.circleSortKey) }
}

extension PropertyKey where Value == Bool {
  /// `fill-antialias`: whether edges are smooth.
  public static var fillAntialias: Self { Self(.fillAntialias) }
}

extension PropertyKey where Value == Color? {
  /// `fill-outline-color`: the color of a one point wide outline; without it the area's own color.
  public static var fillOutlineColor: Self { Self(.fillOutlineColor) }
}

extension PropertyKey where Value == Point {
  /// `fill-translate`: how far areas are moved, right and down, in points.
  public static var fillTranslate: Self { Self(.fillTranslate) }
  /// `fill-extrusion-translate`: how far footprints are moved, right and down, in points.
  public static var fillExtrusionTranslate: Self { Self(.fillExtrusionTranslate) }
  /// `line-translate`: how far lines are moved, right and down, in points.
  public static var lineTranslate: Self { Self(.lineTranslate) }
  /// `circle-translate`: how far circles are moved, right and down, in points.
  public static var circleTranslate: Self { Self(.circleTranslate) }
}

extension PropertyKey where Value == RotationAlignment {
  /// `fill-translate-anchor`: whether the translation of areas turns with the map.
  public static var fillTranslateAnchor: Self { Self(.fillTranslateAnchor) }
  /// `fill-extrusion-translate-anchor`: whether the translation of footprints turns with the map.
  public static var fillExtrusionTranslateAnchor: Self { Self(.fillExtrusionTranslateAnchor) }
  /// `line-translate-anchor`: whether the translation of lines turns with the map.
  public static var lineTranslateAnchor: Self { Self(.lineTranslateAnchor) }
  /// `circle-translate-anchor`: whether the translation of circles turns with the map.
  public static var circleTranslateAnchor: Self { Self(.circleTranslateAnchor) }
}

extension PropertyKey where Value == Stroke.Cap {
  /// `line-cap`: how the ends of a line look.
  public static var lineCap: Self { Self(.lineCap) }
}

extension PropertyKey where Value == Stroke.Join {
  /// `line-join`: how the corners of a line look.
  public static var lineJoin: Self { Self(.lineJoin) }
}

extension PropertyKey where Value == [Double]? {
  /// `line-dasharray`: the lengths of dashes and gaps by turns, in line widths.
  public static var lineDasharray: Self { Self(.lineDasharray) }
}

extension PropertyKey where Value == Resampling {
  /// `resampling`: how enlarged pictures look.
  public static var resampling: Self { Self(.resampling) }
  /// `raster-resampling`: how enlarged pictures look; the older name.
  public static var rasterResampling: Self { Self(.rasterResampling) }
}
