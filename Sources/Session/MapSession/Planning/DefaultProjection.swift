import MapContent
import MapGeometry
import MapScene
import MapSettings

// The projections of views that set none: what settings alone decide, and what points decide.

extension ViewOptions {
  /// Puts the insets of the United States on the cone that these are known by.
  mutating func takeProjectionOfInsets() {
    guard insetSet?.name == "us", projection == nil else { return }
    projection = .named(.albers)
    parallels = parallels ?? ConeParallels(29.5, 45.5)
    centralMeridian = centralMeridian ?? -96
  }
}

extension MapPlan {
  /// The default projection of a view of points; `nil` for Mercator's.
  ///
  /// It is Equal Earth where a view shows half of the world's longitudes or more in a built-in style that is no system's, with
  /// points in a grid of ours: Mercator gives a third of the sheet to Antarctica.
  func projection(of view: SnapshotRequest.View, showing map: MapSnapshotter) -> ProjectionChoice? {
    let (options, basemap) = (view.view, chosen.basemap)
    guard options.isFitted, options.zoom == nil, options.worldCopies == nil, options.pitch ?? 0 == 0,
      !requested.hasSteps, requested.column == nil, requested.specification.asksForViews,
      chosen.folder.isBuiltIn, ["light", "dark", "print", "heatmap"].contains(chosen.folder.style),
      basemap.tiles.isEmpty, !basemap.isNone, basemap.hasWorld || !basemap.files.isEmpty,
      map.sources.allSatisfy({ $0.isBackdrop || $0.takesWideSheet }),
      let box = map.bounds(options.fit == .robust ? .robust : .all, outside: options.unfittedBoxes)
    else { return nil }
    return box.longitudes.width >= 180 ? .named(.equalEarth) : nil
  }
}
