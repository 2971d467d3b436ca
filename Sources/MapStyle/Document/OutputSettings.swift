public import Drawing
public import MapGeometry

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
    public var isShown = true
    /// What it says; `nil` for what it says by itself.
    public var text: String?
    /// Where it stands; `nil` for its usual corner.
    public var position: Corner?
    /// The size of its letters in points.
    public var textSize: Double?
    /// Faces in order of preference.
    public var textFont: [String]?
    /// The color of letters and lines.
    public var color: Color?
    /// The color of the edge that lifts it off the map.
    public var haloColor: Color?
    /// The color of the plate behind it.
    public var background: Color?
    /// Degrees between lines, for a graticule; `nil` for what suits the view.
    public var step: Double?
    /// The width of lines in points, for a graticule.
    public var lineWidth: Double?

    /// A piece of furniture that is there and looks as usual.
    ///
    /// - Parameter text: what it says; `nil` for what it says by itself.
    public init(text: String? = nil) {
      self.text = text
    }

    /// This piece, where it says nothing of its looks as `base` does.
    public func over(_ base: Furniture) -> Furniture {
      var result = self
      result.text = text ?? base.text
      result.position = position ?? base.position
      result.textSize = textSize ?? base.textSize
      result.textFont = textFont ?? base.textFont
      result.color = color ?? base.color
      result.haloColor = haloColor ?? base.haloColor
      result.background = background ?? base.background
      result.step = step ?? base.step
      result.lineWidth = lineWidth ?? base.lineWidth
      return result
    }
  }

  /// Points across and down.
  public internal(set) var size: Setting<Size>?
  /// Pixels a point, `0.5...4`.
  public internal(set) var scale: Setting<Double>?
  /// What is behind everything.
  public internal(set) var background: Setting<Background>?
  /// Points kept free when fitting.
  public internal(set) var padding: Setting<Padding>?
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
  /// The members that a callout lists at most, `0...100`.
  public internal(set) var calloutRows: Setting<Int>?
  /// How hard PNG is compressed, `0...9`.
  public internal(set) var compression: Setting<Int>?
  /// How text is written into an SVG.
  public internal(set) var text: Setting<TextMode>?

  /// Nothing is set.
  public init() {}
}

extension OutputSettings {
  /// These settings where they say something, else those of `base`.
  public func over(_ base: OutputSettings) -> OutputSettings {
    var result = self
    result.size = size ?? base.size
    result.scale = scale ?? base.scale
    result.background = background ?? base.background
    result.padding = padding ?? base.padding
    result.fit = fit ?? base.fit
    result.bbox = bbox ?? base.bbox
    result.maxZoomFit = maxZoomFit ?? base.maxZoomFit
    result.debugGrid = debugGrid ?? base.debugGrid
    result.title = merged(title, base.title)
    result.subtitle = merged(subtitle, base.subtitle)
    result.attribution = merged(attribution, base.attribution)
    result.scaleBar = merged(scaleBar, base.scaleBar)
    result.legend = merged(legend, base.legend)
    result.graticule = merged(graticule, base.graticule)
    result.callouts = callouts ?? base.callouts
    result.calloutRows = calloutRows ?? base.calloutRows
    result.compression = compression ?? base.compression
    result.text = text ?? base.text
    return result
  }

  private func merged(_ piece: Setting<Furniture>?, _ base: Setting<Furniture>?) -> Setting<Furniture>? {
    guard let piece, let base else { return piece ?? base }
    return Setting(value: piece.value.over(base.value), path: piece.path, position: piece.position)
  }
}
