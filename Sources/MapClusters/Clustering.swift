public import MapGeometry

/// Clusters points for a view.
///
/// - Parameters:
///   - input: the points; the table is neither changed nor copied.
///   - viewport: what decides the cells' lengths and which points take part.
///   - settings: method and parameters.
///   - strategies: rules of the caller's own, which stand in for settings.
///   - threads: how many to use, at least 1; the result is the same for any number.
/// - Returns: the markers whose cells, or points, the view considers, margin included; a marker is listed once, even
///   where the picture shows several copies of the world.
/// - Throws: ``ClusterError`` for settings out of range and for points that have no place.
/// - Complexity: O(*n*) for grids, with 10 bytes of memory a point in view.
public func markers(
  of input: ClusterInput, in viewport: Viewport, settings: ClusterSettings = .standard,
  strategies: ClusterStrategies = ClusterStrategies(), threads: Int = 1
) throws(ClusterError) -> MarkerSet {
  throw .methodUnavailable(settings.method)
}
