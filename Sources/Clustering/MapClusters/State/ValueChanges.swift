/// A shown marker with the values that it stands for.
@dynamicMemberLookup
public struct ValueMarker<Value: Sendable>: Sendable {
  /// The marker.
  public let marker: LiveMarker
  /// The values of its members in the order in which they were added, those removed since the reload before among them.
  public let values: [Value]

  /// A member of the marker, such as its identity.
  public subscript<Member>(dynamicMember path: KeyPath<LiveMarker, Member>) -> Member {
    marker[keyPath: path]
  }
}

/// The changes of a reload as a map view takes them, each part in draw order.
public struct ValueChanges<Value: Sendable>: Sendable {
  /// Markers that are as they were.
  public let kept: [LiveMarker]
  /// Markers that were not there before.
  public let inserted: [ValueMarker<Value>]
  /// Markers that are there no more, with the values that they had.
  public let removed: [ValueMarker<Value>]
  /// Markers that took new members, before and after.
  public let reused: [(before: ValueMarker<Value>, after: ValueMarker<Value>)]

  init(_ changes: MarkerChanges, _ value: (UInt32) -> Value?) {
    func valued(_ marker: LiveMarker) -> ValueMarker<Value> {
      ValueMarker(marker: marker, values: marker.members.compactMap(value))
    }
    (kept, inserted) = (changes.kept, changes.inserted.map(valued))
    removed = changes.removed.map(valued)
    reused = changes.reused.map { (valued($0.before), valued($0.after)) }
  }
}
