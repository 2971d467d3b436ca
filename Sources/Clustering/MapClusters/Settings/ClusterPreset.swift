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
  package static func zoom(_ zoom256: Double) -> Double { zoom256 - 1 }
}
