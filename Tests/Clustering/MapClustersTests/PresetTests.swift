import MapClusters
import MapGeometry
import TestSupport
import Testing

@Suite struct `Cluster presets` {
  @Test func `are known by the names of the command line`() {
    expect(
      ClusterPreset.allCases.map(\.rawValue),
      equals: [
        "cch", "clustermap", "cluster", "amap", "amap-distance", "pins", "pgclustering",
        "tbannotationclustering", "supercluster",
      ])
    expect(
      ClusterMethod.allCases.map(\.rawValue),
      equals: ["grid", "peaks", "hex", "radius", "distance", "leader", "kmeans", "dbscan", "none"])
    expect(
      MarkerPosition.allCases.map(\.rawValue),
      equals: ["mean", "near-center", "cell-center", "first", "leader"])
    expect(GridAnchor.allCases.map(\.rawValue), equals: ["world", "view"])
  }

  @Test func `have the columns of their table`() {
    func settings(_ preset: ClusterPreset) -> ClusterSettings { preset.settings }
    expect(ClusterPreset.allCases.filter { settings($0).margin == 0.5 }, equals: [.cch])
    #expect(ClusterPreset.allCases.allSatisfy { !$0.behavior.keepsInvisible })
    expect(
      [ClusterPreset.cch, .clustermap, .amap, .pablo, .tb].filter { settings($0).alignsToWorld },
      equals: [.cch])
    expect(ClusterPreset.allCases.filter { settings($0).anchor == .view }, equals: [.pins, .pablo])
    expect(
      ClusterPreset.allCases.filter { settings($0).position == .nearCenter }, equals: [.clustermap, .cluster])
    #expect((settings(.pins).position, settings(.pins).method) == (.leader, .leader))
    expect(
      ClusterPreset.allCases.filter { settings($0).coLocated == .scatter(.meters(3)) },
      equals: [
        .clustermap, .cluster,
      ])
    #expect((settings(.amapDistance).method, settings(.amapDistance).distance) == (.distance, .points(50)))
    #expect((settings(.supercluster).radius, settings(.supercluster).maximumZoom) == (40, 16))
    #expect(ClusterPreset.allCases.allSatisfy { settings($0).minimumCount == 2 })
    func titles(_ preset: ClusterPreset) -> MarkerTitles { preset.titles }
    expect(titles(.cch).title, equals: TitleTemplate("{count} {count|annotation|annotations}"))
    expect(titles(.cch).subtitle, equals: TitleTemplate("{titles,5}"))
    expect(titles(.pablo).subtitle, equals: TitleTemplate("Clustered"))
    expect(titles(.pins).title, equals: TitleTemplate("{count} pins present"))
    expect(titles(.pablo).title, equals: TitleTemplate("{count}"))
    expect(titles(.tb).title, equals: TitleTemplate("{count} hotels in this area"))
  }
}
