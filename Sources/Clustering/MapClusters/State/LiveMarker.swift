public import MapGeometry

/// A marker of a manager: what it shows, and who it is from one reload to the next.
public struct LiveMarker: Hashable, Sendable {
  /// Who the marker is; given once by its manager and never again to another.
  public let identity: Int
  /// The name of its manager's group, see ``ClusterManager/group``; empty without one.
  public let group: String
  /// The coordinate of the mark.
  public let position: Coordinate
  /// The numbers of the members, in the order in which they were added; see ``ClusterManager/points(of:)``.
  public let members: ArraySlice<UInt32>
  /// The clustering's own marker; its ``Marker/members`` and ``Marker/id`` belong to the reload that made it.
  public let marker: Marker

  /// The number of members.
  public var count: Int { members.count }
  /// True if this is a cluster; otherwise a single point.
  public var isCluster: Bool { marker.isCluster }
}

/// The changes of a reload, by the identity of markers; each part in draw order.
public struct MarkerChanges: Hashable, Sendable {
  /// An old marker that took new members.
  public struct Reuse: Hashable, Sendable {
    /// The marker as it was before the change.
    public let before: LiveMarker
    /// As it is: the same identity and position, other members.
    public let after: LiveMarker
  }

  /// Markers that are as they were.
  public var kept: [LiveMarker] = []
  /// Markers that were not there before.
  public var inserted: [LiveMarker] = []
  /// Markers that are there no more.
  public var removed: [LiveMarker] = []
  /// Markers that took new members.
  public var reused: [Reuse] = []

  /// No change to nothing.
  public init() {}

  /// The changes between two lists of one manager's markers, reloads apart or not: a marker of the same identity is
  /// kept, or, where its members are others, reused.
  ///
  /// - Complexity: O(*m*) expected for *m* markers and their members.
  public init(from before: [LiveMarker], to after: [LiveMarker]) {
    self.init(from: before, to: after, keepsOtherMembers: false)
  }

  /// - Parameter keepsOtherMembers: true if a marker is kept whatever its members are.
  init(from before: [LiveMarker], to after: [LiveMarker], keepsOtherMembers: Bool) {
    var old: [Int: LiveMarker] = [:]  // looked up, never iterated
    for marker in before { old[marker.identity] = marker }
    for marker in after {
      guard let was = old.removeValue(forKey: marker.identity) else {
        inserted.append(marker)
        continue
      }
      if keepsOtherMembers || was.members == marker.members {
        kept.append(marker)
      } else {
        reused.append(Reuse(before: was, after: marker))
      }
    }
    removed = before.filter { old[$0.identity] != nil }
  }

  /// True if all markers are as they were.
  public var isEmpty: Bool { inserted.isEmpty && removed.isEmpty && reused.isEmpty }
}
