package import JSONDocument
import MapSettings

/// Settings for comparing a case with its golden: the member `golden` of its request.
///
/// ```json
/// "golden": {"tolerance": 1, "reason": "emoji are drawn by the system's font"}
/// ```
///
/// Without it every channel of every pixel, every character and every number must be the same.
///
/// The keys are those of `GoldenOptions.table`; `clustersnap schema request` describes them.
public struct GoldenSettings: Hashable, Sendable {
  /// The limits for differences of pictures.
  public var picture = PictureLimits.exact
  /// The limit for differences of numbers of GeoJSON. Numbers are written with nine decimals, so that less has no effect.
  public var numberTolerance = 1e-9
  /// Masks beside those of ``picture``: of some views alone, or where markers are drawn.
  var masks: [GoldenMask] = []
  /// The goldens that the case names.
  public var formats: [GoldenFormat]?
  /// Why the case is not exact.
  public var reason: String?
  /// True if markers are kept beside the golden, so that a difference is explained by them.
  public var isExplained = false

  /// Everything must be the same.
  public init() {}

  /// Everything must be the same.
  public static let exact = GoldenSettings()

  /// Every channel of every pixel may differ by so many of 255 steps, for a reason.
  public static func within(_ steps: Int, reason: String) -> GoldenSettings {
    var settings = GoldenSettings()
    settings.picture.comparison.channelTolerance = steps
    settings.reason = reason
    return settings
  }

  package init(_ options: GoldenOptions) {
    picture = PictureLimits(options, over: .exact)
    masks = (options.masks ?? []).filter { $0.view != nil || $0.marker != nil }
    (formats, reason) = (options.formats, options.reason)
    isExplained = options.isExplained ?? false
    numberTolerance = options.numberTolerance ?? numberTolerance
  }

  /// The settings for a golden of one view, and the markers that are masked in it; pictures alone have masks and limits.
  package func ofView(_ name: String?, as format: GoldenFormat) -> (
    settings: GoldenSettings, markers: [String]
  ) {
    var settings = self
    guard format.isPixels else {
      settings.picture = .exact
      return (settings, [])
    }
    let own = masks.filter { $0.view == nil || $0.view == name }
    settings.picture.comparison.masks += own.compactMap(\.area)
    return (settings, own.compactMap(\.marker))
  }

  /// Returns the settings, unless there are errors, and all diagnostics.
  package static func parse(_ value: JSONValue?) -> (settings: GoldenSettings?, diagnostics: [Diagnostic]) {
    guard let value else { return (.exact, []) }
    let (options, diagnostics) = GoldenOptions.parse(value, at: JSONPath([.key("golden")]))
    return (diagnostics.isEmpty ? GoldenSettings(options) : nil, diagnostics)
  }
}
