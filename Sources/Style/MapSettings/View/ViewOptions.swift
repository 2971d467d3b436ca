public import MapGeometry

/// The span shown about a point, in meters on the ground.
public struct SelectionSpan: Hashable, Sendable {
  /// From south to north, above 0.
  public var latitudeMeters: Double
  /// From west to east, above 0.
  public var longitudeMeters: Double

  /// A span in meters.
  public init(latitudeMeters: Double = 1000, longitudeMeters: Double = 1000) {
    self.latitudeMeters = latitudeMeters
    self.longitudeMeters = longitudeMeters
  }
}

/// The points that a view is fitted to.
public enum FitRule: String, CaseIterable, Hashable, Sendable {
  case all
  /// Dense regions with 99 % of the points, without outliers.
  case robust
  case off
}

/// A view in a style, a request or a command line; `nil` for what is not set. See ``table``.
public struct ViewOptions: Hashable, SettingValues {
  /// The keys of settings that hold nothing, whatever is set beneath.
  public var cleared: Set<String> = []
  /// Middle of the picture; needs a zoom.
  public var center: Coordinate?
  /// The zoom, of a world ``tileSize`` points wide at zoom 0.
  public var zoom: Double?
  /// A box to be seen whole.
  public var box: BoundingBox?
  /// The points to fit the view to, if any.
  public var fit: FitRule?
  /// The picture's size in points.
  public var size: ScreenSize?
  /// The size of each map in points, in place of the picture's.
  @Indirect public var panelSize: ScreenSize?
  /// The zooms of small maps in a row.
  @Indirect public var zooms: [Double]?
  /// Pixels per point, `0.5...10`; 1 where nothing is set.
  public var scale: Double?
  /// Pixels per inch, instead of ``scale``.
  public var dotsPerInch: Double?
  /// True if the world repeats in pictures that are wider than it.
  public var worldCopies: Bool?
  /// The compass direction that is up, in degrees: 90 puts east on top.
  public var bearing: Double?
  /// Degrees between straight down and where the camera looks.
  @Indirect public var pitch: Double?
  /// The projection; Mercator's where nothing is set.
  public var projection: ProjectionChoice?
  /// The central meridian of the projection, in degrees; that of what is shown where nothing is set.
  @Indirect public var centralMeridian: Double?
  /// The parallels that a cone is true along; those of what is shown where nothing is set.
  @Indirect public var parallels: ConeParallels?
  /// Small maps in strips beside the map.
  @Indirect public var insets: [InsetOptions]?
  /// Points kept free when fitting.
  @Indirect public var padding: Padding?
  /// Fitting does not come closer than this zoom.
  public var maximumFitZoom: Double?
  /// The tile size of zooms: 512 or 256.
  public var tileSize: Int?

  /// The id of a point whose marker is singled out; without center, box and fitting also what the view is found by.
  public var selection: String?
  /// The span shown about a selected point.
  public var selectionSpan: SelectionSpan?
  /// The id of a cluster in the view given otherwise, or of one of its members; the view then shows all its members.
  public var fittedCluster: String?
  /// The id of a point that is shown at the smallest zoom at which it stands alone.
  public var expandedPoint: String?

  /// Options of which nothing is set.
  public init() {}

  /// The picture's size where nothing else is set.
  public static let standardSize = ScreenSize(width: 1024, height: 768)
  /// The pixels per inch that a picture can have.
  public static let densities = 36.0...720.0

  /// Pixels per point: ``scale``, or a 72nd of ``dotsPerInch``; 1 where neither is set.
  public var pixelsPerPoint: Double { scale ?? dotsPerInch.map { $0 / 72 } ?? 1 }

  /// True if the view is fitted to all points, with padding.
  package var isFitted: Bool {
    center == nil && box == nil && selection == nil && expandedPoint == nil && fittedCluster == nil
  }

  /// True if the world repeats: by ``worldCopies``; else it is shown once where points or all longitudes are fitted.
  public var repeatsWorld: Bool {
    let hasNarrowBox = box.map { $0.longitudes.width < 360 } ?? false
    return worldCopies ?? (center != nil || hasNarrowBox || selection != nil || expandedPoint != nil)
  }

  /// The middle of what padding leaves of a picture, in points from its left edge; `nil` for the picture's own.
  public func middle(in size: ScreenSize) -> Double? {
    guard center == nil, let padding else { return nil }
    return (padding.left + size.width - padding.right) / 2
  }

  /// True if the view is fitted to points; `nil` where nothing is set.
  public var fitsPoints: Bool? {
    get { fit.map { $0 != .off } }
    set { fit = newValue.map { $0 ? .all : .off } }
  }

  /// Returns the default padding around points: a tenth of the shorter side, at least 24 points and the reach of marks, and at
  /// most a quarter of a side.
  ///
  /// - Parameter reach: how far marks of points at the edge may reach, in points.
  public static func standardPadding(of size: ScreenSize, reach: Double = 0) -> Padding {
    let reach = max(24, 0.1 * min(size.width, size.height), reach)
    let (across, down) = (min(reach, size.width / 4), min(reach, size.height / 4))
    return Padding(top: down, right: across, bottom: down, left: across)
  }
  /// The most pixels a side may have.
  public static let maximumSide = 16_384.0
  /// The most pixels of a picture that is no PNG, or one of fewer colors: only a PNG is drawn in bands.
  public static let maximumArea = 64_000_000.0

  /// These options over `base`. A way to find the view (center, box, fitting) replaces the ways of `base`.
  public func over(_ base: ViewOptions) -> ViewOptions {
    let base = ViewOptions.table.without(cleared, base)
    var result = self
    result.cleared.formUnion(base.cleared)
    let isFound = selection != nil || expandedPoint != nil
    if !setsView && !isFound {
      result.center = base.center
      result.box = base.box
      result.fit = base.fit
    }
    // A center is seen at the zoom that holds for others.
    if zoom == nil && !isFound && (center != nil || !setsView) {
      result.zoom = base.zoom
      if tileSize == nil { result.tileSize = base.tileSize }
    }
    if selection == nil && expandedPoint == nil && fittedCluster == nil {
      result.selection = base.selection
      // A view that is set replaces one that is found.
      if !setsView {
        result.expandedPoint = base.expandedPoint
        result.fittedCluster = base.fittedCluster
      }
    }
    if scale == nil && dotsPerInch == nil {
      (result.scale, result.dotsPerInch) = (base.scale, base.dotsPerInch)
    }
    for entry in ViewOptions.table.entries where !ViewOptions.jointKeys.contains(entry.key) {
      entry.member?.fill(&result, from: base)
    }
    return result
  }

  package var isFittedToPoints: Bool {
    (center == nil || fitsPoints == true) && box == nil && selection == nil && expandedPoint == nil
      && fittedCluster == nil
  }

  /// True if a center, a box or fitting is set.
  public var setsView: Bool { center != nil || box != nil || fitsPoints == true }

  /// True if the projection is another one than Mercator's.
  public var isProjected: Bool { projection != nil && projection != .named(.mercator) }

  /// A zoom as written, in the zooms of a world 512 points wide.
  public func zoom512(_ zoom: Double) -> Double { tileSize == 256 ? zoom - 1 : zoom }
}
