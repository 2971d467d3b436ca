public import JSONDocument
public import MapFeatures
package import MapGeometry

/// A map described in JSON: sources, a style, and one view or many; loaded once, drawn as often as there are views.
///
/// ```json
/// {"sources": {"stones": "berlin.csv"}, "style": "light", "cluster": {"stones": {"preset": "cch"}},
///  "views": [{"name": "city", "center": [13.38, 52.52], "zoom": 9, "size": [320, 504], "output": "city.png"}]}
/// ```
///
/// Every option of the command has a member of the same name in camel case. Options of the view and the picture may
/// stand at the root, for all views, or in a view. Names of files are relative to the request's own.
public struct SnapshotRequest: Sendable {
  /// The data of one source, by the path of its file.
  public struct Source: Hashable, Sendable {
    /// The name of the source.
    public let name: String
    /// The path of its file, relative to the request's own; empty for points in the request.
    public let path: String
    /// Points in the request, as a document of JSON that tables are read from; `nil` for a file.
    public let content: [UInt8]?

    /// - Parameter content: GeoJSON, or rows as JSON; `nil` for a file.
    public init(name: String, path: String = "", content: [UInt8]? = nil) {
      (self.name, self.path, self.content) = (name, path, content)
    }
  }

  /// A view to be drawn as one picture.
  public struct View: Hashable, Sendable {
    /// The picture's name; `nil` for a number.
    public var name: String?
    /// The part of the world that the view shows.
    @OutOfLine public var view: ViewOptions
    /// The output settings, drawn beside the style's layers.
    @OutOfLine public var output: OutputSettings
    /// The picture's file; `nil` where the command sets it.
    public var path: String?
    /// The picture's format; `nil` to see it from the file's ending.
    public var format: PictureFormat?
    /// The file for the markers as data, if any.
    public var dump: String?
    /// The view's position in the request, by an empty key, and those of settings that hardly fit the data.
    public var positions: [String: TextPosition] = [:]
    /// The size of the whole picture where it is a row of maps, each as large as the view; `nil` for one map.
    package var sheet: ScreenSize?

    /// The format of the picture, set or by the ending of its file; `nil` where it has neither.
    package var drawnFormat: PictureFormat? {
      format ?? PictureFormat(ending: path?.split(separator: ".").last?.lowercased() ?? "")
    }

    /// One picture, of which nothing but view and output is set.
    public init(view: ViewOptions, output: OutputSettings, position: TextPosition? = nil) {
      self.view = view
      self.output = output
      positions[""] = position
    }
  }

  /// The name of one of two themes in the names of their pictures: that of a style without its folder and ending.
  package static func themeName(_ style: String) -> String {
    String(style.split(separator: "/").last?.split(separator: ".").first ?? "")
  }

  /// Pictures of some sources, of which nothing else is set; or nothing at all.
  public init(sources: [Source] = [], views: [View] = []) { (self.sources, self.views) = (sources, views) }

  /// Data, in the request's order.
  public var sources: [Source]
  /// Tables of cells, points counted elsewhere, by the names of sources.
  public var cells: [Source] = []
  /// A file, or the name of a built-in style; `nil` for the default.
  public var style: String?
  /// Two styles instead of one, for light and for dark surroundings; empty for one.
  public var themes: [String] = []
  /// The base map, lowest layer first: `world`, `none`, files with areas and lines, tiles.
  public var basemaps: [String] = []
  /// Tiles of heights whose light and shade lie on the style's areas; `nil` for none.
  public var relief: String?
  /// The locations of tiles that replace those of the style's sources.
  public var tiles: [Source] = []
  /// The built-in style whose point layers lie over a style that has no layers for inputs.
  public var overlay: String?
  /// Marks, lines and areas over the map beside its data.
  public var overlays: [MapOverlay] = []
  /// The clustering of all sources.
  public var clustering = ClusterOptions()
  /// The clustering of single sources.
  public var clusteringBySource: [(name: String, options: ClusterOptions)] = []
  /// Several clusterings side by side in each picture; empty for one.
  public var columns: [PictureColumn] = []
  /// Positions of settings: `radius`, `cluster.NAME.radius` for one source, `views[0].padding` for one view.
  public var settingPositions: [String: TextPosition] = [:]
  /// The pictures, at least one.
  public var views: [View]
  /// The settings that an address of a server may have over the request's; drawing ignores it.
  public var parameters: [String] = []
  /// The comparison of the pictures with goldens; drawing ignores it.
  public var golden: JSONValue?
  /// The tile size of the zooms at the root, 512 or 256; `nil` where it is not set.
  public var tileSize: Int?
  /// The kind of all inputs; `nil` to see it from their content.
  public var inputFormat: InputFormat?
  /// The decimal mark of CSV; `nil` to find it from the coordinates.
  public var decimal: DecimalMark?
  /// The words that stand for missing values; `nil` for the usual ones.
  public var missing: MissingWords?
  /// The line with the names of columns in CSV, from 1; `nil` for the first one whose columns fit coordinates.
  public var headerLine: Int?
  /// Column of coordinates in one field each; `nil` to find it by its name or content.
  public var geometry: ColumnName?
  /// The CSV column of longitudes; `nil` to find it by its name.
  public var longitude: ColumnName?
  /// The CSV column of latitudes; `nil` to find it by its name.
  public var latitude: ColumnName?
  /// The CSV column that names points; `nil` for `id`.
  public var identifier: ColumnName?
  /// Font files that text may be set in.
  public var fonts: [String] = []
  /// Folders whose font files text may be set in.
  public var fontFolders: [String] = []
  /// Folders whose PNG files are icons.
  public var iconFolders: [String] = []
  /// The resources of the map, and the limits of requests to the network.
  public var resources = ResourceSettings()
  /// True if the fonts of the system may be used, too; `nil` where it is not set.
  public var usesSystemFonts: Bool?
  /// The finder of words of Lao, Khmer and Burmese, for line breaks; `nil` where it is not set.
  public var lineBreaks: LineBreaks?

  /// - Returns: the request, unless there are errors, and diagnostics in document order.
  public static func parse(_ text: JSONText) -> (request: SnapshotRequest?, diagnostics: [Diagnostic]) {
    parse(text.root, notes: text.repeatedKeys.map(\.diagnostic), alsoKnown: [])
  }

  /// - Parameters:
  ///   - alsoKnown: other members, for hints on mistyped ones.
  ///   - hasHistory: true if views follow each other, so that markers may be remembered.
  package static func parse(
    _ root: JSONValue, notes: [Diagnostic] = [], alsoKnown: [String], hasHistory: Bool = false
  ) -> (request: SnapshotRequest?, diagnostics: [Diagnostic]) {
    var reader = RequestReader(alsoKnown: alsoKnown, hasHistory: hasHistory)
    reader.diagnostics = notes
    let request = reader.request(root)
    let hasErrors = reader.diagnostics.contains { $0.severity == .error }
    return (hasErrors ? nil : request, reader.diagnostics)
  }
}

/// The finder of words in scripts that are written without spaces.
public enum LineBreaks: String, Hashable, Sendable, CaseIterable {
  /// Pango's dictionary for Thai; spaces for Lao, Khmer and Burmese.
  case pango
  /// The system's Unicode library for Lao, Khmer and Burmese.
  case icu
}
