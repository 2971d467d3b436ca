package import Arguments
import BuiltIns
import CairoCanvas
import JSONDocument
import MapFeatures
package import MapScene
package import MapSession
package import MapSettings
package import TileSources

package struct MapArguments: ParsableArguments {
  @Argument package var inputs: [String]
  @Option(help: .member("cells")) package var cells: [String]
  @Option(help: .member("style", suggestions: BuiltInStyles.names)) package var style: String?
  @Option(help: .member("themes")) package var themes: String?
  @Option() package var source: [NamedValue]
  @Option(help: .member("basemap", suggestions: ["world", "none"])) package var basemap: [String]
  @Option(help: .member("relief")) package var relief: String?
  @Option(help: .member("tiles")) package var tiles: [NamedValue]
  @Option(help: .member("overlay", suggestions: BuiltInStyles.names)) package var overlay: String?
  @Option(reading: asOverlay(.marker)) package var marker: [MapOverlay]
  @Option(reading: asOverlay(.path)) package var path: [MapOverlay]
  @Option(reading: asOverlay(.area)) package var area: [MapOverlay]
  @Option(reading: asOverlay(.circle)) package var circle: [MapOverlay]
  @Option(reading: asOverlay(.note)) package var note: [MapOverlay]
  @Option() package var request: String?
  @Option(within: 1...64) package var threads: Int?
  @OptionGroup package var confinement: ConfinementArguments
  @OptionGroup("Reading") package var reading: InputOptions
  @SettingOptions(ViewOptions.table.entries, "View") package var view: ViewOptions
  @SettingOptions(ClusterOptions.table.entries, "Clustering") package var clustering: ClusterOptions
  @OptionGroup("Clustering") package var sourceClustering: SourceClusterArguments
  @OptionGroup("Everywhere") package var common: CommonOptions

  package init() {}

  package var overlays: [MapOverlay] { area + path + circle + note + marker }

  package var isEmpty: Bool {
    overlays.isEmpty && inputs.isEmpty && cells.isEmpty && request == nil && source.isEmpty && style == nil
  }

  package func specification() throws(Failure) -> MapSpecification {
    var map = MapSpecification()
    map.request = request.map { .file(Resource(path: $0, isFromDocument: false)) }
    let named = reading.table.map { FileLoader.naming(table: $0, of: inputs + cells) } ?? inputs + cells
    (map.inputs, map.cells) = (Array(named.prefix(inputs.count)), Array(named.dropFirst(inputs.count)))
    map.shapesPictures = request == nil
    map.sources = source.map { .init(name: $0.name, path: $0.value) }
    map.basemaps = basemap
    map.relief = relief
    map.tiles = tiles.map { .init(name: $0.name, path: $0.value) }
    map.overlay = overlay
    map.style = style
    map.themes = themes?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? []
    map.overlays = overlays
    map.view = try view.checked()
    map.tileSize = view.tileSize
    map.clustering = clustering
    map.clusteringBySource = try sourceClustering.optionsBySource()
    reading.set(in: &map, threads: threads)
    return map
  }
}

extension MapSpecification {
  package mutating func set(
    _ picture: PictureArguments, _ decorations: OutputSettings, _ fonts: FontArguments
  ) {
    output = decorations.over(picture.output)
    self.iconFolders = picture.icons
    self.columns = picture.beside ?? []
    self.resources = picture.resources.over(self.resources)
    self.fonts = fonts.font
    self.fontFolders = fonts.fonts
    self.usesSystemFonts = fonts.systemFonts
    self.lineBreaks = fonts.lineBreaks
  }
}

extension MapSession {
  /// The command's session: it reads any file below `root`, any file at all without one, and standard input, and
  /// fetches what styles name; `none` as the cache of tiles keeps nothing.
  package static func ofCommand(tileCache: String? = nil, root: String? = nil) throws(Failure) -> MapSession {
    FontConfiguration.replaceProcessConfiguration()
    let cache = tileCache ?? (root == nil ? nil : "none")
    var options = Options()
    options.threads = processorCount
    return MapSession(
      resources: FileLoader(
        root: root, readsStandardInput: true, network: TileOptions(cache: cache),
        firstByteLimit: try firstByteLimit()),
      options: options)
  }

  private static func firstByteLimit() throws(Failure) -> Double {
    guard let text = environmentVariable(FileLoader.firstByteVariable) else { return 60 }
    guard let seconds = Double(text), seconds > 0, seconds.isFinite else {
      throw .input(
        "\(FileLoader.firstByteVariable)=\(escapedForMessage(text)) is no number of seconds above 0; set one, or unset it"
      )
    }
    return seconds
  }
}

extension MapSnapshotter {
  /// `60 points read, 3 skipped`
  package var readText: String {
    let points = sources.filter { !$0.isBackdrop }.reduce(0) { $0 + $1.readCount }
    let skipped = sources.reduce(0) { $0 + $1.features.skipped.count }
    let counts = sources.filter { $0.databaseCounts != nil }
      .map { "\($0.name) pushed down, \(counted($0.features.points.count, "cell"))" }
    return (["\(counted(points, "point")) read, \(skipped) skipped"] + counts).joined(separator: ", ")
  }
}

extension PictureReport {
  /// `12 clusters and 1 single point`
  package var markerText: String {
    counted(clusterCount, "cluster") + " and " + counted(singleCount, "single point")
  }
}

extension TileOptions {
  package init(cache: String?) {
    self.init(
      cacheFolder: cache == "none" ? nil : cache ?? TileOptions.usualFolder,
      userAgent: "clustersnap/\(ToolVersion.number)")
    // Whoever runs the command wrote its requests, or chose them.
    requestsMayAllowPrivateNetworks = true
  }

  private static var usualFolder: String? {
    func variable(_ name: String) -> String? {
      environmentVariable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    #if canImport(Darwin)
      return variable("HOME").map { $0 + "/Library/Caches/clustersnap/tiles" }
    #else
      return (variable("XDG_CACHE_HOME") ?? variable("HOME").map { $0 + "/.cache" }).map {
        $0 + "/clustersnap/tiles"
      }
    #endif
  }
}
