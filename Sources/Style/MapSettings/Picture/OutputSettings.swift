public import Drawing
public import MapGeometry

/// A picture's settings of a style's `metadata["clustersnap:output"]`, a request or the command line; see
/// ``table``.
public struct OutputSettings: Hashable, SettingValues {
  /// A corner of the picture.
  public typealias Corner = PictureCorner

  /// Beside the map, in a strip along one of its sides.
  public enum Side: String, Hashable, Sendable, CaseIterable {
    case above, below, left, right
  }

  enum Position: String, Hashable, Sendable, CaseIterable {
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"
    case above, below, left, right

    var corner: Corner? { Corner(rawValue: rawValue) }
    var side: Side? { Side(rawValue: rawValue) }
  }

  /// The markers that get a callout.
  public enum Callouts: String, Hashable, Sendable, CaseIterable {
    /// None; the selected marker; single points and clusters of one coordinate; all.
    case none, selected, unique, all
  }

  /// The treatment of labels that the picture's edge would cut.
  public enum EdgeLabels: String, Hashable, Sendable, CaseIterable {
    /// Moved inside, or left out, but never cut.
    case keep
    /// Cut in place, as in interactive maps.
    case cut
  }

  /// The form of areas with a height.
  public enum Walls: String, Hashable, Sendable, CaseIterable {
    /// Walls and roofs, seen from above the picture's middle.
    case raised
    /// Footprints in their own color, without light.
    case flat
  }

  /// The form of text in an SVG or a PDF.
  public enum TextMode: String, Hashable, Sendable, CaseIterable {
    case text, outlines
  }

  /// The background of the picture.
  public enum Background: Hashable, Sendable {
    /// Transparent.
    case none
    case color(Color)
  }

  /// The form of classes of colors in a legend.
  public enum LegendClasses: String, Hashable, Sendable, CaseIterable {
    /// A swatch for each class, with its range.
    case swatches
    /// One bar of all colors, with the limits between them.
    case bar
  }

  /// A decoration: whether it is there, its text, its styling.
  public struct Decoration: Hashable, Sendable {
    /// True if it is drawn.
    public var isShown = true
    /// Its text; `nil` for the text of its own.
    public var text: String?
    /// The corner; `nil` for the usual one.
    public var position: Corner?
    /// Side of the map; `nil` for a position upon the map.
    public var side: Side?
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
    /// The area that a locator shows; `nil` for the world.
    public var area: BoundingBox?
    /// The name or the code of the country that a locator shows; ``area`` wins.
    public var country: String?
    /// The form of classes of colors, for a legend; `nil` for swatches.
    public var classes: LegendClasses?
    /// True if nobody asked for it: where it would hide a marker it is left out in silence.
    package var isOptional = false

    /// A decoration with default styling and text, unless given.
    public init(text: String? = nil) { self.text = text }

    /// This piece, with the styling of `base` where it sets none of its own.
    public func over(_ base: Decoration) -> Decoration {
      var result = self
      Decoration.table.fill(&result, from: base)
      return result
    }
  }

  /// The keys of settings that hold nothing, whatever is set beneath.
  public var cleared: Set<String> = []
  /// The view and its size.
  public var view = ViewOptions()
  /// The background of the picture.
  public var background: Background?
  /// True to draw names of countries and cities beneath the data.
  public var placeNames: Bool?
  /// True to draw the borders of countries in the built-in world.
  public var borders: Bool?
  /// The grid of every source.
  public var debugGrid: DebugGridSetting?
  /// The headline; `nil` where it is not set.
  @Indirect public var title: Decoration?
  /// The line below it.
  @Indirect public var subtitle: Decoration?
  var titlePosition: Position?
  var legendPosition: Position?
  var scaleBarPosition: Position?
  var attributionPosition: Position?
  var legendClasses: LegendClasses?
  /// The attribution of the data.
  @Indirect public var attribution: Decoration?
  /// The scale bar; `nil` where nothing is set of it.
  @Indirect public var scaleBar: Decoration?
  /// The arrow that points north; `nil` for one where north is not up and a scale bar or a graticule is shown.
  @Indirect public var northArrow: Decoration?
  /// The legend; `nil` where it is not set.
  @Indirect public var legend: Decoration?
  /// Lines of equal longitude and latitude.
  @Indirect public var graticule: Decoration?
  /// A small map of the world or of an area, with the box of the view.
  @Indirect public var locator: Decoration?
  /// The frames and titles of insets.
  @Indirect public var insetFrames: Decoration?
  /// The growth of legend, scale bar, titles and attribution, `0.25...20`; `nil` for 1.
  public var scaleFurniture: Double?
  /// The size of labels and furniture in points, `4...72`; `nil` for 11.
  public var fontSize: Double?
  /// True if letters in brackets stand before the titles of maps on one sheet.
  public var panelLetters: Bool?
  /// The titles of maps on one sheet, in their order.
  public var panelTitles: [String]?
  /// The rows whose markers have a ring.
  @Indirect public var highlight: RowFilter?
  /// The markers that get a callout.
  public var callouts: Callouts?
  /// The members that a callout lists at most, `0...100`.
  public var calloutRows: Int?
  /// The columns that a callout lists of each member: the first, and the others in a second line.
  public var calloutColumns: [String]?
  /// The treatment of labels that the picture's edge would cut.
  public var edgeLabels: EdgeLabels?
  /// The form of areas with a height.
  public var walls: Walls?
  /// True if marks of an SVG, and markers written as data beside the picture, list the ids of their members.
  public var members: Bool?
  /// The compression level of PNG, `0...9`.
  public var compression: Int?
  /// The quality of JPEG, WebP and AVIF, `1...100`; `nil` for 90 of JPEG, 80 of AVIF, and for WebP without loss.
  public var quality: Int?
  /// The colors that a PNG has at most, `2...256`; `nil` for all.
  public var colors: Int?
  /// The form of text in an SVG or a PDF.
  public var text: TextMode?
  /// Stands before all ids of an SVG.
  public var idPrefix: String?
  /// The address of the picture that an HTML page shows; `nil` if the page holds its bytes.
  public var htmlImage: String?
  /// Who made the picture, for the properties of a PDF.
  public var author: String?
  /// The words of the user's own that describe the picture; `nil` for those made from the data.
  public var alt: AltTemplate?
  /// The language of the words that are made.
  public var language: AltLanguage?
  /// The words that the picture's file carries.
  public var metadata: PictureMetadata?
  /// The format of numbers.
  public var numberFormat: NumberFormat?
  /// The writer of SVG, of which there is one. Set by the command alone.
  public var svg: SVGWriter?

  /// Settings of which nothing is set.
  public init() {}

  /// These settings over `base`, decorations member by member.
  public func over(_ base: OutputSettings) -> OutputSettings {
    var result = filled(from: base)
    result.view = view.over(base.view)
    return result
  }

  /// The settings with what options set of pieces moved into these, where they do not set it themselves.
  public var placed: OutputSettings {
    func placed(_ piece: Decoration?, _ place: Position?) -> Decoration? {
      guard var piece, piece.place == nil else { return piece }
      piece.place = place
      return piece
    }
    var result = self
    (result.title, result.subtitle) = (placed(title, titlePosition), placed(subtitle, titlePosition))
    result.scaleBar = placed(scaleBar, scaleBarPosition)
    // It is there without being set.
    let attribution = attributionPosition == nil ? attribution : attribution ?? Decoration()
    result.attribution = placed(attribution, attributionPosition)
    var legend = placed(legend, legendPosition)
    if legend?.classes == nil { legend?.classes = legendClasses }
    result.legend = legend
    return result
  }

  /// Removes what stands around a map, but not names and lines on it, nor a scale bar that is to stay where it hides no marker.
  package mutating func leaveOutDecorations(butScaleBar: Bool) {
    var bar = butScaleBar ? placed.scaleBar : nil
    bar?.side = nil
    bar?.isOptional = true
    scaleBarPosition = nil
    (title, subtitle, scaleBar, northArrow, legend, locator) = (nil, nil, bar, nil, nil, nil)
    attribution = Decoration()
    attribution?.isShown = false
  }
}

extension OutputSettings {
  /// The growth of labels by ``fontSize``.
  public var labelScale: Double { fontSize.map { $0 / 11 } ?? 1 }

  /// The title of a map on a sheet by its number from 0, unless another one is set.
  package func panelTitle(_ title: String, _ number: Int) -> String {
    let titles = panelTitles ?? []
    let title = titles.indices.contains(number) ? titles[number] : title
    guard panelLetters == true, let letter = Unicode.Scalar(97 + number) else { return title }
    return title.isEmpty ? "(\(letter))" : "(\(letter)) \(title)"
  }
}

extension SettingContext.Picture {
  /// A picture of a view with merged settings, without a base map; `hasSteps` for scenarios.
  public init(
    of view: ViewOptions, _ output: OutputSettings, as format: PictureFormat, hasSteps: Bool = false
  ) {
    self.format = format
    (hasWorld, hasNames, hasInsets) = (false, false, !hasSteps)
    isDescribed = output.metadata != PictureMetadata.none
    guard !hasSteps else { return }
    hasTitle = [output.title, output.subtitle].contains { $0?.isShown == true }
    hasLegend = output.legend?.isShown == true
    hasScaleBar = output.scaleBar?.isShown == true
    isFitted = view.center == nil || view.box != nil || view.fitsPoints == true || view.fittedCluster != nil
    hasSelection = view.selection != nil
    // A wide view may turn out to be Equal Earth's.
    isProjected = view.isProjected || view.projection == nil && isFitted && view.zoom == nil
    isConic =
      switch view.projection {
      case .named(let projection)?: projection.isConic
      default: false
      }
    isFoundBySelection = hasSelection && view.expandedPoint == nil && !view.setsView
    hasCallouts =
      switch output.callouts ?? .selected {
      case .none: false
      case .selected: hasSelection || view.expandedPoint != nil
      case .unique, .all: true
      }
  }
}

extension OutputSettings.Decoration: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
  /// A decoration with a text.
  public init(stringLiteral text: String) { self.init(text: text) }
  /// A decoration that is there, or is not.
  public init(booleanLiteral isShown: Bool) {
    self.init()
    self.isShown = isShown
  }
}
