public import JSONDocument
import MapFeatures
public import MapGeometry
import MapContent
public import MapSettings
import MapStyle
import StyleSettings

/// A part of a source of the style, the records of one file: its settings, and the way to its points.
public struct SourcePlan: Hashable, Sendable {
  /// The name that the user has for it.
  public let name: String
  /// The id of the style's source.
  public let source: String
  /// The file that fills the source; `nil` for data of the style's own.
  @OutOfLine private(set) var assignment: SourceAssignment?
  let location: DataLocation
  /// All settings of its clustering by who sets them, the weakest first.
  let levels: [SettingLevel]
  /// The size of tiles that zooms in options and requests count from.
  let tileSize: Int
  /// True if a grid takes the part of peaks that nobody chose.
  let prefersGrid: Bool
  /// The settings of all levels, merged once.
  @OutOfLine var merged = ClusterOptions()
  /// The settings that hold: those that are merged, without clustering in heat maps, as cells need them in tables.
  @OutOfLine public internal(set) var options = ClusterOptions()
  /// The columns that are read along with its points.
  public internal(set) var columns: [String] = []
  /// Reasons for which it needs its points themselves.
  public internal(set) var needs: [PointNeed] = []
  /// The way to its points, as far as it is known before any is read.
  public internal(set) var way = Way.kept(nil)
  /// True if every point is drawn as heat, whatever would cluster it.
  var isHeat = false
  /// True if the settings for all sources hold for it.
  var takesGeneral: Bool
  /// True if anyone but a built-in style sets a method.
  var isMethodChosen = false
  /// True if anyone but a built-in style sets the size of cells.
  var isSizeChosen = false
  /// The findings of loading that decide the rest; `nil` before.
  @OutOfLine var finding: SourceFinding?

  /// A way from a file to the points of a view.
  public enum Way: Hashable, Sendable {
    /// All points are kept.
    case kept(Reason?)
    /// Points are summed into the cells of a view while they are read.
    case summed(SummedView)
    /// The points are counted by their database in the cells of a view. Late decision: without a database, or where it cannot,
    /// they are summed while they are read.
    case counted(SummedView)
    /// The cells of a table, which were counted elsewhere.
    case cells
  }

  /// A reason for keeping points.
  public struct Reason: Hashable, Sendable {
    /// The reason, in words that a message goes on from.
    public let text: SettingText
    /// The setting that asked for another way; `nil` where none did.
    let asked: String?
  }

  /// A view in whose cells points are summed.
  public struct SummedView: Hashable, Sendable {
    /// The view. Late decision: `nil` for a view that is fitted to the box of the points, which are read once for it.
    public let viewport: Viewport?
    /// Other views of which it is asked whether points lie in them.
    let others: [Viewport]
    /// Boxes in which points are counted.
    let boxes: [BoundingBox]
  }

  /// The viewport in whose cells points are summed; `nil` for none, and for one that is still to be fitted.
  var viewport: Viewport? {
    switch way {
    case .summed(let view), .counted(let view): view.viewport
    case .kept, .cells: nil
    }
  }

  var isOfCells: Bool { assignment?.isOfCells == true }

  /// True if nobody but the style sets how its points are clustered, and nobody how markers look.
  var hasPlainMarkers: Bool {
    let settings = [
      "form", "hull", "icon", "overlap", "sizeBy", "sizeRange", "colorBy", SettingName.donutBy.key, "groupBy",
      "groupAreas", "facets", "aggregate", "palette", "classes", "breaks", "preset", "method", "weight",
      "coLocated",
    ]
    return settings.allSatisfy { setting in
      // What is taken back counts as not set.
      guard merged.isSet(setting), let owner = level(setting: setting)?.owner else { return true }
      if case .style = owner { return true } else { return false }
    }
  }

  /// True if peaks are the last method that anyone sets; settings of cells over them make a grid alone.
  var asksForPeaks: Bool {
    let setter = levels.last { $0.options.setsMethod && (takesGeneral || !$0.owner.isGeneral) }
    return setter?.options.method == .peaks
  }

  /// The setter of a setting that holds, by the name that a message begins with.
  func origin(of setting: String) -> SettingLevel.Origin? { level(setting: setting)?.origin(of: setting) }

  /// The settings among which the one that holds is.
  private func level(setting: String) -> SettingLevel? {
    levels.last { $0.options.isSet(setting) && (takesGeneral || !$0.owner.isGeneral) }
  }

  /// The location of a setting that holds in the style; `nil` where something else sets it.
  func styleLocation(of setting: String, _ source: StyleSource) -> SourceLocation? {
    guard case .style? = level(setting: setting)?.owner else { return nil }
    return source.settings.location(of: setting)
  }

  /// A fault of a setting, at the place where it is set and with the name that it has there.
  func fault(_ setting: SettingName, _ text: SettingText) -> SessionError {
    let origin = origin(of: setting.key)
    let name: SettingText = origin?.name ?? SettingText(setting.key)
    return .input("\(name): \(text)", at: origin?.place)
  }

  func filter(_ collation: (any TextCollation)?) throws(SessionError) -> CompiledRowFilter? {
    guard let filter = merged.filter else { return nil }
    return try rethrowing(CompiledRowFilter(filter, collation: collation)) { (error: RowFilterError) in
      fault("filter", SettingText(error.line))
    }
  }

  func missingColumn(_ column: String, known: [String], of setting: SettingName) -> SessionError {
    fault(
      setting,
      "source \(name) has no column \(escapedForMessage(column)); \(nameAdvice(column, among: known))")
  }
}

// MARK: Merging

extension SourcePlan {
  mutating func merge(_ source: StyleSource) {
    var layers = levels.filter { takesGeneral || !$0.owner.isGeneral }.map(\.options)
    // What is taken back must not have displaced anything in the layers beneath.
    var takenBack: Set<String> = []
    for index in layers.indices.reversed() {
      layers[index] = layers[index].without(takenBack)
      takenBack.formUnion(layers[index].cleared)
    }
    merged = layers.dropFirst().reduce(layers[0]) { base, options in
      let settled = options.over(base)
      guard tileSize == 256 else { return settled }
      // Zooms are brought to those of a world 512 points wide.
      let method = SourceClustering(source, options: settled)?.settings.method ?? .grid
      return options.countingFrom512(tileSize, method: method).over(base)
    }
    if prefersGrid { merged = withoutDefaultPeaks(merged, source) }
    options = merged
    guard isOfCells else { return }
    // Weights were summed when the points were counted.
    options.missingWeight = nil
    if options.isEmpty && source.geoJSON?.clustering == nil { options.method = prefersGrid ? .grid : .peaks }
  }

  /// Leaves clustering out where a style draws every point as heat.
  mutating func drawAsHeat(_ source: StyleSource, of style: Style) {
    guard case .kept = way, style.drawsHeat(of: source), !merged.drawsByColumns else { return }
    isHeat = true
    if !merged.isEmpty { options = merged.withoutClustering }
  }

  func settled(by finding: SourceFinding, _ way: Way, _ source: StyleSource, of style: Style) -> SourcePlan {
    var plan = self
    (plan.finding, plan.way) = (finding, way)
    // Settings for all sources hold for inputs that have something to cluster.
    if takesGeneral, assignment != nil, !finding.hasRows, !source.isClustered {
      plan.takesGeneral = false
      plan.merge(source)
      plan.drawAsHeat(source, of: style)
    }
    guard plan.isOfCells else { return plan }
    if !finding.hasCellsOfViews { plan.options = withoutDefaultPeaks(plan.options, source) }
    // Cells of a pyramid set their own size unless one is chosen.
    if finding.isPyramid, !isSizeChosen, plan.options.preset == nil {
      switch plan.options.settings.method {
      case .grid: plan.options = plan.options.withPyramidCells
      case .peaks: plan.options = plan.options.atWholeZooms
      default: break
      }
    }
    return plan
  }

  /// The options with a grid in place of peaks that nobody chose.
  private func withoutDefaultPeaks(_ options: ClusterOptions, _ source: StyleSource) -> ClusterOptions {
    guard !isMethodChosen, SourceClustering(source, options: options)?.settings.method == .peaks else {
      return options
    }
    var options = options
    options.method = .grid
    return options
  }
}

extension StyleSource {
  var isClustered: Bool { SourceClustering(self, options: ClusterOptions(settings)) != nil }
}

/// Findings of loading about a source, which no header has.
struct SourceFinding: Hashable, Sendable {
  var pointCount = 0
  var shapeCount = 0
  /// True if there is something to cluster: a point, or a table of cells.
  var hasRows = false
  var hasIdentifier = false
  /// True if cells stand for the points.
  var isCounted = false
  /// True if the cells are those of a pyramid.
  var isPyramid = false
  /// True if the cells make up those of all views, so that peaks are found among them.
  var hasCellsOfViews = false
}

/// The location of the records of a source or of a part of it.
enum DataLocation: Hashable {
  /// An input.
  case resource(Resource)
  /// A file that the style names.
  case reference(FileReference)
  /// The style itself, in the source of an id.
  case inline(String)

  init(_ data: GeoJSONSource, of source: StyleSource) {
    switch data.data {
    case .inline: self = .inline(source.id)
    case .file(let reference, _): self = .reference(reference)
    }
  }
}

struct SettingLevel: Hashable, Sendable {
  /// Who sets them, and for what.
  enum Owner: Hashable {
    case style(String, of: String), request(String?), requestOfSource(String, in: String?), given,
      givenOfSource(String), column(String, in: String?)

    var isGeneral: Bool {
      switch self {
      case .request, .given, .column: true
      default: false
      }
    }
  }

  /// A setting by its name, and the document that sets it; `nil` for what is set over documents.
  struct Origin {
    let name: SettingText
    let place: String?
    var isGiven = false

    func spelled(_ setting: SettingName) -> SettingText {
      isGiven ? "\(given: setting)" : SettingText(setting.key)
    }
  }

  let owner: Owner
  @OutOfLine private(set) var options: ClusterOptions
  /// The positions of its settings in their document, by the key.
  var positions: [String: TextPosition] = [:]

  func origin(of setting: String) -> Origin {
    let position = positions[setting]
    let name = SettingName(setting, option: ClusterOptions.table[setting]?.optionName)
    return switch owner {
    case .style(let style, let source):
      .init(name: "source \(source): \(setting)", place: placeText(style, position))
    case .request(let request): .init(name: SettingText(setting), place: placeText(request, position))
    case .requestOfSource(let source, let request):
      .init(name: "cluster.\(source).\(setting)", place: placeText(request, position))
    case .given: .init(name: "\(given: name)", place: nil, isGiven: true)
    case .column("", _):
      .init(name: "\(given: SettingName("columns", option: "beside"))", place: nil, isGiven: true)
    case .column(let path, let request):
      .init(name: "\(path).\(setting)", place: placeText(request, position))
    case .givenOfSource(let source): .init(name: "\(given: name, of: source)", place: nil, isGiven: true)
    }
  }
}
