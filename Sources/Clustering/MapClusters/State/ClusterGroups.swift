public import MapGeometry

/// Several independent sources on one map, each with a manager of its own; their points never merge.
///
/// A marker names its group: ``LiveMarker/group``. Identities of markers are unique within one.
public struct ClusterGroups: Sendable {
  /// The managers in the order in which they are drawn, each with a name of its own: ``ClusterManager/group``.
  public let managers: [ClusterManager]

  /// Groups in drawing order.
  public init(_ managers: [ClusterManager]) { self.managers = managers }

  /// The manager of a group.
  public subscript(name: String) -> ClusterManager? { managers.first { $0.group == name } }

  /// Reloads all groups for a view, one after the other.
  ///
  /// - Returns: what changed, by group, in drawing order.
  /// - Throws: ``ClusterError`` of the first group that fails.
  public func reload(
    _ viewport: Viewport
  ) async throws(ClusterError) -> [(name: String, difference: MarkerChanges)] {
    var differences: [(name: String, difference: MarkerChanges)] = []
    for manager in managers { differences.append((manager.group, try await manager.reload(viewport))) }
    return differences
  }
}
