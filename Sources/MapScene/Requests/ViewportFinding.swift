import JSONDocument
public import MapContent
public import MapGeometry
public import MapSettings

extension ViewOptions {
  /// The view.
  ///
  /// - Parameters:
  ///   - padding: what is kept free around points where the options set nothing.
  ///   - sheet: the sheet whose plane the view is of; `nil` for Mercator's.
  ///   - points: the box of the points that a rule keeps, asked for where the view is fitted to them.
  /// - Throws: `SnapshotError` where the options do not make a view.
  public func viewport(
    padding standard: (ScreenSize) -> Padding = { ViewOptions.standardPadding(of: $0) },
    on sheet: Sheet? = nil,
    fitting points: (FitRule) -> BoundingBox?
  ) throws(SnapshotError) -> Viewport {
    let size = size ?? ViewOptions.standardSize
    let (scale, bearing, pitch) = (pixelsPerPoint, bearing ?? 0, pitch ?? 0)
    try checkSize()
    let zoom = zoom.map(zoom512)
    if let center, box == nil, fitsPoints != true {
      guard let zoom else { throw .centerWithoutZoom }
      guard abs(center.latitude) < WorldPoint.maximumLatitude + 1e-9 else {
        throw .geometry(.centerAtPole(Projection.mercator.rawValue))
      }
      return try rethrowing(
        Viewport(center: center, zoom: zoom, size: size, scale: scale, bearing: bearing, pitch: pitch),
        as: SnapshotError.geometry)
    }
    guard let all = box ?? points(fit == .robust ? .robust : .all) else { throw .nothingToFit }
    return try rethrowing(
      .fitting(
        all, size: size, padding: padding ?? (box == nil ? standard(size) : Padding(0)),
        maximumZoom: maximumFitZoom.map(zoom512) ?? 16, zoom: zoom, scale: scale, bearing: bearing,
        pitch: pitch, around: bearing == 0 ? [] : sheet?.outline(in: all) ?? []), as: SnapshotError.geometry)
  }
}
