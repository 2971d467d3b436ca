package import MapClusters
package import MapGeometry

extension MarkerGroup {
  /// The corners of the area that data has for a cluster whose form has one, clockwise as seen, in worlds; `nil` for a point.
  func extent(of marker: Marker) -> [WorldPoint]? {
    guard marker.isCluster, let form = source.theme?.drawing.form else { return nil }
    if form.isCell { return markers.corners(of: marker)?.map(\.place) }
    let hull = form == .hull ? self.hull(of: marker) : []
    return hull.isEmpty ? nil : hull
  }

  /// The corners of the area around a cluster's members, clockwise as seen, in worlds; empty for a single point, for members
  /// on one line, and where cells stand for the points.
  package func hull(of marker: Marker) -> [WorldPoint] {
    guard marker.isCluster, !source.isOfCells else { return [] }
    let places = source.input.coordinates
    return PointHull(of: markers.members(of: marker).map { places[Int($0)] }).corners
  }
}
