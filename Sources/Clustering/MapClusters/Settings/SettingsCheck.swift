import MapGeometry

extension ClusterSettings {
  /// Refuses settings that mean nothing.
  ///
  /// Numbers of other methods are not looked at.
  func check(pointCount: Int) throws(ClusterError) {
    guard margin.isFinite else { throw .margin(margin) }
    guard minimumCount >= 1 else { throw .minimumCount(minimumCount) }
    guard minimumUnique >= 0 else { throw .minimumUnique(minimumUnique) }
    if let maximumZoom, maximumZoom.isNaN { throw .maximumZoom(maximumZoom) }
    switch coLocated {
    case .ring(.meters(let radius)), .ring(.points(let radius)), .scatter(.meters(let radius)),
      .scatter(.points(let radius)):
      guard radius.isFinite, radius >= 0 else { throw .ringRadius(radius) }
    case .merge, .ring(.fitting), .scatter(.fitting), .ring(.legs), .scatter(.legs): break
    }
    switch method {
    case .peaks: guard radius.isFinite, radius > 0 else { throw .radius(radius) }
    case .radius:
      guard radius.isFinite, radius > 0 else { throw .radius(radius) }
      guard extent.isFinite, extent > 0 else { throw .extent(extent) }
      guard minimumPoints >= 1 else { throw .minimumPoints(minimumPoints) }
    case .distance:
      guard distance.number.isFinite, distance.number > 0 else { throw .distance(distance.number) }
    case .kmeans:
      guard let clusterCount else { break }
      guard clusterCount >= 1 else { throw .clusterCount(clusterCount) }
      // Of no points at all there are no clusters: a manager begins, and may end, with none.
      guard clusterCount <= pointCount || pointCount == 0 else {
        throw .moreClustersThanPoints(clusters: clusterCount, points: pointCount)
      }
    case .dbscan:
      guard epsilon.isFinite, epsilon > 0 else { throw .epsilon(epsilon) }
      guard minimumPoints >= 1 else { throw .minimumPoints(minimumPoints) }
    case .grid, .hex, .leader, .none: break
    }
  }

  /// The zoom that the coordinates of points depend on: that of a view where rings are measured in points.
  func ringZoom(of viewport: Viewport) -> Double? { ringRadius?.isOnGround == false ? viewport.zoom : nil }

  package func clusters(atZoom zoom: Double) -> Bool { maximumZoom.map { rounded(zoom) <= $0 } ?? true }

  /// The zoom that picks the row of a table and is compared with the maximum.
  func rounded(_ zoom: Double) -> Double {
    // The zoom of a 256-point world is one higher: rounded there and not below 0 there, it is not below -1 here.
    roundsZoom ? max(-1, (zoom + 0.5).rounded(.down)) : zoom
  }
}
