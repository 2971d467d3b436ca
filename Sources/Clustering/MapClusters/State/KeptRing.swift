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

  init(_ radius: RingRadius) {
    self.radius = radius
  }

  /// Adding zero makes one of the two zeros.
  private static func place(_ coordinate: Coordinate) -> Coordinate {
    Coordinate(latitude: coordinate.latitude + 0, longitude: coordinate.longitude + 0)
  }

  /// Takes in the point of the next row; its longitude in `-180..<180`.
  mutating func append(_ coordinate: Coordinate) {
    let row = UInt32(truncatingIfNeeded: placed.latitudes.count)
    placed.latitudes.append(coordinate.latitude)
    placed.longitudes.append(coordinate.longitude)
    let place = KeptRing.place(coordinate)
    if rowsAt[place]?.others.append(row) == nil {
      rowsAt[place] = Rows(first: row)
    } else {
      unsettled.insert(place)
    }
  }

  /// Forgets the point of a row, which stood at a coordinate.
  mutating func remove(_ row: Int, at coordinate: Coordinate) {
    placed.latitudes[row] = .nan
    let place = KeptRing.place(coordinate)
    if rowsAt[place]?.others.isEmpty ?? true {
      rowsAt[place] = nil
      unsettled.remove(place)
    } else {
      unsettled.insert(place)
    }
  }

  /// Moves the points of coordinates that have changed.
  ///
  /// - Complexity: O(*points of the coordinates that batches touched since the last time*), all that share a coordinate where a
  ///   ring in points meets another zoom.
  mutating func settle(for viewport: Viewport) {
    if !radius.isOnGround, zoom != viewport.zoom {
      // The order does not matter: every coordinate writes rows of its own.
      for (place, rows) in rowsAt where !rows.others.isEmpty { unsettled.insert(place) }
      zoom = viewport.zoom
    }
    let ring = CoLocatedRing(radius, viewport: viewport)
    for place in unsettled {
      guard let rows = rowsAt[place] else { continue }
      let present = ([rows.first] + rows.others).filter { !placed.latitudes[Int($0)].isNaN }
      rowsAt[place] = present.first.map { Rows(first: $0, others: Array(present.dropFirst())) }
      for (row, moved) in zip(present, ring.places(of: present.count, about: place)) {
        placed.latitudes[Int(row)] = moved.latitude
        placed.longitudes[Int(row)] = moved.longitude
      }
    }
    unsettled.removeAll()
  }
}
