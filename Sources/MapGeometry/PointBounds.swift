/// The smallest box of points that come in parts and are not kept: the one that ``BoundingBox/init(holding:)`` finds for all of
/// them.
public struct PointBounds: Sendable {
  /// The number of points.
  public private(set) var count = 0
  private var extent = DegreeExtent()
  private var bins = LongitudeBins()

  /// The bounds of no points.
  public init() {}

  /// Adds points.
  ///
  /// - Parameter points: longitudes `-180..<180`.
  /// - Complexity: O(*points*).
  public mutating func add(_ points: CoordinateTable) {
    count += points.count
    extent.add(points)
    bins.add(points.longitudes[...])
  }

  /// The smallest box that holds the points; `nil` without points.
  public var box: BoundingBox? {
    count > 0 ? extent.box { bins.narrowest ?? LongitudeSpan(west: -180, width: 360) } : nil
  }
}
