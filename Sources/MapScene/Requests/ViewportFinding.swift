public import MapGeometry
public import MapSettings

extension ViewOptions {
  /// The view.
  ///
  /// - Parameter points: the box of all points, asked for where the view is fitted to them.
  /// - Throws: ``SnapshotError`` where the options do not make a view.
  public func viewport(fitting points: () -> BoundingBox?) throws(SnapshotError) -> Viewport {
    let size = size ?? ViewOptions.standardSize
    let (scale, bearing) = (scale ?? 1, bearing ?? 0)
    try checkSize()
    let zoom = zoom.map(zoom512)
    do {
      if let center, box == nil, fitsPoints != true {
        guard let zoom else { throw SnapshotError.centerWithoutZoom }
        return try Viewport(center: center, zoom: zoom, size: size, scale: scale, bearing: bearing)
      }
      let closest = maximumFitZoom.map(zoom512) ?? 16
      if let box {
        return try .fitting(
          box, size: size, padding: padding ?? Padding(0), maximumZoom: closest, zoom: zoom, scale: scale,
          bearing: bearing)
      }
      guard let all = points() else { throw SnapshotError.nothingToFit }
      return try .fitting(
        all, size: size, padding: padding ?? ViewOptions.standardPadding(of: size), maximumZoom: closest,
        zoom: zoom, scale: scale, bearing: bearing)
    } catch let error as GeometryError {
      throw .geometry(error)
    } catch let error as SnapshotError {
      throw error
    } catch {
      throw .nothingToFit
    }
  }
}
