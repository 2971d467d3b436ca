public import MapClusters

/// What decides whether settings have an effect: the sources and the pictures that they are set for.
public struct SettingSituation: Sendable {
  /// A source, all settings merged.
  public struct Source: Sendable {
    /// How it is clustered.
    public var settings: ClusterSettings
    /// Whether its points have weights.
    public var hasWeights = true
    /// Whether columns decide how its markers look.
    public var isDrawnByColumns = true
    /// Whether a column decides the colors of its markers.
    public var isColoredByColumn = true

    /// A source that is clustered by these settings, of which all else holds.
    public init(_ settings: ClusterSettings) { self.settings = settings }
  }

  /// A picture, all settings merged.
  public struct Picture: Sendable {
    /// The format of the picture's file.
    public var format: PictureFormat
    /// Who writes it, if it is SVG.
    public var writer = SVGWriter.native
    /// Whether the view is fitted to points, a box or a cluster.
    public var isFitted = true
    /// Whether the projection is another one than Mercator's.
    public var isProjected = true
    /// Whether the projection is one onto a cone.
    public var isConic = true
    /// Whether a point is selected.
    public var hasSelection = true
    /// Whether the selected point alone decides the view.
    public var isFoundBySelection = true
    /// Whether any marker may get a callout.
    public var hasCallouts = true
    /// Whether there is a headline or a line below it.
    public var hasTitle = true
    /// Whether it can have insets.
    public var hasInsets = true
    /// Whether there is a legend.
    public var hasLegend = true
    /// Whether its file carries words made from the data.
    public var isDescribed = true
    /// Whether the built-in world is drawn.
    public var hasWorld = true
    /// Whether the base map has names that can be left out.
    public var hasNames = true

    /// A picture of a format, of which all else holds.
    public init(_ format: PictureFormat) { self.format = format }
  }

  /// The sources, in the map's order.
  public var sources: [Source]
  /// The pictures, in the request's order.
  public var pictures: [Picture]
  /// Whether markers are written as data, too.
  public var writesMarkers: Bool

  /// The sources and pictures that settings are set for.
  public init(sources: [Source], pictures: [Picture] = [], writesMarkers: Bool = false) {
    (self.sources, self.pictures, self.writesMarkers) = (sources, pictures, writesMarkers)
  }
}
