// Properties of clusters, reduced from those of their points.
extension RadiusIndex {
  /// One cluster's value, reduced from its points in the order the clusters formed.
  ///
  /// A cluster's value starts as its origin's and takes in the other children's in index order, each of which
  /// was made the same way.
  ///
  /// - Parameters:
  ///   - map: the value of a point, by its row in the coordinate table.
  ///   - reduce: takes a value into the first.
  /// - Throws: ``ClusterError/unknownCluster(_:)``.
  /// - Complexity: O(*points of the cluster*).
  public func aggregate<Value>(
    of id: Int, map: (_ point: Int) -> Value, reduce: (_ accumulator: inout Value, _ next: Value) -> Void
  ) throws(ClusterError) -> Value {
    value(of: try find(id), map: map, reduce: reduce)
  }

  /// The values of all clusters of all zooms by id: each point is mapped once, each cluster reduced once.
  ///
  /// - Parameters:
  ///   - map: the value of a point, by its row in the coordinate table.
  ///   - reduce: takes a value into the first.
  /// - Complexity: O(*n*) values held at once, and one a cluster in the result.
  public func aggregates<Value>(
    map: (_ point: Int) -> Value, reduce: (_ accumulator: inout Value, _ next: Value) -> Void
  ) -> [Int: Value] {
    guard let finest = levels.last else { return [:] }
    var result: [Int: Value] = [:]
    var values = (0..<finest.count).map { map(pointIndex(at: $0, of: finest)) }
    for number in stride(from: levels.count - 1, to: 0, by: -1) {
      let (fine, coarse) = (levels[number], levels[number - 1])
      let up = slots(aboveLevel: number)
      var merged = [Value?](repeating: nil, count: coarse.count)
      // An origin comes before all items it claims, so its value is there first.
      for slot in fine.sorted(Array(0..<fine.count)) {
        let target = Int(up[slot])
        if var value = merged[target].take() {
          reduce(&value, values[slot])
          merged[target] = value
        } else {
          merged[target] = values[slot]
        }
      }
      values = merged.compactMap(\.self)
      for slot in 0..<coarse.count where coarse.items[slot].birthLevel == fine.number {
        result[id(at: slot, of: coarse)] = values[slot]
      }
    }
    return result
  }

  private func value<Value>(
    of cluster: Found, map: (Int) -> Value, reduce: (inout Value, Value) -> Void
  ) -> Value {
    func value(at slot: Int) -> Value {
      if let child = found(slot: slot, level: cluster.level) {
        return self.value(of: child, map: map, reduce: reduce)
      }
      return map(pointIndex(at: slot, of: levels[cluster.level]))
    }
    var accumulator = value(at: cluster.origin)
    for slot in childSlots(of: cluster) where slot != cluster.origin {
      reduce(&accumulator, value(at: slot))
    }
    return accumulator
  }
}
