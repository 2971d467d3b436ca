public import Drawing

/// What a style asks of the picture: `metadata["clustersnap:output"]`.
///
/// The keys are the command's options in camel case; what is not set is `nil`. Command-line options win.
public struct OutputSettings: Sendable {
  /// A corner of the picture.
  public enum Corner: String, Hashable, Sendable, CaseIterable {
    /// The corner.
    case topLeft = "top-left"
    /// The corner.
    case topRight = "top-right"
    /// The corner.
    case bottomLeft = "bottom-left"
    /// The corner.
    case bottomRight = "bottom-right"
  }

  /// Which markers get a callout.
  public enum Callouts: String, Hashable, Sendable, CaseIterable {
    /// The markers.
    case none, selected, unique, all
  }

  /// How text is written into an SVG.
  public enum TextMode: String, Hashable, Sendable, CaseIterable {
    /// As text, or as outlines.
    case text, outlines
  }

  /// What is behind everything.
  public enum Background: Hashable, Sendable {
    /// Nothing: the picture is transparent.
    case none
    /// A color.
    case color(Color)
  }

  /// A piece of furniture: whether it is there, what it says, how it looks.
  public struct Furniture: Hashable, Sendable {
    /// Whether it is there.
    public internal(set) var isShown = true
    /// What it says; `nil` for what it says by itself.
    public internal(set) var text: String?
    /// Where it stands; `nil` for its usual corner.
    public internal(set) var position: Corner?
    /// The size of its letters in points.
    public internal(set) var textSize: Double?
    /// Faces in order of preference.
    public internal(set) var textFont: [String]?
    /// The color of letters and lines.
    public internal(set) var color: Color?
    /// The color of the edge that lifts it off the map.
    public internal(set) var haloColor: Color?
    /// The color of the plate behind it.
    public internal(set) var background: Color?
    /// Degrees between lines, for a graticule; `nil` for what suits the view.
    public internal(set) var step: Double?
    /// The width of lines in points, for a graticule.
    public internal(set) var lineWidth: Double?
  }

  /// Points across and down.
  public internal(set) var size: Setting<Size>?
  /// Pixels a point, `0.5...4`.
  public internal(set) var scale: Setting<Double>?
  /// What is behind everything.
  public internal(set) var background: Setting<Background>?
  /// Points kept free when fitting.
  public internal(set) var padding: Setting<PaddingValue>?
  /// Whether all points are fitted, whatever the style's center and zoom.
  public internal(set) var fit: Setting<Bool>?
  /// What is fitted: west, south, east, north in degrees.
  public internal(set) var bbox: Setting<[Double]>?
  /// Fitting does not go closer.
  public internal(set) var maxZoomFit: Setting<Double>?
  /// Whether every source's grid is drawn.
  public internal(set) var debugGrid: Setting<DebugGridSetting>?
  /// The headline.
  public internal(set) var title: Setting<Furniture>?
  /// The line below it.
  public internal(set) var subtitle: Setting<Furniture>?
  /// Whom to thank.
  public internal(set) var attribution: Setting<Furniture>?
  /// The scale bar.
  public internal(set) var scaleBar: Setting<Furniture>?
  /// The legend.
  public internal(set) var legend: Setting<Furniture>?
  /// Lines of equal longitude and latitude.
  public internal(set) var graticule: Setting<Furniture>?
  /// Which markers get a callout.
  public internal(set) var callouts: Setting<Callouts>?
  /// How hard PNG is compressed, `0...9`.
  public internal(set) var compression: Setting<Int>?
  /// How text is written into an SVG.
  public internal(set) var text: Setting<TextMode>?

  /// Nothing is set.
  public init() {}
}
