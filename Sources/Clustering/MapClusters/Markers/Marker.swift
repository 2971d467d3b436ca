public import MapGeometry

/// The name of a marker within its picture; the same on every run and for any number of threads.
///
/// - A single point: its row.
/// - A cell of a grid: `2^33 + (row · columns of the world + column) · 32 + ⌊zoom⌋ + 2`; below 2^53 for cells of 60
///   points up to zoom 21. With the method peaks that of the cell of half a radius that holds the peak.
/// - Any other group: `2^32 +` the row of its first member.
/// - With the method radius: supercluster's own cluster id.
public struct ClusterID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number, `0..<2^53` for all but the finest cells.
  public var rawValue: UInt64

  /// A marker's name by number.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The name of the single point in row `index`.
  public static func point(_ index: Int) -> ClusterID { ClusterID(rawValue: UInt64(index)) }

  /// The name of a group that is no cell, by the row of its first member.
  public static func group(first index: Int) -> ClusterID { ClusterID(rawValue: 1 << 32 + UInt64(index)) }

  /// The name of a cell by its column and row, of so many columns along the world.
  init(column: UInt64, row: UInt64, of columns: UInt64, zoom: Double) {
    let level = UInt64(truncatingIfNeeded: Int(zoom.rounded(.down)) + 2)
    rawValue = 1 << 33 &+ (row &* columns &+ column) &* 32 &+ level
  }

  /// Ascending by number: points by row, then groups by first member, then cells.
  public static func < (left: ClusterID, right: ClusterID) -> Bool { left.rawValue < right.rawValue }

  /// The number in decimal digits.
  public var description: String { String(rawValue) }
}

/// A cell of a grid, counted from the upper left corner of the world or of the view.
public struct Cell: Hashable, Sendable {
  /// Counted eastward; modulo the world's columns where the grid is anchored at the world.
  public var column: Int
  /// Counted southward from the first row.
  public var row: Int

  /// A cell by column and row.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// A mark on the map: a cluster, or a single point.
public struct Marker: Hashable, Sendable {
  /// The marker's name within its picture.
  public var id: ClusterID
  /// The coordinate of the mark; its longitude is in `-180..<180`.
  public var position: Coordinate
  /// The number of members.
  public var count: Int
  /// The sum of the members' weights; their number where nothing weighs.
  public var weight: Double
  /// The members' indices in ``ClusterResult/members``.
  public var members: Range<Int>
  /// True if this is a cluster, be it of several points at one location; otherwise a single point.
  public var isCluster: Bool
  /// True if all members have the same unique location.
  public var isUniqueLocation: Bool
  /// The grid's cell that holds the members, where the method has one.
  public var cell: Cell?
  /// The smallest box that holds the members and the mark's own coordinate.
  public var bounds: BoundingBox

  /// A mark, put together by hand.
  public init(
    id: ClusterID, position: Coordinate, count: Int, weight: Double, members: Range<Int>, isCluster: Bool,
    isUniqueLocation: Bool, cell: Cell?, bounds: BoundingBox
  ) {
    self.id = id
    self.position = position
    self.count = count
    self.weight = weight
    self.members = members
    self.isCluster = isCluster
    self.isUniqueLocation = isUniqueLocation
    self.cell = cell
    self.bounds = bounds
  }

  /// The mark of members: the one maker of what a clustering finds. Members are indices in the members of all
  /// markers; the edges are those of a box that holds them, none for a single point.
  init(
    _ id: ClusterID, at position: Coordinate, members: Range<Int>, count: Int, weight: Double,
    edges: (west: Double, south: Double, east: Double, north: Double)?, isUniqueLocation: Bool, cell: Cell?,
    row: Int
  ) throws(ClusterError) {
    let (longitude, latitude) = (position.longitude, position.latitude)
    let box = edges ?? (longitude, latitude, longitude, latitude)
    let bounds: BoundingBox
    do throws(GeometryError) {
      bounds = try BoundingBox(west: box.west, south: box.south, east: box.east, north: box.north)
    } catch {
      throw .badCoordinate(index: row, longitude: box.west, latitude: box.south)
    }
    self.init(
      id: id, position: position, count: count, weight: weight, members: members, isCluster: edges != nil,
      isUniqueLocation: isUniqueLocation, cell: cell,
      bounds: edges == nil ? bounds : bounds.including(position))
  }
}

/// The result of a clustering for a view.
///
/// Markers come in the order of their first members in the input: the order in which they are drawn. It does not depend
/// on the view, the cells or the number of threads.
public struct ClusterResult: Sendable {
  /// The markers in draw order.
  public let markers: MarkerList
  /// Rows of the input, marker by marker, in input order within each; see ``Marker/members``.
  public let members: [UInt32]
  /// The cells considered, margin included; `nil` for methods without cells.
  public let grid: GridCells?
  /// The hexagons of the method hex; `nil` for all others.
  public let hexagons: HexagonGrid?
  /// The territories of the method peaks in a view; `nil` for all others.
  public internal(set) var territories: PeakTerritories?

  /// A clustering's result, put together by hand or with the markers of another one.
  public init(
    markers: some Sequence<Marker>, members: [UInt32], grid: GridCells? = nil, hexagons: HexagonGrid? = nil
  ) {
    self.markers = markers as? MarkerList ?? MarkerList(markers)
    (self.members, self.grid, self.hexagons) = (members, grid, hexagons)
  }

  /// True if all members are rows of a table of so many points.
  public func isOver(_ pointCount: Int) -> Bool {
    markers.allSatisfy { $0.members.lowerBound >= 0 && $0.members.upperBound <= members.count }
      && members.allSatisfy { Int($0) < pointCount }
  }

  /// The markers whose marks lie in a box, edges included, in draw order.
  ///
  /// - Complexity: O(*markers*).
  public func markers(in box: BoundingBox) -> [Marker] { markers.filter { box.contains($0.position) } }

  /// The members of a marker: rows of the input in input order.
  ///
  /// - Complexity: O(1).
  public func members(of marker: Marker) -> ArraySlice<UInt32> { members[marker.members] }
}
