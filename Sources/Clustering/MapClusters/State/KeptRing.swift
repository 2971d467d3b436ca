import MapGeometry

/// The coordinates of a manager's points where co-located ones stand on a ring.
///
/// Points that share a coordinate are known from batch to batch: a batch moves those of the coordinates it touches, and a pan moves
/// none. A ring in points is as large on the ground as the zoom makes it, so that a zoom moves all rings.
struct KeptRing {
  /// The rows of one coordinate, ascending; between settlings some may be gone.
  private struct Rows {
    let first: UInt32
    var others: [UInt32] = []
  }

  private let radius: RingRadius
  /// By row; those that are gone have a latitude that is not a number.
  private(set) var placed = CoordinateTable()
  private var rowsAt: [Coordinate: Rows] = [:]
  private var unsettled: Set<Coordinate> = []
  /// The zoom that rings in points stand for now.
  private var zoom: Double?

  init(_ radius: RingRadius) { self.radius = radius }

  /// Adding zero makes one of the two zeros.
  private static func key(_ coordinate: Coordinate) -> Coordinate {
    Coordinate(latitude: coordinate.latitude + 0, longitude: coordinate.longitude + 0)
  }

  /// Takes in the point of the next row; its longitude in `-180..<180`.
  mutating func append(_ coordinate: Coordinate) {
    let row = UInt32(truncatingIfNeeded: placed.latitudes.count)
    placed.latitudes.append(coordinate.latitude)
    placed.longitudes.append(coordinate.longitude)
    let key = KeptRing.key(coordinate)
    if rowsAt[key]?.others.append(row) == nil {
      rowsAt[key] = Rows(first: row)
    } else {
      unsettled.insert(key)
    }
  }

  /// Forgets the point of a row, which stood at a coordinate.
  mutating func remove(_ row: Int, at coordinate: Coordinate) {
    placed.latitudes[row] = .nan
    let key = KeptRing.key(coordinate)
    if rowsAt[key]?.others.isEmpty ?? true {
      rowsAt[key] = nil
      unsettled.remove(key)
    } else {
      unsettled.insert(key)
    }
  }

  /// Moves the points of coordinates that have changed.
  ///
  /// - Complexity: O(*points of the coordinates that batches touched since the last time*), all that share a coordinate where a
  ///   ring in points meets another zoom.
  mutating func settle(for viewport: Viewport) {
    if !radius.isOnGround, zoom != viewport.zoom {
      // The order does not matter: every coordinate writes rows of its own.
      for (key, rows) in rowsAt where !rows.others.isEmpty { unsettled.insert(key) }
      zoom = viewport.zoom
    }
    let ring = CoLocatedRing(radius, viewport: viewport)
    for key in unsettled {
      guard let rows = rowsAt[key] else { continue }
      let present = ([rows.first] + rows.others).filter { !placed.latitudes[Int($0)].isNaN }
      rowsAt[key] = present.first.map { Rows(first: $0, others: Array(present.dropFirst())) }
      for (row, moved) in zip(present, ring.places(of: present.count, about: key)) {
        placed.latitudes[Int(row)] = moved.latitude
        placed.longitudes[Int(row)] = moved.longitude
      }
    }
    unsettled.removeAll()
  }
}
