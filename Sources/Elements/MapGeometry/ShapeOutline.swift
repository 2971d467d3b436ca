/// Lines or areas of one geometry, and representative points.
///
/// Parts on both sides of the antimeridian are neighbors.
package struct ShapeOutline {
  /// Lines, or areas with their holes; longitudes not wrapped.
  private var parts: [[[Coordinate]]]
  private let isArea: Bool

  /// - Parameters:
  ///   - paths: closed rings, or lines.
  ///   - isHole: for areas, true for holes in the preceding outer ring.
  package init(_ paths: [[Coordinate]], isHole: [Bool], isArea: Bool) {
    self.isArea = isArea
    parts = []
    for (path, isHole) in zip(paths, isHole) {
      if isArea, isHole, !parts.isEmpty { parts[parts.count - 1].append(path) } else { parts.append([path]) }
    }
    guard let middle = largest.map({ ShapeOutline.middle(of: $0) }) else { return }
    for part in parts.indices {
      let turns = ((ShapeOutline.middle(of: parts[part]) - middle) / 360).rounded()
      guard turns != 0 else { continue }
      parts[part] = parts[part].map { path in
        path.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude - 360 * turns) }
      }
    }
  }

  /// All vertices; rings without the repeated last one.
  package var vertices: [Coordinate] {
    parts.flatMap { $0.flatMap { isArea && $0.first == $0.last ? Array($0.dropLast()) : $0 } }
  }

  /// Centroid in plane degrees: of areas by size, of lines by length.
  ///
  /// - SeeAlso: OGC 06-103r4, Centroid.
  package var centroid: Coordinate? {
    guard let origin = parts.first?.first?.first else { return nil }
    var (x, y, weight) = (0.0, 0.0, 0.0)
    // An area without size is a line, and a line without length a point.
    for measure in isArea
      ? [ShapeOutline.areaMoment, ShapeOutline.lengthMoment] : [ShapeOutline.lengthMoment]
    {
      (x, y, weight) = (0, 0, 0)
      for part in parts {
        for (index, path) in part.enumerated() {
          let moment = measure(path, origin)
          // Rings may run either way.
          let sign = (index == 0 ? 1.0 : -1) * (moment.weight < 0 ? -1 : 1)
          (x, y, weight) = (x + sign * moment.x, y + sign * moment.y, weight + sign * moment.weight)
        }
      }
      if weight > 0 { break }
    }
    return weight > 0
      ? Coordinate(latitude: origin.latitude + y / weight, longitude: origin.longitude + x / weight) : origin
  }

  /// Pole of inaccessibility of the largest area; midpoint of the longest line.
  package var pole: Coordinate? {
    guard let largest else { return nil }
    guard isArea else { return ShapeOutline.midpoint(of: largest[0]) }
    return poleOfInaccessibility(of: largest.map { $0.map(WorldPoint.init) }, precision: 0)?.coordinate
  }

  /// First of the parts with the largest area on the globe, or the greatest length in degrees.
  private var largest: [[Coordinate]]? {
    let sizes = parts.map { isArea ? ShapeOutline.area(of: $0[0]) : ShapeOutline.length(of: $0[0]) }
    return sizes.max().flatMap(sizes.firstIndex).map { parts[$0] }
  }

  private static func middle(of part: [[Coordinate]]) -> Double {
    let longitudes = part[0].map(\.longitude)
    return ((longitudes.min() ?? 0) + (longitudes.max() ?? 0)) / 2
  }

  private typealias Moment = (x: Double, y: Double, weight: Double)

  private static func areaMoment(_ ring: [Coordinate], _ origin: Coordinate) -> Moment {
    var moment = Moment(0, 0, 0)
    guard var a = ring.last else { return moment }
    for b in ring {
      let (ax, ay) = (a.longitude - origin.longitude, a.latitude - origin.latitude)
      let (bx, by) = (b.longitude - origin.longitude, b.latitude - origin.latitude)
      let cross = ax * by - bx * ay
      moment.x += (ax + bx) * cross / 3
      moment.y += (ay + by) * cross / 3
      moment.weight += cross
      a = b
    }
    return moment
  }

  private static func lengthMoment(_ path: [Coordinate], _ origin: Coordinate) -> Moment {
    var moment = Moment(0, 0, 0)
    for (a, b) in zip(path, path.dropFirst()) {
      let length = distance(a, b)
      moment.x += ((a.longitude + b.longitude) / 2 - origin.longitude) * length
      moment.y += ((a.latitude + b.latitude) / 2 - origin.latitude) * length
      moment.weight += length
    }
    return moment
  }

  private static func distance(_ a: Coordinate, _ b: Coordinate) -> Double {
    let (dx, dy) = (b.longitude - a.longitude, b.latitude - a.latitude)
    return (dx * dx + dy * dy).squareRoot()
  }

  private static func length(of path: [Coordinate]) -> Double {
    zip(path, path.dropFirst()).reduce(0) { $0 + distance($1.0, $1.1) }
  }

  /// Relative area on the globe, by Lambert's equal-area cylindrical projection.
  private static func area(of ring: [Coordinate]) -> Double {
    guard var a = ring.last else { return 0 }
    var area = 0.0
    for b in ring {
      area += (b.longitude - a.longitude) * (sine(a.latitude * .pi / 180) + sine(b.latitude * .pi / 180))
      a = b
    }
    return abs(area)
  }

  private static func midpoint(of path: [Coordinate]) -> Coordinate? {
    var rest = length(of: path) / 2
    for (a, b) in zip(path, path.dropFirst()) {
      let step = distance(a, b)
      if step > 0, step >= rest {
        let share = rest / step
        return Coordinate(
          latitude: a.latitude + share * (b.latitude - a.latitude),
          longitude: a.longitude + share * (b.longitude - a.longitude))
      }
      rest -= step
    }
    return path.first
  }
}
