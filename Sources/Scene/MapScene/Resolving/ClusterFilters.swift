import MapContent
public import MapStyle

extension StyleLayer {
  /// True if its filter lets single points through and no cluster, as `["!", ["has", "point_count"]]` does.
  ///
  /// Clusters of two, a thousand and a million points are tried, and a point without properties: what a filter asks of columns
  /// beside it is not known here, and counts as a look at clusters.
  public var leavesOutClusters: Bool {
    func lets(_ members: [StyleMember]) -> Bool {
      var ignored = StyleWarnings()
      return accepts(EvaluationContext(feature: MemberFeature(members)), noting: &ignored)
    }
    return lets([])
      && [2, 1000, 1_000_000].allSatisfy { count in
        !lets([
          StyleMember(key: "cluster", value: .bool(true)), StyleMember(key: "cluster_id", value: .number(1)),
          StyleMember(key: "point_count", value: .number(count)),
          StyleMember(key: "point_count_abbreviated", value: .number(count)),
        ])
      }
  }
}
