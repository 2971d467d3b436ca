public import MapClusters

/// The sources and the pictures that decide whether settings have an effect.
public struct SettingContext: Sendable {
  /// A source, all settings merged.
  public struct Source: Sendable {
    /// The settings of its clustering.
    public var settings: ClusterSettings
    /// True if its points have weights.
    public var hasWeights = true
    /// True if columns decide the look of its markers.
    public var isDrawnByColumns = true
    /// True if a column decides the colors of its markers.
    public var isColoredByColumn = true
    /// True if a column has small maps.
    public var hasFacets = true

    /// A source that is clustered by these settings, of which all else holds.
    public init(_ settings: ClusterSettings) { self.settings = settings }
  }

  /// A picture, all settings merged.
  public struct Picture: Sendable {
    /// The format of the picture's file.
    public var format: PictureFormat
    /// True if the view is fitted to points, a box or a cluster.
    public var isFitted = true
    /// True if what is asked for is of a view, not of clusters of all zooms.
    public var isView = true
    /// True if the projection is another one than Mercator's.
    public var isProjected = true
    /// True if the projection is conic.
    public var isConic = true
    /// True if a point is selected.
    public var hasSelection = true
    /// True if the selected point alone decides the view.
    public var isFoundBySelection = true
    /// True if any marker may get a callout.
    public var hasCallouts = true
    /// True if there is a headline or a line below it.
    public var hasTitle = true
    /// True if it can have insets.
    public var hasInsets = true
    /// True if there is a legend.
    public var hasLegend = true
    /// True if there is a scale bar.
    public var hasScaleBar = true
    /// True if its file carries words made from the data.
    public var isDescribed = true
    /// True if the built-in world is drawn.
    public var hasWorld = true
    /// True if the base map has names that can be left out.
    public var hasNames = true
  }

  /// The sources, in the map's order.
  public var sources: [Source]
  /// The pictures, in the request's order.
  public var pictures: [Picture]
  /// True if markers are written as data, too.
  public var writesMarkers: Bool

  /// The sources and pictures that settings are set for.
  public init(sources: [Source], pictures: [Picture] = [], writesMarkers: Bool = false) {
    (self.sources, self.pictures, self.writesMarkers) = (sources, pictures, writesMarkers)
  }
}
