/// The outcome of adding points to a manager, which holds each id once.
public struct AddedPoints: Hashable, Sendable {
  /// The number of points that are new.
  public let count: Int
  /// The ids of points that were left out, because a point of the same id is held, in order; an id as often as it was left out.
  public let repeatedIDs: [String]
}
