import MapContent
public import MapScene

extension LoadedMap {
  /// The markers of a source at a whole zoom, tile by tile.
  ///
  /// - Parameters:
  ///   - source: its name; `nil` for the only one with points.
  ///   - zoom: `0...24`, of a world 512 points wide.
  ///   - columns: properties of single points that tiles have.
  /// - Throws: ``SessionError`` for markers that depend on the view.
  public func clusterLevel(
    of source: String? = nil, zoom: Int, columns: [String] = []
  ) throws(SessionError) -> ClusterLevel {
    do throws(SnapshotError) {
      return try snapshotter.clusterLevel(of: source, zoom: zoom, columns: columns)
    } catch {
      throw error.inSession(origins: origins, spelling: spelling)
    }
  }
}

extension MapSession {
  /// The markers of a request's source at a whole zoom, tile by tile: what a server keeps to answer tiles from.
  ///
  /// - Parameters:
  ///   - specification: the request, and what is set over it.
  ///   - zoom: `0...24`, of a world 512 points wide.
  ///   - columns: properties of single points that tiles have.
  /// - Throws: ``SessionError`` for markers that depend on the view.
  public func clusterLevel(
    of specification: MapSpecification, zoom: Int, columns: [String] = []
  ) async throws(SessionError) -> ClusterLevel {
    try await answer(isStrict: false, progress: nil) { log throws(SessionError) in
      try self.load(specification, log: log).clusterLevel(zoom: zoom, columns: columns)
    }.value
  }
}
