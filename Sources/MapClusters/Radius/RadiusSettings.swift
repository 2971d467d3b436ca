/// The settings of radius clustering: those of Mapbox supercluster, with its defaults.
public struct RadiusSettings: Hashable, Sendable {
  /// Reach of a cluster, in units of which ``extent`` make a tile; above 0. Points and 512-point tiles by default.
  public var radius: Double
  /// Units along a tile's side; above 0. Tile coordinates count in it too.
  public var extent: Double
  /// The coarsest zoom that is clustered, at least 0.
  public var minimumZoom: Int
  /// The finest zoom that is clustered, at most ``zoomLimit``; one further in, all points stand alone.
  public var maximumZoom: Int
  /// The fewest points that make a cluster, at least 2.
  public var minimumPoints: Int
  /// True if points left and right of 180° reach each other. The original never joins them.
  public var wrapsAntimeridian: Bool

  /// The finest ``maximumZoom`` there is: five bits of a cluster's id hold the zoom below it.
  public static let zoomLimit = 30

  /// Settings; what is left out is as in the original.
  public init(
    radius: Double = 40, extent: Double = 512, minimumZoom: Int = 0, maximumZoom: Int = 16,
    minimumPoints: Int = 2, wrapsAntimeridian: Bool = false
  ) {
    self.radius = radius
    self.extent = extent
    self.minimumZoom = minimumZoom
    self.maximumZoom = maximumZoom
    self.minimumPoints = minimumPoints
    self.wrapsAntimeridian = wrapsAntimeridian
  }

  /// Refuses settings that mean nothing.
  func check() throws(RadiusError) {
    guard radius.isFinite, radius > 0 else { throw .radiusOutOfRange(radius) }
    guard extent.isFinite, extent > 0 else { throw .extentOutOfRange(extent) }
    guard 0 <= minimumZoom, minimumZoom <= maximumZoom, maximumZoom <= Self.zoomLimit else {
      throw .zoomsOutOfRange(minimum: minimumZoom, maximum: maximumZoom)
    }
    guard minimumPoints >= 2 else { throw .tooFewPoints(minimumPoints) }
  }

  /// The reach at a zoom as a share of the world's width.
  func reach(atZoom zoom: Int) -> Double {
    radius / (extent * Double(sign: .plus, exponent: zoom, significand: 1))
  }
}
