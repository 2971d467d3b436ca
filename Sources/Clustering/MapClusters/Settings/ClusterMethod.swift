/// The method that groups points.
public enum ClusterMethod: String, CaseIterable, Hashable, Sendable {
  /// Square cells, anchored at the world or at the view.
  case grid
  /// The densest cells of a fine grid of the world, at least a radius apart, and around each the cells nearest to it.
  case peaks
  /// Hexagonal cells, anchored at the world.
  case hex
  /// Mapbox supercluster's walk over all zooms.
  case radius
  /// Points in input order join the first cluster whose running mean is near enough.
  case distance
  /// Blocks of the screen, each shown at the true coordinate of its first point.
  case leader
  /// Lloyd's k-means on the world plane, seeded.
  case kmeans
  /// Density clusters on the world plane.
  case dbscan
  /// Every point stands alone.
  case none
}

/// The origin of a grid of cells.
public enum GridAnchor: String, CaseIterable, Hashable, Sendable {
  /// At the upper left corner of the flat world: a pan moves no cell.
  case world
  /// At the upper left corner of the picture: a pan cuts anew.
  case view
}

/// The coordinate of a cluster's mark.
public enum MarkerPosition: String, CaseIterable, Hashable, Sendable {
  /// The arithmetic mean of the members' latitudes and of their longitudes, in degrees.
  case mean
  /// The member nearest on the ground to the cell's midpoint on the flat world; of equals the first.
  case nearCenter = "near-center"
  /// The cell's midpoint on the flat world; the mean where a method has no cells.
  case cellCenter = "cell-center"
  /// The first member in input order.
  case first
  /// The first of the heaviest members; where nothing weighs, the same as ``first``.
  case leader
}

/// The distance within which points join, for the method ``ClusterMethod/distance``.
public enum ClusterDistance: Hashable, Sendable {
  /// Meters on the ground.
  case meters(Double)
  /// Points of the picture, as long as they are on the ground at the latitude of the view's center.
  case points(Double)

  /// The number of meters or points.
  var number: Double {
    switch self {
    case .meters(let number), .points(let number): number
    }
  }
}

/// The treatment of points with exactly equal coordinates.
public enum CoLocated: Hashable, Sendable {
  /// Nothing: they count like any others.
  case merge
  /// The points of a marker that holds one location alone stand on a ring about it, point i of n at bearing 2πi/n clockwise from
  /// north, each a mark of its own; where they would touch there they stay one mark.
  case ring(RingRadius)
  /// As ``ring(_:)``, but all co-located points are moved before anything is clustered, as some systems do: cells may gather them
  /// again.
  case scatter(RingRadius)
}

/// The distance that co-located points are moved.
public enum RingRadius: Hashable, Sendable {
  /// As far as their number needs, from 12 to 40 points of the picture.
  case fitting
  /// Meters on the ground, on a sphere with a radius of 6 372 797.6 m.
  case meters(Double)
  /// Points of the picture at the latitude of the location.
  case points(Double)
  /// As far as their number needs, from eight on along a spiral, each with a leg to the location.
  case legs

  /// True if it is the same at all zooms.
  var isOnGround: Bool { if case .meters = self { true } else { false } }
}
