public import MapSettings
public import JSONDocument
public import MapFeatures
public import MapContent

/// A map to be drawn: a request, and what is set over it. Names of files are as the session's loader knows them.
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

  /// A file and the source of the style that it fills.
  public struct NamedFile: Hashable, Sendable {
    /// The id of the source.
    public var name: String
    /// The path of the file; `-` for standard input.
    public var path: String

    /// A file and the source that it fills.
    public init(name: String, path: String) {
      (self.name, self.path) = (name, path)
    }
  }

  /// The request; `nil` where the members below describe all.
  public var request: Request?
  /// Data: a path, or `NAME=PATH`, which names the source.
  public var inputs: [String] = []
  /// Tables of cells, points counted elsewhere: a path, or `NAME=PATH`, which names the source.
  public var cells: [String] = []
  /// Data of sources of the style.
  public var sources: [NamedFile] = []
  /// The base map, lowest layer first: `world`, `none`, files with areas and lines, archives, folders and addresses of
  /// tiles. Over the request's.
  public var basemaps: [String] = []
  /// A file, folder or address of tiles of heights, whose light and shade lie on the style's areas; over the request's.
  public var relief: String?
  /// The locations of tiles of sources of the style, instead of those in the style.
  public var tiles: [NamedFile] = []
  /// The built-in style whose point layers lie over a style that has no place for inputs; `nil` for `light` or `dark`,
  /// by the style's background.
  public var overlay: String?
  /// Marks, lines and areas over the map beside its data, over the request's.
  public var overlays: [MapOverlay] = []
  /// The layer of the style beneath which all overlays lie; `nil` for areas and lines beneath the marks of the data, and pins
  /// above all.
  public var overlaysBeneath: String?
  /// A style's file or the name of a built-in style, over the request's.
  public var style: String?
  /// Two styles, for light and for dark surroundings, over the request's; empty for what the request sets.
  public var themes: [String] = []
  /// Of a style that is one of a pair, whether the pair is set over the request's; `nil` for a style by itself.
  var isThemeGiven: Bool?
  /// True if who draws takes two pictures of a view where there are two themes; else only SVG, which holds both, is drawn.
  public var takesPairs = false
  /// The view, over the request's, its zooms as written.
  public var view = ViewOptions()
  /// The tile size that zooms of options and request count from, 512 or 256; `nil` for what the request sets.
  public var tileSize: Int?
  /// The clustering of all sources, over the request's.
  public var clustering = ClusterOptions()
  /// The clustering of single sources, over the request's.
  public var clusteringBySource: [(name: String, options: ClusterOptions)] = []
  /// Several clusterings side by side in each picture, over the request's; empty for those that the request sets.
  public var columns: [PictureColumn] = []
  /// Rules of the caller's own for all sources that are clustered: cell sizes, places of markers, distances, titles.
  public var rules = SourceRules()
  /// Rules of the caller's own for single sources, by name, over those for all.
  public var rulesBySource: [String: SourceRules] = [:]
  /// The reading of inputs, over the request's; threads and progress are the session's.
  public var reading = ReadingOptions()
  /// The number of threads that read, cluster and draw; `nil` for the session's number. The result is the same.
  public var threads: Int?
  /// Font files beside the request's.
  public var fonts: [String] = []
  /// Folders of fonts beside the request's.
  public var fontFolders: [String] = []
  /// True if the fonts of the system may be used, too.
  public var usesSystemFonts = false
  /// The finder of words of Lao, Khmer and Burmese, over the request's.
  public var lineBreaks: LineBreaks?
  /// Folders of icons beside the request's.
  public var iconFolders: [String] = []
  /// The sprite, the time limit of tiles, and the rule for private networks, over the request's.
  public var resources = ResourceSettings()
  /// True if pipes and large files are summed into cells while they are read, where the picture is the same and nothing
  /// else is set: what draws one picture needs no points for another. See the setting `stream`.
  public var streamsLargeInputs = false
  /// True for one of many tiles of the same source.
  var isOfTile = false
  /// False where clusters are asked for, whatever view shows them.
  public var asksForViews = true
  /// True if clusters are asked for their members, so that points are kept.
  public var needsMembers = false
  /// The settings of pictures over those of request and style.
  public var output = OutputSettings()

  /// A map of nothing yet.
  public init() {}

  /// The map of a request in a file.
  public init(requestFile path: String) {
    request = .file(Resource(path: path, isFromDocument: false))
  }

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

  /// True if nothing beside a request names any data.
  var namesNoData: Bool {
    inputs.isEmpty && cells.isEmpty && sources.isEmpty && style == nil && basemaps.isEmpty
      && overlays.isEmpty && relief == nil
  }
}
