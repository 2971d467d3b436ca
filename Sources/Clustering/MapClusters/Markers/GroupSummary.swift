import MapGeometry

/// A group's mean and box, and how they come from its members where no grid has summed them already.
struct GroupSummary {
  let mean: Coordinate
  let south, north: Double
  /// Not wrapped; the eastern edge is not below the western one.
  let west, east: Double
  /// The longitude that sums are relative to, in units.
  private let middleUnits: Int64
  /// The longitude that members are taken near to; `nil` for those of a grid whose columns start with the world, which
  /// are summed as they are.
  private let reference: Double?

  /// From a grid's sums; `middleUnits` is what its longitudes are about, `reference` what those of weights are near to.
  init(_ sum: CellSum, middleUnits: Int64, reference: Double?) {
    mean = CellSum.mean(
      latitudes: Double(sum.latitudes), longitudes: Double(sum.longitudes), of: Double(sum.count),
      middleUnits: middleUnits)
    (south, north, west, east) = (sum.south, sum.north, sum.west, sum.east)
    self.middleUnits = middleUnits
    self.reference = reference
  }

  /// The weighted mean of the members: sums of whole numbers, the same in any order.
  func weightedMean(_ members: ArraySlice<UInt32>, of points: PlacedPoints, _ weights: [Double]) -> Coordinate
  {
    var sum = WeightSum()
    for member in members {
      let coordinate = points.coordinate(Int(member))
      sum.add(
        WeightSum.units(weights[Int(member)]), latitude: CellSum.units(coordinate.latitude),
        longitude: GroupSummary.units(coordinate.longitude, near: reference, middleUnits: middleUnits))
    }
    return sum.total > 0 ? sum.mean(middleUnits: middleUnits) : mean
  }

  /// From the members, at least one; their longitudes are taken as near each other as they get.
  init(_ members: ArraySlice<UInt32>, of points: PlacedPoints) {
    let first = points.coordinate(members.first.map(Int.init) ?? 0)
    var reference = first.longitude
    var (low, high) = (0.0, 0.0)
    for member in members {
      let offset = Coordinate.wrappedLongitude(points.coordinate(Int(member)).longitude - reference)
      low = min(low, offset)
      high = max(high, offset)
    }
    if high - low > 180,
      let span = LongitudeSpan.narrowest(holding: members.lazy.map { points.coordinate(Int($0)).longitude })
    {
      // Members all round the world: the reference moves to where offsets do not break.
      reference = span.west + span.width / 2
    }
    var sum = CellSum(
      column: 0, row: 0, first: 0, latitude: first.latitude,
      longitude: reference + Coordinate.wrappedLongitude(first.longitude - reference),
      units: GroupSummary.units(first.longitude, about: reference))
    for member in members.dropFirst() {
      let coordinate = points.coordinate(Int(member))
      sum.add(
        latitude: coordinate.latitude,
        longitude: reference + Coordinate.wrappedLongitude(coordinate.longitude - reference),
        units: GroupSummary.units(coordinate.longitude, about: reference))
    }
    self.init(sum, middleUnits: CellSum.units(reference), reference: reference)
  }

  /// A longitude in whole units about a middle, of its turns the one nearest to a reference, which is taken within half a
  /// turn of the middle; without a reference as it is.
  static func units(_ longitude: Double, near reference: Double?, middleUnits: Int64) -> Int64 {
    guard let reference else { return CellSum.units(longitude) }
    return units(longitude, about: reference) + nearest(CellSum.units(reference) - middleUnits)
  }

  /// The difference between a longitude and a reference, in whole units, at most half a turn.
  static func units(_ longitude: Double, about reference: Double) -> Int64 {
    nearest(CellSum.units(longitude) &- CellSum.units(reference))
  }

  /// A difference of longitudes in units brought into half a turn to both sides.
  private static func nearest(_ units: Int64) -> Int64 {
    let half = CellSum.turn / 2
    if units >= half { return units - CellSum.turn * ((units + half) / CellSum.turn) }
    return units < -half ? units + CellSum.turn * ((half - 1 - units) / CellSum.turn) : units
  }
}

extension WeightSum {
  func mean(middleUnits: Int64) -> Coordinate {
    // The total in units of 1e-6, the other sums in such units times those of degrees.
    CellSum.mean(
      latitudes: latitudes.double, longitudes: longitudes.double, of: total.double, middleUnits: middleUnits)
  }
}
