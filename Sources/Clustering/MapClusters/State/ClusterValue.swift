/// A type of the host whose values a ``ClusterManager`` holds as points, and returns as members of markers.
public protocol ClusterValue: Sendable {
  /// The point that stands for the value: an id and a coordinate at least.
  var clusterPoint: ClusterPoint { get }
}

extension ClusterManager {
  /// Adds the points of values; one whose id is held already changes nothing.
  ///
  /// - Returns: how many are new, and the ids that were held.
  /// - Throws: ``ClusterError`` for a coordinate or a weight that is out of range; then none is added.
  /// - Complexity: O(*b*) for a batch of *b*, on the average.
  @discardableResult
  public func add<Value: ClusterValue>(values: [Value]) throws(ClusterError) -> AddedPoints {
    try add(
      values.map { value in
        var point = value.clusterPoint
        point.value = value
        return point
      })
  }

  /// Removes the points of values, by their ids.
  ///
  /// - Throws: ``ClusterError/unknownID(_:)``; then none is removed.
  /// - Complexity: O(*b*) for a batch of *b*, on the average.
  public func remove<Value: ClusterValue>(values: [Value]) throws(ClusterError) {
    try remove(values.map(\.clusterPoint.id))
  }

  /// The values of a marker's points that are still held, in the order in which they were added; points of other types are
  /// left out.
  public func values<Value: Sendable>(of marker: LiveMarker, as type: Value.Type = Value.self) -> [Value] {
    points(of: marker).compactMap { $0.value as? Value }
  }
}
