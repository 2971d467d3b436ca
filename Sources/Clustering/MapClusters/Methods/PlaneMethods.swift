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
    case .grid, .peaks, .leader, .hex, .radius, .none: labels = []
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
    if let strategy = strategies.distance {
      return try CustomDistanceWalk(reach: settings.distance.number, strategy: strategy).labels(
        of: members, in: points, isCancelled: isCancelled)
    }
    let (reach, plane) = measure(settings.distance)
    if plane == nil, let memory {
      return try memory.0.labels(
        of: members, in: points, points: memory.of, reach: reach, isCancelled: isCancelled)
    }
    var walk = DistanceWalk(reach: reach)
    return try walk.labels(of: members[...], in: points, plane: plane, isCancelled: isCancelled)
  }

  /// A distance in meters, and what takes places to those between which it is measured: of a sheet those on the sphere, or in
  /// the picture.
  private func measure(_ distance: ClusterDistance) -> (reach: Double, plane: ((Coordinate) -> Coordinate)?) {
    switch (distance, viewport.sheet) {
    case (.meters(let meters), nil): return (meters, nil)
    case (.meters(let meters), let sheet?): return (meters, { sheet.nearestCoordinate(ofPlanar: $0) })
    case (.points(let length), nil):
      return (length * viewport.metersPerPoint(atLatitude: viewport.center.latitude), nil)
    case (.points(let length), _?):
      // A patch about the equator's beginning that is flat to 1e-6, so small that it has a hundred-thousandth of a degree a point.
      let degrees = 1e-5
      let (middle, size) = (FixedWorldPoint(viewport.center), viewport.worldSize / worldSteps * degrees)
      let plane = { (coordinate: Coordinate) in
        let point = FixedWorldPoint(coordinate)
        return Coordinate(
          latitude: (Double(middle.y) - Double(point.y)) * size,
          longitude: (Double(point.x) - Double(middle.x)) * size)
      }
      return (length * degrees * .pi / 180 * Geodesy.earthRadius, plane)
    }
  }
}
