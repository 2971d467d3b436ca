/// The smallest box of points that come in parts and are not kept: the one that ``BoundingBox/init(holding:)`` finds for all of
/// them.
public struct PointBounds: Sendable {
  /// How many longitudes are distinguished; only the outermost ones of each part of the circle can be an edge of the box.
  private static let bins = 36_000

  /// How many points there are.
  public private(set) var count = 0
  private var lowest = [Double](repeating: .infinity, count: PointBounds.bins)
  private var highest = [Double](repeating: -.infinity, count: PointBounds.bins)
  private var (south, north) = (Double.infinity, -Double.infinity)

  /// The bounds of no points.
  public init() {}

  /// Adds points.
  ///
  /// - Parameter points: longitudes `-180..<180`.
  /// - Complexity: O(*points*).
  public mutating func add(_ points: CoordinateTable) {
    count += points.count
    for longitude in points.longitudes {
      let bin = min(PointBounds.bins - 1, max(0, Int((longitude + 180) * (Double(PointBounds.bins) / 360))))
      lowest[bin] = min(lowest[bin], longitude)
      highest[bin] = max(highest[bin], longitude)
    }
    for latitude in points.latitudes {
      south = min(south, latitude)
      north = max(north, latitude)
    }
  }

  /// The smallest box that holds the points; `nil` without points.
  public var box: BoundingBox? {
    guard count > 0 else { return nil }
    var edges: [Double] = []
    for bin in lowest.indices where lowest[bin] <= highest[bin] { edges += [lowest[bin], highest[bin]] }
    return BoundingBox(
      holding: CoordinateTable(
        edges.enumerated().map { Coordinate(latitude: $0 == 0 ? north : south, longitude: $1) }))
  }
}
