public import MapGeometry

/// Several independent sources on one map, each with a manager of its own; their points never merge.
public struct ClusterGroups: Sendable {
  /// The managers by name, in the order in which they are drawn.
  public let groups: [(name: String, manager: ClusterManager)]

  /// Groups in drawing order.
  public init(_ groups: [(name: String, manager: ClusterManager)]) {
    self.groups = groups
  }

  /// The manager of a group.
  public subscript(name: String) -> ClusterManager? { groups.first { $0.name == name }?.manager }

  /// Reloads all groups for a view, one after the other.
  ///
  /// - Returns: what changed, by group, in drawing order.
  /// - Throws: ``ClusterError`` of the first group that fails.
  public func reload(
    _ viewport: Viewport
  ) async throws(ClusterError) -> [(name: String, difference: MarkerChanges)] {
    var differences: [(name: String, difference: MarkerChanges)] = []
    for (name, manager) in groups { differences.append((name, try await manager.reload(viewport))) }
    return differences
  }
}
