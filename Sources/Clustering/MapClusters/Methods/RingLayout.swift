import MapGeometry

extension Clustering {
  /// The markers of a view, the points of those that hold one coordinate alone on a ring about it where they do not touch there.
  ///
  /// Single points of one coordinate that would touch become one cluster, but for those that are never clustered.
  ///
  /// - Complexity: O(*members*) expected; O(1) without a ring.
  func ringed(_ result: ClusterResult, of points: PlacedPoints) throws(ClusterError) -> ClusterResult {
    guard case .ring(let radius) = settings.coLocated else { return result }
    let ring = CoLocatedRing(radius, viewport: viewport)
    func coordinate(_ member: Int) -> Coordinate { points.coordinate(Int(result.members[member])) }
    // Looked up, never iterated.
    var singlesAt: [Coordinate: [Int]] = [:]
    for marker in result.markers where !marker.isCluster {
      singlesAt[coordinate(marker.members.lowerBound), default: []].append(marker.members.lowerBound)
    }
    var builder = self.builder(result.members, of: points)
    for marker in result.markers {
      let first = marker.members.lowerBound
      let center = coordinate(first)
      let group = marker.isCluster ? Array(marker.members) : singlesAt[center, default: []]
      guard group.count > 1, !marker.isCluster || group.allSatisfy({ coordinate($0) == center }) else {
        builder.add(marker)
        continue
      }
      // Single points of one coordinate are laid out with the first of them.
      guard marker.isCluster || group[0] == first else { continue }
      if ring.holds(group.count, at: center) {
        for (member, moved) in zip(group, ring.places(of: group.count, about: center)) {
          try builder.addSingle(member, cell: marker.cell, at: moved)
        }
      } else if marker.isCluster {
        builder.add(marker)
      } else {
        let isAlone = { (member: Int) in
          points.unclusteredRows?.contains(Int(result.members[member])) ?? false
        }
        try builder.addSingles(group.filter(isAlone), cell: marker.cell)
        try builder.addLocation(group.filter { !isAlone($0) }, cell: marker.cell)
      }
    }
    return builder.sorted(grid: result.grid, hexagons: result.hexagons)
  }
}
