import CSystem
import JSONDocument
import MapClusters
public import MapContent
public import MapGeometry
public import MapSettings

extension MapSnapshotter {
  /// The view that options ask for, and the point whose marker is singled out in it, if one is.
  ///
  /// - Throws: `SnapshotError` where the options do not make a view, or name a point or a cluster that is not there.
  /// - Complexity: where an id is named, O(*n*) for finding it, and a clustering or two.
  public func view(of options: ViewOptions) throws(SnapshotError) -> (
    viewport: Viewport, selection: MapPoint?
  ) {
    guard let sheet else { return try viewOfPlane(of: options) }
    let (viewport, selection) = try viewOfPlane(of: try options.on(sheet))
    return (viewport.on(sheet), selection)
  }

  private func viewOfPlane(of options: ViewOptions) throws(SnapshotError) -> (
    viewport: Viewport, selection: MapPoint?
  ) {
    if sources.contains(where: { $0.areas != nil }) {
      if options.expandedPoint != nil { throw .areaView("expand") }
      if options.fittedCluster != nil { throw .areaView("fitCluster") }
    }
    if let id = options.expandedPoint {
      let point = try self.point(id)
      return (try expansion(of: point, options), point)
    }
    let selection = try options.selection.map { id throws(SnapshotError) in try point(id) }
    if let selection, !options.setsView {
      return (try self.selection(of: selection, options), selection)
    }
    let viewport = try options.viewport(padding: fitPadding, on: sheet) {
      bounds($0, outside: options.unfittedBoxes)
    }
    guard let id = options.fittedCluster else { return (viewport, selection) }
    return (try fitting(id, in: viewport, options), selection)
  }

  /// The number of points with an id in all sources, and the first one's record and source; `nil` for none.
  ///
  /// - Complexity: O(*n*): identifiers are read from the records.
  package func points(named id: String) -> (count: Int, first: (record: Int, source: String))? {
    var found: (count: Int, first: (record: Int, source: String))?
    for source in sources where !source.isOfCells {
      for index in 0..<source.input.coordinates.count where source.identifier(ofPoint: index) == id {
        let first = (source.features.recordNumber(ofPoint: source.row(index)), source.name)
        found = ((found?.count ?? 0) + 1, found?.first ?? first)
      }
    }
    return found
  }

  /// The first point of an id, source by source.
  private func firstPoint(_ id: String) -> MapPoint? {
    for source in sources where !source.isOfCells {
      let index = (0..<source.input.coordinates.count).first { source.identifier(ofPoint: $0) == id }
      if let index { return MapPoint(source: source.name, index: index) }
    }
    return nil
  }

  private func point(_ id: String) throws(SnapshotError) -> MapPoint {
    guard let point = firstPoint(id) else { throw .unknownPoint(id, guess: guess(id, among: [])) }
    return point
  }

  /// The id that someone probably meant; of many points only the first are compared.
  private func guess(_ id: String, among clusters: [String]) -> String? {
    var known = clusters
    for source in sources where !source.isOfCells {
      known += (0..<min(20_000, source.input.coordinates.count)).map(source.identifier(ofPoint:))
    }
    return didYouMean(id, among: known)
  }

  private func source(of point: MapPoint) throws(SnapshotError) -> MapSource {
    guard let source = sources.first(where: { $0.name == point.source }) else {
      throw .unknownSource(point.source, known: sources.map(\.name))
    }
    return source
  }

  private func selection(of point: MapPoint, _ options: ViewOptions) throws(SnapshotError) -> Viewport {
    let source = try source(of: point)
    if let zoom = options.zoom { return try view(of: point, in: source, options.zoom512(zoom), options) }
    let span = options.selectionSpan ?? SelectionSpan()
    try options.checkSize()
    let frame = SelectionFrame(
      size: options.size ?? ViewOptions.standardSize, latitudeMeters: span.latitudeMeters,
      longitudeMeters: span.longitudeMeters, scale: options.pixelsPerPoint, bearing: options.bearing ?? 0,
      sheet: sheet)
    return try rethrowing(
      source.input.selection(
        ofPoint: point.index, in: frame, settings: source.clustering?.settings ?? .standard(.none),
        strategies: source.strategies(threads: threads), threads: threads
      ).viewport.pitched(by: options.pitch ?? 0), as: source.clusteringError)
  }

  private func expansion(of point: MapPoint, _ options: ViewOptions) throws(SnapshotError) -> Viewport {
    let source = try source(of: point)
    let zoom = try rethrowing(
      source.input.expansionZoom(
        ofPoint: point.index, settings: source.clustering?.settings ?? .standard(.none),
        strategies: source.strategies(threads: threads), size: options.size ?? ViewOptions.standardSize,
        bearing: options.bearing ?? 0, threads: threads), as: source.clusteringError)
    return try view(of: point, in: source, zoom, options)
  }

  /// The view of a zoom with a point in its middle.
  private func view(
    of point: MapPoint, in source: MapSource, _ zoom: Double, _ options: ViewOptions
  ) throws(SnapshotError) -> Viewport {
    try options.checkSize()
    return try rethrowing(
      Viewport(
        center: source.input.coordinates[point.index], zoom: zoom,
        size: options.size ?? ViewOptions.standardSize, scale: options.pixelsPerPoint,
        bearing: options.bearing ?? 0, pitch: options.pitch ?? 0), as: SnapshotError.geometry)
  }

  private func fitting(
    _ id: String, in viewport: Viewport, _ options: ViewOptions
  ) throws(SnapshotError) -> Viewport {
    let groups = try markers(in: viewport).groups
    var marker: Marker?
    for group in groups where marker == nil {
      marker = group.markers.markers.first { $0.isCluster && $0.id.description == id }
    }
    if marker == nil {
      guard let point = firstPoint(id) else {
        let clusters = groups.flatMap { group in
          group.markers.markers.filter(\.isCluster).map(\.id.description)
        }
        throw .unknownMarker(id, guess: guess(id, among: clusters))
      }
      marker = groups.first { $0.source.name == point.source }?.markers.marker(holding: point.index)
    }
    guard let marker else { throw .notShown(id) }
    return try rethrowing(
      Viewport.fitting(
        marker.bounds, size: viewport.size, padding: options.padding ?? Padding(Viewport.clusterInset),
        maximumZoom: options.maximumFitZoom.map(options.zoom512) ?? 16, scale: viewport.scale,
        bearing: viewport.bearing, pitch: viewport.pitch), as: SnapshotError.geometry)
  }
}

extension ViewOptions {
  /// Refuses pictures larger than any canvas takes.
  func checkSize() throws(SnapshotError) {
    let (size, scale) = (size ?? ViewOptions.standardSize, pixelsPerPoint)
    if max(size.width * scale, size.height * scale) > ViewOptions.maximumSide {
      throw .pictureTooLarge(width: size.width, height: size.height, scale: scale)
    }
  }

  /// The view.
  ///
  /// - Parameters:
  ///   - padding: what is kept free around points where the options set nothing.
  ///   - sheet: the sheet whose plane the view is of; `nil` for Mercator's.
  ///   - points: the box of the points that a rule keeps, asked for where the view is fitted to them.
  /// - Throws: `SnapshotError` where the options do not make a view.
  public func viewport(
    padding standard: (ScreenSize) -> Padding = { ViewOptions.standardPadding(of: $0) },
    on sheet: Sheet? = nil,
    fitting points: (FitRule) -> BoundingBox?
  ) throws(SnapshotError) -> Viewport {
    let size = size ?? ViewOptions.standardSize
    let (scale, bearing, pitch) = (pixelsPerPoint, bearing ?? 0, pitch ?? 0)
    try checkSize()
    let zoom = zoom.map(zoom512)
    if let center, box == nil, fitsPoints != true {
      guard let zoom else { throw .centerWithoutZoom }
      guard abs(center.latitude) < WorldPoint.maximumLatitude + 1e-9 else {
        throw .geometry(.centerAtPole(Projection.mercator.rawValue))
      }
      return try rethrowing(
        Viewport(center: center, zoom: zoom, size: size, scale: scale, bearing: bearing, pitch: pitch),
        as: SnapshotError.geometry)
    }
    guard let all = box ?? points(fit == .robust ? .robust : .all) else { throw .nothingToFit }
    // A world that is shown whole fills the picture.
    let isFull = box != nil || sheet.map { !$0.isDisc && $0.whole == all } ?? false
    return try rethrowing(
      .fitting(
        all, size: size, padding: padding ?? (isFull ? Padding(0) : standard(size)),
        maximumZoom: maximumFitZoom.map(zoom512) ?? 16, zoom: zoom, scale: scale, bearing: bearing,
        pitch: pitch, around: bearing == 0 ? [] : sheet?.outline(in: all) ?? []), as: SnapshotError.geometry)
  }
}

extension ViewOptions {
  /// The growth of symbols and names: that of the shorter side beyond 1600 points. Pictures that are too large keep the
  /// numbers that a message names.
  package var growth: Double {
    guard let size, max(size.width, size.height) * pixelsPerPoint <= ViewOptions.maximumSide else { return 1 }
    return max(1, min(size.width, size.height) / 1600)
  }

  /// The zoom at the points of the whole picture of a view that is drawn on its page.
  package func wholeZoom(of viewport: Viewport) -> Double { viewport.zoom + log2(growth) }

  /// The view with larger points: as many pixels, and the same part of the Earth.
  package func shrunk(by growth: Double) -> ViewOptions {
    guard growth > 1 else { return self }
    var view = self
    view.size = size.map { ScreenSize(width: $0.width / growth, height: $0.height / growth) }
    (view.scale, view.dotsPerInch) = (pixelsPerPoint * growth, nil)
    (view.zoom, view.zooms) = (zoom.map { $0 - log2(growth) }, zooms?.map { $0 - log2(growth) })
    view.maximumFitZoom = (maximumFitZoom ?? (tileSize == 256 ? 17 : 16)) - log2(growth)
    view.padding = padding.map {
      Padding(
        top: $0.top / growth, right: $0.right / growth, bottom: $0.bottom / growth, left: $0.left / growth)
    }
    return view
  }
}
