import BuiltIns
import MapScene
import MapSettings

/// What `render` and `clusters` have in common: data, style, view, clustering.
struct MapArguments: ParsableArguments {
  @Argument(
    help: .init(
      "CSV, GeoJSON or newline-delimited GeoJSON, plain or gzip; - is standard input. NAME=FILE names the source.",
      valueName: "INPUT"))
  var inputs: [String]
  @Option(
    help: .init(
      "A MapLibre style, or a built-in look: \(BuiltInStyles.names.joined(separator: ", ")).",
      valueName: "FILE|LOOK",
      default: "light"))
  var style: String?
  @Option(
    help: .init(
      "Fill or replace a source of the style. May be repeated.", valueName: "NAME=FILE", default: "none"))
  var source: [NamedValue]
  @Option(
    help: .init(
      "Areas and lines drawn beneath (GeoJSON). May be repeated.", valueName: "FILE", default: "none"))
  var basemap: [String]
  @Option(
    help: .init("The same, said in JSON: one load, one picture or many.", valueName: "FILE", default: "none"))
  var request: String?
  @Option(
    within: 1...64,
    help: .init(
      "How many threads read and cluster; the result is the same.", valueName: "N",
      default: "one a processor, at most 8"))
  var threads: Int?
  @OptionGroup("Reading") var reading: InputOptions
  @OptionGroup("View") var view: ViewArguments
  @OptionGroup("Clustering") var clustering: ClusterArguments
  @OptionGroup("Clustering") var sourceClustering: SourceClusterArguments
  @OptionGroup("Everywhere") var common: CommonOptions

  init() {}

  /// Whether nothing names any data.
  var isEmpty: Bool { inputs.isEmpty && request == nil && source.isEmpty && style == nil }
  /// Whether nothing beside a request names any data.
  var namesNoData: Bool { inputs.isEmpty && source.isEmpty && style == nil && basemap.isEmpty }
}

/// A style, its data, and the views asked for: all that a request or a command line says, loaded.
struct LoadedMap {
  var snapshotter: MapSnapshotter
  let views: [SnapshotRequest.View]
  /// What else the request says; `nil` without one.
  let request: SnapshotRequest?
  /// The request's file, as diagnostics call it.
  let requestName: String?
  /// Where the files lie that the style names.
  let styleFolder: StyleFolder
  /// Every file that was read.
  let inputPaths: [String]
  /// Where the settings of each source were said.
  let origins: SettingOrigins

  /// The style as diagnostics call it.
  var styleName: String { styleFolder.style }

  /// `60 points read, 3 skipped`
  var readText: String {
    let points = snapshotter.sources.reduce(0) { $0 + $1.features.points.count }
    let skipped = snapshotter.sources.reduce(0) { $0 + $1.features.skipped.count }
    return "\(counted(points, "point")) read, \(skipped) skipped"
  }

  /// A name in the request as seen from here: relative to the request's folder.
  func path(_ name: String) -> String { relativePath(name, to: requestName) }

  /// The place of a view in the request; `nil` without one.
  func place(of view: SnapshotRequest.View) -> String? {
    guard let requestName else { return nil }
    return requestName + (view.position.map { ":\($0.line):\($0.column)" } ?? "")
  }
}

/// A name in a document, as seen from where the command runs: relative to the document's folder, unless it is absolute.
func relativePath(_ name: String, to document: String?) -> String {
  name.hasPrefix("/") || name == "-" ? name : folderPrefix(of: document ?? "") + name
}

/// Turns a snapshot's error into the command's.
///
/// - Parameters:
///   - place: of what is drawn, in a document; `nil` for the command line.
///   - origins: where settings were said: one that does not fit is told there.
func snapshotting<Value>(
  at place: String? = nil, origins: SettingOrigins? = nil, _ body: () throws(SnapshotError) -> Value
) throws(Failure) -> Value {
  do throws(SnapshotError) {
    return try body()
  } catch {
    if case .clustering(let source, let reason) = error, let setting = reason.setting,
      let origin = origins?.origin(of: setting, source: source)
    {
      throw .input("\(origin.name): \(reason)", at: origin.place)
    }
    throw .input("\(error)", at: place)
  }
}
