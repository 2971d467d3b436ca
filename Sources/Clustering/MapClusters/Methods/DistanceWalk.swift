import MapGeometry

/// Points in order: each joins the first cluster whose center is nearer than a distance, or starts one.
///
/// A center is the running mean of its members in degrees, about the first member's longitude. Centers stand in fields
/// of latitude and longitude at least twice as wide as the distance, so that only those of four fields at most are asked;
/// the answer is that of asking all. A walk can go on with more points as if it had never stopped.
struct DistanceWalk {
  private struct Center {
    var mean: RunningMean
    var shrink: Double
    var field = Field(row: 0, column: 0)
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

  /// The division of a row into fields, by whole degrees of its latitude farthest from the equator.
  private struct Cut {
    /// The degrees of longitude within which a center can be near enough.
    let aside: Double
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
  /// - Parameter plane: takes places to those between which distances are measured; `nil` where these are the same.
  /// - Complexity: O(*n*) expected where clusters are not much nearer to each other than the distance.
  mutating func labels(
    of members: ArraySlice<UInt32>, in points: PlacedPoints, plane: ((Coordinate) -> Coordinate)? = nil,
    isCancelled: () -> Bool
  ) throws(ClusterError) -> [UInt32] {
    var labels: [UInt32] = []
    labels.reserveCapacity(members.count)
    for member in members {
      if labels.count & 4095 == 4095 && isCancelled() { throw .cancelled }
      var coordinate = points.coordinate(Int(member))
      if let plane { coordinate = plane(coordinate) }
      let shrink = cosine(coordinate.latitude * (.pi / 180))
      if let center = nearCenter(of: coordinate, shrink: shrink) {
        join(coordinate, to: center)
        labels.append(UInt32(truncatingIfNeeded: center))
      } else {
        labels.append(UInt32(truncatingIfNeeded: centers.count))
        centers.append(Center(mean: RunningMean(of: coordinate), shrink: shrink))
        if centers.count > buckets.count { grow() } else { link(centers.count - 1) }
      }
    }
    return labels
  }

  private func nearCenter(of coordinate: Coordinate, shrink: Double) -> Int? {
    var found = Int.max
    for row in row(of: coordinate.latitude - along)...row(of: coordinate.latitude + along) {
      let cut = cut(ofRow: row)
      let first = column(of: coordinate.longitude - cut.aside, cut)
      let last = column(of: coordinate.longitude + cut.aside, cut)
      let middle = column(of: coordinate.longitude, cut)
      search(Field(row: row, column: middle), coordinate, shrink, &found)
      if first != middle { search(Field(row: row, column: first), coordinate, shrink, &found) }
      if last != middle && last != first { search(Field(row: row, column: last), coordinate, shrink, &found) }
    }
    return found == .max ? nil : found
  }

  @inline(__always)
  private func search(_ field: Field, _ coordinate: Coordinate, _ shrink: Double, _ found: inout Int) {
    var center = buckets[field.hash & (buckets.count - 1)]
    while center >= 0 {
      if center < found && centers[center].field == field && isNear(centers[center], coordinate, shrink) {
        found = center
      }
      center = centers[center].next
    }
  }

  /// True if a center is nearer than the distance: decided by bounds of the haversine where these are clear.
  @inline(__always)
  private func isNear(_ center: Center, _ coordinate: Coordinate, _ shrink: Double) -> Bool {
    let north = (coordinate.latitude - center.mean.coordinate.latitude) * (.pi / 180)
    let degrees = coordinate.longitude - center.mean.coordinate.longitude
    if abs(degrees) < 180 {
      let east = degrees * (.pi / 180)
      let (northSquare, eastSquare) = (north * north, east * east)
      let both = center.shrink * shrink
      let most = (northSquare + both * eastSquare) / 4
      if most < limit * (1 - 1e-9) { return true }
      let least = most - (northSquare * northSquare + both * eastSquare * eastSquare) / 48
      if least > limit * (1 + 1e-9) { return false }
    }
    return Geodesy.distance(from: center.mean.coordinate, to: coordinate) < reach
  }

  private mutating func join(_ coordinate: Coordinate, to number: Int) {
    let former = centers[number].field
    var mean = centers[number].mean
    mean.add(coordinate)
    let field = field(of: mean.coordinate)
    if field != former { unlink(number) }
    centers[number].mean = mean
    centers[number].shrink = cosine(mean.coordinate.latitude * (.pi / 180))
    if field != former { link(number) }
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

  private func field(of coordinate: Coordinate) -> Field {
    let row = row(of: coordinate.latitude)
    return Field(row: row, column: column(of: coordinate.longitude, cut(ofRow: row)))
  }

  private mutating func link(_ number: Int) {
    centers[number].field = field(of: centers[number].mean.coordinate)
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

/// The mean of coordinates that come one after the other, in whole units.
private struct RunningMean {
  private(set) var coordinate: Coordinate
  private let first: Coordinate
  private var count: Int64 = 1
  private var latitudes: Int64
  /// About the first member.
  private var longitudes: Int64 = 0

  init(of first: Coordinate) {
    (self.first, coordinate) = (first, first)
    latitudes = CellSum.units(first.latitude)
  }

  mutating func add(_ member: Coordinate) {
    count += 1
    latitudes += CellSum.units(member.latitude)
    longitudes += GroupSummary.units(member.longitude, about: first.longitude)
    coordinate = CellSum.mean(
      latitudes: Double(latitudes), longitudes: Double(longitudes), of: Double(count),
      middleUnits: CellSum.units(first.longitude))
  }
}

/// A walk with a distance of the caller's own: every center is compared.
struct CustomDistanceWalk {
  let reach: Double
  let strategy: any DistanceStrategy

  func labels(
    of members: [UInt32], in points: PlacedPoints, isCancelled: () -> Bool
  ) throws(ClusterError) -> [UInt32] {
    var centers: [RunningMean] = []
    var labels: [UInt32] = []
    for (number, member) in members.enumerated() {
      if number & 255 == 255 && isCancelled() { throw .cancelled }
      let coordinate = points.coordinate(Int(member))
      let near = centers.firstIndex { strategy.distance(from: $0.coordinate, to: coordinate) < reach }
      labels.append(UInt32(truncatingIfNeeded: near ?? centers.count))
      if let near { centers[near].add(coordinate) } else { centers.append(RunningMean(of: coordinate)) }
    }
    return labels
  }
}
