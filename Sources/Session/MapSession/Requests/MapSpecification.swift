import MapGeometry
public import MapSettings
public import JSONDocument
public import MapFeatures
public import MapContent

/// A map to be drawn: a request, and what is set over it. Names of files are as the session's loader knows them.
///
/// The settings of a request are members here, too: `map.style = "dark"` sets the style over the request's.
@dynamicMemberLookup
public struct MapSpecification: Sendable {
  /// The origin of a request.
  public enum Request: Sendable {
    /// In a file.
    case file(Resource)
    /// JSON in memory. The name is the path that its files are relative to and that messages show; it need not exist.
    case text(JSONText, name: String)
    /// Built in memory; files are relative to the name's folder.
    case value(SnapshotRequest, name: String?)

    /// The path that its files are relative to, `-` for standard input; `nil` where there is none.
    var name: String? {
      switch self {
      case .file(let resource): resource.isStandardInput ? "-" : resource.name
      case .text(_, let name): name
      case .value(_, let name): name
      }
    }
  }

  /// The request; `nil` where the members below describe all.
  @OutOfLine public var request: Request?
  /// Data: a path, or `NAME=PATH`, which names the source.
  public var inputs: [String] = []
  /// Tables of cells, points counted elsewhere: a path, or `NAME=PATH`, which names the source.
  public var cells: [String] = []
  /// Data of sources of the style.
  public var sources: [SnapshotRequest.Source] = []
  /// The settings over the request's: style, base maps, tiles, overlays, clustering, reading, fonts and icons, resources.
  /// Overlays, fonts and icons are beside the request's; its sources, cells and views are not asked for.
  @OutOfLine public var settings = SnapshotRequest()
  /// The layer of the style beneath which all overlays lie; `nil` for areas and lines beneath the marks of the data, and pins
  /// above all.
  public var overlaysBeneath: String?
  /// Of a style that is one of a pair, whether the pair is set over the request's; `nil` for a style by itself.
  var isThemeGiven: Bool?
  /// True if who draws takes two pictures of a view where there are two themes; else only SVG, which holds both, is drawn.
  public var takesPairs = false
  /// The view, over the request's, its zooms as written.
  @OutOfLine public var view = ViewOptions()
  /// Rules of the caller's own for all sources that are clustered: cell sizes, places of markers, distances, titles.
  /// Without a method cell sizes take a grid.
  @OutOfLine public var rules = SourceRules()
  /// Rules of the caller's own for single sources, by name, over those for all.
  public var rulesBySource: [String: SourceRules] = [:]
  /// The number of threads that read, cluster and draw; `nil` for the session's number. The result is the same.
  public var threads: Int?
  /// True if pipes and large files are summed into cells while they are read, where the picture is the same and nothing
  /// else is set: what draws one picture needs no points for another. See the setting `stream`.
  public var streamsLargeInputs = false
  /// True if pictures without a size take the shape of the points that they are fitted to, as the command's do; else they have
  /// ``ViewOptions/standardSize``.
  public var shapesPictures = false
  /// The most pixels of a picture as it is written, with all that stands around and beside the map; `nil` for no limit but that of
  /// its format.
  public var mostPixels: Int?
  /// True if a request of several views is refused unless one of them is named: then nothing is drawn in vain.
  public var drawsOneView = false
  /// The number of maps that stand side by side in the picture.
  var mapsInRow = 1
  /// True if an input is the standard input, which can be read once.
  var readsStandardInput: Bool {
    (inputs + cells + sources.map(\.path)).contains { $0 == "-" || $0.hasSuffix("=-") }
  }
  /// True for one of many tiles of the same source.
  var isOfTile = false
  /// True if a grid takes the part of peaks where nothing but the default chooses these: of tiles, and of cells as data.
  public var prefersGrid = false
  /// False where clusters are asked for, whatever view shows them.
  public var asksForViews = true
  /// True if clusters are asked for their members, so that points are kept.
  public var needsMembers = false
  /// The settings of pictures over those of request and style.
  @OutOfLine public var output = OutputSettings()

  /// A map of nothing yet.
  public init() {}

  /// The map of a request in a file.
  public init(requestFile path: String) { request = .file(Resource(path: path, isFromDocument: false)) }

  /// The map of a request in memory, JSON in UTF-8.
  ///
  /// - Parameter name: the path that its files are relative to and that messages show; it need not exist.
  /// - Throws: ``SessionError`` with the place of what is no JSON.
  public init(json: [UInt8], name: String = "request") throws(SessionError) {
    request = .text(try rethrowing(JSONText(parsing: json), as: SessionError.notJSON(in: name)), name: name)
  }

  /// The map of a request in memory.
  ///
  /// - Parameter name: the path that its files are relative to and that messages show; it need not exist.
  /// - Throws: ``SessionError`` with the place of what is no JSON.
  public init(json: String, name: String = "request") throws(SessionError) {
    try self.init(json: Array(json.utf8), name: name)
  }

  /// A setting over the request's.
  public subscript<Value>(dynamicMember path: WritableKeyPath<SnapshotRequest, Value>) -> Value {
    get { settings[keyPath: path] }
    set { settings[keyPath: path] = newValue }
  }

  /// The caller's rules of a source, by its name or by its id in the style, over those of all.
  func rules(of name: String, or id: String) -> SourceRules {
    (rulesBySource[name] ?? rulesBySource[id])?.over(rules) ?? rules
  }

  /// True if nothing beside a request names any data.
  var namesNoData: Bool {
    inputs.isEmpty && cells.isEmpty && sources.isEmpty && settings.namesNoData && settings.relief == nil
  }
}

extension SnapshotRequest {
  /// True if no data, no style and no base map is named.
  var namesNoData: Bool {
    sources.isEmpty && overlays.isEmpty && cells.isEmpty && basemaps.isEmpty && style == nil
  }
}
