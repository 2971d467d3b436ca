import MapGeometry

extension Clustering {
  /// The markers of the methods that know no cells; only points inside the considered rectangle take part.
  func planeMarkers(of lent: PlacedPoints) throws(ClusterError) -> MarkerSet {
    throw .methodUnavailable(settings.method)
  }
}
