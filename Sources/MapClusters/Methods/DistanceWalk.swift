import MapGeometry

/// Points in order: each joins the first cluster whose center is nearer than a distance, or starts one.
///
/// A center is the running mean of its members in degrees, about the first member's longitude. Centers stand in cubes
/// of space as wide as the distance, so that only 27 of them are asked; the answer is that of asking all.
struct DistanceWalk {
  /// A running mean, in whole units.
  private struct Center {
    var count: Int64 = 1
    var latitudes: Int64 = 0
    /// About the first member.
    var longitudes: Int64 = 0
    let first: Coordinate
    var place: Coordinate
    var cube = Cube()
    /// The next center in the same bucket.
    var next = -1
  }

  private struct Cube: Equatable {
    var x = 0, y = 0, z = 0

    var hash: Int {
      let key = UInt64(bitPattern: Int64(x)) &* 0x9e37_79b9_7f4a_7c15 &+ UInt64(bitPattern: Int64(y))
      return Int(truncatingIfNeeded: mixed(key &* 0x9e37_79b9_7f4a_7c15 &+ UInt64(bitPattern: Int64(z))))
    }
  }

  private let reach: Double
  /// The side of a cube where the Earth's radius is 1: the chord of the distance and a hair.
  private let side: Double
  private var centers: [Center] = []
  private var buckets = [Int](repeating: -1, count: 1024)

  /// - Parameter reach: meters, above 0; a center exactly so far away is too far.
  init(reach: Double) {
    self.reach = reach
    let chord = 2 * sine(min(.pi / 2, reach / Geodesy.earthRadius / 2))
    side = max(1e-12, chord * (1 + 1e-9) + 1e-14)
  }

  /// The number of each member's cluster, in the order in which clusters start.
  ///
  /// - Complexity: O(*n*) expected where clusters are not much nearer to each other than the distance.
  mutating func labels(
    of members: [UInt32], in points: PlacedPoints, isCancelled: () -> Bool
  ) throws(ClusterError) -> [UInt32] {
    var labels: [UInt32] = []
    labels.reserveCapacity(members.count)
    for (number, member) in members.enumerated() {
      if number & 4095 == 4095 && isCancelled() { throw .cancelled }
      let place = points.coordinate(Int(member))
      if let center = nearCenter(of: place) {
        join(place, to: center)
        labels.append(UInt32(truncatingIfNeeded: center))
      } else {
        labels.append(UInt32(truncatingIfNeeded: centers.count))
        centers.append(Center(latitudes: CellSum.units(place.latitude), first: place, place: place))
        if centers.count > buckets.count { grow() } else { link(centers.count - 1) }
      }
    }
    return labels
  }

  /// The first center nearer than the distance.
  private func nearCenter(of place: Coordinate) -> Int? {
    let home = cube(of: place)
    var found = Int.max
    for x in home.x - 1...home.x + 1 {
      for y in home.y - 1...home.y + 1 {
        for z in home.z - 1...home.z + 1 {
          var center = buckets[Cube(x: x, y: y, z: z).hash & (buckets.count - 1)]
          while center >= 0 {
            if center < found && centers[center].cube == Cube(x: x, y: y, z: z)
              && Geodesy.distance(from: centers[center].place, to: place) < reach
            {
              found = center
            }
            center = centers[center].next
          }
        }
      }
    }
    return found == .max ? nil : found
  }

  private mutating func join(_ place: Coordinate, to number: Int) {
    centers[number].count += 1
    centers[number].latitudes += CellSum.units(place.latitude)
    centers[number].longitudes += GroupSummary.units(place.longitude, about: centers[number].first.longitude)
    let center = centers[number]
    let count = Double(center.count) * CellSum.unitsPerDegree
    let start = Double(CellSum.units(center.first.longitude)) / CellSum.unitsPerDegree
    let moved = Coordinate(
      latitude: Double(center.latitudes) / count,
      longitude: Coordinate.wrappedLongitude(start + Double(center.longitudes) / count))
    let cube = self.cube(of: moved)
    if cube != center.cube { unlink(number) }
    centers[number].place = moved
    if cube != center.cube { link(number) }
  }

  private func cube(of place: Coordinate) -> Cube {
    let (latitude, longitude) = (place.latitude * (.pi / 180), place.longitude * (.pi / 180))
    let shrink = cosine(latitude)
    return Cube(
      x: Int((shrink * cosine(longitude) / side).rounded(.down)),
      y: Int((shrink * sine(longitude) / side).rounded(.down)), z: Int((sine(latitude) / side).rounded(.down))
    )
  }

  private mutating func link(_ number: Int) {
    centers[number].cube = cube(of: centers[number].place)
    let bucket = centers[number].cube.hash & (buckets.count - 1)
    centers[number].next = buckets[bucket]
    buckets[bucket] = number
  }

  private mutating func unlink(_ number: Int) {
    let bucket = centers[number].cube.hash & (buckets.count - 1)
    var before = -1
    var center = buckets[bucket]
    while center >= 0 && center != number { (before, center) = (center, centers[center].next) }
    if before < 0 {
      buckets[bucket] = centers[number].next
    } else {
      centers[before].next = centers[number].next
    }
  }

  private mutating func grow() {
    buckets = Array(repeating: -1, count: buckets.count * 4)
    for number in centers.indices { link(number) }
  }
}

/// The same walk with a distance of the caller's own: every center is asked.
struct CustomDistanceWalk {
  let reach: Double
  let strategy: any DistanceStrategy

  /// The number of each member's cluster, in the order in which clusters start.
  mutating func labels(
    of members: [UInt32], in points: PlacedPoints, isCancelled: () -> Bool
  ) throws(ClusterError) -> [UInt32] {
    var centers: [(first: Coordinate, place: Coordinate, latitudes: Int64, longitudes: Int64, count: Int64)] =
      []
    var labels: [UInt32] = []
    for (number, member) in members.enumerated() {
      if number & 255 == 255 && isCancelled() { throw .cancelled }
      let place = points.coordinate(Int(member))
      let near = centers.firstIndex { strategy.distance(from: $0.place, to: place) < reach }
      labels.append(UInt32(truncatingIfNeeded: near ?? centers.count))
      guard let near else {
        centers.append((place, place, CellSum.units(place.latitude), 0, 1))
        continue
      }
      var center = centers[near]
      center.count += 1
      center.latitudes += CellSum.units(place.latitude)
      center.longitudes += GroupSummary.units(place.longitude, about: center.first.longitude)
      let count = Double(center.count) * CellSum.unitsPerDegree
      let start = Double(CellSum.units(center.first.longitude)) / CellSum.unitsPerDegree
      center.place = Coordinate(
        latitude: Double(center.latitudes) / count,
        longitude: Coordinate.wrappedLongitude(start + Double(center.longitudes) / count))
      centers[near] = center
    }
    return labels
  }
}
