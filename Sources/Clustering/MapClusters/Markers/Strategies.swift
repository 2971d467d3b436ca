public import MapGeometry

/// A rule of the caller's own for the coordinate of a cluster's mark.
public protocol PositionStrategy: Sendable {
  /// The coordinate of a cluster's mark.
  ///
  /// - Parameters:
  ///   - members: rows of the input, in input order, at least one.
  ///   - area: the cell that holds them, in worlds, not wrapped; `nil` where the method has no cells.
  ///   - coordinate: the coordinate of a row, as it is clustered.
  /// - Returns: a coordinate; a longitude beyond ±180 is wrapped, one that is not finite falls back to the mean.
  func position(
    of members: ArraySlice<UInt32>, in area: WorldRectangle?, coordinate: (Int) -> Coordinate
  ) -> Coordinate
}

/// A rule of the caller's own for the side of a cell.
public protocol CellSizeStrategy: Sendable {
  /// The side of a cell in points for a view.
  func cellSide(for viewport: Viewport) -> Double
}

/// A rule of the caller's own for how far apart two coordinates are, for the method ``ClusterMethod/distance``.
public protocol DistanceStrategy: Sendable {
  /// The distance between two coordinates, in the unit of the setting's number; never negative.
  func distance(from a: Coordinate, to b: Coordinate) -> Double
}

/// The caller's own rules; each stands in for the setting of its name.
public struct ClusterStrategies: Sendable {
  /// Stands in for ``ClusterSettings/position``.
  public var position: (any PositionStrategy)?
  /// Stands in for ``ClusterSettings/cellSize``.
  public var cellSide: (any CellSizeStrategy)?
  /// Stands in for the distance on the ground. Every center is asked for every point: O(points · clusters).
  public var distance: (any DistanceStrategy)?

  /// The caller's own rules, as far as there are any.
  public init(
    position: (any PositionStrategy)? = nil, cellSide: (any CellSizeStrategy)? = nil,
    distance: (any DistanceStrategy)? = nil
  ) {
    self.position = position
    self.cellSide = cellSide
    self.distance = distance
  }

  var isEmpty: Bool { position == nil && cellSide == nil && distance == nil }
}
