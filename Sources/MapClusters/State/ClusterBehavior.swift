/// What a manager remembers from one reload to the next.
public struct ClusterBehavior: Hashable, Sendable {
  /// When a new marker is an old one.
  public enum Equality: Hashable, Sendable {
    /// The same position and the same members in the same order.
    case positionAndMembers
    /// Latitude and longitude equal to 5 decimals, and as many members.
    case placeAndCount
  }

  /// When a new marker is an old one.
  public var equality: Equality = .positionAndMembers
  /// Whether an old marker that lies in a new marker's cell and shares a member with it keeps its identity and its
  /// coordinate and takes the new members. It stops markers from jumping while batches arrive.
  public var reusesMarkers = false
  /// Whether old markers outside the view stay until their points are gone or are shown elsewhere.
  public var keepsInvisible = false
  /// Whether, with the method leader, zooming in keeps every visible marker at its place, and a pan never regroups.
  public var keepsLeaders = false

  /// A manager that remembers nothing but what it showed.
  public init() {}
}

extension ClusterPreset {
  /// What the system remembers from one reload to the next.
  public var behavior: ClusterBehavior {
    var behavior = ClusterBehavior()
    switch self {
    case .cch: behavior.reusesMarkers = true
    case .amap, .amapDistance: behavior.equality = .placeAndCount
    case .pins: behavior.keepsLeaders = true
    case .clustermap, .cluster, .pablo, .tb, .supercluster: break
    }
    return behavior
  }
}
