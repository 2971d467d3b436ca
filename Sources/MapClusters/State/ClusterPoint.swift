public import MapGeometry

/// A point that a manager holds.
public struct ClusterPoint: Hashable, Sendable {
  /// The point's identity; several points may share a place.
  public var id: String
  /// The point's coordinate, in degrees.
  public var coordinate: Coordinate
  /// The weight, at least 0.
  public var weight: Double
  /// True if it is never clustered nor counted.
  public var isUnclustered: Bool
  /// Its title, for lists of members.
  public var title: String?
  /// Its other properties, for titles of single points.
  public var properties: [String: String]

  /// A point; ``ClusterManager/add(_:)`` refuses places and weights that are out of range.
  public init(
    id: String, coordinate: Coordinate, weight: Double = 1, isUnclustered: Bool = false, title: String? = nil,
    properties: [String: String] = [:]
  ) {
    self.id = id
    self.coordinate = coordinate
    self.weight = weight
    self.isUnclustered = isUnclustered
    self.title = title
    self.properties = properties
  }
}
