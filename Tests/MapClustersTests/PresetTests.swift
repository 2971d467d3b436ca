import MapGeometry
import Testing

@testable import MapClusters

@Suite struct `Cluster presets` {
  @Test func `are known by the names of the command line`() {
    #expect(
      ClusterPreset.allCases.map(\.rawValue) == [
        "cch", "clustermap", "cluster", "amap", "amap-distance", "pins", "pgclustering",
        "tbannotationclustering", "supercluster",
      ])
    #expect(
      ClusterMethod.allCases.map(\.rawValue)
        == ["grid", "radius", "distance", "leader", "kmeans", "dbscan", "none"])
    #expect(
      MarkerPosition.allCases.map(\.rawValue)
        == ["mean", "near-center", "cell-center", "first", "leader"])
    #expect(GridAnchor.allCases.map(\.rawValue) == ["world", "view"])
  }

  /// The cell in points of a picture 960 points wide, by the zoom of a 256-point world, as the table has it.
  @Test(
    arguments: [
      (ClusterPreset.cch, [(0.0, 60.0), (7.3, 60), (22, 60)]),
      (
        .clustermap,
        [(0, 88), (12.4, 88), (12.5, 64), (15.4, 64), (15.5, 32), (18.4, 32), (18.5, 16), (20, 16)]
      ),
      (
        .cluster, [(0, 88), (12.4, 88), (12.5, 64), (15.4, 64), (15.5, 32), (18.4, 32), (18.5, 16), (20, 16)]
      ),
      (.amap, [(-1, 64), (12.99, 64), (13, 32), (14.99, 32), (15, 16), (17.99, 16), (18, 8), (18.99, 8)]),
      (
        .pablo,
        [
          (-1, 30), (4.4, 30), (4.5, 60), (8.4, 60), (8.5, 120), (16.4, 120), (16.5, 240), (20.4, 240),
          (20.5, 96),
        ]
      ),
      (.tb, [(0, 88), (12.5, 64), (15.5, 32), (18.5, 16), (19.4, 16), (19.5, 88)]),
      (.pins, [(3, 75)]),
    ] as [(ClusterPreset, [(Double, Double)])])
  func `have the cells of their table`(preset: ClusterPreset, rows: [(Double, Double)]) throws {
    let settings = preset.settings
    for (zoom256, points) in rows {
      let zoom = ClusterPreset.zoom(zoom256)
      #expect(
        try settings.cellSize.points(atZoom: settings.rounded(zoom), width: 960) == points, "\(zoom256)")
    }
  }

  @Test func `stop clustering where their table sets it`() {
    func clusters(_ preset: ClusterPreset, _ zoom256: Double) -> Bool {
      preset.settings.clusters(atZoom: ClusterPreset.zoom(zoom256))
    }
    #expect(clusters(.amap, 18.999))
    #expect(!clusters(.amap, 19))
    #expect(clusters(.clustermap, 20.49))
    #expect(!clusters(.clustermap, 20.5))
    #expect(clusters(.cch, 25))
    #expect(clusters(.tb, 25))
    #expect(clusters(.pablo, 25))
  }

  @Test func `have the other columns of their table`() {
    func settings(_ preset: ClusterPreset) -> ClusterSettings { preset.settings }
    #expect(ClusterPreset.allCases.filter { settings($0).margin == 0.5 } == [.cch])
    #expect(
      [ClusterPreset.cch, .clustermap, .amap, .pablo, .tb].filter { settings($0).alignsToWorld } == [.cch])
    #expect(ClusterPreset.allCases.filter { settings($0).anchor == .view } == [.pins, .pablo])
    #expect(
      ClusterPreset.allCases.filter { settings($0).position == .nearCenter } == [.clustermap, .cluster])
    #expect((settings(.pins).position, settings(.pins).method) == (.leader, .leader))
    #expect(
      ClusterPreset.allCases.filter { settings($0).coLocated == .scatter(.meters(3)) } == [
        .clustermap, .cluster,
      ])
    #expect((settings(.amapDistance).method, settings(.amapDistance).distance) == (.distance, .points(50)))
    #expect((settings(.supercluster).radius, settings(.supercluster).maximumZoom) == (40, 16))
    #expect(ClusterPreset.allCases.allSatisfy { settings($0).minimumCount == 2 })
    #expect(ClusterPreset.cch.title == "{count} {count|annotation|annotations}")
    #expect((ClusterPreset.cch.subtitle, ClusterPreset.pablo.subtitle) == ("{titles,5}", "Clustered"))
    #expect((ClusterPreset.pins.title, ClusterPreset.pablo.title) == ("{count} pins present", "{count}"))
    #expect(ClusterPreset.tb.title == "{count} hotels in this area")
  }
}
