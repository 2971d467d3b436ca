import MapClusters
import MapGeometry
import MapStyle

extension MarkerGroup {
  private func coloredNumbers(_ theme: DataTheme, _ name: String) -> [Double] {
    markers.markers.indices.compactMap { index in
      let marker = markers.markers[index]
      return marker.isCluster && theme.color != nil
        ? aggregates(at: index).first { $0.key == name }?.value.numericValue
        : theme.classedNumber(of: marker, in: markers)
    }
  }

  /// The classes of these markers, or of the rows where these are set or each is a marker; `nil` where no number colors markers.
  func ownClasses(_ basis: MarkerClasses.Basis) -> MarkerClasses? {
    guard let theme = source.theme, let name = theme.classProperty else { return nil }
    return theme.rowClasses
      ?? MarkerClasses(source: name, scale: theme.scale(of: coloredNumbers(theme, name)), basis: basis)
  }

  /// The classes of all markers at a view's zoom, the same in every view of it; of these markers where they follow the view.
  ///
  /// - Complexity: O(*markers* log *markers*) where the view holds all points or markers follow it; else once for a zoom that of
  ///   clustering all points.
  func sharedClasses(
    in viewport: Viewport, _ clustering: SourceClustering, threads: Int
  ) throws(ClusterError) -> MarkerClasses? {
    guard let theme = source.theme, let name = theme.classProperty, theme.rowClasses == nil,
      !clustering.settings.followsView, clustering.rules.strategies == nil, !source.isOfCells
    else { return ownClasses(.markersOfView) }
    guard markers.members.count < source.input.coordinates.count else { return ownClasses(.markers) }
    let scale = try source.index.classes(atZoomOf: viewport) { () throws(ClusterError) in
      let all = try source.markers(in: viewport, clustering, ofAll: true, threads: threads)
      return theme.scale(of: all.markers.compactMap { theme.classedNumber(of: $0, in: all) })
    }
    return MarkerClasses(source: name, scale: scale, basis: .markers)
  }

  /// The groups of one source in all pictures of a film, or in a map and its insets, drawn by the same scales: of counts,
  /// sizes and classes.
  package static func sharingScales(
    _ groups: [MarkerGroup], _ basis: MarkerClasses.Basis = .markersOfFilm
  ) -> [MarkerGroup] {
    guard let source = groups.first?.source, groups.count > 1 else { return groups }
    let unit = groups.compactMap(\.countScale).max { $0.unit < $1.unit }
    let sizes = groups.compactMap(\.sizeScale).max { $0.greatest < $1.greatest }
    var classes = groups[0].classes
    if let theme = source.theme, let name = theme.classProperty, theme.rowClasses == nil {
      let numbers = groups.flatMap { $0.coloredNumbers(theme, name) }
      classes = MarkerClasses(source: name, scale: theme.scale(of: numbers), basis: basis)
    }
    let countClasses = CountClasses(of: groups.flatMap { $0.counts(in: unit) })
    return groups.map { group in
      var group = group
      (group.classes, group.sharedScales) = (classes, (unit, sizes, countClasses))
      return group
    }
  }
}
