import JSONDocument
package import MapClusters
import MapGeometry
package import MapStyle

/// The clusters of all zooms of the sources that are clustered by radius: what nests in what.
public struct ClusterHierarchy: Sendable {
  /// The markers that are first seen at one zoom, and the last zoom of each.
  public struct Level: Sendable {
    /// The zoom at which its markers are first seen.
    public let zoom: Int
    /// The markers: clusters and single points.
    public let group: MarkerGroup
    /// The last zoom at which each marker is seen, in the order of ``group``.
    package let lastZooms: [Int]
    /// The cluster that each marker is part of one zoom further out; `nil` for the outermost.
    let parents: [UInt64?]
  }

  private struct Tree: Sendable {
    let source: MapSource
    let clustering: SourceClustering
    let index: RadiusIndex
  }

  private let trees: [Tree]
  private let state: [String: StyleValue]

  package init(_ sources: [MapSource], threads: Int, state: [String: StyleValue]) throws(SnapshotError) {
    var trees: [Tree] = []
    for source in sources {
      guard let clustering = source.clustering, clustering.settings.method == .radius, source.areas == nil
      else { continue }
      let index = try rethrowing(
        source.index.radiusIndex(of: source.input, clustering.settings, threads: threads),
        as: source.clusteringError)
      trees.append(Tree(source: source, clustering: clustering, index: index))
    }
    guard !trees.isEmpty else { throw .notHierarchical }
    self.trees = trees
    self.state = state
  }

  /// The parts of a cluster, one zoom further in than it is last seen.
  ///
  /// - Throws: ``SnapshotError/unknownCluster(_:)`` and ``SnapshotError/ambiguousCluster(_:sources:)``.
  public func children(of id: UInt64) throws(SnapshotError) -> MarkerGroup {
    let tree = try tree(of: id)
    return try group(of: tree, atZoom: Double(try expansionZoom(of: id))) { () throws(ClusterError) in
      try tree.index.children(of: ClusterHierarchy.number(id))
    }
  }

  /// The points of a cluster, or some of them.
  ///
  /// - Parameters:
  ///   - limit: how many at most, from 1 on; `nil` for all. They are counted in input order, so that pages follow each
  ///     other as all leaves do; ``RadiusIndex/leaves(of:limit:offset:)`` counts one branch after the other.
  ///   - offset: how many of the first are left out.
  /// - Returns: in input order.
  /// - Throws: as ``children(of:)``.
  public func leaves(of id: UInt64, limit: Int? = nil, offset: Int = 0) throws(SnapshotError) -> MarkerGroup {
    let tree = try tree(of: id)
    return try group(of: tree, atZoom: .infinity) { () throws(ClusterError) in
      let all = try tree.index.leaves(of: ClusterHierarchy.number(id), limit: -1).sorted()
      return all.dropFirst(max(0, offset)).prefix(limit ?? .max).map { row in
        RadiusItem(position: tree.index.points[row], count: 1, identity: .point(index: row))
      }
    }
  }

  /// The integer zoom, of a world 512 points wide, at which a cluster falls apart.
  ///
  /// - Throws: as ``children(of:)``.
  public func expansionZoom(of id: UInt64) throws(SnapshotError) -> Int {
    let tree = try tree(of: id)
    return try rethrowing(
      tree.index.expansionZoom(of: ClusterHierarchy.number(id)),
      as: { (_: ClusterError) in SnapshotError.unknownCluster(id) })
  }

  /// The markers of the sources in a tile: supercluster's `getTile`.
  ///
  /// - Parameters:
  ///   - zoom: in `0...31`, of a world 512 points wide; beyond the last zoom that clusters the points themselves.
  ///   - column: from the west, `0 ..< 2^zoom`.
  ///   - row: from the north, likewise.
  /// - Returns: source by source, those that show something.
  /// - Throws: ``SnapshotError/clustering(source:_:)`` for a tile that is none.
  public func tiles(zoom: Int, column: Int, row: Int) throws(SnapshotError) -> [HierarchyTile] {
    var tiles: [HierarchyTile] = []
    for tree in trees {
      let tile = try rethrowing(
        tree.index.tile(zoom: zoom, column: column, row: row), as: tree.source.clusteringError)
      guard let found = tile else { continue }
      // Near the antimeridian an item may be there twice.
      let items = found.map(\.item).distinct(by: \.identity)
      let group = try group(of: tree, atZoom: Double(zoom)) { items }
      let rows = tree.source.indexRows
      var markerOf: [UInt64: Int] = [:]  // looked up, never iterated
      for (index, marker) in group.markers.markers.enumerated() {
        let member = group.markers.members(of: marker).first.map { rows(Int($0)) ?? 0 }
        markerOf[marker.isCluster ? marker.id.rawValue : UInt64(member ?? 0)] = index
      }
      tiles.append(
        HierarchyTile(
          zoom: zoom, column: column, row: row, extent: tree.index.settings.extent, group: group,
          places: found.compactMap { item in
            let id = item.item.clusterID ?? item.item.pointIndex ?? 0
            return markerOf[UInt64(id)].map { (marker: $0, x: item.x, y: item.y) }
          }))
    }
    return tiles
  }

  /// All markers of all zooms, each once, at the zoom at which it is first seen.
  ///
  /// - Throws: ``SnapshotError`` where the clusters cannot be listed.
  /// - Complexity: the sum of the clusters' counts.
  public func levels() throws(SnapshotError) -> [Level] {
    var levels: [Level] = []
    for tree in trees {
      let zooms = tree.index.settings.minimumZoom...tree.index.settings.maximumZoom + 1
      var lastZooms: [RadiusItem.Identity: Int] = [:]
      var fresh: [[RadiusItem]] = []
      for zoom in zooms {
        var first: [RadiusItem] = []
        for item in tree.index.items(zoom: zoom)
        where lastZooms.updateValue(zoom, forKey: item.identity) == nil {
          first.append(item)
        }
        fresh.append(first)
      }
      for (zoom, items) in zip(zooms, fresh) where !items.isEmpty || zoom == zooms.lowerBound {
        let group = try group(of: tree, atZoom: Double(zoom), includesUnclustered: zoom == zooms.lowerBound) {
          items
        }
        levels.append(try level(zoom, group, of: tree, lastZooms, last: zooms.upperBound))
      }
    }
    return levels
  }

  private func level(
    _ zoom: Int, _ group: MarkerGroup, of tree: Tree, _ lastZooms: [RadiusItem.Identity: Int], last: Int
  ) throws(SnapshotError) -> Level {
    let rows = tree.source.indexRows
    let identities = group.markers.markers.map { marker -> RadiusItem.Identity? in
      if marker.isCluster { return .cluster(id: ClusterHierarchy.number(marker.id.rawValue)) }
      return group.markers.members(of: marker).first.flatMap { rows(Int($0)) }.map { .point(index: $0) }
    }
    func parent(of identity: RadiusItem.Identity?) throws(ClusterError) -> UInt64? {
      switch identity {
      case .cluster(let id): try tree.index.parent(of: id).map(UInt64.init)
      case .point(let row): try tree.index.parent(ofPoint: row).map(UInt64.init)
      case nil: nil
      }
    }
    return Level(
      zoom: zoom, group: group, lastZooms: identities.map { $0.flatMap { lastZooms[$0] } ?? last },
      parents: try rethrowing(identities.map(parent), as: tree.source.clusteringError))
  }

  private func group(
    of tree: Tree, atZoom zoom: Double, includesUnclustered: Bool = false,
    _ items: () throws(ClusterError) -> [RadiusItem]
  ) throws(SnapshotError) -> MarkerGroup {
    let markers = try rethrowing(
      markers(
        ofItems: items(), atZoom: zoom, of: tree.source.input, from: tree.index,
        settings: tree.clustering.settings, includesUnclustered: includesUnclustered),
      as: tree.source.clusteringError)
    var warnings = StyleWarnings()
    return MarkerGroup(tree.source, tree.clustering, markers, globalState: state, noting: &warnings)
  }

  private func tree(of id: UInt64) throws(SnapshotError) -> Tree {
    let owners = trees.filter { (try? $0.index.cluster(ClusterHierarchy.number(id))) != nil }
    guard let owner = owners.first else { throw .unknownCluster(id) }
    guard owners.count == 1 else { throw .ambiguousCluster(id, sources: owners.map(\.source.name)) }
    return owner
  }

  private static func number(_ id: UInt64) -> Int { Int(exactly: id) ?? -1 }
}

extension MapSource {
  package func clusteringError(_ error: ClusterError) -> SnapshotError { .clustering(source: name, error) }

  /// From rows of the input to those of an index, which leaves out the points that are never clustered.
  fileprivate var indexRows: (Int) -> Int? {
    guard let unclusteredRows = input.unclusteredRows, !unclusteredRows.isEmpty else { return { $0 } }
    var rows: [Int?] = []
    var next = 0
    for row in 0..<input.coordinates.count {
      if unclusteredRows.contains(row) {
        rows.append(nil)
      } else {
        rows.append(next)
        next += 1
      }
    }
    return { rows[$0] }
  }
}

/// The markers of one source in a tile.
public struct HierarchyTile: Sendable {
  /// The tile's zoom, its column from the west and its row from the north.
  public let zoom, column, row: Int
  /// Units along the tile's side.
  public let extent: Double
  /// The markers, each once.
  public let group: MarkerGroup
  /// The positions in the tile, in units from its upper left corner, right and down; outside of `0...extent` in the
  /// margin around it. A marker near the antimeridian may be there twice.
  public let places: [(marker: Int, x: Int, y: Int)]
}
