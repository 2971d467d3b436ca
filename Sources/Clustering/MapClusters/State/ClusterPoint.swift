public import MapGeometry

/// A point that a manager holds.
public struct ClusterPoint: Hashable, Sendable {
  /// The point's identity; several points may share a coordinate.
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
  /// The value of the host's own type that it stands for, see ``ClusterValue``; it takes no part in comparisons.
  public var value: (any Sendable)?

  /// A point; ``ClusterManager/add(_:)`` refuses coordinates and weights that are out of range.
  public init(
    id: String, coordinate: Coordinate, weight: Double = 1, isUnclustered: Bool = false, title: String? = nil,
    properties: [String: String] = [:], value: (any Sendable)? = nil
  ) {
    self.id = id
    self.coordinate = coordinate
    self.weight = weight
    self.isUnclustered = isUnclustered
    self.title = title
    self.properties = properties
    self.value = value
  }

  /// Returns true if all but the hosts' values is equal.
  public static func == (a: ClusterPoint, b: ClusterPoint) -> Bool {
    a.id == b.id && a.coordinate == b.coordinate && a.weight == b.weight && a.isUnclustered == b.isUnclustered
      && a.title == b.title && a.properties == b.properties
  }

  /// Adds the id, which no other point of a manager has.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
