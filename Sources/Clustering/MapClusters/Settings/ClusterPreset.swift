/// The settings under which a known system's clusters come out.
public enum ClusterPreset: String, CaseIterable, Hashable, Sendable {
  /// As CCHMapClusterController 1.7.2: an aligned grid of 60 points with a margin.
  case cch
  /// As ClusterMap 2.x: a grid by zoom, at the point nearest to the middle.
  case clustermap
  /// Cluster 3.x, the ancestor of ClusterMap.
  case cluster
  /// The AMap iOS cluster-marker demo: its grid.
  case amap
  /// The AMap iOS cluster-marker demo: its distance call.
  case amapDistance = "amap-distance"
  /// MapPinClustering: one leader pin a block.
  case pins
  /// PGClustering: cells as a fraction of the visible width.
  case pablo = "pgclustering"
  /// As TBAnnotationClustering: a grid by zoom, at the mean.
  case tb = "tbannotationclustering"
  /// As Mapbox supercluster: a radius of 40 at every zoom, the same ids and counts.
  case supercluster

  /// The zoom of a 512-point world that shows what `zoom256` shows of the 256-point world the presets were written
  /// against: the one place where the two kinds meet.
  static func zoom(_ zoom256: Double) -> Double { zoom256 - 1 }

  /// The system's parameters in our words.
  public var settings: ClusterSettings {
    var settings = ClusterSettings()
    switch self {
    case .cch:
      settings.margin = 0.5
      settings.minimumUnique = 2
      settings.joinsUniqueLocations = true
    case .clustermap, .cluster:
      settings.cellSize = ClusterPreset.cells([(0, 88), (13, 64), (16, 32), (19, 16)])
      settings.alignsToWorld = false
      settings.roundsZoom = true
      settings.position = .nearCenter
      settings.maximumZoom = ClusterPreset.zoom(20)
      settings.coLocated = .scatter(.meters(3))
    case .amap:
      settings.cellSize = ClusterPreset.cells([(0, 64), (13, 32), (15, 16), (18, 8)])
      settings.alignsToWorld = false
      settings.maximumZoom = ClusterPreset.zoom(19).nextDown
    case .amapDistance:
      settings.method = .distance
      settings.distance = .points(50)
    case .pins:
      settings.method = .leader
      settings.cellSize = .points(75)
      settings.anchor = .view
      settings.position = .leader
    case .pablo:
      let parts = [(0.0, 32.0), (5, 16), (9, 8), (17, 4), (21, 10)]
      settings.cellSize = .fractionByZoom(parts.map { ZoomStep(from: ClusterPreset.zoom($0.0), $0.1) })
      settings.alignsToWorld = false
      settings.anchor = .view
      settings.roundsZoom = true
    case .tb:
      settings.cellSize = ClusterPreset.cells([(0, 88), (13, 64), (16, 32), (19, 16), (20, 88)])
      settings.alignsToWorld = false
      settings.roundsZoom = true
    case .supercluster:
      settings.method = .radius
      settings.radius = 40
      settings.maximumZoom = 16
    }
    return settings
  }

  private static func cells(_ rows: [(zoom256: Double, points: Double)]) -> CellSize {
    .byZoom(rows.map { ZoomStep(from: zoom($0.zoom256), $0.points) })
  }

  /// True if a cluster's callout lists its members, a row each, in place of a subtitle.
  public var listsMembersInCallouts: Bool { self == .amap || self == .amapDistance }
}
