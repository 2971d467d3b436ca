/// All that differs from one known system to another: the one table of presets.
public struct PresetTraits: Hashable, Sendable {
  /// The transition between two states that a system is known by.
  public enum Transition: Hashable, Sendable {
    /// New markers appear, and old ones disappear.
    case fade
    /// Markers move out of those that they come from.
    case move
    /// Markers grow beyond their size and shrink to it.
    case bounce
  }

  /// The system's parameters in our words.
  public var settings = ClusterSettings()
  /// The memory of the system from one reload to the next.
  public var behavior = ClusterBehavior()
  /// The titles of the system's markers.
  public var titles = MarkerTitles()
  /// A shorter name that settings take, too; `nil` for none.
  public var shortName: String?
  /// True if a cluster's callout lists its members, a row each, in place of a subtitle.
  public var listsMembersInCallouts = false
  /// The property whose value `false` keeps a point single; `nil` for none.
  public var optOut: String?
  /// True if the system holds a set of points, so that an id is drawn once.
  public var holdsSets = false
  /// True if a zoom ends the selection of a point.
  public var endsSelectionByZoom = false
  /// The transition between two states.
  public var transition = Transition.fade
  /// The seconds of a fade.
  public var fadeSeconds = 0.2
  /// True if old markers fade, instead of vanishing at once.
  public var fadesOut = true
  /// True if the map moves by Mapbox's `easeTo`, in half a second by the curve `ease`, instead of slowly at both ends.
  public var easesTo = false

  /// The traits of no system: ours.
  public init() {}
}

extension ClusterPreset {
  /// The system's parameters in our words.
  public var settings: ClusterSettings { traits.settings }
  /// The memory of the system from one reload to the next.
  public var behavior: ClusterBehavior { traits.behavior }
  /// The titles of the system's markers.
  public var titles: MarkerTitles { traits.titles }

  /// All that differs from one known system to another.
  public var traits: PresetTraits {
    var traits = PresetTraits()
    let annotations = TitleTemplate("{count} {count|annotation|annotations}")
    let names = TitleTemplate("{titles,5}")
    switch self {
    case .cch:
      traits.settings.margin = 0.5
      traits.settings.minimumUnique = 2
      traits.settings.joinsUniqueLocations = true
      traits.behavior.reusesMarkers = true
      traits.titles = MarkerTitles(
        title: annotations, subtitle: names, singleTitle: annotations, singleSubtitle: names)
      (traits.holdsSets, traits.endsSelectionByZoom) = (true, true)
    case .clustermap, .cluster:
      traits.settings.cellSize = ClusterPreset.cells([(0, 88), (13, 64), (16, 32), (19, 16)])
      traits.settings.alignsToWorld = false
      traits.settings.roundsZoom = true
      traits.settings.position = .nearCenter
      traits.settings.maximumZoom = ClusterPreset.zoom(20)
      traits.settings.coLocated = .scatter(.meters(3))
      (traits.optOut, traits.holdsSets) = ("cluster", self == .clustermap)
      traits.fadesOut = false
      if self == .clustermap { traits.fadeSeconds = 0.35 }
    case .amap, .amapDistance:
      if self == .amap {
        traits.settings.cellSize = ClusterPreset.cells([(0, 64), (13, 32), (15, 16), (18, 8)])
        traits.settings.alignsToWorld = false
        traits.settings.maximumZoom = ClusterPreset.zoom(19).nextDown
      } else {
        traits.settings.method = .distance
        traits.settings.distance = .points(50)
      }
      traits.behavior.equality = .placeAndCount
      // Points of the demo show their address.
      traits.titles = MarkerTitles(subtitle: names, singleSubtitle: TitleTemplate("{address}"))
      traits.listsMembersInCallouts = true
      traits.transition = .bounce
    case .pins:
      traits.settings.method = .leader
      traits.settings.cellSize = .points(75)
      traits.settings.anchor = .view
      traits.settings.position = .leader
      (traits.behavior.keepsLeaders, traits.behavior.equality) = (true, .leader)
      traits.titles.title = TitleTemplate("{count} pins present")
      traits.holdsSets = true
      traits.transition = .move
    case .pablo:
      let parts = [(0.0, 32.0), (5, 16), (9, 8), (17, 4), (21, 10)]
      traits.settings.cellSize = .fractionByZoom(parts.map { ZoomStep(from: ClusterPreset.zoom($0.0), $0.1) })
      traits.settings.alignsToWorld = false
      traits.settings.anchor = .view
      traits.settings.roundsZoom = true
      traits.titles = MarkerTitles(title: TitleTemplate("{count}"), subtitle: TitleTemplate("Clustered"))
      traits.shortName = "pablo"
    case .tb:
      traits.settings.cellSize = ClusterPreset.cells([(0, 88), (13, 64), (16, 32), (19, 16), (20, 88)])
      traits.settings.alignsToWorld = false
      traits.settings.roundsZoom = true
      // Points show their telephone number.
      traits.titles = MarkerTitles(
        title: TitleTemplate("{count} hotels in this area"), singleSubtitle: TitleTemplate("{phone}"))
      traits.shortName = "tb"
      traits.transition = .bounce
    case .supercluster:
      traits.settings.method = .radius
      traits.settings.radius = 40
      traits.settings.maximumZoom = 16
      traits.easesTo = true
    }
    return traits
  }

  private static func cells(_ rows: [(zoom256: Double, points: Double)]) -> CellSize {
    .byZoom(rows.map { ZoomStep(from: zoom($0.zoom256), $0.points) })
  }
}
