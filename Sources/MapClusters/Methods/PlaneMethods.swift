import MapGeometry

extension Clustering {
  /// The markers of the methods that know no cells; only points inside the considered rectangle take part.
  func planeMarkers(of lent: PlacedPoints) throws(ClusterError) -> ClusterResult {
    var points = lent
    let area = considered
    let inView = try groups(of: &points, in: CellGrid(single: area), area: area)
    let labels: [UInt32]
    switch settings.method {
    case .distance: labels = try distanceLabels(of: inView.members, in: points)
    case .kmeans:
      let kMeans = KMeans(
        inView.members.map { FixedWorldPoint(points.coordinate(Int($0))) },
        from: UInt32(truncatingIfNeeded: Int64((area.minX * worldSteps).rounded())),
        clusters: settings.clusterCount ?? 50, threads: threads)
      labels = try kMeans.labels(isCancelled: isCancelled)
    case .dbscan:
      let scan = DensityScan(
        inView.members.map { FixedWorldPoint(points.coordinate(Int($0))) },
        reach: settings.epsilon / viewport.worldSize * worldSteps, minimumPoints: settings.minimumPoints)
      labels = try scan.labels(isCancelled: isCancelled)
    case .grid, .leader, .hex, .radius, .none: labels = []
    }
    let parts = Parts(inView.members, labels: labels)
    var builder = self.builder(parts.members, of: points)
    for range in parts.groups {
      try builder.add(range, id: .group(first: Int(parts.members[range.lowerBound])))
    }
    try builder.addSingles(parts.singles)
    try builder.add(alone: inView.alone) { _ in nil }
    return try builder.finish()
  }

  private func distanceLabels(of members: [UInt32], in points: PlacedPoints) throws(ClusterError) -> [UInt32]
  {
    let reach: Double
    switch settings.distance {
    case .meters(let meters): reach = meters
    case .points(let length) where strategies.distance == nil:
      reach = length * viewport.metersPerPoint(atLatitude: viewport.center.latitude)
    case .points(let length): reach = length
    }
    if let strategy = strategies.distance {
      return try CustomDistanceWalk(reach: reach, strategy: strategy).labels(
        of: members, in: points, isCancelled: isCancelled)
    }
    if let memory {
      return try memory.0.labels(
        of: members, in: points, points: memory.of, reach: reach, isCancelled: isCancelled)
    }
    var walk = DistanceWalk(reach: reach)
    return try walk.labels(of: members[...], in: points, isCancelled: isCancelled)
  }
}
