import JSONDocument
package import MapClusters
package import MapGeometry

extension MarkerGroup {
  /// Writes the area or the line that data has for a cluster whose form has one.
  ///
  /// - Returns: false for a point, of which nothing is written.
  func writeExtent(of marker: Marker, to json: inout JSONWriter) -> Bool {
    guard marker.isCluster, let form = source.theme?.form else { return false }
    if form == .area, let areas = source.areas, let member = markers.members(of: marker).first,
      let shape = areas.shape(ofPoint: Int(member))
    {
      areas.write(shape, to: &json)
      return true
    }
    let corners =
      form.isCell ? markers.corners(of: marker)?.map(\.point) ?? [] : form == .hull ? hull(of: marker) : []
    if corners.count > 2 {
      json.polygon(of: corners, on: source.sheet)
    } else if corners.count == 2 {
      json.geometry("LineString") { json in
        json.positions(corners.map { source.sheet?.coordinate($0) ?? $0.coordinate })
      }
    }
    return corners.count > 1
  }

  /// The corners of the area around a cluster's members, clockwise as seen, in worlds; two for members on one line, none for a
  /// single place, and where cells stand for the points.
  package func hull(of marker: Marker) -> [WorldPoint] {
    guard marker.isCluster, !source.isOfCells else { return [] }
    let places = source.input.coordinates
    return PointHull(
      of: markers.members(of: marker).map { places[Int($0)] },
      isConcave: source.theme?.drawing.hull != .convex
    ).corners
  }
}
