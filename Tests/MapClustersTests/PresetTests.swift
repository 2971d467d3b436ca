import MapClusters
import Testing

@Suite struct `Cluster presets` {
  @Test func `are known by the names of the command line`() {
    #expect(
      ClusterPreset.names == [
        "cch", "clustermap", "cluster", "amap", "amap-distance", "pins", "pablo", "tb", "supercluster",
      ])
  }
}
