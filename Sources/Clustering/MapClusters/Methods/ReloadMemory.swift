import Parallel

/// The parts of clustering that do not depend on the view: made by the first reload that asks, kept until
/// points come or go.
///
/// - The method radius keeps its index of all zooms: a pan or a zoom asks it, a batch makes it anew.
/// - The method distance keeps its walk: while the points in view begin with those it has seen, and the distance is the
///   same on the ground, it goes on where it stopped.
final class ReloadMemory: Sendable {
  struct Points: Hashable {
    /// Another one whenever points come or go.
    var revision: Int
    /// Another one whenever rows mean other points.
    var rowRevision: Int
    /// The zoom that places depend on; `nil` where they depend on none.
    var zoom: Double?
  }

  /// An index and the rows of its points; no rows where those are all.
  struct Index {
    let index: RadiusIndex
    let rows: [UInt32]?
  }

  private struct Walk {
    let rowRevision: Int
    var walk: DistanceWalk
    var members: [UInt32]
    var labels: [UInt32]
  }

  private let index = Mutex<(points: Points, index: Index)?>(nil)
  private let walk = Mutex<Walk?>(nil)

  func index(of points: Points, _ make: () throws(ClusterError) -> Index) throws(ClusterError) -> Index {
    if let kept = index.withLock({ $0 }), kept.points == points { return kept.index }
    let made = try make()
    index.withLock { $0 = (points, made) }
    return made
  }

  /// The labels of a walk over members, as if it began anew.
  func labels(
    of members: [UInt32], in table: PlacedPoints, points: Points, reach: Double, isCancelled: () -> Bool
  ) throws(ClusterError) -> [UInt32] {
    // Taken out, so that two reloads at work never go on with the same walk.
    let kept = walk.withLock { kept in
      let taken = kept
      kept = nil
      return taken
    }
    var current: Walk
    if let kept, kept.rowRevision == points.rowRevision, kept.walk.reach == reach,
      members.starts(with: kept.members)
    {
      current = kept
    } else {
      current = Walk(
        rowRevision: points.rowRevision, walk: DistanceWalk(reach: reach), members: [], labels: [])
    }
    current.labels += try current.walk.labels(
      of: members[current.members.count...], in: table, isCancelled: isCancelled)
    current.members = members
    walk.withLock { $0 = current }
    return current.labels
  }
}
