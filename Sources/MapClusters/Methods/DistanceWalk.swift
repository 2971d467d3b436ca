import MapGeometry

/// Points in order: each joins the first cluster whose center is nearer than a distance, or starts one.
///
/// A center is the running mean of its members in degrees, about the first member's longitude. Centers stand in fields
/// of latitude and longitude at least twice as wide as the distance, so that only those of four fields at most are asked;
/// the answer is that of asking all. A walk can go on with more points as if it had never stopped.
struct DistanceWalk {
  /// A running mean, in whole units.
  private struct Center {
    var count: Int64 = 1
    var latitudes: Int64 = 0
    /// About the first member.
    var longitudes: Int64 = 0
    let first: Coordinate
    var place: Coordinate
    /// Of the latitude.
    var shrink: Double
    var field = Field(row: 0, column: 0)
    /// The next center in the same bucket.
    var next = -1
  }

  private struct Field: Equatable {
    var row: Int
    var column: Int

    var hash: Int {
      let key = UInt64(bitPattern: Int64(row)) &* 0x9e37_79b9_7f4a_7c15 &+ UInt64(bitPattern: Int64(column))
      return Int(truncatingIfNeeded: mixed(key))
    }
  }

  /// How the fields of a row are cut, by whole degrees of its latitude farthest from the equator.
  private struct Cut {
    /// How many degrees of longitude away a center can be that is near enough.
    let aside: Double
    /// Fields along the row.
    let columns: Double
  }

  /// Meters, above 0; a center exactly so far away is too far.
  let reach: Double
  /// The reach in degrees of latitude, and a hair.
  private let along: Double
  /// The square of the sine of half the reach.
  private let limit: Double
  private let cuts: [Cut]
  private var centers: [Center] = []
  private var buckets = [Int](repeating: -1, count: 1024)

  /// - Parameter reach: meters, above 0; a center exactly so far away is too far.
  init(reach: Double) {
    self.reach = reach
    let angle = min(.pi, reach / Geodesy.earthRadius)
    let half = sine(angle / 2)
    limit = half * half
    let along = angle * (180 / .pi) * (1 + 1e-9) + 1e-9
    self.along = along
    cuts = (0...90).map { degrees in
      let shrink = cosine(min(90, Double(degrees) + along) * (.pi / 180))
      guard angle < 1, shrink > half else { return Cut(aside: 180, columns: 1) }
      let aside = 2 * arcSine(half / shrink) * (180 / .pi) * (1 + 1e-9) + 1e-9
      return Cut(aside: aside, columns: max(1, (180 / aside).rounded(.down)))
    }
  }

  /// The number of each member's cluster, in the order in which clusters start, those of earlier calls first.
  ///
  /// - Complexity: O(*n*) expected where clusters are not much nearer to each other than the distance.
  mutating func labels(
    of members: ArraySlice<UInt32>, in points: PlacedPoints, isCancelled: () -> Bool
  ) throws(ClusterError) -> [UInt32] {
    var labels: [UInt32] = []
    labels.reserveCapacity(members.count)
    for member in members {
      if labels.count & 4095 == 4095 && isCancelled() { throw .cancelled }
      let place = points.coordinate(Int(member))
      let shrink = cosine(place.latitude * (.pi / 180))
      if let center = nearCenter(of: place, shrink: shrink) {
        join(place, to: center)
        labels.append(UInt32(truncatingIfNeeded: center))
      } else {
        labels.append(UInt32(truncatingIfNeeded: centers.count))
        centers.append(
          Center(latitudes: CellSum.units(place.latitude), first: place, place: place, shrink: shrink))
        if centers.count > buckets.count { grow() } else { link(centers.count - 1) }
      }
    }
    return labels
  }

  /// The first center nearer than the distance.
  private func nearCenter(of place: Coordinate, shrink: Double) -> Int? {
    var found = Int.max
    for row in row(of: place.latitude - along)...row(of: place.latitude + along) {
      let cut = cut(ofRow: row)
      let first = column(of: place.longitude - cut.aside, cut)
      let last = column(of: place.longitude + cut.aside, cut)
      let middle = column(of: place.longitude, cut)
      search(Field(row: row, column: middle), place, shrink, &found)
      if first != middle { search(Field(row: row, column: first), place, shrink, &found) }
      if last != middle && last != first { search(Field(row: row, column: last), place, shrink, &found) }
    }
    return found == .max ? nil : found
  }

  @inline(__always)
  private func search(_ field: Field, _ place: Coordinate, _ shrink: Double, _ found: inout Int) {
    var center = buckets[field.hash & (buckets.count - 1)]
    while center >= 0 {
      if center < found && centers[center].field == field && isNear(centers[center], place, shrink) {
        found = center
      }
      center = centers[center].next
    }
  }

  /// Whether a center is nearer than the distance: decided by bounds of the haversine where these are clear.
  @inline(__always)
  private func isNear(_ center: Center, _ place: Coordinate, _ shrink: Double) -> Bool {
    let north = (place.latitude - center.place.latitude) * (.pi / 180)
    let degrees = place.longitude - center.place.longitude
    if abs(degrees) < 180 {
      let east = degrees * (.pi / 180)
      let (northSquare, eastSquare) = (north * north, east * east)
      let both = center.shrink * shrink
      let most = (northSquare + both * eastSquare) / 4
      if most < limit * (1 - 1e-9) { return true }
      let least = most - (northSquare * northSquare + both * eastSquare * eastSquare) / 48
      if least > limit * (1 + 1e-9) { return false }
    }
    return Geodesy.distance(from: center.place, to: place) < reach
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
    let field = field(of: moved)
    if field != center.field { unlink(number) }
    centers[number].place = moved
    centers[number].shrink = cosine(moved.latitude * (.pi / 180))
    if field != center.field { link(number) }
  }

  private func row(of latitude: Double) -> Int { Int((latitude / (2 * along)).rounded(.down)) }

  private func cut(ofRow row: Int) -> Cut {
    let edge = max(abs(Double(row)), abs(Double(row + 1))) * 2 * along
    return cuts[Int(min(90, edge.rounded(.up)))]
  }

  private func column(of longitude: Double, _ cut: Cut) -> Int {
    let turns = (longitude + 180) / 360
    return Int(min(cut.columns - 1, ((turns - turns.rounded(.down)) * cut.columns).rounded(.down)))
  }

  private func field(of place: Coordinate) -> Field {
    let row = row(of: place.latitude)
    return Field(row: row, column: column(of: place.longitude, cut(ofRow: row)))
  }

  private mutating func link(_ number: Int) {
    centers[number].field = field(of: centers[number].place)
    let bucket = centers[number].field.hash & (buckets.count - 1)
    centers[number].next = buckets[bucket]
    buckets[bucket] = number
  }

  private mutating func unlink(_ number: Int) {
    let bucket = centers[number].field.hash & (buckets.count - 1)
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
