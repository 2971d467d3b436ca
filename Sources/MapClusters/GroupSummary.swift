import MapGeometry

/// A group's mean and box, and how they come from its members where no grid has summed them already.
struct GroupSummary {
  /// The mean of latitudes and of longitudes in degrees, longitude in `-180..<180`.
  let mean: Coordinate
  let south, north: Double
  /// Not wrapped; the eastern edge is not below the western one.
  let west, east: Double

  /// From a grid's sums; `middleUnits` is what its longitudes are about.
  init(_ sum: CellSum, middleUnits: Int64) {
    let count = Double(sum.count) * CellSum.unitsPerDegree
    // One division of whole numbers: a mean of round numbers is round.
    let offset = Double(sum.longitudes) / count
    let middle = Double(middleUnits) / CellSum.unitsPerDegree
    mean = Coordinate(
      latitude: Double(sum.latitudes) / count, longitude: Coordinate.wrappedLongitude(middle + offset))
    (south, north, west, east) = (sum.south, sum.north, sum.west, sum.east)
  }

  /// From the members, at least one; their longitudes are taken as near each other as they get.
  init(_ members: ArraySlice<UInt32>, of points: PlacedPoints) {
    let first = points.coordinate(members.first.map(Int.init) ?? 0)
    var reference = first.longitude
    var (low, high) = (0.0, 0.0)
    for member in members {
      let offset = GroupSummary.offset(points.coordinate(Int(member)).longitude - reference)
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
      longitude: reference + GroupSummary.offset(first.longitude - reference),
      units: GroupSummary.units(first.longitude, about: reference))
    for member in members.dropFirst() {
      let place = points.coordinate(Int(member))
      sum.add(
        latitude: place.latitude, longitude: reference + GroupSummary.offset(place.longitude - reference),
        units: GroupSummary.units(place.longitude, about: reference))
    }
    self.init(sum, middleUnits: CellSum.units(reference))
  }

  /// The box that holds the members.
  func box() throws(ClusterError) -> BoundingBox {
    do throws(GeometryError) {
      return try BoundingBox(west: west, south: south, east: east, north: north)
    } catch {
      throw .badCoordinate(index: 0, longitude: west, latitude: south)
    }
  }

  /// A difference of longitudes brought into `-180..<180`.
  static func offset(_ degrees: Double) -> Double { Coordinate.wrappedLongitude(degrees) }

  /// How far a longitude lies from a reference, in whole units, at most half a turn.
  static func units(_ longitude: Double, about reference: Double) -> Int64 {
    let plain = CellSum.units(longitude) &- CellSum.units(reference)
    let half = CellSum.turn / 2
    return plain >= half ? plain - CellSum.turn : plain < -half ? plain + CellSum.turn : plain
  }
}
