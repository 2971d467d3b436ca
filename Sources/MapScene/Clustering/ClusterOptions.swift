public import MapClusters
public import MapStyle

/// What was said about the clustering of a source, by a style, a request or a command line; `nil` where nothing was.
public struct ClusterOptions: Hashable, Sendable {
  /// The system taken over; the other options refine it.
  public var preset: ClusterPreset?
  /// How points are grouped.
  public var method: ClusterMethod?
  /// How large cells are.
  public var cellSize: CellSizeSetting?
  /// Whether the world is cut into whole cells.
  public var alignsToWorld: Bool?
  /// What a grid is anchored to.
  public var anchor: GridAnchor?
  /// How far beyond the picture points take part, in picture widths and heights.
  public var margin: Double?
  /// Whether cell sizes follow the integer zoom.
  public var snapsZoom: Bool?
  /// The radius of the method radius, in 1/512 of a tile.
  public var radius: Double?
  /// Units along a tile's side, for the radius.
  public var extent: Double?
  /// Whether the method radius joins points across the antimeridian.
  public var wrapsAntimeridian: Bool?
  /// How near is near for the distance method.
  public var distance: DistanceSetting?
  /// How many clusters k-means makes.
  public var clusterCount: Int?
  /// The reach of DBSCAN in points.
  public var epsilon: Double?
  /// How many points make a dense place for DBSCAN, or a cluster of the method radius.
  public var minimumPoints: Int?
  /// Where clusters stand.
  public var position: MarkerPosition?
  /// From how many points on a group becomes a cluster.
  public var minimumCount: Int?
  /// From how many unique locations on a group becomes a cluster.
  public var minimumUnique: Int?
  /// The last zoom that clusters.
  public var maximumZoom: Double?
  /// What becomes of points in one place.
  public var coLocated: CoLocatedSetting?
  /// The property that weighs points.
  public var weight: String?
  /// The property that keeps points alone: those where it is false.
  public var optOut: String?
  /// Whether markers outside the view stay; this and the two below matter where there is a history.
  public var keepsInvisible: Bool?
  /// Whether an old marker stays in its cell and takes new members.
  public var reusesMarkers: Bool?
  /// Whether leaders stay when the view comes closer, and pans never regroup.
  public var keepsLeaders: Bool?
  /// The template of a marker's title.
  public var title: String?
  /// The template of a marker's subtitle.
  public var subtitle: String?

  /// Nothing was said.
  public init() {}

  /// What a style's metadata, or a request, says.
  public init(_ settings: SourceSettings) {
    preset = settings.preset.flatMap { ClusterPreset(rawValue: $0.value.rawValue) }
    method = settings.method.flatMap { ClusterMethod(rawValue: $0.value.rawValue) }
    cellSize = settings.cellSize?.value
    alignsToWorld = settings.alignWorld?.value
    anchor = settings.anchor.flatMap { GridAnchor(rawValue: $0.value.rawValue) }
    margin = settings.margin?.value
    snapsZoom = settings.snapZoom?.value
    radius = settings.radius?.value
    extent = settings.extent?.value
    wrapsAntimeridian = settings.acrossAntimeridian?.value
    distance = settings.distance?.value
    clusterCount = settings.clusters?.value
    epsilon = settings.eps?.value
    minimumPoints = settings.minPoints?.value
    position = settings.position.flatMap { MarkerPosition(rawValue: $0.value.rawValue) }
    minimumCount = settings.minCount?.value
    minimumUnique = settings.minUnique?.value
    maximumZoom = settings.clusterMaxZoom?.value
    coLocated = settings.coLocated?.value
    weight = settings.weight?.value
    optOut = settings.optOut?.value
    keepsInvisible = settings.keepInvisible?.value
    reusesMarkers = settings.reuse?.value
    keepsLeaders = settings.hysteresis?.value
    title = settings.title?.value
    subtitle = settings.subtitle?.value
  }

  /// These options where they say something, else those of `base`.
  ///
  /// A preset or a method of these options replaces the preset and all parameters of `base`, which were said for
  /// another system.
  public func over(_ base: ClusterOptions) -> ClusterOptions {
    var result = self
    if preset == nil {
      let keeps = method == nil || method == base.method
      if keeps {
        result.preset = base.preset
        result.fill(from: base)
      }
    }
    result.weight = weight ?? base.weight
    result.optOut = optOut ?? base.optOut
    result.title = title ?? base.title
    result.subtitle = subtitle ?? base.subtitle
    return result
  }

  private mutating func fill(from base: ClusterOptions) {
    method = method ?? base.method
    cellSize = cellSize ?? base.cellSize
    alignsToWorld = alignsToWorld ?? base.alignsToWorld
    anchor = anchor ?? base.anchor
    margin = margin ?? base.margin
    snapsZoom = snapsZoom ?? base.snapsZoom
    radius = radius ?? base.radius
    extent = extent ?? base.extent
    wrapsAntimeridian = wrapsAntimeridian ?? base.wrapsAntimeridian
    distance = distance ?? base.distance
    clusterCount = clusterCount ?? base.clusterCount
    epsilon = epsilon ?? base.epsilon
    minimumPoints = minimumPoints ?? base.minimumPoints
    position = position ?? base.position
    minimumCount = minimumCount ?? base.minimumCount
    minimumUnique = minimumUnique ?? base.minimumUnique
    maximumZoom = maximumZoom ?? base.maximumZoom
    coLocated = coLocated ?? base.coLocated
    keepsInvisible = keepsInvisible ?? base.keepsInvisible
    reusesMarkers = reusesMarkers ?? base.reusesMarkers
    keepsLeaders = keepsLeaders ?? base.keepsLeaders
  }

  /// Whether nothing is said that would make points come together.
  public var isEmpty: Bool {
    var rest = self
    (rest.keepsInvisible, rest.reusesMarkers, rest.keepsLeaders) = (nil, nil, nil)
    return rest == ClusterOptions()
  }

  /// What is remembered from view to view: as the preset has it, refined.
  public var behavior: ClusterBehavior {
    var behavior = preset?.behavior ?? ClusterBehavior()
    behavior.keepsInvisible = keepsInvisible ?? behavior.keepsInvisible
    behavior.reusesMarkers = reusesMarkers ?? behavior.reusesMarkers
    behavior.keepsLeaders = keepsLeaders ?? behavior.keepsLeaders
    return behavior
  }

  /// The engine's settings: the preset's or method's own, refined.
  public var settings: ClusterSettings {
    var settings = preset?.settings ?? method.map(ClusterSettings.standard) ?? .standard
    if let method, preset != nil { settings.method = method }
    switch cellSize {
    case .points(let points): settings.cellSize = .points(points)
    case .fractionOfWidth(let parts): settings.cellSize = .fraction(Double(parts))
    case .byZoom(let sizes): settings.cellSize = .byZoom(sizes.map { ZoomStep(from: $0.zoom, $0.points) })
    case nil: break
    }
    settings.alignsToWorld = alignsToWorld ?? settings.alignsToWorld
    settings.anchor = anchor ?? settings.anchor
    settings.margin = margin ?? settings.margin
    settings.snapsZoom = snapsZoom ?? settings.snapsZoom
    settings.radius = radius ?? settings.radius
    settings.extent = extent ?? settings.extent
    settings.wrapsAntimeridian = wrapsAntimeridian ?? settings.wrapsAntimeridian
    switch distance {
    case .meters(let meters): settings.distance = .meters(meters)
    case .points(let points): settings.distance = .points(points)
    case nil: break
    }
    settings.clusterCount = clusterCount ?? settings.clusterCount
    settings.epsilon = epsilon ?? settings.epsilon
    settings.minimumPoints = minimumPoints ?? settings.minimumPoints
    settings.position = position ?? settings.position
    settings.minimumCount = minimumCount ?? settings.minimumCount
    settings.minimumUnique = minimumUnique ?? settings.minimumUnique
    settings.maximumZoom = maximumZoom ?? settings.maximumZoom
    switch coLocated {
    case .merge: settings.coLocated = .merge
    case .ring(.meters(let meters)): settings.coLocated = .ring(.meters(meters))
    case .ring(.points(let points)): settings.coLocated = .ring(.points(points))
    case .ring(nil): settings.coLocated = .ring(.meters(3))
    case nil: break
    }
    return settings
  }

  /// Whether an option is said here, by its name in requests and styles.
  public func says(_ name: String) -> Bool {
    switch name {
    case "cellSize": cellSize != nil
    case "margin": margin != nil
    case "radius": radius != nil
    case "extent": extent != nil
    case "distance": distance != nil
    case "clusters": clusterCount != nil
    case "eps": epsilon != nil
    case "minPoints": minimumPoints != nil
    case "minCount": minimumCount != nil
    case "minUnique": minimumUnique != nil
    case "clusterMaxZoom": maximumZoom != nil
    case "coLocated": coLocated != nil
    case "weight": weight != nil
    default: false
    }
  }
}
