public import MapGeometry

/// An item of a map at one zoom: a cluster, or a point that stands alone.
public struct RadiusItem: Hashable, Sendable {
  /// Who an item is.
  public enum Identity: Hashable, Sendable {
    /// Several points, by the id that ``RadiusIndex/children(of:)`` and its like take.
    case cluster(id: Int)
    /// One point, by its row in the coordinate table.
    case point(index: Int)
  }

  /// The coordinate: a single point's own coordinate, a cluster's weighted center.
  public let position: Coordinate
  /// The number of points in it, at least 1.
  public let count: Int
  /// The cluster or the point.
  public let identity: Identity

  /// An item at a position, with the number of its points, at least 1.
  public init(position: Coordinate, count: Int, identity: Identity) {
    self.position = position
    self.count = count
    self.identity = identity
  }

  /// The cluster's id; `nil` for a single point.
  public var clusterID: Int? { if case .cluster(let id) = identity { id } else { nil } }

  /// The single point's row in the coordinate table; `nil` for a cluster.
  public var pointIndex: Int? { if case .point(let index) = identity { index } else { nil } }
}

/// An item in the coordinates of one tile.
public struct RadiusTileItem: Hashable, Sendable {
  /// Units from the tile's left edge; below 0 or above the extent in the margin around the tile.
  public let x: Int
  /// Units from the tile's upper edge, likewise.
  public let y: Int
  /// The cluster or point itself.
  public let item: RadiusItem
}
