package import Drawing
package import MapContent
package import MapDecorations
package import MapGeometry
import MapStyle

// What stands around several pictures in one way.
extension MapSnapshotter {
  /// The positions of decorations in all pictures of a film: over as few markers of any of them as possible.
  ///
  /// - Throws: `SnapshotError`.
  /// - Complexity: once or twice what the markers of all pictures take, without labels and marks; O(1) where nothing stands
  ///   around the map.
  package func decorationPlaces(
    of pictures: [(viewport: Viewport, groups: [MarkerGroup])], options: PictureOptions,
    shaper: any TextShaper
  ) throws(SnapshotError) -> DecorationPlaces {
    var places = DecorationPlaces()
    let wanted = options.decorations.pieceNames
    let isNamed = options.decorations.attribution?.isShown ?? true
    guard
      !wanted.isEmpty || isNamed && (options.decorations.attribution?.text != nil || !attributions.isEmpty)
    else { return places }
    try explain(pictures, options, shaper, in: &places, avoidsMarkers: true)
    var options = options
    for picture in pictures where places.places.isEmpty || !wanted.isSubset(of: places.places.keys) {
      options.decorations.places = places
      let plan = try decorations(of: picture.viewport, picture.groups, options: options, shaper: shaper)
      places.keep(plan.places, isLegendBelow: plan.isLegendBelow)
    }
    return places.chosen
  }

  /// The decorations of a picture that is not drawn.
  package func decorations(
    of viewport: Viewport, _ groups: [MarkerGroup], options: PictureOptions, shaper: any TextShaper
  ) throws(SnapshotError) -> DecorationPlan {
    var drawing = drawing(of: viewport, options, shaper, StyleWarnings())
    let (map, bubbles) = try bubbles(groups, options, in: &drawing)
    return try map.decorations(
      options.decorations, bubbles, attributions: attributions, isDark: map.isDark(in: &drawing), in: &drawing
    )
  }

  /// True if anything may stand beside a map.
  package func hasPieces(_ options: DecorationOptions) -> Bool {
    let pieces = [options.title, options.subtitle, options.legend, options.scaleBar]
    return pieces.contains { $0?.isShown == true && $0?.isOptional != true }
      || options.attribution?.isShown != false && (options.attribution?.text != nil || !attributions.isEmpty)
  }

  /// The one legend of several pictures, which stands below them.
  ///
  /// - Throws: `SnapshotError`.
  package func legendBelow(
    _ pictures: [(viewport: Viewport, groups: [MarkerGroup])], options: PictureOptions, shaper: any TextShaper
  ) throws(SnapshotError) -> DecorationPlaces {
    var places = DecorationPlaces()
    places.keep([:], isLegendBelow: true)
    if options.decorations.legend?.isShown == true {
      try explain(pictures, options, shaper, in: &places, avoidsMarkers: false)
    }
    return places
  }

  private func explain(
    _ pictures: [(viewport: Viewport, groups: [MarkerGroup])], _ options: PictureOptions,
    _ shaper: any TextShaper, in places: inout DecorationPlaces, avoidsMarkers: Bool
  ) throws(SnapshotError) {
    var explained: [LegendReader.Layer] = []
    for (number, picture) in pictures.enumerated() {
      var drawing = drawing(of: picture.viewport, options, shaper, StyleWarnings())
      let (map, bubbles) = try bubbles(picture.groups, options, in: &drawing)
      if avoidsMarkers {
        places.avoid(map.decorationDiscs(bubbles, in: drawing.frame), pictures: pictures.count)
      }
      guard options.decorations.legend?.isShown == true else { continue }
      LegendReader.add(map.legendLayers(bubbles, in: &drawing), to: &explained)
      if number == pictures.count - 1 {
        places.legend = LegendReader.sections(of: explained, in: &drawing)
      }
    }
  }

  private func bubbles(
    _ groups: [MarkerGroup], _ options: PictureOptions, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> (ResolvedMap, BubblePlan) {
    let map = ResolvedMap(
      layers, of: sources, tiles: styleTiles, groups: groups, options: options, threads: threads, in: &drawing
    )
    return try BubblePlan.placing(map, givenShifts: nil, in: &drawing)
  }
}
