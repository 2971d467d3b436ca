/// The settings of a clustering; one form for all methods.
///
/// Every zoom counts from a world 512 points wide. A preset's zooms are converted where it is made, in
/// ``ClusterPreset/settings``, and nowhere else.
public struct ClusterSettings: Hashable, Sendable {
  /// The method that groups points.
  public var method: ClusterMethod = .grid

  /// The side of a grid's cells and of the leader's blocks, and the width of hexagons.
  public var cellSize: CellSize = .points(60)
  /// True if cells grow a little so that a whole number of them spans the world.
  public var alignsToWorld = true
  /// The origin of the grid.
  public var anchor: GridAnchor = .world
  /// The margin around the picture in which points take part: a share of its width and height on each side; may be negative.
  public var margin = 0.0
  /// True if cells follow the integer zoom below the view's, so that cells nest from zoom to zoom.
  public var snapsZoom = false
  /// True if the view's zoom, in its 256-point form, is rounded to a whole number of at least 0 before it picks the
  /// row of a table and is compared with ``maximumZoom``. The length of a cell follows the unrounded zoom.
  public var roundsZoom = false

  /// The radius of the method ``ClusterMethod/radius`` in its own units, of which a tile has ``extent``, and that of
  /// ``ClusterMethod/peaks`` in points.
  public var radius = 40.0
  /// Units along a tile's side, for ``radius``.
  public var extent = 512.0
  /// True if the method radius joins points left and right of the antimeridian, which the original never does.
  public var wrapsAntimeridian = false
  /// The number of points of a cluster of the method radius; with DBSCAN, of neighbors, itself included, that make a
  /// point a core.
  public var minimumPoints = 2
  /// The distance to a cluster's center within which a point joins it, with the method ``ClusterMethod/distance``.
  public var distance: ClusterDistance = .points(50)
  /// The number of clusters of k-means; `nil` for 50, or as many as there are points where they are fewer.
  public var clusterCount: Int?
  /// The reach of a DBSCAN neighborhood in points, inclusive.
  public var epsilon = 40.0

  /// The position of a cluster's mark.
  public var position: MarkerPosition = .mean
  /// A group of fewer points stays single points.
  public var minimumCount = 2
  /// A group of fewer unique locations stays single points.
  public var minimumUnique = 1
  /// The last zoom that clusters; above it points stay single. `nil` for no limit; for the method radius, 16.
  public var maximumZoom: Double?
  /// The coarsest zoom that the method radius clusters: below it the clusters of this zoom are shown. A whole number
  /// of 0 to ``RadiusSettings/zoomLimit``, at most ``maximumZoom``.
  public var minimumZoom = 0
  /// The treatment of points with exactly equal coordinates.
  public var coLocated: CoLocated = .merge
  /// True if the points of one unique location are one mark even where their group does not become a cluster.
  public var joinsUniqueLocations = false

  /// A world-aligned grid of 60 points, placed at the mean, from 2 points on.
  public init() {}

  /// A world-aligned grid of 60 points, placed at the mean, from 2 points on.
  public static let standard = ClusterSettings()

  /// The defaults of a method.
  public static func standard(_ method: ClusterMethod) -> ClusterSettings {
    var settings = ClusterSettings()
    settings.method = method
    switch method {
    case .leader:
      settings.cellSize = .points(75)
      settings.position = .leader
    case .hex: settings.cellSize = .points(40)
    case .radius: settings.maximumZoom = 16
    case .peaks: settings.radius = 64
    case .grid, .distance, .kmeans, .dbscan, .none: break
    }
    return settings
  }
}

extension ClusterSettings {
  /// True if markers depend on where the view is, not on its zoom alone: those of grids anchored at it, of the leader's
  /// blocks, and of methods that cluster the points in view.
  public var followsView: Bool {
    switch method {
    case .grid: anchor == .view
    case .peaks, .hex, .radius, .none: false
    case .leader, .distance, .kmeans, .dbscan: true
    }
  }

  /// The radius of the ring that points with exactly equal coordinates are moved onto before they are clustered; `nil` where
  /// they stay.
  var ringRadius: RingRadius? { if case .scatter(let radius) = coLocated { radius } else { nil } }
}
