/// The settings of radius clustering: those of Mapbox supercluster, with its defaults.
public struct RadiusSettings: Hashable, Sendable {
  /// Reach of a cluster, in units of which ``extent`` make a tile; above 0. Points and 512-point tiles by default.
  public var radius = 40.0
  /// Units along a tile's side; above 0. Tile coordinates count in it too.
  public var extent = 512.0
  /// The coarsest zoom that is clustered, at least 0.
  public var minimumZoom = 0
  /// The finest zoom that is clustered, at most ``zoomLimit``; one further in, all points stand alone.
  public var maximumZoom = 16
  /// The fewest points that make a cluster, at least 2.
  public var minimumPoints = 2
  /// True if points left and right of 180° reach each other. The original never joins them.
  public var wrapsAntimeridian = false

  /// The finest ``maximumZoom`` there is: five bits of a cluster's id hold the zoom below it.
  public static let zoomLimit = 30

  /// The most points an index can hold: a cluster's id keeps its origin in 26 bits.
  public static let pointLimit = 1 << 26

  /// The reach at a zoom as a share of the world's width.
  func reach(atZoom zoom: Int) -> Double {
    radius / (extent * Double(sign: .plus, exponent: zoom, significand: 1))
  }

  /// The level whose items answer for a zoom: rounded down, limited to the levels that there are.
  func levelNumber(atZoom zoom: Double) -> Int {
    guard zoom >= Double(minimumZoom) else { return minimumZoom }
    let highest = maximumZoom + 1
    return zoom >= Double(highest) ? highest : Int(exactly: zoom.rounded(.down)) ?? minimumZoom
  }
}

extension RadiusSettings {
  init(_ settings: ClusterSettings) {
    let finest = min(Double(Self.zoomLimit), max(0, (settings.maximumZoom ?? 16).rounded(.down)))
    self.init(
      radius: settings.radius, extent: settings.extent, minimumZoom: settings.minimumZoom,
      maximumZoom: Int(exactly: finest) ?? 16,
      // As in the original a cluster has two points at least, whatever is asked.
      minimumPoints: max(2, settings.minimumPoints), wrapsAntimeridian: settings.wrapsAntimeridian)
  }
}
