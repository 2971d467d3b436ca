/// Why cells cannot stand for their points: the settings that need the points themselves.
///
/// Cells of points counted elsewhere, by SQL or in a table, serve grids of the world in whole cells, placed at the mean
/// or at the cell's middle, where a cell of two points is a cluster.
public enum CellLimit: Hashable, Sendable {
  /// Another method than the grid and peaks.
  case method(ClusterMethod)
  /// Cells that begin at the picture's corner.
  case anchor
  /// Cells that do not divide the world into whole ones.
  case unaligned
  /// A position that is a member's.
  case position(MarkerPosition)
  /// Points that move to a ring.
  case ring
  /// Clusters of more than two points.
  case minimumCount(Int)
  /// Clusters of more than one location, or more than two.
  case minimumUnique(Int)
  /// A view beyond the last zoom that clusters.
  case maximumZoom(Double)
  /// Points that stay alone.
  case unclusteredRows
  /// A rule of the caller's own.
  case strategies

  /// The first setting that cells cannot serve; `nil` if they serve all.
  ///
  /// - Parameters:
  ///   - zoom: of the view, of a world 512 points wide; `nil` for all views.
  ///   - isOfView: whether the cells are those that the view itself counts its points by, wherever these begin.
  public static func of(_ settings: ClusterSettings, zoom: Double?, isOfView: Bool = false) -> CellLimit? {
    if settings.method != .grid && settings.method != .peaks { return .method(settings.method) }
    if settings.method == .grid, !isOfView {
      if settings.anchor != .world { return .anchor }
      if !settings.alignsToWorld { return .unaligned }
    }
    if settings.position != .mean && settings.position != .cellCenter { return .position(settings.position) }
    if settings.coLocated != .merge { return .ring }
    if settings.minimumCount > 2 { return .minimumCount(settings.minimumCount) }
    if settings.minimumUnique > (settings.joinsUniqueLocations ? 2 : 1) {
      return .minimumUnique(settings.minimumUnique)
    }
    if let zoom, let maximum = settings.maximumZoom, !settings.clusters(atZoom: zoom) {
      return .maximumZoom(maximum)
    }
    return nil
  }
}

extension CellLimit: CustomStringConvertible {
  /// The fault and its remedy, in one line.
  public var description: String {
    switch self {
    case .method(let method):
      "the method \(method.rawValue) needs points, and cells are counts alone; set the method to grid, with snapped zooms for cells that nest"
    case .anchor: "an anchor at the view cuts cells anew for every picture; anchor them at the world"
    case .unaligned:
      "cells that do not fill the world in whole ones are others in every picture; align them to the world"
    case .position(let position):
      "the position \(position.rawValue) is a member's place, and cells know none; set it to mean or cell-center"
    case .ring: "a ring moves single points, and cells hold none; set it to merge"
    case .minimumCount(let count):
      "a minimum count of \(count) leaves the points of smaller cells single, and cells hold none; set it to 2"
    case .minimumUnique(let count):
      "a minimum of \(count) unique locations needs the points themselves; set it to 1"
    case .maximumZoom(let zoom):
      "above the cluster maximum zoom of \(numberText(zoom)) points stay single, and cells hold none; set a smaller zoom or a larger maximum"
    case .unclusteredRows: "points that are never clustered cannot be found in cells; leave it out"
    case .strategies: "a rule of the caller's own needs points, and cells are counts alone; leave it out"
    }
  }
}
