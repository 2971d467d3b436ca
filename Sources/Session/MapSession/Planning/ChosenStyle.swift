import BuiltIns
import JSONDocument
import MapFeatures
import MapStyle

/// The style that a map is drawn in, with what base maps and overlays add to it, and the locations of its tiles.
struct ChosenStyle: Sendable {
  var style: Style
  let folder: StyleFolder
  /// The document that the style was read from.
  let key: StyleKey?
  let basemap: Basemap
  /// Locations of tiles in place of those of the style, by the source's id.
  var tiles: [String: TileSetLocation]
  /// Names of base maps for sources that no style of the user's has, by the source's id.
  let basemapNames: [String: SettingText]
  var paths: [String]
  /// True if the built-in world has names where nothing is set.
  var namesWorld: Bool { folder.isBuiltIn && ["light", "dark"].contains(folder.style) }
  /// The files of overlays.
  let overlayFiles: [SourceAssignment]

  init(_ requested: RequestedMap, _ session: MapSession, _ log: SessionLog) throws(SessionError) {
    let named = try ChosenStyle.named(requested, session, log)
    try log.checkCancelled()
    (folder, key, paths) = (named.folder, named.key, named.paths)
    basemap = try Basemap(
      requested, isWorldDefault: folder.isBuiltIn && named.style.source(WorldBasemap.sourceID) != nil,
      session.resources)
    let stacking = StyleStacking(requested: requested, session: session)
    var overlaid = try stacking.overlaid(named.style, isBuiltIn: folder.isBuiltIn)
    if basemap.isNone, folder.isBuiltIn { overlaid = overlaid.onPaper() }
    (style, tiles) = try stacking.stacked(
      overlaid, on: basemap, builtIn: folder.isBuiltIn ? folder.style : nil)
    var names = tiles.mapValues { _ in stacking.basemapName }
    if let relief = try stacking.relief(of: style) {
      // Above the lowest areas and pictures.
      let areas: Set<LayerType> = [.background, .fill, .raster, .hillshade, .colorRelief]
      let place = style.layers.firstIndex { !areas.contains($0.type) } ?? style.layers.count
      style = style.inserting(relief.style, at: place)
      (tiles[relief.source], names[relief.source]) = (relief.place, stacking.reliefName)
      if !relief.place.name.contains("://"), !relief.place.name.contains("{") {
        paths.append(relief.place.name)
      }
    }
    basemapNames = names
    (style, overlayFiles) = try OverlayStyle.over(style, requested)
    try nameTiles(requested)
  }

  private mutating func nameTiles(_ requested: RequestedMap) throws(SessionError) {
    let asked = requested.asked.tiles
    let fillings = requested.specification.sources.filter { style.source($0.name)?.tileSet != nil }
    let named =
      asked.map { source in
        let path = BuiltInTiles.location(source.path)
        return (source.name, path.contains("://") ? path : requested.path(path))
      } + (fillings + requested.own.tiles).map { ($0.name, BuiltInTiles.location($0.path)) }
    for (number, (name, path)) in named.enumerated() {
      guard style.source(name)?.tileSet != nil else {
        let known = style.sources.filter { $0.tileSet != nil }.map(\.id)
        let others = known.isEmpty ? "none" : known.joined(separator: ", ")
        let advice = nameAdvice(name, among: known, else: "it has \(others)")
        let setting = requested.name("tiles", isGiven: number >= asked.count)
        throw .input("\(setting): the style has no source \(name) of tiles; \(advice)")
      }
      tiles[name] = TileSetLocation(path)
      if !path.contains("://"), !path.contains("{") { paths.append(path) }
    }
  }

  /// Leaves out names that no view draws.
  ///
  /// - Parameter settings: of each view, whether names are drawn; `nil` where it is not set.
  mutating func leaveOutNames(_ settings: [Bool?]) {
    var sources = settings.allSatisfy { $0 == false } ? Set(tiles.keys) : []
    if settings.allSatisfy({ !($0 ?? namesWorld) }) { sources.insert(WorldBasemap.tilesID) }
    style = style.with(style.layers.filter { $0.type != .symbol || !sources.contains($0.source ?? "") })
  }
}

/// The document of a style; what is made from it is kept for that version.
struct StyleKey: Hashable, Sendable {
  let identity: String
  let versions: [ResourceVersion]
}

extension ChosenStyle {
  /// The style that options or the request name, the document that it was read from, and the paths of its files.
  private static func named(
    _ requested: RequestedMap, _ session: MapSession, _ log: SessionLog
  ) throws(SessionError) -> (style: Style, folder: StyleFolder, key: StyleKey?, paths: [String]) {
    let (option, resources) = (requested.own.style, session.resources)
    let named = option ?? requested.asked.style ?? BuiltInStyles.names.first ?? ""
    let parsing: StyleParsing
    var (name, key, paths): (String, StyleKey?, [String]) = (
      named, StyleKey(identity: named, versions: []), []
    )
    let isBuiltIn = BuiltInStyles.names.contains(named)
    if isBuiltIn {
      parsing = session.builtInStyle(named)
    } else {
      let isAddress = Resource.isWebAddress(named)
      name = isAddress ? named : option ?? requested.path(named)
      if !named.contains("/"), !named.contains("."),
        resources.kind(of: name, followingLinks: true) == .missing
      {
        let names = BuiltInStyles.names
        throw .input(
          "\(requested.styleName): \"\(named)\" is no file and none of the built-in styles \(names.joined(separator: ", ")); \(nameAdvice(named, among: names, else: "name one of these, or a style file"))"
        )
      }
      if named.hasPrefix("mapbox://") {
        throw .input(
          "\(requested.styleName): styles of Mapbox are not read by their address; save the style as a file, and name the tiles of its sources with \(setting: "tiles")"
        )
      }
      let resource = isAddress ? Resource(url: name) : Resource(path: name, isFromDocument: option == nil)
      let version = resources.version(of: resource)
      key = version.map { StyleKey(identity: $0.identity, versions: [$0]) }
      paths = isAddress ? [] : [name]
      parsing = try session.style(in: resource, version)
    }
    let hasErrors = log.report(parsing.diagnostics.compactMap { judged($0, requested) }, of: name)
    guard let style = parsing.style, !hasErrors else { throw .reported }
    return (style, StyleFolder(style: name, isBuiltIn: isBuiltIn, resources: resources), key, paths)
  }

  /// A diagnostic of an address, which the parser has left open: no fault where options or the request name another
  /// location of the tiles or the sprite, an error where a path leaves the style's folder.
  private static func judged(_ diagnostic: Diagnostic, _ requested: RequestedMap) -> Diagnostic? {
    if diagnostic.code == "glyphs-ignored", requested.resources.glyphs != nil { return nil }
    guard ["unsafe-path", "unsupported-url"].contains(diagnostic.code) else { return diagnostic }
    let tiles = requested.specification.sources + requested.own.tiles + requested.asked.tiles
    let named = Set(tiles.map(\.name))
    let isReplaced =
      switch diagnostic.path.steps.first {
      case .key("sources"):
        diagnostic.path.steps.dropFirst().first.map { named.map(JSONPath.Step.key).contains($0) } ?? false
      case .key("sprite"): diagnostic.path.steps.count == 1 && requested.resources.sprite != nil
      default: false
      }
    let isUnsafe = diagnostic.code == "unsafe-path"
    return isReplaced && diagnostic.severity == .warning ? nil : isUnsafe ? diagnostic.asChecked : diagnostic
  }
}
