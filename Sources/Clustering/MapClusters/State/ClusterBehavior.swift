/// The memory of a manager from one reload to the next.
public struct ClusterBehavior: Hashable, Sendable {
  /// When a new marker is an old one.
  public enum Equality: Hashable, Sendable {
    /// Equal positions and equal members in the same order.
    case positionAndMembers
    /// Latitude and longitude equal to 5 decimals, and as many members.
    case placeAndCount
    /// Equal leaders: the member at whose coordinate the marker stands, whoever joins or leaves it.
    case leader
  }

  /// When a new marker is an old one.
  public var equality: Equality = .positionAndMembers
  /// True if an old marker that lies in a new marker's cell and shares a member with it keeps its identity and its
  /// coordinate and takes the new members. It stops markers from jumping while batches arrive. A new marker of one
  /// unique location takes only an old one at its own coordinate: a single is never drawn away from its coordinate.
  public var reusesMarkers = false
  /// True if old markers outside the view stay until their points are gone or are shown elsewhere.
  public var keepsInvisible = false
  /// True if, with the method leader, zooming in keeps every marker that was visible and has not become another's member since,
  /// also one that left the picture in between, and if a pan never regroups.
  public var keepsLeaders = false

  /// A manager that remembers nothing but what it showed.
  public init() {}
}
