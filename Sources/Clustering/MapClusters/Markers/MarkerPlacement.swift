import MapGeometry

extension WorldRectangle {
  var middle: Coordinate { WorldPoint(x: minX + width / 2, y: minY + height / 2).coordinate.wrapped }
}

struct MarkerPlacement {
  let position: MarkerPosition
  let strategy: (any PositionStrategy)?
  let points: PlacedPoints

  /// The position of a cluster's mark. `area` is the cell, in worlds, not wrapped; `center` is where the method
  /// itself positions the cluster, if it does.
  func position(
    _ members: ArraySlice<UInt32>, summary: GroupSummary, area: WorldRectangle?, center: Coordinate? = nil
  ) -> Coordinate {
    if let strategy {
      let coordinate = strategy.position(of: members, in: area) { points.coordinate($0) }
      if coordinate.latitude.isFinite, coordinate.longitude.isFinite { return coordinate.wrapped }
      return mean(members, summary: summary)
    }
    if let center { return center.wrapped }
    switch position {
    case .mean: return mean(members, summary: summary)
    case .first: return points.coordinate(members.first.map(Int.init) ?? 0)
    case .leader: return points.coordinate(leader(of: members))
    case .cellCenter: return area?.middle ?? mean(members, summary: summary)
    case .nearCenter: return nearest(members, to: area?.middle ?? mean(members, summary: summary))
    }
  }

  private func leader(of members: ArraySlice<UInt32>) -> Int {
    guard var leader = members.first.map(Int.init) else { return 0 }
    guard let weights = points.weights else { return leader }
    for member in members where weights[Int(member)] > weights[leader] { leader = Int(member) }
    return leader
  }

  private func mean(_ members: ArraySlice<UInt32>, summary: GroupSummary) -> Coordinate {
    guard let weights = points.weights else { return summary.mean }
    return summary.weightedMean(members, of: points, weights)
  }

  /// The member nearest to a position on the ground; of equally near ones the first.
  private func nearest(_ members: ArraySlice<UInt32>, to coordinate: Coordinate) -> Coordinate {
    var nearest = coordinate
    var least = Double.infinity
    let radians = Double.pi / 180
    let (shrink, lean) = (cosine(coordinate.latitude * radians), sine(coordinate.latitude * radians))
    // What the haversine is compared with: that of the nearest so far, and a hair.
    var leastSquare = Double.infinity
    for member in members {
      let candidate = points.coordinate(Int(member))
      let north = (candidate.latitude - coordinate.latitude) * radians
      if abs(north) < 0.25 {
        // A lower bound by the first terms of the sines; the cosine of the candidate's latitude is right to 4e-7.
        let east = Coordinate.wrappedLongitude(candidate.longitude - coordinate.longitude) * radians
        let (northSquare, eastSquare) = (north * north, east * east)
        let fourth = northSquare * northSquare
        let both =
          shrink
          * (shrink * (1 - northSquare / 2 + fourth / 24)
            - lean * north * (1 - northSquare / 6 + fourth / 120))
        let bound =
          (northSquare + both * eastSquare) / 4 - (fourth + both * eastSquare * eastSquare) / 48
          - 1e-6 * eastSquare
        if bound > leastSquare { continue }
      }
      let distance = Geodesy.distance(from: coordinate, to: candidate)
      if distance < least {
        least = distance
        nearest = candidate
        let half = sine(distance / (2 * Geodesy.earthRadius))
        leastSquare = half * half * (1 + 1e-6) + 1e-24
      }
    }
    return nearest
  }
}
