import Drawing
package import JSONDocument
public import MapClusters
package import MapGeometry
public import MapSettings
package import MapStyle

/// The markers of one source in one view: what is drawn, and what `clusters` writes.
public struct MarkerGroup: Sendable {
  /// The source of the points.
  @OutOfLine public private(set) var source: MapSource
  /// Clusters and single points in draw order.
  public let markers: ClusterResult
  /// The clustering; `nil` if each point is drawn for itself.
  @OutOfLine package private(set) var clustering: SourceClustering?
  /// The values that clusters carry beyond their count, marker by marker; empty where the source asks for nothing.
  package let aggregates: [[StyleMember]]
  /// The classes of their colors; `nil` where no number colors them.
  package var classes: MarkerClasses?
  /// The scales of counts and sizes in all pictures of a film; `nil` outside of films.
  package var sharedScales: (counts: CountScale?, sizes: SizeScale?, countClasses: CountClasses)?

  package init(
    source: MapSource, clustering: SourceClustering?, markers: ClusterResult, aggregates: [[StyleMember]],
    classes: MarkerClasses?
  ) {
    (self.source, self.clustering, self.markers) = (source, clustering, markers)
    (self.aggregates, self.classes) = (aggregates, classes)
  }

  /// Clusters a source for a view.
  ///
  /// - Parameter facet: the value whose points are clustered, of a source with a column of facets; `nil` for all points.
  /// - Throws: ``SnapshotError/clustering(source:_:)``.
  /// - Complexity: that of the method, see MapClusters.
  package init(
    _ source: MapSource, _ clustering: SourceClustering, in viewport: Viewport, facet: String? = nil,
    threads: Int, globalState: [String: StyleValue], noting warnings: inout StyleWarnings
  ) throws(SnapshotError) {
    let markers = try rethrowing(
      source.markers(in: viewport, clustering, facet: facet, threads: threads), as: source.clusteringError)
    self.init(source, clustering, markers, findsClasses: false, globalState: globalState, noting: &warnings)
    classes = try rethrowing(
      sharedClasses(in: viewport, clustering, threads: threads), as: source.clusteringError)
  }

  /// A note on places whose points do not fit on a ring; `nil` where all do.
  package var ringNote: Diagnostic? {
    guard case .ring? = clustering?.settings.coLocated, !source.isOfCells else { return nil }
    let places = source.input.coordinates
    let full = markers.markers.filter { marker in
      let members = markers.members(of: marker)
      return marker.isCluster && marker.isUniqueLocation
        && members.allSatisfy { places[Int($0)] == places[Int(members[members.startIndex])] }
    }
    guard let most = full.map(\.count).max() else { return nil }
    return Diagnostic(
      .warning, code: "ring-full", path: JSONPath(), position: nil,
      message:
        "the points of \(counted(full.count, "place")) of \(escapedForMessage(source.name)), up to \(most), would touch on a "
        + "ring and stay one marker each; set a wider ring, or zoom in where it is in meters")
  }

  /// Every point in view of a source that is not clustered, as a marker of its own.
  ///
  /// - Throws: ``SnapshotError/clustering(source:_:)``.
  package init(pointsOf source: MapSource, in viewport: Viewport, threads: Int) throws(SnapshotError) {
    let markers = try rethrowing(
      MapClusters.markers(of: source.input, in: viewport, settings: .standard(.none), threads: threads),
      as: source.clusteringError)
    self.init(source: source, clustering: source.clustering, markers: markers, aggregates: [], classes: nil)
  }

  /// Markers that were found already, with what the clusters carry.
  ///
  /// - Parameters:
  ///   - clustering: how they are clustered; `nil` where nothing is carried.
  ///   - findsClasses: whether classes of color are those of these markers; else there are none yet.
  package init(
    _ source: MapSource, _ clustering: SourceClustering?, _ markers: ClusterResult, findsClasses: Bool = true,
    globalState: [String: StyleValue],
    noting warnings: inout StyleWarnings
  ) {
    (self.source, self.clustering, self.markers) = (source, clustering, markers)
    let properties = clustering?.properties ?? []
    aggregates =
      properties.isEmpty && source.theme == nil && source.areas == nil
      ? []
      : markers.markers.map { [markers] marker in
        let members = markers.members(of: marker)
        guard marker.isCluster, let first = members.first else { return [] }
        let area = source.areas?.name(ofPoint: Int(first)).map {
          StyleMember(key: AreaGroups.property, value: .string($0))
        }
        return [area].compactMap(\.self)
          + MarkerGroup.aggregates(of: properties, over: members, in: source, state: globalState, &warnings)
      }
    if findsClasses { classes = ownClasses(.markersOfView) }
  }

  /// The values that a cluster carries: each property's values, mapped and reduced in input order.
  package static func aggregates(
    of properties: [ClusterProperty], over members: ArraySlice<UInt32>, in source: MapSource,
    state: [String: StyleValue], _ warnings: inout StyleWarnings
  ) -> [StyleMember] {
    let themed = source.theme?.values(of: members) ?? []
    guard !properties.isEmpty else { return themed }
    var aggregation = ClusterAggregation(properties, state: state)
    if source.isOfCells {
      // A cell's columns of these names are what its points give together.
      for member in members {
        let values = properties.map { property in
          StyleMember(
            key: property.name,
            value: source.features.property(property.name, ofPoint: Int(member)).map(StyleValue.init) ?? .null
          )
        }
        aggregation.add(values, noting: &warnings)
      }
      return themed + aggregation.values
    }
    for member in members { aggregation.add(source.feature(ofPoint: Int(member)), noting: &warnings) }
    return themed + aggregation.values
  }

  /// The markers as layers draw them.
  ///
  /// - Parameters:
  ///   - group: the number of the source among those that fill one source of the style; `nil` where it is alone.
  ///   - describesMarks: whether marks carry ids, counts and titles; a picture of pixels needs none, and saves reading names.
  ///   - listsMembers: whether those of clusters carry the ids of their members, too.
  package func items(
    numberedFrom first: Int, group: Int? = nil, countClasses: CountClasses = .decades, describesMarks: Bool,
    listsMembers: Bool = false, numbers: NumberFormat = NumberFormat(), _ context: MarkContext
  ) -> [PointItem] {
    let writing = PointWriting(
      scale: countScale, numbers: numbers, sizes: sizeScale, classes: classes,
      countClasses: countClasses, group: group, unit: source.theme?.drawing.unit, countUnit: source.countUnit,
      isBesideClusters: clustering != nil)
    let all = markers.markers
    // A caller's rule is asked once.
    let ruled =
      clustering?.rules.marks == nil
      ? nil : all.indices.map { self.ruled(feature(of: all[$0], at: $0, writing), of: all[$0], context) }
    let maker = ItemMaker(
      numberedFrom: first, clustered: source.name,
      feature: { ruled?[$0] ?? feature(of: all[$0], at: $0, writing) },
      subject: describesMarks ? { subject(of: all[$0], listsMembers: listsMembers) } : nil,
      lacks: { all.isOfPoints && ruled == nil && source.lacks($0) })
    return all.enumerated().map {
      PointItem(index: first + $0, point: WorldPoint($1.position), by: maker)
    }
  }

  /// The scale of the sums of weights in styles; `nil` if single points are not drawn by them.
  package var countScale: CountScale? {
    guard clustering?.weightedSingles == true, source.input.weights != nil else { return nil }
    if let sharedScales { return sharedScales.counts }
    // Limits that are set are those of the sums themselves.
    if source.theme?.drawing.breaks != nil { return .plain }
    return CountScale(of: markers.markers.lazy.map(\.weight))
  }

  /// The counts of bubbles in a scale's unit: of clusters, and of single points that are drawn by their weights, which those
  /// that weigh nothing are not.
  package func counts(in scale: CountScale?) -> [Double] {
    markers.markers.lazy.filter { $0.isCluster || scale != nil && $0.weight > 0 }.map {
      (scale ?? .plain).count(of: $0.weight)
    }
  }

  /// The scale by which a column sizes the markers; `nil` for none.
  var sizeScale: SizeScale? {
    if let sharedScales { return sharedScales.sizes }
    guard let theme = source.theme, let name = theme.sizeProperty else { return nil }
    return SizeScale(
      name,
      of: markers.markers.enumerated().lazy.compactMap { index, marker in
        marker.isCluster
          ? aggregates(at: index).first { $0.key == name }?.value.numericValue
          : markers.members(of: marker).first.flatMap { theme.size(ofPoint: Int($0)) }
      })
  }

  private func feature(of marker: Marker, at index: Int, _ writing: PointWriting) -> any StyleFeature {
    if let point = point(of: marker) { return source.feature(ofPoint: point, writing) }
    return ClusterFeature(marker, aggregates: aggregates(at: index), writing)
  }

  /// The point that a marker is, by its number among the source's; `nil` for a cluster.
  private func point(of marker: Marker) -> Int? {
    marker.isCluster ? nil : markers.members(of: marker).first.map { Int($0) }
  }

  private func subject(of marker: Marker, listsMembers: Bool) -> MarkDescription {
    MarkDescription(
      id: identifier(of: marker), count: marker.count, title: title(of: marker),
      details: subtitle(of: marker), members: listsMembers ? memberIdentifiers(of: marker) : [])
  }

  /// The ids of a cluster's members; none for a single point.
  package func memberIdentifiers(of marker: Marker) -> [String] {
    marker.isCluster ? markers.members(of: marker).map { source.identifier(ofPoint: Int($0)) } : []
  }

  package func aggregates(at index: Int) -> [StyleMember] { aggregates.isEmpty ? [] : aggregates[index] }

  /// The point of a marker on Earth: of a single point on a sheet its own, of a cluster there the one under its mark.
  package func coordinate(of marker: Marker) -> Coordinate {
    guard let sheet = source.sheet else { return marker.position }
    if let point = point(of: marker) { return source.features.points[source.row(point)] }
    return sheet.coordinate(ofPlanar: marker.position) ?? box(of: marker).middle
  }

  /// The smallest box that holds a marker's members.
  package func box(of marker: Marker) -> BoundingBox {
    guard source.sheet != nil else { return marker.bounds }
    let places = markers.members(of: marker).map { source.features.points[source.row(Int($0))] }
    return BoundingBox(holding: CoordinateTable(places)) ?? marker.bounds
  }

  /// A property of one of the points, as text; `nil` where it has none of that name.
  ///
  /// - Parameter row: one of ``ClusterResult/members(of:)``.
  public func property(_ name: String, ofMember row: UInt32) -> String? {
    guard Int(row) < source.input.coordinates.count else { return nil }
    return source.features.property(name, ofPoint: source.row(Int(row)))?.text
  }

  /// The cluster's id, or the single point's own, as text.
  package func identifier(of marker: Marker) -> String {
    point(of: marker).map(source.identifier) ?? marker.id.description
  }

  /// A marker's title: the caller's own, else the template's; a single point's own where no template is for single
  /// points.
  public func title(of marker: Marker) -> String {
    if let point = point(of: marker) { return singleTitle(of: marker) ?? source.title(ofPoint: point) }
    if let text = clustering?.rules.title?(self, marker) { return text }
    let title = clustering?.title ?? SourceClustering.standardTitle
    let area = markers.members(of: marker).first.flatMap { source.areas?.name(ofPoint: Int($0)) }
    // What is called points is counted, whatever the points weigh.
    return (area.map { $0 + ": " } ?? "")
      + fill(
        title, for: marker,
        count: title == SourceClustering.standardTitle ? Double(marker.count) : marker.weight)
  }

  /// The title of a single point by a template or a rule of the caller's own; `nil` where its own title stands.
  package func singleTitle(of marker: Marker) -> String? {
    if let text = clustering?.rules.title?(self, marker) { return text }
    let text = clustering?.singleTitle.map { fill($0, for: marker) }
    return text?.isEmpty == true ? nil : text
  }

  /// The title of a single point in data: ``singleTitle(of:)``, or the point's name where a known system or a template of
  /// clusters sets titles; `nil` where its properties suffice.
  func dataTitle(of marker: Marker) -> String? {
    if let text = singleTitle(of: marker) { return text }
    return clustering?.hasTitles == true ? point(of: marker).flatMap(source.name) : nil
  }

  /// A marker's second line of text; `nil` where there is none, or where nothing fills it.
  public func subtitle(of marker: Marker) -> String? {
    if let text = clustering?.rules.subtitle?(self, marker) { return text }
    let template = marker.isCluster ? clustering?.subtitle : clustering?.singleSubtitle
    let text = template.map { fill($0, for: marker) }
    return text?.isEmpty == true ? nil : text
  }

  private func fill(_ template: TitleTemplate, for marker: Marker, count: Double? = nil) -> String {
    let count = count ?? marker.weight
    let members = markers.members(of: marker)
    return template.text(
      count: javaScriptText(of: count), isOne: count == 1,
      titles: { limit in
        source.isOfCells && marker.isCluster ? [] : source.names(ofPoints: members, limit: limit)
      },
      property: { name in
        source.isOfCells && marker.isCluster
          ? nil : members.first.flatMap { source.features.property(name, ofPoint: source.row(Int($0)))?.text }
      })
  }
}

extension MapSource {
  /// The points of a source that is not clustered, as layers draw them: those that can reach into the view.
  ///
  /// - Parameter margin: how far beyond the picture they may lie, in points.
  package func pointItems(
    in frame: ViewFrame, margin: Double, numberedFrom first: Int, group: Int? = nil, describesMarks: Bool,
    numbers: NumberFormat = NumberFormat()
  ) -> [PointItem] {
    var items: [PointItem] = []
    let writing = PointWriting(
      scale: nil, numbers: numbers, sizes: theme?.sizeScaleOfPoints, classes: theme?.rowClasses, group: group,
      unit: theme?.drawing.unit)
    let maker = ItemMaker(
      numberedFrom: first, feature: { feature(ofPoint: $0, writing) },
      subject: describesMarks
        ? { MarkDescription(id: identifier(ofPoint: $0), count: 1, title: title(ofPoint: $0)) } : nil,
      lacks: lacks)
    forEachPoint(in: frame, margin: margin) { index, point in
      items.append(PointItem(index: first + index, point: point, by: maker))
    }
    return items
  }

  /// Goes through the points that lie near the picture, in input order.
  ///
  /// - Parameter margin: how far beyond the picture they may lie, in points; `nil` where there is no limit.
  package func forEachPoint(in frame: ViewFrame, margin: Double?, _ body: (_ index: Int, WorldPoint) -> Void)
  {
    let window = PointWindow(
      margin.map { frame.world(margin: $0) } ?? WorldRectangle(minX: 0, minY: 0, width: 1, height: 1))
    for index in 0..<input.coordinates.count {
      let coordinate = input.coordinates[index]
      if window.contains(coordinate) { body(index, WorldPoint(coordinate)) }
    }
  }

  /// True only if no point has a property.
  fileprivate func lacks(_ property: String) -> Bool {
    theme?.names(property) != true && input.weights == nil && property != PointWriting.groupProperty
      && features.lacks(property)
  }

  package func feature(ofPoint index: Int, _ writing: PointWriting = .plain) -> PointFeature {
    PointFeature(featureRows, row(index), weight: input.weights?[index], writing)
  }
}

extension MapSource {
  /// True if any point lies in the picture, in any copy of the world.
  ///
  /// - Complexity: O(*points before the first that does*).
  package func hasPoint(in frame: ViewFrame) -> Bool {
    if let streamed { return streamed.shownIn.contains(frame.viewport) }
    let window = PointWindow(of: frame)
    return (0..<input.coordinates.count).contains { window.contains(input.coordinates[$0]) }
  }

  /// The number of points in a box; of points that were summed, in one of the boxes that were asked about.
  ///
  /// - Complexity: O(*points*).
  package func pointCount(in box: BoundingBox) -> Int {
    if let streamed { return streamed.boxCounts.first { $0.box == box }?.count ?? 0 }
    return (0..<input.coordinates.count).count { box.contains(input.coordinates[$0]) }
  }
}

/// The part of the flat world, in any of its copies, in which points are looked for one by one.
package struct PointWindow {
  private let area: WorldRectangle
  private let north, south: Double
  /// The view, where its edges do not run along the world's, or where it has no copies of the world.
  private var exact: ViewFrame?

  /// The places that a picture shows.
  package init(of frame: ViewFrame) {
    self.init(frame.world(margin: 0))
    let isPlain =
      frame.viewport.bearing == 0 && frame.viewport.camera == nil && frame.viewport.sheet == nil
      && frame.singleWorld == nil
    if !isPlain { exact = frame }
  }

  fileprivate init(_ area: WorldRectangle) {
    self.area = area
    north = WorldPoint.latitude(ofY: area.minY)
    south = WorldPoint.latitude(ofY: area.maxY)
  }

  package func contains(_ coordinate: Coordinate) -> Bool {
    // Beyond the flat world's edge latitudes are clamped onto it.
    guard coordinate.latitude <= north || area.minY <= 0, coordinate.latitude >= south || area.maxY >= 1
    else { return false }
    let x = coordinate.longitude / 360 + 0.5
    guard (area.minX - x).rounded(.up) <= area.maxX - x else { return false }
    return exact?.appearances(of: WorldPoint(coordinate), margin: 0).isEmpty != true
  }
}
