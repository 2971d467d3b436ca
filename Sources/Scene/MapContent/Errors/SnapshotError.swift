public import Drawing
public import JSONDocument
public import MapClusters
public import MapGeometry
import MapSettings
import MapStyle
public import MapFeatures

/// Why a request does not make a picture.
public enum SnapshotError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The points of a source cannot be clustered.
  case clustering(source: String, ClusterError)
  /// The view's numbers do not make a view.
  case geometry(GeometryError)
  /// Text cannot be laid out.
  case text(TextShapingError)
  /// There is nothing to fit the view to.
  case nothingToFit
  /// A view's center, or a part of its box, lies where a projection shows nothing.
  ///
  /// The text is that place, as ``MapGeometry/Sheet/beyond`` has it.
  case beyondSheet(String, ofBox: Bool, isSystem: Bool, wider: String?)
  /// All points that a view would be fitted to lie where a projection shows nothing.
  case allHidden(Int, place: String)
  /// A system of coordinates cannot be opened, for a reason.
  case noSystem(String, String)
  /// A center without a zoom.
  case centerWithoutZoom
  /// A pitch on another plane than Mercator's.
  case pitchedSheet
  /// The picture would be larger than any canvas takes.
  case pictureTooLarge(width: Double, height: Double, scale: Double)
  /// The heatmaps of the picture hold more pixels together than may be.
  case tooManyLayerPixels(layer: String, limit: Int)
  /// Circle layers draw so many circles together that memory would not hold them: the layer where they pass the limit.
  case tooManyCircles(layer: String, limit: Int)
  /// So many texts find a place that memory would not hold them: the layer where they pass the limit.
  case tooManyTexts(layer: String, limit: Int)
  /// A source that the style names has no such name among those given.
  case unknownSource(String, known: [String])
  /// A property that should weigh points does not; the record by its number and line, and what it has instead.
  case badWeight(source: String, property: String, record: String, fault: String)
  /// A point has no weight, and none is to be missing; the record by its number and line.
  case missingWeight(source: String, property: String, record: String)
  /// An id that no point has.
  case unknownPoint(String, guess: String?)
  /// An id that neither a cluster in view nor a point has.
  case unknownMarker(String, guess: String?)
  /// A point that no marker shows.
  case notShown(String)
  /// No point has a column that decides how markers are drawn; some of those there are.
  case noColumn(source: String, setting: String, column: String, known: [String])
  /// A column whose numbers are to be drawn holds something else: the first such value and its record.
  case noNumbers(source: String, setting: String, column: String, example: String?)
  /// A column of times that cannot be read.
  case times(source: String, TimeProblem)
  /// No point has a property of the name that should weigh points; some of those there are.
  case noWeight(source: String, property: String, known: [String])

  /// No source is clustered by a method whose clusters nest.
  case notHierarchical
  /// The markers of a source depend on the view, or are counts of others, so that tiles cannot have them.
  case noTiles(source: String)
  /// No source has a cluster with this id.
  case unknownCluster(UInt64)
  /// Several sources have a cluster with this id.
  case ambiguousCluster(UInt64, sources: [String])
  /// A view of a cluster that zooming in would part, where points are counted in areas; its setting.
  case areaView(String)
  /// No source is clustered by a method with cells.
  case noGrid
  /// Clusters of the caller's have members that the source has not.
  case badClusters(source: String)
  /// More cells were considered than can be listed.
  case tooManyCells(source: String, count: Int)

  /// The fault of a column that a setting names, after the name of its source; `nil` for other errors.
  package var columnFault: (source: String, setting: String, fault: String)? {
    switch self {
    case .noColumn(let source, let setting, let column, let known):
      (
        source, setting,
        "has no column \(escapedForMessage(column)); \(SnapshotError.advice(for: column, among: known))"
      )
    case .noNumbers(let source, let setting, let column, let example):
      (
        source, setting,
        "has texts in column \(escapedForMessage(column))\(example.map { ", such as \($0)" } ?? ""); name a column of numbers"
      )
    default: nil
    }
  }

  /// The setting of a view that it lies in, if that is known.
  public var viewSetting: String? {
    switch self {
    case .noSystem, .allHidden, .geometry(.beyondSystem), .geometry(.tornSystem): "projection"
    case .geometry(.noCone): "parallels"
    case .geometry(.centerAtPole): "center"
    default: nil
    }
  }

  /// The fault and what to do, in one line, with settings as documents spell them.
  public var description: String { text.description }

  /// The fault and what to do, its settings named and not spelled.
  public var text: SettingText {
    switch self {
    case .geometry(.paddingTooLarge):
      "the padding leaves no room in the picture; make \(setting: "padding") smaller than half of the size"
    case .nothingToFit:
      "there are no points to fit the view to; bring some first, or set \(setting: "center", of: "LON,LAT") and \(setting: "zoom", of: "Z"), or \(setting: "bbox", of: "W,S,E,N")"
    case .allHidden(let count, let place):
      "\(count == 1 ? "the only point lies" : "all \(count) points lie") \(place); set another \(setting: "projection"), or show another part of the Earth with \(setting: "center", of: "LON,LAT") and \(setting: "zoom", of: "Z")"
    case .beyondSheet(let place, let isBox, _, let wider?):
      "\(isBox ? "a part of the box" : "the center") lies \(place); show \(isBox ? "less" : "another place"), or set a wider system, such as \(setting: "projection", to: wider)"
    case .beyondSheet(let place, let isBox, let isSystem, nil):
      "\(isBox ? "a part of the box" : "the center") lies \(place); show \(isBox ? "less" : "another place"), or set another \(setting: "projection")\(isSystem ? "" : " or \(setting: "centralMeridian")" as SettingText)"
    case .pitchedSheet:
      "maps with a pitch are drawn in mercator alone; leave out \(setting: "pitch"), or set \(setting: "projection", to: "mercator")"
    case .centerWithoutZoom:
      "a center needs a zoom; add \(setting: "zoom", of: "Z"), or fit the view with \(setting: "bbox") or \(setting: "fit")"
    case .missingWeight(let source, let property, let record):
      "source \(source): \(record): no \(escapedForMessage(property)) to weigh it by; fill it in, or set \(setting: "missingWeight") to a number or skip"
    case .notHierarchical:
      "no source is clustered by the method radius, whose clusters nest; use \(setting: "method", to: "radius")"
    case .noTiles(let source):
      "source \(source): its markers depend on the view, so that tiles cannot have them; set \(setting: "method", to: "grid") or \(setting: "method", to: "radius"), and no table of cells"
    case .areaView(let setting):
      "\(given: SettingName(setting)): points are counted in areas, which no zoom parts; set \(setting: "bbox") or \(setting: "center"), or leave \(name: "groupAreas") out"
    case .noGrid: "no source is clustered by a method with cells; use \(setting: "method", to: "grid")"
    case .times(_, let problem):
      "\(given: "facetEvery"): \(problem.fault(format: "facetTimeFormat", every: "facetEvery"))"
    case .clustering(let source, let error): "source \(source): \(error.description)"
    case .geometry(let error): SettingText(error.description)
    case .noSystem(let definition, let reason): "\(escapedForMessage(shortenedName(definition))): \(reason)"
    case .text(let error): SettingText(error.description)
    case .pictureTooLarge(let width, let height, let scale): SettingText(Self.tooLarge(width, height, scale))
    case .tooManyLayerPixels(let layer, let limit):
      "layer \(escapedForMessage(layer)): the heatmaps up to this one hold more than \(limit / 1_000_000) million pixels; draw fewer of them, or a smaller picture"
    case .tooManyCircles(let layer, let limit):
      "layer \(escapedForMessage(layer)): the circle layers up to this one draw more than \(limit) circles beside those of the largest; draw fewer layers, or fewer points"
    case .tooManyTexts(let layer, let limit):
      "layer \(escapedForMessage(layer)): more than \(limit) texts find a place; let them not overlap, or bring fewer points"
    case .unknownSource(let name, let known):
      "the style has no source \(name); it has \(known.joined(separator: ", "))"
    case .unknownPoint(let id, let guess):
      "no point has the id \(escapedForMessage(id)); \(Self.advice(guess, or: "write the id of a point of one of the sources"))"
    case .unknownMarker(let id, let guess):
      "neither a cluster in this view nor a point has the id \(escapedForMessage(id)); \(Self.advice(guess, or: "take a cluster_id that clusters writes for the same view"))"
    case .notShown(let id):
      "no marker in this view holds the point \(escapedForMessage(id)); choose a view that shows it"
    case .badWeight(let source, let property, let record, let fault):
      "source \(source): \(record), column \(escapedForMessage(property)): \(fault); weights are numbers of at least 0"
    case .noColumn(let source, let setting, _, _), .noNumbers(let source, let setting, _, _):
      "\(setting): source \(source) \(columnFault?.fault ?? "")"
    case .noWeight(let source, let property, let known):
      "source \(source): there is no property \(escapedForMessage(property)) to weigh points by; \(SnapshotError.advice(for: property, among: known))"
    case .unknownCluster(let id): "there is no cluster \(id); clusters lists the ids as cluster_id"
    case .ambiguousCluster(let id, let sources):
      "the sources \(sources.joined(separator: " and ")) both have a cluster \(id); name one input alone"
    case .badClusters(let source):
      "source \(source): the clusters have members that it has not; draw them over the points they were made of"
    case .tooManyCells(let source, let count):
      "source \(source): \(count) cells are too many to list or draw; show less, or make the cells larger"
    }
  }

  /// A picture with too many pixels, and the scale that fits.
  private static func tooLarge(_ width: Double, _ height: Double, _ scale: Double) -> String {
    let most = ViewOptions.maximumSide / max(width, height)
    let dots = Int((most * 72).rounded(.down))
    return "a picture of \(Int(width.rounded()))x\(Int(height.rounded())) points at scale "
      + "\(javaScriptText(of: (scale * 100).rounded() / 100)) is too large; at most 16384 pixels a side"
      + (dots >= 36 ? ", so \(dots) dots an inch fit" : "")
  }

  private static func advice(_ guess: String?, or advice: String) -> String {
    guess.map { "did you mean \(escapedForMessage($0))?" } ?? advice
  }

  private static func advice(for column: String, among known: [String]) -> String {
    known.isEmpty ? "its points have no properties" : nameAdvice(column, among: known)
  }
}
